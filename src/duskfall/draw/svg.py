"""Low-level SVG: escaped text that is measured and wrapped, boxes of several shapes, smooth arrows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import fsum

from duskfall.draw.style import SIZES, STYLE
from duskfall.tell.columns import is_wide, pieces
from duskfall.tell.text import safe

Point = tuple[float, float]
TEXT = 14.0  # the font size, unless a style sets another one
LEADING = 1.3
HEAD_LENGTH, HEAD_WIDTH = 8.0, 4.0  # of an arrowhead


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of text with its style classes, which also set its size."""

    text: str
    style: str = ""

    @property
    def size(self) -> float:
        """The font size."""
        return next((SIZES[word] for word in self.style.split() if word in SIZES), TEXT)


def number(value: float) -> str:
    """Return a coordinate as text, rounded to a tenth."""
    return f"{round(value, 1) + 0.0:g}"  # never -0


def tag(name: str, content: str = "", **attributes: str | float) -> str:
    """Return an element; attributes are escaped, the content is markup. `class_` stands for `class`, `_` for `-`."""
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    inside = "".join(f' {key}="{escape(value if isinstance(value, str) else number(value))}"' for key, value in pairs)
    return f"<{name}{inside}>{content}</{name}>" if content else f"<{name}{inside}/>"


def printed(text: str) -> str:
    """Return untrusted text as markup."""
    return escape(safe(text))


# -- text --------------------------------------------------------------------------------------------


def wide(text: str, size: float = TEXT) -> float:
    """Return the approximate width of a text in any plain font, too wide rather than too narrow."""
    return size * fsum(map(_em, text))  # `sum` rounds differently since Python 3.12


def _em(char: str) -> float:
    if is_wide(char):
        return 1.02
    if char in " .,:;'|!ijlI[]()":
        return 0.36
    return 0.72 if char.isupper() or char in "mwMW@%" else 0.6


def wrapped(text: str, width: float, style: str = "") -> list[TextLine]:
    """Wrap the text to a width, on as many lines as it needs; a word that is too long is cut."""
    lines, size = [""], TextLine("", style).size
    for piece in pieces(safe(text)):
        longer = lines[-1] + piece
        if wide(longer.rstrip(), size) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(piece)
    lines = [line.strip() for line in lines]
    return [TextLine(cut(line, width, size), style) for line in lines]


def cut(text: str, width: float, size: float = TEXT) -> str:
    """Return the text, cut off with an ellipsis if it is wider than this."""
    if wide(text, size) <= width:
        return text
    while text and wide(text + "…", size) > width:
        text = text[:-1]
    return text + "…"


def extent(lines: Sequence[TextLine]) -> Point:
    """Return the width and height of some lines."""
    return max((wide(line.text, line.size) for line in lines), default=0.0), fsum(line.size * LEADING for line in lines)


def text(lines: Sequence[TextLine], at: Point, anchor: str = "middle") -> str:
    """Return lines of text below each other, vertically centered at a point."""
    x, y = at[0], at[1] - extent(lines)[1] / 2
    parts = []
    for line in lines:
        y += line.size * LEADING
        style = {"class_": line.style} if line.style else {}
        base = y - line.size * 0.36
        parts.append(tag("text", printed(line.text), x=x, y=base, text_anchor=anchor, **style))
    return "".join(parts)


# -- shapes ------------------------------------------------------------------------------------------


def shape(kind: str, at: Point, size: Point, style: str) -> str:
    """Return the outline of a box: a hexagon, slant, diamond, round or double box, or a plain one."""
    (x, y), (width, height) = at, size
    left, right, top, low = x - width / 2, x + width / 2, y - height / 2, y + height / 2
    lean = min(10.0, height / 2)
    inner, outer = left + lean, right - lean
    match kind:
        case "hexagon":
            return _polygon([(inner, top), (outer, top), (right, y), (outer, low), (inner, low), (left, y)], style)
        case "slant":
            return _polygon([(inner, top), (right, top), (outer, low), (left, low)], style)
        case "diamond":
            return _polygon([(x, top), (right, y), (x, low), (left, y)], style)
        case "double":
            outline = _rectangle(left, top, width, height, 5.0, style)
            return outline + _rectangle(left + 3, top + 3, width - 6, height - 6, 3.0, style)
        case _:
            return _rectangle(left, top, width, height, height / 2 if kind == "round" else 5.0, style)


def _polygon(corners: Iterable[Point], style: str) -> str:
    return tag("polygon", points=" ".join(map(_pair, corners)), class_=style)


def _rectangle(x: float, y: float, width: float, height: float, round_: float, style: str) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=round_, class_=style)


def panel(x: float, y: float, width: float, height: float, style: str) -> str:
    """Return a rounded rectangle as a background."""
    return _rectangle(x, y, width, height, 12.0, style)


# -- arrows ------------------------------------------------------------------------------------------


def arrow(points: Sequence[Point], style: str) -> str:
    """Return a smooth arrow along the points of a layered layout: straight, curved, straight, and so on."""
    (start, *rest), way = points, 1 if points[-1][0] >= points[0][0] else -1
    end = (points[-1][0] - way * HEAD_LENGTH * 0.8, points[-1][1])
    path = [f"M{_pair(start)}"]
    for at, (one, two) in enumerate(zip(points, [*rest[:-1], end], strict=False)):
        if at % 2 == 0:
            path.append(f"L{_pair(two)}")
        else:
            middle = (one[0] + two[0]) / 2
            path.append(f"C{_pair((middle, one[1]))} {_pair((middle, two[1]))} {_pair(two)}")
    return tag("path", d="".join(path), class_=f"line {style}") + head(points[-1], (way, 0), style)


def bent(points: Sequence[Point], style: str, radius: float = 10.0) -> str:
    """Return an arrow of vertical and horizontal pieces with round corners."""
    path = [f"M{_pair(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start, end = _toward(corner, before, radius), _toward(corner, after, radius)
        path.append(f"L{_pair(start)}Q{_pair(corner)} {_pair(end)}")
    path.append(f"L{_pair(_toward(points[-1], points[-2], HEAD_LENGTH * 0.8))}")
    return tag("path", d="".join(path), class_=f"line {style}") + head(points[-1], _way(points[-2], points[-1]), style)


def head(at: Point, way: Point, style: str) -> str:
    """Return the head of an arrow that points in this direction."""
    (x, y), (right, down) = at, way
    back_x, back_y = x - right * HEAD_LENGTH, y - down * HEAD_LENGTH
    across, along = down * HEAD_WIDTH, right * HEAD_WIDTH
    corners = [at, (back_x - across, back_y + along), (back_x + across, back_y - along)]
    return _polygon(corners, f"head {style}")


def _pair(point: Point) -> str:
    return f"{number(point[0])},{number(point[1])}"


def _way(one: Point, two: Point) -> Point:
    across, down = two[0] - one[0], two[1] - one[1]
    length = max(abs(across), abs(down), 1e-9)
    return across / length, down / length


def _toward(one: Point, two: Point, far: float) -> Point:
    way = _way(one, two)
    near = min(far, (abs(two[0] - one[0]) + abs(two[1] - one[1])) / 2)
    return one[0] + way[0] * near, one[1] + way[1] * near


# -- the document ------------------------------------------------------------------------------------


def group(content: Iterable[str], title: str = "", **attributes: str | float) -> str:
    """Return elements as a group, with an optional tooltip."""
    about = tag("title", printed(title)) if title else ""
    return tag("g", about + "".join(content), **attributes)


def moved(content: str, x: float, y: float) -> str:
    """Return the content, moved by an offset."""
    return tag("g", content, transform=f"translate({number(x)} {number(y)})")


def document(content: str, width: float, height: float, title: str) -> str:
    """Return a complete SVG document."""
    inside = tag("title", printed(title)) + tag("style", STYLE) + content
    box = f"0 0 {number(width)} {number(height)}"
    svg = {"xmlns": "http://www.w3.org/2000/svg", "class": "duskfall", "role": "img", "viewBox": box}
    wide = f"--wide:{number(width)}px"  # for pages that must fit the picture in
    return tag("svg", inside, **svg, width=width, height=height, style=wide) + "\n"
