"""What could be known over time, in words: moments, and how a curve was found."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.detect.curve import Point, most_learnt
from duskfall.study.phases import NOWHERE, Place
from duskfall.tell.detect.found import assumption
from duskfall.tell.names import hour
from duskfall.tell.tongue import row, say


def when(place: Place) -> str:
    """A phase of the curve."""
    return say("The deal") if place == NOWHERE else hour(*place)


def learnt(point: Point) -> str:
    """How much was learnt in a phase."""
    return say("{when}: {bits} bits learnt", when=when(point.place), bits=f"{point.learnt:.1f}")


def found(points: Sequence[Point]) -> list[str]:
    """From which layer a curve comes, how exact it is, and where nothing could be counted."""
    lines = [say("From the rules alone: what was said and how all voted counts for nothing."), assumption()]
    if any(point.found.known and not point.found.exact for point in points):
        lines.append(say("Some of it is sampled, not counted: it may be a little off."))
    if unknown := [when(point.place) for point in points if not point.found.known]:
        lines.append(say("Not known, as too much was open to be counted: {when}.", when=row(unknown)))
    if most_learnt(points):
        lines.append(say("Bits say how much less was open about everybody's role than when the phase began."))
    return lines
