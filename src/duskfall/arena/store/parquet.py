"""Tables as Parquet files, written by DuckDB."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.rows import Row, Rows
from duskfall.arena.store.tables import TABLES
from duskfall.table.kept.journal import sync

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SUFFIX = ".parquet"
_own = threading.local()  # opening a connection takes longer than writing a table; it serves one thread at a time


def write_tables(into: Path, rows: Rows) -> None:
    """Write a file for each table that has rows; all of them are on disk when this returns. Raises OSError."""
    writer = _writer()
    try:
        for table, found in rows.items():
            if found:
                _write(writer, into / f"{table}{SUFFIX}", TABLES[table], found)
    except duckdb().IOException as error:  # such as a full disk or a deleted folder
        why = str(error).partition("\n")[0].rpartition(": ")[2]
        raise OSError(errno.EIO, why, str(into)) from None


def _writer() -> DuckDBPyConnection:
    if not hasattr(_own, "writer"):
        _own.writer = duckdb().connect(config={"threads": 1})  # processes already share the cores
    found: DuckDBPyConnection = _own.writer
    return found


def _write(writer: DuckDBPyConnection, path: Path, columns: dict[str, str], rows: Sequence[Row]) -> None:
    writer.execute(f"CREATE OR REPLACE TABLE rows ({declared(columns)})")
    with writer.appender("rows") as appender:
        appender.append_rows(rows)
    writer.execute(f"COPY rows TO {quoted(path)} (FORMAT parquet, COMPRESSION zstd)")
    writer.execute("DROP TABLE rows")
    descriptor = os.open(path, os.O_RDWR)
    try:
        sync(descriptor)
    finally:
        os.close(descriptor)


def declared(columns: dict[str, str]) -> str:
    """Return columns as SQL declares them."""
    return ", ".join(f'"{name}" {kind}' for name, kind in columns.items())


def quoted(path: Path | str) -> str:
    """Return a path as an SQL string literal."""
    return "'" + str(path).replace("'", "''") + "'"
