"""The `duskfall resume` command: continue a game or a series that was stopped or killed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BRING, BadInput, CannotGoOn, Number, bring_rules, say_kept
from duskfall.cli.play.foresight import reach
from duskfall.cli.play.terms import models_of, read_clocks, read_given, refuse_terms, terms
from duskfall.cli.play.viewer import WATCH_AS, viewer
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from duskfall.table.kept.resume import Resumed


@click.command(short_help="Go on with a game that was stopped or killed.")
@click.argument("record", required=False, type=click.Path(path_type=Path))
@click.option(
    "--speed", type=click.FloatRange(0, 1000),
    help="How fast it is shown from now on (1), whatever it was before; 0 does not wait at all.",
)  # fmt: skip
@click.option("--as", "wanted", shell_complete=complete.viewers, metavar="WHO", help=WATCH_AS)
@click.option("--plain", is_flag=True, help="Plain lines, as in a pipe.")
@click.option("--json", "as_json", is_flag=True, help="Of a series: print the result as one line of JSON only.")
@click.option("--jobs", type=Number(1, 1000), metavar="J", help="Of a series: so many games at once (20).")
@click.option("--rules", multiple=True, metavar="RULES", shell_complete=complete.rules, help=BRING)
@click.option(
    "--players",
    multiple=True,
    metavar="KIND",
    shell_complete=complete.players,
    help="Models and code that the record uses, as in play: a record never calls or runs them by itself.",
)
@terms
def resume(
    record: Path | None, wanted: str | None, speed: float | None, plain: bool, as_json: bool, jobs: int | None,
    rules: tuple[str, ...], players: tuple[str, ...], **options: Any,
) -> None:  # fmt: skip
    """Go on with a game that was stopped or killed, with the same players; or with a series of models, by its folder.

    Without RECORD, with the last game played here that is not over. Models are called only if --players names them,
    or after you have confirmed their addresses.
    """
    from duskfall.cli.named import read_named

    bring_rules(rules)
    given, named = read_given(options), read_named(players)
    path = record or _last()
    if path.is_dir():
        _resume_series(path, named, {**given, "plain": plain, "json": as_json, "jobs": jobs})
        return
    found = _open(path, named)
    if found.report:
        click.echo(f"{path}: {found.report}.", err=True)
    if found.game.over:
        _say_over(path, found)
        return
    if not found.kinds:
        raise BadInput(f"{path}: line 2 does not say who plays, so nobody can go on")
    refuse_terms(options, found.kinds)
    if found.game.paused:
        found.game.pause(False)
    _run(path, found, viewer(wanted, "--as", found.game.names, found.kinds), speed, plain, given)


def _resume_series(folder: Path, players: Collection[str], given: Mapping[str, Any]) -> None:
    from duskfall.arena.folder import LEAGUE
    from duskfall.arena.run.series import PLAN, read_folder
    from duskfall.cli.named import confirmed
    from duskfall.cli.play.series import run_series
    from duskfall.players.base import PlayerError
    from duskfall.players.find import how_to_bring, unnamed
    from duskfall.table.guard import PlayerFailed
    from duskfall.table.seating import all_kinds

    try:
        series = read_folder(folder)
        missing = unnamed(all_kinds(series.sheet.players, series.sheet.ruleset), players)
        if missing and not confirmed(folder, missing):
            raise BadInput(f"{folder / PLAN}: {how_to_bring(missing)}")
        run_series(series, folder, given)
    except FileNotFoundError:
        if (folder / LEAGUE).exists():
            raise BadInput(f"{folder} holds a league, which goes on with: duskfall arena run LEAGUE.yaml") from None
        raise BadInput(f"{folder}: there is no {PLAN}, so this is not the folder of a series") from None
    except PlayerError as error:
        raise BadInput(str(error)) from None
    except PlayerFailed as error:
        raise CannotGoOn(str(error)) from None


def _last() -> Path:
    from duskfall.table.kept.shelf import last_unfinished

    path = last_unfinished()
    if path is None:
        raise BadInput("no game waits here to be resumed: name the file of a record, or begin one with: duskfall play")
    return path


def _open(path: Path, players: Collection[str]) -> Resumed:
    from duskfall.cli.named import confirmed
    from duskfall.core.record import RecordError
    from duskfall.table.kept.resume import UnnamedPlayersError
    from duskfall.table.kept.resume import resume as go_on
    from duskfall.tell.text import safe

    try:
        try:
            return go_on(path, players)
        except UnnamedPlayersError as error:
            if not confirmed(path, error.missing):
                raise
            return go_on(path, {*players, *error.missing})
    except RecordError as error:
        raise BadInput(f"{path}: {safe(str(error))}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror or error}") from None


def _run(
    path: Path, found: Resumed, seat: int | None, speed: float | None, plain: bool, given: Mapping[str, Any]
) -> None:
    from duskfall.players.base import PlayerError
    from duskfall.terminal.session import run

    game, kinds, journal = found.game, found.kinds, found.journal
    try:
        with models_of(kinds, given, game, past=[path], seats=journal.models, watched=True) as models:
            if models:
                reach(models)
            sitting = models.sit(game, path, journal.models) if models else None
            run(
                game, kinds, journal, seat=seat, speed=speed, plain=plain, resumed=True, sitting=sitting,
                clocks=read_clocks(given), coach=journal.coach,
            )  # fmt: skip
    except PlayerError as error:
        raise BadInput(f"{path}: {error}") from None
    say_kept(found.game.setup.seed, path)


def _say_over(path: Path, found: Resumed) -> None:
    from duskfall.tell.facts.lines import transcript
    from duskfall.terminal.called import command

    found.journal.close(over=True)
    for line in transcript(filter(None, [found.game.over]), found.game.names):
        click.echo(line)
    click.echo(f"See it again with: {command('replay', path)}")
