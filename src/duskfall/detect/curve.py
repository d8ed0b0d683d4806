"""What could be known over time from one seat: a posterior at the end of every phase, and what was learnt in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import fsum, log2

from duskfall.core.facts import Ended
from duskfall.core.view import View, view
from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.study.phases import NOWHERE, Place, begins
from duskfall.study.primer import EVIL, read
from duskfall.vocabulary.ruleset import Ruleset

LEAST = 0.05  # bits: less is nothing that anybody would notice
Find = Callable[[Sight], Posterior]


@dataclass(frozen=True, slots=True)
class Point:
    """What could be known when a phase was over: that the next one had begun, or all but the end."""

    place: Place
    facts: int  # how many the viewer had been shown by then
    living: tuple[int, ...]
    found: Posterior
    evil: tuple[float, ...]  # by seat: the chance of being evil; none where nothing is known
    learnt: float  # bits: by how much less is open than at the point before


def curve(seen: View, rules: Ruleset, find: Find) -> list[Point]:
    """All points of a view, in order; out of nothing else, so that games that look alike have the same curve."""
    points: list[Point] = []
    for place, facts in cuts(seen):
        shown = view(seen.facts[:facts], seen.seat)
        found = find(Sight(rules, seen.seat or 0, tuple(shown.facts), going=False))
        points.append(Point(place, facts, tuple(shown.living), found, _evil(found, rules), 0.0))
    return [*points[:1], *(_after(*pair) for pair in pairwise(points))]


def cuts(seen: View) -> list[tuple[Place, int]]:
    """The deal and every phase of a view, and how many facts are shown when it is over.

    Facts are cut, not waits: when the game waits for somebody in secret is nobody's to know.
    """
    last = next((at for at, fact in enumerate(seen.facts) if isinstance(fact, Ended)), len(seen.facts))
    begun = list(begins(seen.facts))
    places = [NOWHERE, *(place for _, place in begun)]
    return [*zip(places, (*(at + 1 for at, _ in begun), last), strict=True)]


def open_bits(found: Posterior) -> float:
    """How much is open: the entropy of the role of each seat, added up."""
    return fsum(-chance * log2(chance) for roles in found.roles for chance in roles.values() if chance)


def _after(before: Point, now: Point) -> Point:
    both = before.found.known and now.found.known
    learnt = open_bits(before.found) - open_bits(now.found) if both else 0.0
    return Point(now.place, now.facts, now.living, now.found, now.evil, learnt)


def _evil(found: Posterior, rules: Ruleset) -> tuple[float, ...]:
    sides = _sides(rules)
    return tuple(fsum(chance for role, chance in roles.items() if sides.get(role) == EVIL) for roles in found.roles)


def _sides(rules: Ruleset) -> Mapping[str, str]:
    return {name: card.side for name, card in read(rules).cards.items()}


def most_learnt(points: Sequence[Point], most: int = 3) -> list[Point]:
    """The points at which most was learnt, the most first."""
    gained = [point for point in points if point.learnt > LEAST]
    return sorted(gained, key=lambda point: (-round(point.learnt, 6), point.facts))[:most]
