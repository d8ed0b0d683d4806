"""The tables of a league's folder, opened for questions in SQL."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.arena.store.extra import duckdb
from duskfall.arena.store.parquet import SUFFIX, quoted
from duskfall.arena.store.tables import TABLES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

CHUNKS = "chunks"
MEMORY = "2GB"  # beyond it DuckDB goes on on disk


def open_tables(folder: Path) -> DuckDBPyConnection:
    """All tables of a league as views over its finished chunks; a table without a file is an empty view."""
    tables: DuckDBPyConnection = duckdb().connect(config={"memory_limit": MEMORY})
    for table, columns in TABLES.items():
        tables.execute(f"CREATE VIEW {table} AS {_rows(folder, table, columns)}")
    return tables


def _rows(folder: Path, table: str, columns: dict[str, str]) -> str:
    """What a view shows; a chunk that is still being written has a name with a dot."""
    chunks = folder / CHUNKS
    if any(chunks.glob(f"[0-9]*/{table}{SUFFIX}")):
        names = ", ".join(f'"{name}"' for name in columns)
        return f"SELECT {names} FROM read_parquet({quoted(chunks)} || '/[0-9]*/{table}{SUFFIX}')"
    nothing = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in columns.items())
    return f"SELECT {nothing} WHERE false"
