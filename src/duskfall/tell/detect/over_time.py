"""Knowledge over time in words: the moments of a curve, and how the curve was computed."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.detect.curve import Point, most_learnt
from duskfall.study.phases import NOWHERE, Place
from duskfall.tell.detect.found import assumption
from duskfall.tell.names import hour
from duskfall.tell.tongue import row, say


def when(place: Place) -> str:
    """Return the name of a phase on the curve; the deal comes before the first phase."""
    return say("The deal") if place == NOWHERE else hour(*place)


def learnt(point: Point) -> str:
    """Return how many bits were learned in a phase."""
    return say("{when}: {bits} bits learnt", when=when(point.place), bits=f"{point.learnt:.1f}")


def found(points: Sequence[Point]) -> list[str]:
    """Return notes on a curve: its layer, how exact it is, where nothing could be counted, and its unit."""
    lines = [say("From the rules alone: what was said and how all voted counts for nothing."), assumption()]
    if any(point.found.known and not point.found.exact for point in points):
        lines.append(say("Some of it is sampled, not counted: it may be a little off."))
    if unknown := [when(point.place) for point in points if not point.found.known]:
        lines.append(say("Not known, as too much was open to be counted: {when}.", when=row(unknown)))
    if most_learnt(points):
        lines.append(say("Bits say how much less was open about everybody's role than when the phase began."))
    return lines
