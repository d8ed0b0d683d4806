"""The `duskfall arena export` command: write the games of a league as conversations, for training."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.arena.opened import opened_tables
from duskfall.cli.common import BRING, BadInput, bring_rules, waiting
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from duskfall.arena.league import League

SIDES = ("good", "evil", "alone")


@click.command(short_help="Write conversations for training.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--into", type=click.Path(path_type=Path), metavar="FILE.jsonl", help="Write here; else print.")
@click.option("--won", is_flag=True, help="Only of seats that won.")
@click.option("--player", metavar="NAME", help="Only of this player of the league.")
@click.option("--side", type=click.Choice(SIDES), help="Only of seats of this side.")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
def export(
    folder: Path, into: Path | None, won: bool, player: str | None, side: str | None, rules: tuple[str, ...]
) -> None:
    """Write the games of a league as JSON lines, one for each seat and game: what it was told, asked and answered.

    `messages` is what chat templates take. A line holds nothing of the game that its seat was not shown, and how it
    ended.
    """
    from duskfall.arena.folder import read_league
    from duskfall.arena.store.export import Wanted, lines

    bring_rules(rules)
    with opened_tables(folder) as tables:
        league = read_league(folder)
        _check(league, player)
        found = lines(folder, league, tables, Wanted(won, player, side))
        if into is None:
            for line in found:
                click.echo(line)
        else:
            with waiting("writing the conversations …"):
                count = _write(into, found)
            click.echo(f"Written to {into}: {count:,} lines")


def _check(league: League, player: str | None) -> None:
    names = [each.name for each in league.entrants]
    if player is not None and player not in names:
        raise BadInput(f"--player: nobody is called {player!r} (there are: {', '.join(names)})")
    if not league.records and not league.has_models:
        raise BadInput("the league keeps no records: there is nothing to export")


def _write(file: Path, lines: Iterable[str]) -> int:
    """Write the file atomically, line by line, and return the number of lines; raise `BadInput` if that fails."""
    path = file.resolve()
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        if path.exists() and not path.is_file():
            return _put(path, lines)  # a device or a pipe
        count = _put(beside, lines)
        os.replace(beside, path)
        return count
    except OSError as error:
        raise BadInput(f"--into: {file}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def _put(path: Path, lines: Iterable[str]) -> int:
    count = 0
    with path.open("w", encoding="utf-8") as out:
        for count, line in enumerate(lines, 1):  # noqa: B007  (the count is used after the loop)
            out.write(f"{line}\n")
    return count
