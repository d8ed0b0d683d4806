"""One game at one table: asks go out, answers come in, and whoever listens is told before the next ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from typing import Protocol

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.players.base import Player
from duskfall.table.errands import Errands, Wait
from duskfall.table.eyes import Eyes


class Follower(Protocol):
    """Whoever follows a game: the journal, a transcript.

    A listener with a method `hear(ask, words)` is told again and again whom the table waits for, and of a speech the
    words so far: they are no fact yet, and neither is for everybody.
    """

    def __call__(self, game: Game) -> None:
        """Something has happened since the last call."""
        ...


NOTHING = View(0)  # what a blind player is shown


def play(game: Game, players: Mapping[int, Player], listener: Follower | None = None, wait: Wait | None = None) -> Game:
    """Play the game to its end; `wait` says how an answer from afar is waited for, if not as long as it takes."""
    eyes, slow = Eyes(), {seat for seat, player in players.items() if getattr(player, "slow", False)}
    if listener:
        listener(game)
    with Errands(players, getattr(listener, "hear", None), wait) as errands, _leaving(players, eyes, game):
        while asks := game.asks:
            if errands.remote:
                errands.send(asks, eyes, game)
            for ask in asks if len(asks) == 1 else _in_turn(asks, slow):
                player = players[ask.seat]
                if errands.out and ask in errands.out:
                    errands.bring(ask, eyes, game)
                else:
                    view = NOTHING if player.blind else eyes.of(ask.seat, game)
                    game.answer(ask.seat, ask.verb, player.answer(ask, view))
                if listener:
                    listener(game)
    return game


@contextmanager
def _leaving(players: Mapping[int, Player], eyes: Eyes, game: Game) -> Iterator[None]:
    """Who wants to be told hears in the end that the game is over, or that the table is left."""
    try:
        yield
    finally:
        for seat, player in players.items():
            if leave := getattr(player, "leave", None):
                leave(eyes.of(seat, game))


def _in_turn(asks: Sequence[Ask], slow: Set[int]) -> list[Ask]:
    """Who is asked next, of those who may be asked at once; the same at a table that goes on in the middle of a round.

    The slow come first, and alone until all of them have answered: when a person is asked tells nothing of the others.
    Who was refused is asked again after the rest.
    """
    people = [ask for ask in asks if ask.seat in slow] if slow else ()
    return sorted(people or asks, key=_fresh_first)


def _fresh_first(ask: Ask) -> int:
    return -ask.tries
