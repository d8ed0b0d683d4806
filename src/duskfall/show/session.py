"""One game from its first question to its ending: journal first, then the screen, and a clean way out at any moment."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console

from duskfall.core.game import Game
from duskfall.players.find import HUMAN
from duskfall.show.ending import show_ending
from duskfall.show.plain import Printer
from duskfall.show.screen import is_screen, terminal
from duskfall.show.watch import watching
from duskfall.table.journal import Journal
from duskfall.table.run import Listener, play
from duskfall.table.seating import PlayerFailed, seat_players

INTERRUPTED, FAILED = 130, 1
GO_ON, SEE_IT = "Go on with: duskfall resume", "See how it ended with: duskfall replay"


class Unwritten(Exception):
    """The journal cannot be written, so the game may not go on."""


class First:
    """The journal hears of everything before the one who shows it."""

    def __init__(self, journal: Journal | None, show: Listener) -> None:
        self.journal, self.show = journal, show

    def __call__(self, game: Game) -> None:
        """Write, then show."""
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
) -> None:
    """Play a game to its end before the eyes of a seat; None is the moderator, 0 the public.

    Without a speed, a screen is read at speed 1 and a pipe without pauses. People at the table see their own view.
    """
    console = terminal()
    plain = plain or not is_screen(console)
    with _leaving(game, journal):
        if HUMAN in kinds:
            _join(console, game, kinds, journal, speed, plain)
        elif plain:
            play(game, seat_players(game, kinds), First(journal, Printer(seat, speed or 0)))
        else:
            _watch(console, game, kinds, journal, seat, speed)
    show_ending(console, game.facts, game, plain)


@contextmanager
def _leaving(game: Game, journal: Journal | None) -> Iterator[None]:
    """Whatever happens, the journal is closed, and whoever stopped is told how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        _stop("Stopped.", SEE_IT if game.over else GO_ON, journal, INTERRUPTED)
    except (PlayerFailed, Unwritten) as error:
        _stop(f"duskfall: {error}.", GO_ON, journal, FAILED)
    finally:
        if journal is not None:
            journal.close(game.state.over)


def _stop(why: str, hint: str, journal: Journal | None, status: int) -> None:
    print(why + (f" {hint} {journal.path}" if journal is not None else ""), file=sys.stderr, flush=True)
    raise SystemExit(status)


def _watch(
    console: Console, game: Game, kinds: Sequence[str], journal: Journal | None, seat: int | None, speed: float | None
) -> None:
    players = seat_players(game, kinds)
    with watching(console, seat, 1.0 if speed is None else speed) as watch:
        play(game, players, First(journal, watch))
        watch.finish()


def _join(
    console: Console, game: Game, kinds: Sequence[str], journal: Journal | None, speed: float | None, plain: bool
) -> None:
    from duskfall.show.desk import Desk

    seats = [seat for seat, kind in enumerate(kinds, 1) if kind == HUMAN]
    desk = Desk(console, plain, 1.0 if speed is None else speed, seats)
    try:
        play(game, seat_players(game, kinds, {HUMAN: desk.player}), First(journal, desk))
    finally:
        desk.close()
