"""SQL queries on the tables of a league's folder; a query can't read anything else, and can't write."""

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

MEMORY = "2GB"  # what doesn't fit goes to temporary files
DAMAGED = "damaged: remove the folder of this chunk, and let the league run again"


class StoreError(ValueError):
    """Stored data of a league that can't be read; the message is one line."""


def open_tables(folder: Path, loaded: Collection[str] = ()) -> DuckDBPyConnection:
    """Open all tables of a league as views over the chunks finished by now; a table without files is empty.

    Tables named in `loaded` are read into memory once, for callers with many queries on thousands of chunks.
    """
    folder = folder.resolve()
    aside = Path(tempfile.gettempdir()) / f"duskfall-{secrets.token_hex(8)}"  # created when needed, removed at the end
    config = {"memory_limit": MEMORY, "temp_directory": str(aside), "python_enable_replacements": False}
    tables: DuckDBPyConnection = duckdb().connect(config=config)
    tables.execute("SET preserve_insertion_order = false")  # loads thousands of files in a fifth of the memory
    with readable(folder):
        for table, files in table_files(folder).items():
            kind = "TABLE" if table in loaded else "VIEW"
            tables.execute(f"CREATE {kind} {table} AS {_rows(TABLES[table], files)}")
    tables.execute("RESET preserve_insertion_order")
    chunks = f"{folder / CHUNKS}{os.sep}"
    tables.execute(f"SET allowed_directories = [{quoted(chunks)}, {literal(chunks)}]")  # plain, and escaped
    tables.execute("SET enable_external_access = false")
    tables.execute("SET lock_configuration = true")
    return tables


def table_files(folder: Path) -> dict[str, list[Path]]:
    """Return the files of each table in the order of their chunks.

    The folder of a chunk that is being written begins with a dot, and is left out.
    """
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
    """Return the query behind a view."""
    if files:
        names = ", ".join(f'"{name}"' for name in columns)
        return f"SELECT {names} FROM read_parquet([{', '.join(map(literal, files))}])"
    nothing = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in columns.items())
    return f"SELECT {nothing} WHERE false"


def literal(path: Path | str) -> str:
    """Return a path as a DuckDB string literal in which wildcard characters stand for themselves."""
    return quoted(re.sub(r"([*?\[])", r"[\1]", str(path)))


@contextmanager
def readable(folder: Path) -> Iterator[None]:
    """Run a block that reads tables; if it fails because a file is damaged, raise StoreError with the file's name."""
    try:
        yield
    except duckdb().Error:
        if path := _damaged(folder):
            raise StoreError(f"{path}: {DAMAGED}") from None
        raise


def _damaged(folder: Path) -> Path | None:
    """Return the first file that can't be read as its table, or None."""
    with duckdb().connect() as reader:
        for table, files in table_files(folder).items():
            names = ", ".join(f'count("{name}"::{kind})' for name, kind in TABLES[table].items())
            for path in files:
                try:
                    reader.execute(f"SELECT {names} FROM read_parquet({literal(path)})").fetchall()
                except duckdb().Error:
                    return path
    return None
