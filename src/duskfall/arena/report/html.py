"""A report as one self-contained HTML page: text, tables, and charts as SVG; no scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from string import Template

from duskfall.arena.report import charts, goodness
from duskfall.arena.report.data import FitOfRatings, Measured, Report
from duskfall.arena.report.words import ALONE, BOARD, SIDES, board_row, lead, notes, numbers, side_row
from duskfall.tell.text import safe

HEATED = "wins-by-role"
CURVE = "reliability"


def html(report: Report) -> str:
    """Return a report as a complete HTML page."""
    there = [each for each in report.measures if each.lines]
    board = "Balance between sides" if report.sides else "Leaderboard"
    body = (
        _section("board", board, _balance(report) if report.sides else _board(report)),
        _section("sides", "Sides and rulesets", _sides(report)),
        *([_section("fit", goodness.TITLE, _fit(report.fit))] if report.fit else []),
        *(_measure(report, each) for each in there),
        _section("games", "Games to see", _games(report)),
        _section("reading", "How to read this", "".join(f"<p>{_text(line)}</p>" for line in notes(report))),
    )
    return Template(_read("page.html")).substitute(
        title=_text(f"duskfall: {report.name}"),
        name=_text(report.name),
        lead=_text(lead(report)),
        style=_read("page.css"),
        board=board,
        fit=f'<a href="#fit">{goodness.TITLE}</a>' if report.fit else "",
        contents="".join(f'<a href="#{each.measure.id}">{_text(each.measure.title)}</a>' for each in there),
        body="".join(body),
    )


def _read(file: str) -> str:
    return files("duskfall.arena.report").joinpath(file).read_text(encoding="utf-8")


def _text(text: str) -> str:
    """Return untrusted text as HTML."""
    return escape(safe(text))


def _section(id: str, title: str, inside: str) -> str:
    return f'<section id="{id}"><h2>{_text(title)}</h2>{inside}</section>'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], texts: int = 1) -> str:
    """Return a table whose first `texts` columns are words and the others numbers."""
    kinds = ["" if number < texts else ' class="n"' for number in range(len(heads))]
    head = "".join(f"<th{kind}>{_text(each)}</th>" for kind, each in zip(kinds, heads, strict=True))
    lines = ("".join(f"<td{kind}>{_text(each)}</td>" for kind, each in zip(kinds, row, strict=True)) for row in rows)
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>' + "".join(
        f"<tr>{line}</tr>" for line in lines
    ) + "</tbody></table></div>"  # fmt: skip


# -- the leaderboard and the heat map ------------------------------------------------------------------------


def _board(report: Report) -> str:
    key = '<p class="key"><i class="all"></i>both sides<i class="good"></i>as good<i class="evil"></i>as evil</p>'
    table = _table(BOARD, map(board_row, report.leaders))
    if all(each.rating is None for each in report.ratings):
        return table
    picture = charts.pictures("Ratings of the players with their intervals", charts.leaderboard, report)
    return f"{key}{picture}{table}"


def _balance(report: Report) -> str:
    return f"<p>{_text(ALONE)}</p>{_table(SIDES, map(side_row, report.sides), texts=3)}"


def _sides(report: Report) -> str:
    lines = [line for line in report.measured("wins").lines if line.rules and line.group]
    about = (
        "Seats won, in percent. Green is more, red is less than the mean of all players in the same seats: "
        "what everybody would score if all played equally well."
    )
    return (
        f"<p>{_text(about)}</p>{charts.pictures('Seats won by side and ruleset', charts.heat, report.players, lines)}"
    )


def _fit(fit: FitOfRatings) -> str:
    said = "".join(f"<p>{_text(line)}</p>" for line in goodness.fit_sentences(fit))
    if not fit.rows:
        return said
    picture = charts.pictures(goodness.TITLE, goodness.predicted_and_observed, fit)
    table = _table(goodness.HEADS, map(goodness.fit_row, fit.rows), texts=3)
    numbers = f"<details><summary>All numbers</summary>{table}</details>"
    return f"{said}<p>{_text(goodness.PICTURE)}</p>{picture}{numbers}"


# -- measures ------------------------------------------------------------------------------------------------


def _measure(report: Report, measured: Measured) -> str:
    measure = measured.measure
    said = (("Counted", measure.formula), ("Baseline", measure.baseline), ("Out of", f"{measure.denominator}."))
    terms = "".join(f"<dt>{name}</dt><dd>{_text(text)}</dd>" for name, text in said)
    table = _table(*numbers(measured, measured.lines), texts=3)
    return _section(
        measure.id,
        measure.title,
        f"{_picture(report, measured)}<dl>{terms}</dl><details><summary>All numbers</summary>{table}</details>",
    )


def _picture(report: Report, measured: Measured) -> str:
    about, players = measured.measure.title, report.players
    if measured.measure.id == CURVE:
        axes = "Across, the suspicion that was stated; up, the share of those who were evil."
        return f"<p>{axes}</p>{charts.pictures(about, charts.reliability, measured, players)}"
    if measured.measure.id == HEATED:
        return charts.pictures(about, charts.heat, players, [line for line in measured.lines if line.rules])
    marks = [
        f'<i class="{name}"></i>{words}'
        for name, words in (("nothing", "knowing nothing"), ("random", "random play"))
        if any(getattr(line, name) is not None for line in measured.over_all())
    ]
    if measured.measure.everything is not None:
        marks.append('<i class="everything"></i>knowing all')
    key = f'<p class="key">{"".join(marks)}</p>' if marks else ""
    return f"{key}{charts.pictures(about, charts.dots, measured, players)}"


# -- games and notes -----------------------------------------------------------------------------------------


def _games(report: Report) -> str:
    items = []
    for each in report.notable:
        what = f"<b>{_text(each.title)}</b><span>{_text(each.why)}</span>"
        told = (
            f"game {each.game}, {each.rules}, won by {each.winner}"
            if each.winner != "draw"
            else f"game {each.game}, {each.rules}, a draw"
        )
        inside = f"{what}<small>{_text(told)}</small>"
        items.append(f'<li><a href="{escape(each.page)}">{inside}</a></li>' if each.page else f"<li>{inside}</li>")
    return f'<ul class="games">{"".join(items)}</ul>'
