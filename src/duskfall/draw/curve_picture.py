"""The curve of what could be known: each seat's chance of being evil from phase to phase, and how much was learned.

Every moment is a group of its own (`data-moment`), so that a page can show the curve up to the current point of its
replay; the names at the ends of the lines are those of the last moment that is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duskfall.core.play.state import NIGHT
from duskfall.detect.curve import Point, most_learnt
from duskfall.draw.style import HUES, SIZES
from duskfall.draw.svg import Point as Spot
from duskfall.draw.svg import TextLine, cut, document, group, panel, tag, text
from duskfall.study.phases import NOWHERE
from duskfall.tell.detect.over_time import learnt, when
from duskfall.tell.text import safe
from duskfall.tell.tongue import say

WIDTH, LEFT, RIGHT, TOP = 360.0, 46.0, 96.0, 44.0  # a phone's width; room for the scale, for names, for the title
LINE, LEAST = 14.0, 11  # the distance between names, and how many names have room at least
BITS, FOOT = 40.0, 24.0  # the heights of the bars and of the phase names under them
SMALL = SIZES["small"]
NAME = 44.0  # the width of a name


def curve_picture(points: Sequence[Point], names: Sequence[str], viewer: int) -> str:
    """Return the SVG of the curve as this viewer could have known it (0: the public); empty if nothing was counted."""
    if not any(point.found.known for point in points):
        return ""
    drawn = CurveDrawn(list(points), [safe(name) for name in names], viewer)
    body = "".join((panel(0, 0, WIDTH, drawn.height, "ground"), *drawn.ground(), *drawn.moments()))
    return document(body, WIDTH, drawn.height, say("What could be known, from phase to phase"))


def percent(chance: float) -> str:
    """Return a chance in percent; a chance that isn't certain is never shown as 0 or 100."""
    shown = round(100 * chance)
    if 0 < chance < 1:
        shown = min(max(shown, 1), 99)
    return say("{number} %", number=shown)


@dataclass(frozen=True, slots=True)
class CurveDrawn:
    """A curve being drawn: time runs to the right, and evil is at the top."""

    points: list[Point]
    names: list[str]
    viewer: int

    @property
    def seats(self) -> list[int]:
        """The seats whose lines are drawn: all but the viewer's own."""
        return [seat for seat in range(1, len(self.names) + 1) if seat != self.viewer]

    @property
    def tall(self) -> float:
        """The height of the curve itself."""
        return LINE * max(LEAST, len(self.seats))

    @property
    def height(self) -> float:
        """The height of the whole picture."""
        return TOP + self.tall + BITS + FOOT

    def x(self, at: float) -> float:
        """Return the x coordinate of a moment; moments are counted from 0."""
        room = WIDTH - LEFT - RIGHT
        return LEFT + room * (at + 0.5) / len(self.points)

    def y(self, chance: float) -> float:
        """Return the y coordinate of a chance."""
        return TOP + self.tall * (1 - chance)

    # -- the background --------------------------------------------------------------------------------

    def ground(self) -> Iterator[str]:
        """Yield the background: a band for each phase, the scale, and its labels."""
        low = TOP + self.tall + BITS
        for at, point in enumerate(self.points):
            left, right = self.x(at - 0.5), self.x(at + 0.5)
            style = "ground" if point.place == NOWHERE else "night" if point.place[0] == NIGHT else "day"
            band = tag("rect", x=left, y=TOP, width=right - left, height=low - TOP, class_=style)
            label = str(point.place[1] or "")
            yield group([band, _small(label, ((left + right) / 2, low + FOOT / 2))], when(point.place))
        for chance in (0.0, 0.5, 1.0):
            yield _thin((LEFT, self.y(chance)), (WIDTH - RIGHT, self.y(chance)))
            yield _small(percent(chance), (LEFT - 4, self.y(chance)), "end")
        yield _small(say("Chance of being evil"), (LEFT, 13), "start")
        yield _small(say("bits"), (LEFT - 4, low - SMALL / 2), "end")

    # -- what each moment adds -------------------------------------------------------------------------

    def moments(self) -> Iterator[str]:
        """Yield a group for each moment; only the last group shows the names."""
        for at in range(len(self.points)):
            names = tag("g", "".join(self._labels(at)) or " ", class_="names", **self._hidden(at))
            yield tag("g", "".join((*self._lines(at), *self._bits(at), names)), class_="moment", data_moment=str(at))

    def _hidden(self, at: int) -> dict[str, str]:
        return {} if at == len(self.points) - 1 else {"display": "none"}

    def _lines(self, at: int) -> Iterator[str]:
        """Yield each seat's line from the previous moment to this one; a seat has no lines after its player is out."""
        gone: list[float] = []
        for seat in self.seats:
            before, now = self._chance(at - 1, seat), self._chance(at, seat)
            if now is None or (at and seat not in self.points[at - 1].living):
                continue
            spot, out = (self.x(at), self.y(now)), seat not in self.points[at].living
            parts = [tag("circle", cx=spot[0], cy=spot[1], r=3 if out else 1.8, class_=_hue(seat))]
            if before is not None:
                way = f"M{self.x(at - 1):.1f},{self.y(before):.1f}L{spot[0]:.1f},{spot[1]:.1f}"
                parts.append(tag("path", d=way, class_=f"line {_hue(seat)}{' dashed' if seat > len(HUES) else ''}"))
            if out:
                name = f"† {cut(self.names[seat - 1], NAME, SMALL)}"
                above = at % 2 + 2 * gone.count(now)  # in lines: players who left just before must stay readable
                parts.append(_small(name, (spot[0], spot[1] - 10 - SMALL * above)))
                gone.append(now)
            yield group(parts, f"{self.names[seat - 1]}, {when(self.points[at].place)}: {percent(now)}")

    def _bits(self, at: int) -> Iterator[str]:
        """Yield a bar for how much was learned in this phase; only the largest bars show their number."""
        most = max((point.learnt for point in self.points), default=0.0)
        point = self.points[at]
        if point.learnt <= 0:
            return
        low, room = TOP + self.tall + BITS, BITS - 18
        tall = room * point.learnt / most
        wide = min(14.0, (self.x(1) - self.x(0)) * 0.6)
        bar = tag("rect", x=self.x(at) - wide / 2, y=low - tall, width=wide, height=tall, class_="plain")
        top = point in most_learnt(self.points)
        yield group([bar, _small(f"{point.learnt:.1f}", (self.x(at), low - tall - 7)) if top else ""], learnt(point))

    def _labels(self, at: int) -> Iterator[str]:
        """Yield the names of the living at the ends of their lines, one below the other."""
        there = [(seat, chance) for seat in self.seats if (chance := self._chance(at, seat)) is not None]
        there = [(seat, chance) for seat, chance in there if seat in self.points[at].living]
        order = sorted(there, key=lambda pair: (-pair[1], pair[0]))
        left = WIDTH - RIGHT + 14
        for (seat, chance), y in zip(order, spread([self.y(chance) for _, chance in order], LINE, self), strict=True):
            yield _thin((self.x(at), self.y(chance)), (left - 6, y))
            yield tag("circle", cx=left - 3, cy=y, r=3, class_=_hue(seat))
            name = TextLine(cut(self.names[seat - 1], NAME, SMALL), "small bold")
            yield text([name], (left + 4, y), "start") + _small(percent(chance), (WIDTH - 4, y), "end")

    def _chance(self, at: int, seat: int) -> float | None:
        known = at >= 0 and self.points[at].found.known
        return self.points[at].evil[seat - 1] if known else None


def spread(wanted: Sequence[float], gap: float, drawn: CurveDrawn) -> list[float]:
    """Return positions for labels near the wanted ones, without overlap, and all above the bottom of the curve."""
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + gap) if found else y)
    low = TOP + drawn.tall
    for back in range(len(found) - 1, -1, -1):
        found[back] = min(found[back], low)
        low = found[back] - gap
    return found


def _hue(seat: int) -> str:
    return f"hue{(seat - 1) % len(HUES)}"


def _thin(one: Spot, two: Spot) -> str:
    return tag("path", d=f"M{one[0]:.1f},{one[1]:.1f}L{two[0]:.1f},{two[1]:.1f}", class_="when", stroke_width="0.7")


def _small(words: str, at: Spot, anchor: str = "middle") -> str:
    return text([TextLine(words, "small soft")], at, anchor)
