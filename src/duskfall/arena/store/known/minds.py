"""The knowledge that a seat could have when it was asked: the posterior over roles, computed from its own view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight, sight
from duskfall.study.primer import EVIL, GOOD, Primer

BUDGET: Final = Budget(steps=300_000, samples=1_000)
"""The budget of one posterior. It counts steps and samples, not time, so that results are the same on all machines."""
Detect = Callable[[Sight], Posterior]


def by_rules(seen: Sight) -> Posterior:
    """Return the posterior by the rules alone, within a league's budget."""
    return posterior(seen, budget=BUDGET)


class Mind(NamedTuple):
    """A seat's possible knowledge at a moment: its role, the players still in, and the posterior over all roles."""

    seat: int
    role: str
    living: tuple[int, ...]  # the players still in, as the seat saw it
    found: Posterior

    @property
    def proves(self) -> bool:
        """Return whether its certainties are proven, because the posterior was counted and not sampled."""
        return self.found.known and self.found.exact


class Minds:
    """The possible knowledge of a game's seats at any moment; each posterior is computed once."""

    def __init__(self, game: Game, detect: Detect = by_rules) -> None:
        self.game, self.detect = game, detect
        self.views: dict[int, tuple[View, int]] = {}  # by seat: its view, and how many events of the game that includes
        self.found: dict[tuple[int, int], Posterior] = {}  # by seat and the number of events it had seen

    def at(self, seat: int, facts: int) -> Mind:
        """Return a seat's possible knowledge when it was asked something, after this many events of the game."""
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
    """The chances of another player's alignment as a seat sees it; exactly 0 or 1 if all possible roles agree."""

    evil: float
    good: float
    own: float


def chances(mind: Mind, about: int, book: Primer) -> Chances:
    """Return the chances that the player in seat `about` is evil, good, and on the seat's own team."""
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
