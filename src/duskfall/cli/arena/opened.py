"""Context managers that open a league's folder and tables for a command, and turn errors into `BadInput`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall.cli.common import BadInput

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Check that the folder holds a league; turn errors of reading it into `BadInput` while the block runs."""
    from duskfall.arena.folder import LeagueError, read_league
    from duskfall.arena.store.extra import MissingExtra
    from duskfall.arena.store.query import StoreError

    try:
        read_league(folder)
        yield
    except (LeagueError, StoreError, MissingExtra) as error:
        raise BadInput(str(error)) from None


@contextmanager
def opened_tables(folder: Path) -> Iterator[DuckDBPyConnection]:
    """Yield a connection to the tables of a league; turn errors of its queries into `BadInput`."""
    with reading(folder):
        from duskfall.arena.store.extra import duckdb
        from duskfall.arena.store.query import open_tables, readable

        try:
            with closing(open_tables(folder)) as tables, readable(folder):
                yield tables
        except duckdb().Error as error:
            raise BadInput(" ".join(str(error).partition("\n\n")[0].split())) from None
