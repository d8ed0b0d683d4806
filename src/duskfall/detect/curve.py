"""The knowledge of one seat over time: a posterior at the end of every phase, and the information gained in it."""

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

LEAST = 0.05  # bits; nobody would notice a smaller gain
Find = Callable[[Sight], Posterior]


@dataclass(frozen=True, slots=True)
class Point:
    """The posterior at the end of a phase: when the next one had begun, or everything but the game's end was shown."""

    place: Place
    facts: int  # how many events the viewer had been shown by then
    living: tuple[int, ...]
    found: Posterior
    evil: tuple[float, ...]  # by seat: the probability of being evil; empty if nothing is known
    learnt: float  # bits: how much uncertainty was lost since the point before


def curve(seen: View, rules: Ruleset, find: Find) -> list[Point]:
    """Return all points of a view, in order.

    They depend on the view alone: games that look alike have the same curve.
    """
    points: list[Point] = []
    for place, facts in cuts(seen):
        shown = view(seen.facts[:facts], seen.seat)
        found = find(Sight(rules, seen.seat or 0, tuple(shown.facts), going=False))
        points.append(Point(place, facts, tuple(shown.living), found, _evil(found, rules), 0.0))
    return [*points[:1], *(_after(*pair) for pair in pairwise(points))]


def cuts(seen: View) -> list[tuple[Place, int]]:
    """Return the deal and every phase of a view, each with the number of events shown when it's over.

    The cuts are at events, never where the game waits: no viewer may learn when it waits for a secret answer.
    """
    last = next((at for at, fact in enumerate(seen.facts) if isinstance(fact, Ended)), len(seen.facts))
    begun = list(begins(seen.facts))
    places = [NOWHERE, *(place for _, place in begun)]
    return [*zip(places, (*(at + 1 for at, _ in begun), last), strict=True)]


def open_bits(found: Posterior) -> float:
    """Return the uncertainty in bits: the entropy of the role of each seat, added up."""
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
    """Return the points with the largest gains of information, the largest first."""
    gained = [point for point in points if point.learnt > LEAST]
    return sorted(gained, key=lambda point: (-round(point.learnt, 6), point.facts))[:most]
