"""A comparison in Markdown, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from duskfall.arena.measures.measure import Measure, Unit
from duskfall.arena.report.compare.data import Comparison, MeasureChange, Pair
from duskfall.arena.report.compare.difference import LEVEL, clear
from duskfall.arena.report.markdown import cell, table
from duskfall.arena.report.numbers import MINUS, between, shown, sure
from duskfall.arena.report.words import name_of

MEAN = """\
1500 is the mean of each run, so ratings tell only how players stand to one another. The intervals take the two runs as
independent, which is cautious.
"""


def markdown(made: Comparison) -> str:
    """Return a comparison as Markdown."""
    return "\n".join(
        (f"# {cell(made.before)} → {cell(made.after)}\n", *_changes(made), *_ratings(made), *_measures(made))
    )


def _changes(made: Comparison) -> Iterator[str]:
    yield "## What was changed\n"
    lines = [*made.changes, *(_player(each) for each in made.pairs if each.changed or each.before != each.after)]
    lines += [f"{name}: in the first run alone" for name in made.gone]
    lines += [f"{name}: in the second run alone" for name in made.new]
    yield "\n".join(f"- {cell(line)}" for line in lines) if lines else "Nothing: the same players in the same league."
    same = [each.after for each in made.pairs if not each.changed]
    yield f"\nThe same in both: {', '.join(map(cell, same)) or 'nobody'}."
    if made.deals:
        both = f"{made.deals:,} of the same deals ({made.of[0]:,} and {made.of[1]:,} in all)"
        yield f"Both runs played {both}: these are paired."
    else:
        yield f"No deal was played in both ({made.of[0]:,} and {made.of[1]:,}): nothing can be paired."
    yield ""


def _player(pair: Pair) -> str:
    name = pair.after if pair.before == pair.after else f"{pair.before}, now {pair.after}"
    return f"{name}: {'; '.join(pair.changed) or 'the same player'}"


def _ratings(made: Comparison) -> Iterator[str]:
    yield "## Ratings\n"
    if not made.ratings:
        yield "None: in one of the runs, a player played alone or the blocks are too few.\n"
        return
    rows = (
        (each.player, each.side, f"{was:.0f}", f"{now:.0f}", _points(change), _interval(low, high), sure(more))
        for each, (was, now, change, low, high, more) in ((each, each.difference) for each in made.ratings)
    )
    yield from table(("player", "side", "before", "after", "change", "95 %", "more, how sure"), rows, texts=2)
    yield MEAN
    if made.gone or made.new:
        yield "The players are not the same in both runs: the mean is another one.\n"


def _points(change: float) -> str:
    return f"{MINUS if round(change) < 0 else '+'}{abs(change):.0f}"


def _interval(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{_points(low)} to {_points(high)}"


def _measures(made: Comparison) -> Iterator[str]:
    yield "## Measures\n"
    found = clear([each.difference.more for each in made.measures])
    told = [
        f"{each.measure.title}, {name_of(each.group)}: {each.player}"
        for each, so in zip(made.measures, found, strict=True)
        if so
    ]
    yield f"Of {len(found)} numbers, clearly changed (at most {100 * LEVEL:.0f} % of those named by luck alone):\n"
    yield "\n".join(f"- {cell(line)}" for line in told or ["none"]) + "\n"
    for measure, changes in groupby(made.measures, key=lambda each: each.measure):
        yield f"### {measure.title}\n"
        heads = ("player", measure.groups or "group", "before", "after", "change", "95 %", "more, how sure")
        yield from table(heads, (_row(measure, each) for each in changes), texts=2)


def _row(measure: Measure, each: MeasureChange) -> tuple[str, ...]:
    was, now, change, low, high, more = each.difference
    unit = Unit.POINTS if measure.unit in (Unit.SHARE, Unit.PART) else measure.unit
    return (
        each.player, name_of(each.group), shown(was, measure.unit), shown(now, measure.unit), shown(change, unit),
        between(low, high, unit), sure(more),
    )  # fmt: skip
