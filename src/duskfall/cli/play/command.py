"""The `duskfall play` command: watch or join one game, or play many and count the wins."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from duskfall.cli.common import BadInput, CannotGoOn, Number, Seed, say_kept, warn_of_deck
from duskfall.cli.play.foresight import reach
from duskfall.cli.play.options import table_options
from duskfall.cli.play.terms import models_of, read_clocks, refuse_terms, terms
from duskfall.cli.play.viewer import WATCH_AS, viewer
from duskfall.cli.shell import complete

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from duskfall.arena.run.tally import Outcome
    from duskfall.cli.play.sheet import Wish
    from duskfall.core.play.game import Game
    from duskfall.table.kept.journal import Journal


@click.command(
    short_help="Play a game and show it, or count many.",
    epilog="Exit status: 0 when all is played, 1 when a player fails or the record cannot be written, "
    "2 for a mistake in what was asked for, 3 when models cannot go on (a limit, a key), 130 when it was stopped.",
)
@click.argument("table", required=False, metavar="[TABLE.yaml]", type=click.Path(path_type=Path))
@table_options
@click.option(
    "--players", shell_complete=complete.players, help='Who plays: "scripted*9, human"; TEAM=KIND for a team.'
)
@click.option("--names", help='Who sits where, from seat 1 on: "Ann, Boris, 小明".')
@click.option("--seed", type=Seed(), help="Deals and decides everything random; drawn and shown if not given.")
@click.option("--speed", type=click.FloatRange(0, 1000), help="How fast a game is shown (1); 0 does not wait at all.")
@click.option("--talk/--no-talk", default=None, help="With or without speech.")
@click.option(
    "--coach/--no-coach", default=None, help="One person among bots: at any question, `hint` shows what can be known."
)
@click.option("--as", shell_complete=complete.viewers, metavar="WHO", help=WATCH_AS)
@click.option(
    "--record", type=click.Path(path_type=Path), help="Write the game's record to this new file; of models: a folder."
)
@click.option("--games", type=Number(1, 10_000_000), metavar="N", help="Play N games and count the wins.")
@click.option("--jobs", metavar="J", help="Spread many games over J processes (1); 0 or auto: one for each core.")
@click.option("--json", is_flag=True, default=None, help="Print the result as one line of JSON only.")
@click.option("--plain", is_flag=True, default=None, help="Plain lines, as in a pipe.")
@terms
def play(table: Path | None, **options: Any) -> None:
    """Play a game and show it, or count many.

    With nothing said, ten bots play and you look on as the moderator. Everything can also stand in a file:
    `duskfall init` writes one. Options have the last word.
    """
    from duskfall.cli.play.sheet import read_wish
    from duskfall.players.base import PlayerError
    from duskfall.players.llm.model import is_model
    from duskfall.table.guard import PlayerFailed

    try:
        wish = _as_taped(read_wish(table, options))
        game, kinds = _deal(wish)
        refuse_terms(options, kinds)
        if not (wish.get("games") or wish.get("json")):
            _watch(wish, game, kinds)
        elif any(map(is_model, kinds)):
            _count_models(wish)
        else:
            _count(wish, game, kinds)
    except PlayerError as error:
        raise BadInput(str(error)) from None
    except PlayerFailed as error:
        raise CannotGoOn(str(error)) from None


def _as_taped(wish: Wish) -> Wish:
    """Return the request with the seed of its tape, if it names a tape and no seed."""
    if wish.get("tape") is None or "seed" in wish.given:
        return wish
    from duskfall.table.models import seed_on_tape

    seed = seed_on_tape(wish.get("tape"))
    return wish if seed is None else replace(wish, sheet=replace(wish.sheet, seed=seed))


def _deal(wish: Wish) -> tuple[Game, Sequence[str]]:
    """Return the first game and its kinds of player; raise `BadInput` for mistakes before anything is played."""
    from duskfall.cli.play.sheet import refused_at
    from duskfall.players.llm.model import is_model
    from duskfall.table.seating import try_out

    try:
        game = wish.sheet.start()
    except ValueError as error:
        raise BadInput(str(error)) from None
    warn_of_deck(game.plan.rules, game.setup.roles)
    with refused_at(wish.place("players")):
        kinds = wish.sheet.kinds(game)
        try_out([kind for kind in kinds if not is_model(kind)])
        return game, kinds


def _watch(wish: Wish, game: Game, kinds: Sequence[str]) -> None:
    from duskfall.table.kept import shelf
    from duskfall.terminal.session import run

    seat, coach = viewer(wish.get("as"), wish.place("as"), game.names, kinds), _coach(wish, kinds)
    with models_of(kinds, wish.values, game, watched=True) as models:
        if models:
            reach(models)
        played = models.in_effect(game, kinds) if models else None
        named = wish.get("record")
        journal = (
            _journal(wish, named, game, kinds, played, coach) if named else shelf.journal(game, kinds, played, coach)
        )
        if journal is None:
            click.echo(
                "The state folder cannot be written to, so this game is not kept; --record FILE keeps it.", err=True
            )
        sitting = models.sit(game, journal.path if journal else None) if models else None
        run(
            game, kinds, journal, seat=seat, speed=wish.get("speed"), plain=wish.get("plain", False), sitting=sitting,
            clocks=read_clocks(wish.values), coach=coach,
        )  # fmt: skip
    say_kept(wish.sheet.seed, journal.path if journal else None)


def _coach(wish: Wish, kinds: Sequence[str]) -> bool:
    """Return whether the coach is on; raise `BadInput` unless exactly one person plays.

    The coach would give one of several people an advantage.
    """
    from duskfall.players.base import HUMAN

    coach = bool(wish.get("coach"))
    if coach and kinds.count(HUMAN) != 1:
        raise BadInput(f"{wish.place('coach')}: the coach is for one person among bots, as in --players {HUMAN}")
    return coach


def _journal(
    wish: Wish, path: Path, game: Game, kinds: Sequence[str], models: Mapping[str, object] | None = None,
    coach: bool = False,
) -> Journal:  # fmt: skip
    """Create the journal of a game in a new file; raise `BadInput` if that fails. `models`: their settings, by seat."""
    from duskfall.table.kept.journal import Journal

    try:
        return Journal(path, game, kinds, models, coach)
    except FileExistsError:
        raise BadInput(f"{wish.place('record')}: {path} exists already: name a new file") from None
    except OSError as error:
        raise BadInput(f"{wish.place('record')}: {path}: {error.strerror}") from None


def _count_models(wish: Wish) -> None:
    from duskfall.arena.run.series import Series, first_seed
    from duskfall.cli.play.series import run_one, run_series
    from duskfall.players.base import HUMAN
    from duskfall.table.kept.shelf import series_folder
    from duskfall.table.seating import all_kinds

    if HUMAN in all_kinds(wish.sheet.players, wish.sheet.ruleset):
        raise BadInput(f"{wish.place('players')}: {HUMAN} plays one game, to be watched: leave out games and json")
    record = wish.get("record")
    first = wish.sheet.seed if "seed" in wish.given else first_seed(record) or wish.sheet.seed
    series = Series(replace(wish.sheet, seed=first), range(first, first + wish.get("games", 1)))
    if record and not wish.get("games"):
        if record.exists():
            raise BadInput(f"{wish.place('record')}: {record} exists already: name a new file")
        run_one(series, record, wish.values)
    else:
        run_series(series, record or series_folder(wish.sheet.ruleset.id), wish.values)


def _count(wish: Wish, game: Game, kinds: Sequence[str]) -> None:
    from duskfall.cli.play.counts import report, series
    from duskfall.players.base import HUMAN

    if wish.get("record") and wish.get("games", 1) > 1:
        raise BadInput(f"{wish.place('record')}: one game of bots is kept, not several: leave out games")
    if HUMAN in kinds:
        raise BadInput(f"{wish.place('players')}: {HUMAN} plays one game, to be watched: leave out games and json")
    seeds = range(wish.sheet.seed, wish.sheet.seed + wish.get("games", 1))
    if wish.get("record"):
        outcome = _record_one(_journal(wish, wish.get("record"), game, kinds), game, kinds)
    else:
        outcome = series(wish.sheet, seeds, wish.get("jobs", 1), wish.get("plain", False))
    report(wish.sheet, game, seeds, outcome, wish.get("json", False), wish.get("plain", False))


def _record_one(journal: Journal, game: Game, kinds: Sequence[str]) -> Outcome:
    from duskfall.arena.run.tally import Outcome
    from duskfall.players.foreign.calls import calls_of
    from duskfall.table.run import play
    from duskfall.table.seating import seat_players

    outcome = Outcome()
    try:
        players = seat_players(game, kinds)
        outcome.count(play(game, players, journal), kinds)
        outcome.count_calls(calls_of(players))
    except OSError as error:
        raise CannotGoOn(f"{journal.path} cannot be written: {error.strerror}") from None
    finally:
        journal.close(game.state.over)
    return outcome
