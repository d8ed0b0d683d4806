"""What each seat could know when it was asked: its own view, and what the detective finds in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight, sight
from duskfall.study.primer import EVIL, GOOD, Primer

BUDGET: Final = Budget(steps=300_000, samples=1_000)
"""For each moment, in steps and samples: the same on every machine, so that a league comes out the same."""
Detect = Callable[[Sight], Posterior]


def by_rules(seen: Sight) -> Posterior:
    """What the rules alone tell, within the budget of a league."""
    return posterior(seen, budget=BUDGET)


class Mind(NamedTuple):
    """What a seat could know at a moment: its role, who was still in as it saw it, and the chances of the others."""

    seat: int
    role: str
    living: tuple[int, ...]
    found: Posterior

    @property
    def proves(self) -> bool:
        """Whether what is certain in it is proven: nothing was sampled."""
        return self.found.known and self.found.exact


class Minds:
    """The minds of a game's seats; each view is looked into once."""

    def __init__(self, game: Game, detect: Detect = by_rules) -> None:
        self.game, self.detect = game, detect
        self.views: dict[int, tuple[View, int]] = {}  # with so many facts of the game folded in
        self.found: dict[tuple[int, int], Posterior] = {}  # by seat, and how many facts it had seen

    def at(self, seat: int, facts: int) -> Mind:
        """The mind of a seat after so many facts of the game, at which it was asked something."""
        view = self._view(seat, facts)
        key = seat, len(view.facts)
        if key not in self.found:
            self.found[key] = self.detect(sight(view, rules=self.game.plan.rules))
        return Mind(seat, view.role, tuple(view.living), self.found[key])

    def _view(self, seat: int, facts: int) -> View:
        view, taken = self.views.get(seat, (View(seat), 0))
        if taken > facts:
            view, taken = View(seat), 0
        for fact in self.game.facts[taken:facts]:
            view.take(fact)
        self.views[seat] = view, facts
        return view


class Chances(NamedTuple):
    """What the role of somebody may be to a seat; 0 and 1 are exactly that where no role says otherwise."""

    evil: float
    good: float
    own: float


def chances(mind: Mind, about: int, book: Primer) -> Chances:
    """What a mind has to think of somebody."""
    roles, team = mind.found.roles[about - 1], book.cards[mind.role].team
    sides = {role: book.cards[role].side for role in roles}
    return Chances(
        _share(roles, {role for role in roles if sides[role] == EVIL}),
        _share(roles, {role for role in roles if sides[role] == GOOD}),
        _share(roles, {role for role in roles if book.cards[role].team == team}),
    )


def _share(roles: Mapping[str, float], among: set[str]) -> float:
    if among in (set(), set(roles)):
        return float(bool(among))
    return sum(roles[role] for role in among)
