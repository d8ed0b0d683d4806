"""A report in Markdown: the same numbers as in HTML, without charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from duskfall.arena.measures.measure import Unit
from duskfall.arena.report import goodness
from duskfall.arena.report.data import FitOfRatings, Measured, Report
from duskfall.arena.report.numbers import shown
from duskfall.arena.report.words import ALONE, BOARD, SIDES, board_row, lead, notes, numbers, rank, side_row
from duskfall.tell.text import safe


def markdown(report: Report) -> str:
    """Return a report as Markdown."""
    return "\n".join((f"# {cell(report.name)}\n\n{lead(report)}\n", *_board(report), *_sides(report), *_rest(report)))


def cell(text: str) -> str:
    """Escape untrusted text for a table, so that it ends no cell and starts no markup."""
    return "".join(f"\\{letter}" if letter in r"\|*_`<[]#" else letter for letter in safe(text))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> Iterator[str]:
    """Yield the lines of a table whose first `texts` columns are words and the others numbers."""
    yield f"| {' | '.join(heads)} |"
    yield f"| {' | '.join('---' if number < texts else '---:' for number in range(len(heads)))} |"
    for row in rows:
        yield f"| {' | '.join(map(cell, row))} |"
    yield ""


def _board(report: Report) -> Iterator[str]:
    if report.sides:
        yield f"## Balance between sides\n\n{ALONE}\n"
        yield from table(SIDES, map(side_row, report.sides), texts=3)
        return
    yield "## Leaderboard\n"
    yield from table(BOARD, map(board_row, report.leaders))


def _sides(report: Report) -> Iterator[str]:
    """Yield the heat map as numbers: a row for each ruleset and side, a column for each player."""
    lines = [line for line in report.measured("wins").lines if line.rules and line.group]
    places = sorted({(line.rules, line.group) for line in lines}, key=lambda each: (each[0], rank(each[1])))
    won = {(line.player, line.rules, line.group): shown(line.value, Unit.SHARE) for line in lines}
    rows = (
        (rules, side, *(won.get((player, rules, side), "–") for player in report.players)) for rules, side in places
    )
    yield "## Seats won by side and ruleset\n"
    yield from table(("rules", "side", *map(cell, report.players)), rows, texts=2)


def _fit(fit: FitOfRatings) -> Iterator[str]:
    yield f"## {goodness.TITLE}\n"
    yield from (f"{line}\n" for line in goodness.fit_sentences(fit))
    if fit.rows:
        yield from table(goodness.HEADS, map(goodness.fit_row, fit.rows), texts=3)


def _rest(report: Report) -> Iterator[str]:
    if report.fit:
        yield from _fit(report.fit)
    for measured in report.measures:
        if measured.lines:
            yield from _measure(measured)
    yield "## Games to see\n"
    for each in report.notable:
        title = f"[{each.title}]({each.page})" if each.page else each.title
        yield f"- **{title}** (game {each.game}, {cell(each.rules)}): {cell(each.why)}"
    yield "\n## How to read this\n"
    yield "\n\n".join(notes(report)) + "\n"


def _measure(measured: Measured) -> Iterator[str]:
    measure = measured.measure
    yield f"## {measure.title}\n\nCounted: {measure.formula}\n"
    yield f"Baseline: {measure.baseline}\n\nOut of: {measure.denominator}.\n"
    yield from table(*numbers(measured, measured.over_all()), texts=3)
