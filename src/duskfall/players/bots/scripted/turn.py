"""One turn of a scripted player: the ask, what it has in mind, what it suspects, and its own dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TypeVar

from duskfall.core import chance
from duskfall.core.ask import Ask
from duskfall.players.bots.scripted.mind import Mind
from duskfall.players.bots.scripted.weigh import Cases, weigh

T = TypeVar("T")


class Turn:
    """All that one answer is made from."""

    def __init__(self, ask: Ask, mind: Mind, seed: int) -> None:
        self.ask, self.mind, self.seed = ask, mind, seed
        self.story: str | None = None  # the role that it says it has, once that is settled
        self.wanted: int | None = None  # whom it wants out, once that is settled

    def roll(self, what: str, sides: int) -> int:
        """A die of its own for each thing and ask."""
        return chance.below(self.seed, what, self.ask.number, sides)

    def happens(self, what: str, percent: int) -> bool:
        """Whether something happens that does so often."""
        return self.roll(what, 100) < percent

    def pick(self, what: str, items: Sequence[T]) -> T:
        """One of these."""
        return items[self.roll(what, len(items))]

    def trait(self, what: str, percent: int) -> bool:
        """Whether a player has a habit, the whole game long."""
        return chance.below(self.seed, what, 0, 100) < percent

    def taste(self, what: str) -> int:
        """How much a player likes something, the whole game long."""
        return chance.below(self.seed, what, 0, 1000)

    @property
    def enough(self) -> float:
        """From how much suspicion on it speaks and votes; with few left, nobody can wait."""
        return 0.1 - 0.25 * max(0, 7 - len(self.mind.view.living))

    def hunch(self, seat: int) -> float:
        """What it feels about a player, for no reason: mostly the same every day."""
        return _hunch(self.seed, self.mind.day, seat)

    @cached_property
    def cases(self) -> Cases:
        """The case against each other player, from all that this seat knows."""
        return weigh(self.mind, self.hunch, self.taste("following") / 1000)

    @cached_property
    def public(self) -> Cases:
        """The same as everybody could see it."""
        return weigh(self.mind, lambda seat: 0.0, private=False)


@lru_cache(maxsize=1 << 10)  # it is asked again at every turn of a day
def _hunch(seed: int, day: int, seat: int) -> float:
    return (_liking(seed, seat) + chance.below(seed, "hunch", day * 64 + seat, 600)) / 1600 - 0.5


@lru_cache(maxsize=1 << 8)
def _liking(seed: int, seat: int) -> int:
    return chance.below(seed, f"liking {seat}", 0, 1000)
