"""Charts: boxes with text and arrows between them, laid out in columns and drawn as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from duskfall.draw.layout import NO_ENDS, Ends
from duskfall.draw.places import Size, layout
from duskfall.draw.svg import Point, TextLine, arrow, extent, group, shape, text

# The space between a shape's edge and its text: at the sides, and above and below.
PADDING = {
    "box": (12.0, 7.0),
    "round": (16.0, 7.0),
    "hexagon": (18.0, 7.0),
    "slant": (18.0, 7.0),
    "double": (15.0, 9.0),
    "pill": (10.0, 4.0),
}


@dataclass(frozen=True, slots=True)
class Box:
    """Lines of text in a shape, with a tooltip."""

    lines: Sequence[TextLine]
    shape: str
    style: str
    title: str = ""

    def size(self) -> Size:
        """Return the width and height of the box."""
        (width, height), (aside, above) = extent(self.lines), PADDING[self.shape]
        return width + 2 * aside, height + 2 * above

    def drawn(self, at: Point) -> str:
        """Return the SVG of the box, centered at a point."""
        return group([shape(self.shape, at, self.size(), self.style), text(self.lines, at)], self.title)


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one box to another, with a tooltip."""

    one: str
    two: str
    style: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A finished part of a picture, with its size."""

    markup: str
    width: float
    height: float


def chart(boxes: Mapping[str, Box], arrows: Sequence[Arrow], ends: Ends = NO_ENDS) -> Drawn:
    """Lay out the boxes and arrows, and return them as one drawing."""
    sizes = {name: box.size() for name, box in boxes.items()}
    found = layout(sizes, [(each.one, each.two) for each in arrows], ends)
    lines = [group([arrow(route, each.style)], each.title) for each, route in zip(arrows, found.routes, strict=True)]
    shapes = [box.drawn(found.centres[name]) for name, box in boxes.items()]
    return Drawn("".join(lines + shapes), found.width, found.height)
