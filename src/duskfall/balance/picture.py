"""A diagram of a search: every screened candidate, and the best ones under each kind of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from duskfall.arena.run.tally import Outcome
from duskfall.balance.found import Confirmed, Found, frontier
from duskfall.balance.plays import Play
from duskfall.balance.search import Screened
from duskfall.balance.told import called, option
from duskfall.draw.svg import TextLine, cut, document, group, panel, tag, text
from duskfall.study.winning import wilson

WIDTH, EDGE, AXIS = 900.0, 24.0, 130.0
LEFT, RIGHT = EDGE + AXIS, WIDTH - EDGE - 16
ROW, GAP = 26.0, 22.0
BINS = 240  # dots side by side in a row, at most
TICKS = (0, 25, 50, 75, 100)


def picture(found: Found) -> str:
    """Return the diagram as SVG.

    Above, a row for each number of different roles, with a dot per candidate. Below, the best ones and the ruleset's
    own.
    """
    kinds = sorted({each.candidate.kinds for each in found.screened})
    shown = [*found.best, *([found.usual] if found.usual else [])]
    top = 104.0
    middle = top + len(kinds) * ROW
    below = middle + 92.0
    plays = [play for play, _ in shown[0].counts]
    height = below + len(shown) * (ROW + GAP) + 30.0
    aim = found.search.aim
    many = " + ".join(aim.groups[0])
    content = [
        tag("rect", x=0, y=0, width=WIDTH, height=height, class_="ground"),
        _line(f"{found.rules.id}, {found.search.space.seats} seats", 30, "title"),
        _line(f"share of the games that {many} wins, by the number of different roles", 58),
        _line(f"{len(found.screened):,} tables, {called(found.search.play)}; filled: no fewer roles come as near", 78,
              "small soft"),
        *_scale(top, middle, aim.shares[0]),
        *(line for at, kind in enumerate(kinds) for line in _strip(found, kind, top + (at + 0.5) * ROW)),
        _line("the best of them, and the book's own deck" if found.usual else "the best of them", middle + 48, "bold"),
        *_legend(plays, middle + 72),
        *_scale(below, height - 30, aim.shares[0]),
    ]  # fmt: skip
    for at, row in enumerate(shown):
        name = "the book" if row is found.usual else f"{at + 1}."
        content += _bars(found, row, name, below + at * (ROW + GAP))
    return document("".join(content), WIDTH, height, f"Balance of {found.rules.id}")


def _line(words: str, y: float, style: str = "") -> str:
    return text([TextLine(words, style)], (EDGE, y), "start")


def _x(share: float) -> float:
    return LEFT + share * (RIGHT - LEFT)


def _scale(top: float, low: float, wanted: float) -> Iterator[str]:
    """Yield the background with percentages, and the line of the wanted share."""
    yield panel(LEFT - 8, top - 4, RIGHT - LEFT + 16, low - top + 8, "void")
    for tick in TICKS:
        yield text([TextLine(f"{tick} %", "small soft")], (_x(tick / 100), low + 16))
    yield tag("path", d=f"M{_x(wanted):.1f},{top:.1f}V{low:.1f}", class_="line plain dashed")


def _strip(found: Found, kinds: int, y: float) -> Iterator[str]:
    """Yield the row of candidates with this number of different roles; those at the same place are one dot."""
    here = [each for each in found.screened if each.candidate.kinds == kinds]
    places = {round(_share(found, each.found) * BINS): each for each in reversed(here)}
    yield text([TextLine(f"{kinds} roles", "small")], (LEFT - 18, y), "end")
    for each in places.values():
        yield _dot(found, each, y, 3.0, "gone pill")
    for each in frontier(found.screened):
        if each.candidate.kinds == kinds:
            yield _dot(found, each, y, 5.5, "hue0")


def _dot(found: Found, each: Screened, y: float, size: float, style: str) -> str:
    share = _share(found, each.found)
    circle = tag("circle", cx=_x(share), cy=y, r=size, class_=style)
    return group([circle], f"{share:.1%}: {option(each.candidate)}")


def _legend(plays: Sequence[Play], y: float) -> Iterator[str]:
    x = EDGE
    for at, play in enumerate(plays):
        yield tag("circle", cx=x + 5, cy=y, r=5, class_=f"hue{at}")
        yield text([TextLine(called(play), "small")], (x + 16, y), "start")
        x += 40 + 7 * len(called(play))


def _bars(found: Found, row: Confirmed, name: str, y: float) -> Iterable[str]:
    """Yield a deck, with a dot and its interval for each kind of play."""
    line = cut(option(row.candidate).removeprefix("--deck "), RIGHT - LEFT, 11.5)
    yield text([TextLine(name, "bold")], (LEFT - 18, y + GAP + ROW / 2 - 6), "end")
    yield text([TextLine(line, "small")], (LEFT, y + GAP / 2), "start")
    for at, (_, count) in enumerate(row.counts):
        share, middle = _share(found, count), y + GAP + at * ROW / len(row.counts)
        low, high = wilson(share, count.games)
        yield tag("path", d=f"M{_x(low):.1f},{middle:.1f}H{_x(high):.1f}", class_=f"line thick hue{at}")
        yield tag("circle", cx=_x(share), cy=middle, r=4, class_=f"hue{at}")


def _share(found: Found, count: Outcome) -> float:
    return sum(count.wins[side] for side in found.search.aim.groups[0]) / count.games
