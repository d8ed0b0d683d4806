"""One turn of a scripted player: the ask, what it has in mind, what it suspects, and its own dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
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

    @cached_property
    def hunches(self) -> dict[int, float]:
        """What it feels about the others, for no reason: mostly the same every day."""
        day = self.mind.day
        found = {}
        for seat in self.mind.others():
            mood = chance.below(self.seed, "hunch", day * 64 + seat, 600)
            found[seat] = (self.taste(f"liking {seat}") + mood) / 1600 - 0.5
        return found

    @cached_property
    def cases(self) -> Cases:
        """The case against each other player, from all that this seat knows."""
        return weigh(self.mind, self.hunches, self.taste("following") / 1000)

    @cached_property
    def public(self) -> Cases:
        """The same as everybody could see it."""
        return weigh(self.mind, {}, private=False)
