"""The `duskfall arena game` command: show one game of a league, with its seats and its result, or write its record."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.arena.opened import opened_tables
from duskfall.cli.common import BadInput, Number, put_file
from duskfall.tell.text import plural, safe

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

HEAD = ("seat", "name", "player", "role", "left", "won")
ABOUT = "SELECT block, rotation, rules, seed, winner, reason, rounds, error FROM games WHERE game = ?"
SEATS = """SELECT seat, name, player, CASE WHEN role_end <> role THEN role || ', then ' || role_end ELSE role END,
    CASE WHEN left_how IS NULL THEN '' ELSE left_phase || ' ' || left_day || ': ' || left_how END,
    CASE WHEN won THEN 'won' ELSE '' END FROM seats WHERE game = ? ORDER BY seat"""


@click.command(short_help="Show one game of a league, and write its record.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.argument("number", metavar="GAME", type=Number(0, 1 << 31))
@click.option("--record", type=click.Path(path_type=Path), help="Write its record here, for duskfall replay.")
def game(folder: Path, number: int, record: Path | None) -> None:
    """Show where a game of a league is kept, who sat where and how it ended; games are numbered from 0 on."""
    from duskfall.arena.folder import read_league
    from duskfall.arena.store.keep import record_lines, record_path

    with opened_tables(folder) as tables:
        league = read_league(folder)
        path = record_path(folder, league, number)
        _show(tables, number)
        if record is None:
            click.echo(f"\nKept in {path}")
        else:
            lines = record_lines(folder, number)
            _write(record, "".join(f"{line}\n" for line in lines).encode())


def _show(tables: DuckDBPyConnection, number: int) -> None:
    from duskfall.cli.play.counts import show_rows

    block, rotation, rules, seed, winner, reason, rounds, error = _one(tables, number)
    click.echo(f"Game {number}: {safe(rules)}, block {block}, rotation {rotation}, seed {seed}")
    click.echo(safe(f"Failed: {error}" if error else f"{winner} ({reason}), {plural(rounds, 'round')}"))
    rows = tables.execute(SEATS, [number]).fetchall()
    show_rows([HEAD, *(tuple(safe(str(cell)) for cell in row) for row in rows)], plain=False)


def _one(tables: DuckDBPyConnection, number: int) -> tuple[Any, ...]:
    found = tables.execute(ABOUT, [number]).fetchone()
    if found is None:
        raise BadInput(f"game {number} is not there: it was not played to its end yet, or there is none")
    return tuple(found)


def _write(file: Path, record: bytes) -> None:
    from duskfall.terminal.called import command

    try:
        put_file(file, record.decode())
    except OSError as error:
        raise BadInput(f"--record: {file}: {error.strerror}") from None
    click.echo(f"\nWritten to {file}; see it with: {command('replay', file)}")
