"""What the commands that read a league share: its folder, its tables, and mistakes in one line."""

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
    """In here a league is read; whatever is wrong with it is one line."""
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
    """The tables of a league; a question that cannot be answered is one line."""
    with reading(folder):
        from duskfall.arena.store.extra import duckdb
        from duskfall.arena.store.query import open_tables, readable

        try:
            with closing(open_tables(folder)) as tables, readable(folder):
                yield tables
        except duckdb().Error as error:
            raise BadInput(" ".join(str(error).partition("\n\n")[0].split())) from None
