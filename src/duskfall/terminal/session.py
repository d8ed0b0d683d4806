"""Runs one game at the terminal: every event is journaled before it is shown, and it can be stopped at any time."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from shlex import quote
from typing import TYPE_CHECKING

from rich.console import Console

from duskfall.core.play.game import Game
from duskfall.players.base import HUMAN, Player, Stopped
from duskfall.players.find import unnamed
from duskfall.players.foreign.kinds import is_foreign
from duskfall.rules.registry import place_of
from duskfall.table.errands import Wait, remind
from duskfall.table.guard import PlayerFailed
from duskfall.table.hours import SecretClocks, hours, in_secret
from duskfall.table.kept.journal import Journal
from duskfall.table.run import Follower, play
from duskfall.table.seating import seat_players
from duskfall.terminal.called import command
from duskfall.terminal.ending import show_ending
from duskfall.terminal.plain import Printer, no_trouble
from duskfall.terminal.stage.console import is_screen, terminal
from duskfall.terminal.watch import watching

if TYPE_CHECKING:
    from duskfall.table.models import Sitting

USUAL = SecretClocks()
INTERRUPTED, FAILED, HELD_UP = 130, 1, 3
NEW_LIMIT = " --max-cost USD (without it there is no limit)"
GO_ON, SEE_IT = ("Go on with", "resume"), ("See how it ended with", "replay")
TELLS_WHICH = "with the seed of this game, --as moderator tells which"
OFF_THE_TAPE = f"a call is not as on the tape; {TELLS_WHICH}"
A_PLAYER_FAILED = f"a player failed; {TELLS_WHICH}"


class Unwritten(Exception):
    """A journal that can't be written; the game must not go on without it."""


class First:
    """A listener that journals events before another listener shows them."""

    def __init__(self, journal: Journal | None, show: Follower) -> None:
        self.journal, self.show = journal, show
        self.hear = getattr(show, "hear", None)  # a speech is journaled only when it is complete

    def __call__(self, game: Game) -> None:
        """Journal the new events, then show them; raise `Unwritten` if the journal can't be written."""
        if self.journal is not None:
            try:
                self.journal(game)
            except OSError as error:
                raise Unwritten(f"{self.journal.path} cannot be written: {error.strerror}") from error
        self.show(game)


def run(
    game: Game,
    kinds: Sequence[str],
    journal: Journal | None = None,
    *,
    seat: int | None = None,
    speed: float | None = None,
    plain: bool = False,
    resumed: bool = False,
    sitting: Sitting | None = None,
    clocks: SecretClocks = USUAL,
    coach: bool = False,
) -> None:
    """Play a game to its end, show it in the view of `seat` (None: moderator, 0: public), and print the summary.

    If people play, they see their own views instead. Without a speed, a screen runs at speed 1 and a pipe without
    pauses. `sitting`: the language models at the table. `clocks`: the length of secret steps if people play beside
    models or programs. `coach`: the only human player may ask for hints.

    Exit the process with a hint on how to resume if the game is stopped or a player fails.
    """
    console = terminal()
    plain = plain or not is_screen(console)
    makers, trouble = (sitting.makers, sitting.trouble) if sitting else ({}, no_trouble)
    with _leaving(game, kinds, journal, sitting, all_is_open=seat is None and HUMAN not in kinds):
        if HUMAN in kinds:
            players = _join(console, game, kinds, journal, speed, plain, sitting, clocks, coach)
        elif plain:
            players = seat_players(game, kinds, makers)
            _play(game, players, First(journal, Printer(seat, speed or 0, trouble=trouble)), sitting)
        else:
            players = seat_players(game, kinds, makers)
            with watching(console, seat, 1.0 if speed is None else speed, resumed, trouble) as watch:
                _play(game, players, First(journal, watch), sitting)
                watch.finish()
    show_ending(console, game.facts, game, plain, [seat for seat, kind in enumerate(kinds, 1) if kind == HUMAN])
    if any(map(is_foreign, kinds)):
        from duskfall.terminal.programs import show_failures

        show_failures(console, players, game.names, plain)
    if sitting:
        from duskfall.terminal.bill import show_bill

        show_bill(console, sitting, game, kinds, plain)


def _play(
    game: Game, players: Mapping[int, Player], listener: Follower, sitting: Sitting | None, wait: Wait | None = None
) -> None:
    """Play the game on; if it was resumed, remote players are first told their earlier questions and answers."""
    remind(game, players)
    play(game, players, sitting.probing(players, listener) if sitting else listener, wait)


@contextmanager
def _leaving(
    game: Game, kinds: Sequence[str], journal: Journal | None, sitting: Sitting | None, all_is_open: bool
) -> Iterator[None]:
    """Close the journal in any case; if the game stops early, print the reason and how to resume, and exit.

    A player that failed is named only if `all_is_open` (the moderator's view is shown): its action reveals its role.
    """
    terms = _terms(game, kinds, sitting)
    try:
        yield
    except KeyboardInterrupt:
        _stop("Stopped.", SEE_IT if game.over else GO_ON, journal, INTERRUPTED, terms)
    except PlayerFailed as error:
        _stop(f"duskfall: {error if all_is_open else A_PLAYER_FAILED}.", GO_ON, journal, FAILED, terms)
    except Unwritten as error:
        _stop(f"duskfall: {error}.", GO_ON, journal, FAILED, terms)
    except Stopped as error:
        why = str(error) if all_is_open else _for_all(error, in_secret(game))
        _stop(f"duskfall: {why.rstrip('.')}.", SEE_IT if game.over else GO_ON, journal, HELD_UP, terms)
    finally:
        if sitting is not None:
            sitting.close(game.state.over)
        if journal is not None:
            journal.close(game.state.over)


def _for_all(error: Stopped, hidden: bool) -> str:
    """Return why the game stopped, without the server's message: that may repeat a prompt with secrets.

    `hidden`: also without the model, as nobody may know who is being asked.
    """
    if error.secret:
        return OFF_THE_TAPE
    why = ": ".join(str(error).split(": ")[:2])
    return f"a model{why.removeprefix(error.who)}; {TELLS_WHICH}" if hidden and error.who else why


def _terms(game: Game, kinds: Sequence[str], sitting: Sitting | None) -> str:
    """Return the options to repeat when a game is resumed: models, code and the cost limit."""
    rules = place_of(game.plan.rules)
    code = [("--rules", rules)] if rules else []
    code += [("--players", kind) for kind in unnamed(kinds, ())]
    limit = NEW_LIMIT if sitting and sitting.line.exchange.budget else ""
    return "".join(f" {option} {quote(place)}" for option, place in code) + limit


def _stop(why: str, hint: tuple[str, str], journal: Journal | None, status: int, terms: str = "") -> None:
    what, verb = hint
    terms = terms if hint is GO_ON else ""
    print(why + (f" {what}: {command(verb, journal.path)}{terms}" if journal else ""), file=sys.stderr, flush=True)
    raise SystemExit(status)


def _join(
    console: Console, game: Game, kinds: Sequence[str], journal: Journal | None, speed: float | None, plain: bool,
    sitting: Sitting | None, clocks: SecretClocks, coach: bool,
) -> Mapping[int, Player]:  # fmt: skip
    from duskfall.terminal.bench.bench import Bench

    seats = [seat for seat, kind in enumerate(kinds, 1) if kind == HUMAN]
    bench = Bench(console, plain, 1.0 if speed is None else speed, seats, coach=coach)
    makers = {**(sitting.makers if sitting else {}), HUMAN: bench.player}
    try:
        players = seat_players(game, kinds, makers)
        kept = hours(game, players, bench, clocks)
        _play(game, players, First(journal, kept or bench), sitting, kept.answer if kept else None)
        return players
    finally:
        bench.close()
