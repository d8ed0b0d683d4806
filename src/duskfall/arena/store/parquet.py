"""Tables as Parquet files, written by DuckDB alone."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.rows import Row, Rows
from duskfall.arena.store.tables import TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

SUFFIX = ".parquet"


def write_tables(into: Path, rows: Rows) -> None:
    """One file for each table that has rows, in this folder, each on disk when this returns."""
    with duckdb().connect(config={"threads": 1}) as writer:  # processes share the cores out among themselves
        for table, found in rows.items():
            if found:
                _write(writer, into / f"{table}{SUFFIX}", TABLES[table], found)


def _write(writer: DuckDBPyConnection, path: Path, columns: dict[str, str], rows: Sequence[Row]) -> None:
    writer.execute(f"CREATE OR REPLACE TABLE rows ({declared(columns)})")
    with writer.appender("rows") as appender:
        appender.append_rows(rows)
    writer.execute(f"COPY rows TO {quoted(path)} (FORMAT parquet, COMPRESSION zstd)")
    sync_file(path)


def declared(columns: dict[str, str]) -> str:
    """Columns as SQL declares them."""
    return ", ".join(f'"{name}" {kind}' for name, kind in columns.items())


def quoted(path: Path | str) -> str:
    """A path as a string of SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def sync_file(path: Path) -> None:
    """The file is on disk when this returns."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
