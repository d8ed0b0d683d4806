"""Players break down; whoever does is named, with its seat and its act."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Protocol

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players.base import Pending, Player, Remote, Stopped, is_remote, wait_for
from duskfall.tell.text import safe


class PlayerFailed(RuntimeError):
    """A player broke down in the middle of a game; the text names its act, so it is not for everybody."""


class Guarded:
    """A player whose mistakes are told with its name and seat."""

    __slots__ = ("blind", "kind", "leave", "player", "reply", "seat", "slow")

    def __init__(self, player: Player, kind: str, seat: int) -> None:
        self.blind, self.slow = getattr(player, "blind", False), getattr(player, "slow", False)
        self.kind, self.seat, self.player, self.reply = kind, seat, player, player.answer
        self.leave = getattr(player, "leave", None)

    def answer(self, ask: Ask, view: View) -> object:
        """What the player says."""
        try:
            return self.reply(ask, view)
        except (KeyboardInterrupt, Stopped):
            raise
        except BaseException as error:
            raise self.failed(ask, error) from error

    def failed(self, ask: Ask, error: BaseException) -> PlayerFailed:
        """The mistake that it made at this question."""
        return PlayerFailed(f"player {self.kind!r} in seat {self.seat} failed at {ask.verb!r}: {blame(error)}")


class RemotePlayer(Player, Remote, Protocol):
    """A player that can also be asked without waiting."""


class GuardedRemote(Guarded):
    """A remote player whose mistakes are told with its name and seat."""

    __slots__ = ()
    player: RemotePlayer

    def begin(self, ask: Ask, view: View) -> Pending:
        """Put the question."""
        with self.watched(ask):
            return Awaited(self.player.begin(ask, view), partial(self.watched, ask))

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        """What became of its answer."""
        with self.watched(ask):
            self.player.recall(ask, view, answer)

    @contextmanager
    def watched(self, ask: Ask) -> Iterator[None]:
        """A mistake in here is this player's."""
        try:
            yield
        except (KeyboardInterrupt, Stopped):
            raise
        except BaseException as error:
            raise self.failed(ask, error) from error


class Awaited:
    """An answer that is on its way from a player whose mistakes are told."""

    __slots__ = ("pending", "watched")

    def __init__(self, pending: Pending, watched: Callable[[], AbstractContextManager[None]]) -> None:
        self.pending, self.watched = pending, watched

    @property
    def words(self) -> str:
        """What was written so far."""
        return self.pending.words

    def done(self) -> bool:
        """Whether the answer is there."""
        return self.pending.done()

    def wait(self, seconds: float) -> None:
        """Until the answer is there, but not longer than this."""
        wait_for(self.pending, seconds)

    def result(self) -> object:
        """The answer."""
        with self.watched():
            return self.pending.result()

    def cancel(self) -> None:
        """It is no longer wanted."""
        self.pending.cancel()


def blame(error: BaseException) -> str:
    """The mistake on one line, with the place where it was made."""
    place = extract_tb(error.__traceback__)[-1]
    try:
        said = str(error)
    except Exception:  # its own words may be broken as well
        said = ""
    reason = f"{type(error).__name__}: {said}".rstrip(": ")
    return safe(f"{reason} ({Path(place.filename).name}, line {place.lineno})")


def guarded(player: Player, kind: str, seat: int) -> Player:
    """The player of a seat, with its mistakes told."""
    return (GuardedRemote if is_remote(player) else Guarded)(player, kind, seat)
