"""Questions that are out: remote players are asked together, and their answers are taken in the table's own order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import methodcaller
from types import TracebackType

from duskfall.core.ask import Ask
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.players.base import Pending, Player, Remote, is_remote, wait_for
from duskfall.table.eyes import Eyes

Hear = Callable[[Ask, str], None]
Wait = Callable[[Pending], object]
TICK = 1 / 30  # seconds between two looks at a speech that is being written


class Errands:
    """The questions that are on their way to remote players; who leaves the block calls them all back."""

    def __init__(self, players: Mapping[int, Player], hear: Hear | None = None, wait: Wait | None = None) -> None:
        self.remote = remote(players)
        self.hear, self.wait = hear, wait or methodcaller("result")
        self.out: dict[Ask, Pending] = {}

    def __enter__(self) -> Errands:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for pending in self.out.values():
            pending.cancel()

    def send(self, asks: Sequence[Ask], eyes: Eyes, game: Game) -> None:
        """Put every question that is not out yet; those of one round go out together."""
        for ask in asks:
            if ask.seat in self.remote and ask not in self.out:
                self.out[ask] = self.remote[ask.seat].begin(ask, eyes.of(ask.seat, game))

    def bring(self, ask: Ask, eyes: Eyes, game: Game) -> None:
        """Wait for an answer, give it to the game, and tell the player how it was recorded."""
        pending = self.out[ask]
        if self.hear:
            while not _there(pending):  # first of all the question goes out: a picture takes the same processor
                self.hear(ask, pending.words if ask.speech else "")
        found = self.wait(pending)
        del self.out[ask]
        view, place = eyes.of(ask.seat, game), len(game.log)
        game.answer(ask.seat, ask.verb, found)
        self.remote[ask.seat].recall(ask, view, game.log[place].value)  # a lot may follow it


def _there(pending: Pending) -> bool:
    """Whether an answer is there, or comes before it is time to look again."""
    if not pending.done():
        wait_for(pending, TICK)
    return pending.done()


def remote(players: Mapping[int, Player]) -> dict[int, Remote]:
    """The players who can be asked without waiting for them."""
    return {seat: player for seat, player in players.items() if is_remote(player)}


def remind(game: Game, players: Mapping[int, Player]) -> None:
    """In a game that is resumed: tell remote players all that they were asked and that was answered, in order."""
    far = remote(players)
    if not far:
        return
    again, eyes = Game(game.plan.rules, game.setup), Eyes()
    for entry in standing(game.log):
        asked = [ask for ask in again.asks if (ask.seat, ask.verb) == (entry.seat, entry.word)]
        if entry.kind == "answer" and entry.seat in far and asked:
            far[entry.seat].recall(asked[0], eyes.of(entry.seat, again), entry.value)
        again.log.append(entry)
        again.do(entry)
