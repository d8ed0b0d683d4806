"""The layout and drawing of a ruling's picture: actions on the left, targets on the right, as wide as a phone.

All colors are the page's own (`currentColor`) or mid-tones that stand out by day and by night. They are given as
attributes, so that the picture needs no style sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from duskfall.draw.svg import LEADING, Point, TextLine, number, printed, tag, wrapped

WIDTH, EDGE = 340.0, 6.0  # the width of the picture, and the space around it
LANE, LANES = 9.0, 5  # the distance of arrows at the left, and how many stand side by side at most
TARGET, GAP = 100.0, 34.0  # the width of a player's box, and the gap between actions and players
PAD, ROW, SPACE = 7.0, 9.0, 20.0  # the space in a box, between boxes, and between players
CORNER, HEAD = 7.0, 7.0
RED, GREEN = "var(--death, #d4505a)", "var(--life, #2f9e63)"
HUES = ("#3d8bd4", "#b7791f", "#a463c8", "#0f9aa3", "#c2556b", "#6f8f2a")
# The color of each style, and the opacity with which it fills the box.
LOOKS = {
    "plain": ("currentColor", 0.05), "void": ("currentColor", 0.0), "guard": (GREEN, 0.12), "death": (RED, 0.14),
    "life": (GREEN, 0.14),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SheetAct:
    """An action: its name, its actors, what became of it (signs with words), and its style."""

    label: str
    owner: str
    notes: Sequence[tuple[str, str]]
    style: str


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A player, with the marks they bear, what became of them, and everything that was done to them."""

    name: str
    role: str
    marks: Sequence[str]
    fate: str
    style: str
    items: Mapping[str, SheetAct]


class Edge(NamedTuple):
    """An arrow from what overturns to the note of what is overturned."""

    one: str
    two: str
    note: int


@dataclass(slots=True)
class SheetBox:
    """A box with its text, at its position."""

    lines: list[TextLine]
    style: str
    top: float = 0.0
    notes: list[int] = field(default_factory=list)  # the line on which each note begins

    @property
    def tall(self) -> float:
        """The height of the box."""
        return sum(line.size * LEADING for line in self.lines) + 2 * PAD

    @property
    def middle(self) -> float:
        """The y position of the box's middle."""
        return self.top + self.tall / 2

    def at(self, note: int) -> float:
        """Return the y position of a note's first line."""
        before = self.lines[: self.notes[note]]
        return self.top + PAD + sum(line.size * LEADING for line in before) + self.lines[self.notes[note]].size * 0.65


def drawn(blocks: Sequence[SheetPlayer], edges: Sequence[Edge], title: str) -> str:
    """Return the whole picture as an SVG document."""
    lanes = _lanes(blocks, edges)
    left = EDGE + (min(max(lanes, default=-1) + 1, LANES) * LANE + 6 if edges else 0)
    right = WIDTH - EDGE - TARGET
    acts: dict[str, SheetBox] = {}
    parts: list[str] = []
    top = EDGE
    for block in blocks:
        player = _player(block)
        mine = {key: _box(item, right - GAP - left) for key, item in block.items.items()}
        height = max(sum(box.tall + ROW for box in mine.values()) - ROW, player.tall)
        place = top + (height - (sum(box.tall + ROW for box in mine.values()) - ROW)) / 2
        for box in mine.values():
            box.top, place = place, place + box.tall + ROW
        player.top = top + (height - player.tall) / 2
        parts += _pointing(list(mine.values()), player, right)
        parts += [_drawn(box, left, right - GAP - left) for box in mine.values()]
        parts.append(_drawn(player, right, TARGET, round_=True))
        acts |= mine
        top += height + SPACE
    for at, (edge, lane) in enumerate(zip(edges, lanes, strict=True)):
        parts.append(_overturn(acts[edge.one], acts[edge.two], edge.note, left, lane, HUES[at % len(HUES)]))
    return _document("".join(parts), top - SPACE + EDGE, title)


# -- boxes -------------------------------------------------------------------------------------------


def _box(item: SheetAct, width: float) -> SheetBox:
    room = width - 2 * PAD
    lines = wrapped(item.label, room, "bold struck" if item.style == "void" else "bold")
    if item.owner:
        lines += wrapped(item.owner, room, "small")
    box = SheetBox(lines, item.style)
    for mark, words in item.notes:
        box.notes.append(len(lines))
        lines += wrapped(f"{mark} {words}".strip(), room, "small note")
    return box


def _player(block: SheetPlayer) -> SheetBox:
    room = TARGET - 2 * PAD
    lines = wrapped(block.name, room, "bold")[:3]
    if block.role:
        lines += wrapped(block.role, room, "small")
    for mark in block.marks:
        lines += wrapped(f"+ {mark}", room, "small note")
    if block.fate:
        lines += wrapped(block.fate, room, "bold")
    return SheetBox(lines, block.style)


def _drawn(box: SheetBox, x: float, width: float, round_: bool = False) -> str:
    colour, fill = LOOKS[box.style]
    dashes = {"stroke_dasharray": "4 3"} if box.style == "void" else {}
    opacity = 0.5 if colour == "currentColor" else 1.0
    shape = tag(
        "rect", x=x, y=box.top, width=width, height=box.tall, rx=14.0 if round_ else 5.0, fill=colour,
        fill_opacity=f"{fill:g}", stroke=colour, stroke_opacity=f"{opacity:g}", stroke_width=1.4, **dashes,
    )  # fmt: skip
    parts, y = [shape], box.top + PAD
    for line in box.lines:
        y += line.size * LEADING
        middle = x + width / 2 if round_ else x + PAD
        parts.append(_text(line, middle, y - line.size * 0.36, "middle" if round_ else "start"))
    return tag("g", "".join(parts))


def _text(line: TextLine, x: float, y: float, anchor: str) -> str:
    looks: dict[str, str] = {"font_size": f"{line.size:g}"}
    words = line.style.split()
    if "bold" in words:
        looks["font_weight"] = "600"
    if "struck" in words:
        looks |= {"text_decoration": "line-through", "opacity": "0.75"}
    if "small" in words and "note" not in words:
        looks["opacity"] = "0.75"
    return tag("text", printed(line.text), x=x, y=y, text_anchor=anchor, fill="currentColor", **looks)


# -- arrows ------------------------------------------------------------------------------------------


def _pointing(boxes: list[SheetBox], player: SheetBox, right: float) -> list[str]:
    """Return the arrows from each action to its target."""
    parts, start, end = [], right - GAP, right - HEAD
    step = min(11.0, (player.tall - 12) / max(len(boxes), 1))
    for at, box in enumerate(boxes):
        y = player.middle + (at - (len(boxes) - 1) / 2) * step
        colour = RED if box.style == "death" else "currentColor"
        faint = {"stroke_dasharray": "4 3", "opacity": "0.55"} if box.style == "void" else {}
        middle = (start + end) / 2
        path = f"M{_pair(start, box.middle)}C{_pair(middle, box.middle)} {_pair(middle, y)} {_pair(end, y)}"
        if box.style != "guard":
            parts.append(_line(path, colour, 1.5, faint) + _head((right, y), colour, faint))
    return parts


def _overturn(one: SheetBox, two: SheetBox, note: int, left: float, lane: int, colour: str) -> str:
    """Return the arrow from what overturns, through a lane at the left, to the note of what is overturned."""
    x = left - 10 - (lane % LANES) * LANE
    start, end = one.middle, two.at(note)
    way = CORNER if end > start else -CORNER
    path = (
        f"M{_pair(left, start)}H{number(x + CORNER)}Q{_pair(x, start)} {_pair(x, start + way)}"
        f"V{number(end - way)}Q{_pair(x, end)} {_pair(min(x + CORNER, left - HEAD), end)}H{number(left - HEAD + 1)}"
    )
    return _line(path, colour, 2.2, {}) + _head((left, end), colour, {})


def _lanes(blocks: Sequence[SheetPlayer], edges: Sequence[Edge]) -> list[int]:
    """Return for each arrow the first lane in which nothing else runs beside it; short arrows take the inner lanes."""
    place = {key: at for at, key in enumerate(key for block in blocks for key in block.items)}
    spans = [sorted((place[edge.one], place[edge.two])) for edge in edges]
    found = [0] * len(edges)
    taken: list[tuple[int, int, int]] = []
    for at in sorted(range(len(edges)), key=lambda each: spans[each][1] - spans[each][0]):
        low, high = spans[at]
        busy = {lane for lane, start, end in taken if start <= high and low <= end}
        found[at] = next(lane for lane in range(len(edges) + 1) if lane not in busy)
        taken.append((found[at], low, high))
    return found


def _line(path: str, colour: str, width: float, looks: Mapping[str, str]) -> str:
    return tag("path", d=path, fill="none", stroke=colour, stroke_width=width, **looks)


def _head(at: Point, colour: str, looks: Mapping[str, str]) -> str:
    (x, y), shown = at, {key: look for key, look in looks.items() if key == "opacity"}
    points = " ".join((_pair(x, y), _pair(x - HEAD, y - 4), _pair(x - HEAD, y + 4)))
    return tag("polygon", points=points, fill=colour, **shown)


def _pair(x: float, y: float) -> str:
    return f"{number(x)},{number(y)}"


def _document(content: str, height: float, title: str) -> str:
    box = f"0 0 {number(WIDTH)} {number(height)}"
    svg = {"xmlns": "http://www.w3.org/2000/svg", "class": "ruling", "role": "img", "viewBox": box, "fill": "none"}
    svg["font-family"] = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif"
    return tag("svg", tag("title", printed(title)) + content, **svg, width=WIDTH, height=height) + "\n"
