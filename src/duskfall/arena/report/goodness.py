"""The goodness of fit of the ratings in a report: sentences, a chart and a table of predicted and observed wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from duskfall.arena.measures.measure import Unit
from duskfall.arena.rating.goodness import Goodness, Wins
from duskfall.arena.report.charts import ACCENT, INK, NOTHING, SOFT, layers, rows_as_data
from duskfall.arena.report.data import FitOfRatings, FitRow
from duskfall.arena.report.numbers import between, shown
from duskfall.tell.text import plural

TITLE: Final = "Predicted and observed wins"
HEADS: Final = ("games", "rules", "team", "predicted", "observed", "95 %", "games")
TOO_FEW: Final = "There are too few blocks to hold the ratings against the games that they were made from."
GOOD_FIT: Final = "The ratings explain the games as well as can be expected."
BAD_FIT: Final = (
    "More of them miss than chance explains: the ratings leave something out, such as a player who is good at one "
    "ruleset only. Read them with care."
)
PICTURE: Final = (
    "Across, the wins that the ratings predict; up, those that were seen. Large dots are the good side's wins in "
    "groups of games, small ones those of a player's seats in a team; on the dashed line, the prediction is exact."
)


def fit_of_ratings(found: Goodness, rules: Mapping[int, str]) -> FitOfRatings:
    """Return the goodness of fit as the report shows it; `rules` are the rulesets of the league's tables."""
    groups = (FitRow("", "", "", *each) for each in found.groups)
    players = (FitRow(each.player, rules.get(each.table, ""), each.team, *each.wins) for each in found.players)
    return FitOfRatings((*groups, *players), found.is_good, found.worth)


def fit_sentences(fit: FitOfRatings) -> list[str]:
    """Return sentences on how well the ratings explain the games."""
    if not fit.rows:
        return [TOO_FEW]
    counts = []
    for rows, what in ((fit.groups, "group of games"), (fit.players, "pair of a player and a team")):
        if rows:
            counts.append(f"{sum(map(_fits, rows))} of {_plural(len(rows), what)}")
    compared = f"Predicted wins lie within the 95 % interval of the observed ones in {' and in '.join(counts)}."
    said = [f"{compared} {GOOD_FIT if fit.is_good else BAD_FIT}"]
    if fit.worth < 0.95:
        said.append(
            f"The games of a block come out alike: each of them counts as {fit.worth:.2f} of an independent game."
        )
    return said


def _plural(count: int, what: str) -> str:
    first, _, rest = what.partition(" ")
    return f"{plural(count, first)} {rest}"


def _fits(row: FitRow) -> bool:
    return Wins(row.predicted, row.observed, row.low, row.high, row.games).fits


def fit_row(row: FitRow) -> Sequence[str]:
    """Return a row of the table with the columns HEADS."""
    return (
        row.player or "all, by prediction",
        row.rules or "all",
        row.team or "good side",
        shown(row.predicted, Unit.SHARE),
        shown(row.observed, Unit.SHARE),
        between(row.low, row.high, Unit.SHARE),
        f"{row.games:,}",
    )


def predicted_and_observed(fit: FitOfRatings, width: int) -> dict[str, Any]:
    """Draw observed against predicted wins, with their intervals."""
    import altair as alt

    ends = [end for row in fit.rows for end in (row.predicted, row.low, row.high)]
    scale = alt.Scale(domain=[min(ends), max(ends)], nice=True)
    ticks: dict[str, Any] = {"title": None, "format": ".0%", "tickCount": 5 if width > 400 else 3}
    x = alt.X("predicted:Q", scale=scale, axis=alt.Axis(**ticks))
    up = alt.Axis(**ticks, labelColor=SOFT, labelFontSize=12, grid=True)
    y = alt.Y("observed:Q", scale=scale, axis=up)
    line = rows_as_data({"predicted": end, "observed": end} for end in (min(ends), max(ends)))
    marks = [alt.Chart(line).mark_line(color=NOTHING, strokeDash=[3, 3], strokeWidth=1).encode(x=x, y=y)]
    for rows, colour, size in ((fit.players, ACCENT, 24), (fit.groups, INK, 72)):
        base = alt.Chart(rows_as_data(row._asdict() for row in rows))
        bars = base.mark_rule(color=colour, opacity=0.4).encode(x=x, y="low:Q", y2="high:Q")
        marks += [bars, base.mark_circle(color=colour, opacity=1, size=size).encode(x=x, y=y)]
    return layers(*marks, width=width - 70, height=min(width - 70, 340))
