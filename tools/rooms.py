"""Draws the rooms of the house from their files and imports, and lists them in docs/architecture.md (`make docs`)."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from duskfall.draw.boxes import Box
from duskfall.draw.svg import TextLine, arrow, document, extent, moved, panel, tag, text, wrapped

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/duskfall"
PAGE, PICTURE = ROOT / "docs/architecture.md", ROOT / "docs/rooms.svg"
BEGINS, ENDS = "<!-- written by tools/rooms.py -->\n", "<!-- end -->"
WIDTH, LEFT, GAP = 1000.0, 60.0, 10.0
NAME, NEEDS = 120.0, 260.0  # the columns at the left and the right of a floor


@dataclass(frozen=True, slots=True)
class Room:
    """A package, or a module that stands alone: what it is for, how many files it has, and the rooms in it."""

    name: str
    about: str
    files: int
    inner: tuple[Room, ...] = ()


# -- what is there -------------------------------------------------------------------------------------------


@cache
def floors() -> tuple[Room, ...]:
    """The rooms from the roof down, as the import contract has them."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    (layers,) = (each["layers"] for each in told["tool"]["importlinter"]["contracts"] if each["id"] == "layers")
    return tuple(_room(SOURCE / name) for name in layers)


def _room(path: Path) -> Room:
    if not path.is_dir():
        return Room(path.name, _about(path.with_suffix(".py")), 1)
    inner = tuple(_room(each.parent) for each in sorted(path.glob("*/__init__.py")))
    return Room(path.name, _about(path / "__init__.py"), len(_modules(path)), inner)


def _modules(path: Path) -> list[Path]:
    """The files of a room that hold anything but a sentence about it."""
    return [each for each in sorted(path.rglob("*.py")) if each.name != "__init__.py" or len(_parsed(each).body) > 1]


def _about(path: Path) -> str:
    return (ast.get_docstring(_parsed(path)) or "").splitlines()[0]


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def needs() -> dict[str, Counter[str]]:
    """By room, how many imports it has from each room below."""
    found: dict[str, Counter[str]] = {}
    for path in SOURCE.rglob("*.py"):
        room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        found.setdefault(room, Counter()).update(each for each in _imported(_parsed(path)) if each != room)
    return found


def _imported(tree: ast.Module) -> Iterator[str]:
    """The room of each import of the package, once for each statement."""
    for node in ast.walk(tree):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
        if names == ["duskfall"] and isinstance(node, ast.ImportFrom):
            names = [f"duskfall.{each.name}" for each in node.names]
        yield from (name.split(".")[1] for name in names if name.startswith("duskfall."))


# -- the picture ---------------------------------------------------------------------------------------------


def picture() -> str:
    """Floors above each other: each is built on those below, and says on which."""
    down, parts = GAP, []
    for room in floors():
        drawn, height = _floor(room)
        parts.append(moved(drawn, LEFT, down))
        down += height + GAP
    ground = tag("rect", x=0.0, y=0.0, width=WIDTH, height=down, class_="ground")
    falls = moved(_turned(arrow([(0.0, 0.0), (down - 4 * GAP, 0.0)], "plain"), "imports point down", down), 38.0, GAP)
    return document(ground + falls + "".join(parts), WIDTH, down, "The rooms of duskfall")


def _turned(line: str, told: str, down: float) -> str:
    words = text([TextLine(told, "small soft")], ((down - 4 * GAP) / 2, 12.0))
    return tag("g", line + words, transform="rotate(90)")


def _floor(room: Room) -> tuple[str, float]:
    across = WIDTH - LEFT - GAP
    middle = across - NAME - NEEDS
    about = wrapped(room.about, middle, "small")
    boxes, tall = _inner(room, middle)
    title = [TextLine(room.name, "bold")]
    height = max(extent(title)[1], extent(about)[1] + tall, _needed(room)[1]) + 2 * GAP
    parts = [panel(0.0, 0.0, across, height, "act")]
    parts.append(text(title, (2 * GAP, GAP + extent(title)[1] / 2), "start"))
    parts.append(text(about, (NAME, GAP + extent(about)[1] / 2), "start"))
    parts.append(moved(boxes, NAME, GAP + extent(about)[1]))
    lines, tall = _needed(room)
    parts.append(text(lines, (across - NEEDS + 2 * GAP, GAP + tall / 2), "start"))
    return "".join(parts), height


def _inner(room: Room, width: float) -> tuple[str, float]:
    """The rooms within a room, in rows."""
    x, y, parts = 0.0, GAP, []
    for each in room.inner:
        box = Box([TextLine(each.name, "small")], "box", "step", each.about)
        (across, tall) = box.size()
        if x + across > width:
            x, y = 0.0, y + tall + GAP / 2
        parts.append(box.drawn((x + across / 2, y + tall / 2)))
        x += across + GAP / 2
    return "".join(parts), y + tall if room.inner else 0.0


def _needed(room: Room) -> tuple[list[TextLine], float]:
    built_on = needs().get(room.name, Counter())
    told = ", ".join(each.name for each in floors() if built_on[each.name])
    lines = wrapped(f"imports {told}", NEEDS - 3 * GAP, "small soft") if told else []
    return lines, extent(lines)[1]


# -- the page ------------------------------------------------------------------------------------------------


def listed() -> str:
    """Each room in a line, and those within it below."""
    return "".join(f"{line}\n" for room in floors() for line in _lines(room, ""))


def _lines(room: Room, outer: str) -> Iterator[str]:
    name = f"{outer}{room.name}"
    place = name if (SOURCE / name).is_dir() else f"{name}.py"
    yield f"{'  ' * outer.count('/')}- [`{name}`](../src/duskfall/{place}): {room.about}"
    for each in room.inner:
        yield from _lines(each, f"{name}/")


def counted() -> str:
    """How many files each room has, and how many imports from others: on a page this would soon be stale."""
    rows = [(room.name, room.files, needs().get(room.name, Counter()).total()) for room in floors()]
    rows.append(("all", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    return "".join(
        f"{name:<12}{files:>4} files{imports:>5} imports from other rooms\n" for name, files, imports in rows
    )


def page(was: str) -> str:
    """The page with its list up to date; all else on it is written by hand."""
    before, begins, rest = was.partition(BEGINS)
    _, ends, after = rest.partition(ENDS)
    if not begins or not ends:
        raise ValueError(f"{PAGE.name} has no place for the list of rooms")
    return f"{before}{begins}{listed()}{ends}{after}"


if __name__ == "__main__":
    if "--write" in sys.argv:
        PICTURE.write_text(picture(), "utf-8")
        PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
    else:
        sys.stdout.write(counted())
