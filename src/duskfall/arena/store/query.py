"""The tables of a league's folder, opened for questions in SQL; nothing else can be read, and nothing written."""

from __future__ import annotations

import os
import re
import secrets
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.arena.folder import CHUNKS as CHUNKS
from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.parquet import SUFFIX, quoted
from duskfall.arena.store.tables import TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MEMORY = "2GB"  # what does not fit goes to disk for a while
DAMAGED = "damaged: remove the folder of this chunk, and let the league run again"


class StoreError(ValueError):
    """What is kept of a league cannot be read: one line."""


def open_tables(folder: Path, loaded: Collection[str] = ()) -> DuckDBPyConnection:
    """All tables of a league as views over the chunks that are finished now; a table without a file is empty.

    Tables that are `loaded` are read once: for who asks much of a league of thousands of chunks.
    """
    folder = folder.resolve()
    aside = Path(tempfile.gettempdir()) / f"duskfall-{secrets.token_hex(8)}"  # made when needed, removed at the end
    config = {"memory_limit": MEMORY, "temp_directory": str(aside), "python_enable_replacements": False}
    tables: DuckDBPyConnection = duckdb().connect(config=config)
    tables.execute("SET preserve_insertion_order = false")  # thousands of files are loaded in a fifth of the memory
    with readable(folder):
        for table, files in table_files(folder).items():
            kind = "TABLE" if table in loaded else "VIEW"
            tables.execute(f"CREATE {kind} {table} AS {_rows(TABLES[table], files)}")
    tables.execute("RESET preserve_insertion_order")
    chunks = f"{folder / CHUNKS}{os.sep}"
    tables.execute(f"SET allowed_directories = [{quoted(chunks)}, {literal(chunks)}]")  # as it is, as it is asked for
    tables.execute("SET enable_external_access = false")
    tables.execute("SET lock_configuration = true")
    return tables


def table_files(folder: Path) -> dict[str, list[Path]]:
    """The files of each table in the order of their chunks; a chunk that is being written has a name with a dot."""
    chunks = folder / CHUNKS
    found: dict[str, list[Path]] = {table: [] for table in TABLES}
    for chunk in sorted((name for name in _names(chunks) if name.isdecimal()), key=int):
        there = set(_names(chunks / chunk))
        for table, files in found.items():
            if f"{table}{SUFFIX}" in there:
                files.append(chunks / chunk / f"{table}{SUFFIX}")
    return found


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


def _rows(columns: dict[str, str], files: list[Path]) -> str:
    """What a view shows."""
    if files:
        names = ", ".join(f'"{name}"' for name in columns)
        return f"SELECT {names} FROM read_parquet([{', '.join(map(literal, files))}])"
    nothing = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in columns.items())
    return f"SELECT {nothing} WHERE false"


def literal(path: Path | str) -> str:
    """A path as DuckDB reads it; what would stand for other names stands for itself."""
    return quoted(re.sub(r"([*?\[])", r"[\1]", str(path)))


@contextmanager
def readable(folder: Path) -> Iterator[None]:
    """In here tables are read; if that fails because a file is damaged, StoreError names it."""
    try:
        yield
    except duckdb().Error:
        if path := _damaged(folder):
            raise StoreError(f"{path}: {DAMAGED}") from None
        raise


def _damaged(folder: Path) -> Path | None:
    """The first file that cannot be read as its table."""
    with duckdb().connect() as reader:
        for table, files in table_files(folder).items():
            names = ", ".join(f'count("{name}"::{kind})' for name, kind in TABLES[table].items())
            for path in files:
                try:
                    reader.execute(f"SELECT {names} FROM read_parquet({literal(path)})").fetchall()
                except duckdb().Error:
                    return path
    return None
