"""The pictures of a report, drawn by Altair as SVG; their colours are those of the page, in light and in dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, Final

from duskfall.arena.measures.measure import Unit
from duskfall.arena.report.data import Line, Measured, Report

WIDTHS: Final = {"wide": 660, "narrow": 320}  # of a whole picture: on a screen, on a phone
COLOURS: Final = {
    "#111111": "ink", "#222222": "soft", "#333333": "line", "#444444": "accent", "#555555": "good", "#666666": "evil",
    "#777777": "nothing", "#888888": "random",
}  # fmt: skip
INK, SOFT, LINE, ACCENT, GOOD, EVIL, NOTHING, RANDOM = COLOURS
LABEL, ROW, CELL = 110, 26, 24
STRONGEST = 0.3  # a difference from what is expected that is drawn in full colour
AXES: Final = {Unit.SHARE: ".0%", Unit.POINTS: "+.0%", Unit.DOLLARS: "$~g", Unit.TOKENS: "~s"}


def pictures(about: str, draw: Any, *given: object) -> str:
    """A picture in its two widths, of which the page shows the one that fits."""
    drawn = ((name, svg(draw(*given, width=width), about)) for name, width in WIDTHS.items())
    return "".join(f'<div class="chart {name}">{text}</div>' for name, text in drawn)


def svg(chart: Any, about: str) -> str:
    """A chart as SVG that stands in a page."""
    import altair
    import vl_convert

    version = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    text = str(vl_convert.vegalite_to_svg(_dressed(chart).to_dict(), vl_version=version))
    for colour, name in COLOURS.items():
        text = text.replace(f'"{colour}"', f'"var(--{name})"')
    text = re.sub(r' xmlns(:xlink)?="[^"]*"', "", text, count=2)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape(about)}"', 1)


def _dressed(chart: Any) -> Any:
    """Quiet axes, no frame, no background."""
    axis = {"labelColor": SOFT, "tickColor": LINE, "domainColor": LINE, "gridColor": LINE, "titleColor": SOFT}
    return (
        chart.configure(background="transparent", font="system-ui, sans-serif", padding=4)
        .configure_view(stroke=None)
        .configure_axis(**axis, labelFontSize=12, titleFontSize=12, titleFontWeight="normal", labelLimit=LABEL)
        .configure_axisY(domain=False, ticks=False, grid=False, labelColor=INK, labelPadding=8, labelFontSize=13)
        .configure_title(color=SOFT, anchor="start", fontSize=13, fontWeight="normal", offset=4)
        .configure_concat(spacing=14)
    )


def _data(rows: Iterable[dict[str, object]]) -> Any:
    import altair

    return altair.Data(values=list(rows))


def _y(players: Sequence[str], **scale: Any) -> Any:
    """The players, from the top down, with the same room for their names in every picture."""
    import altair as alt

    axis = alt.Axis(title=None, minExtent=LABEL, maxExtent=LABEL)
    return alt.Y("player:N", scale=alt.Scale(domain=list(players), **scale), axis=axis)


# -- the leaderboard -----------------------------------------------------------------------------------------


def leaderboard(report: Report, width: int) -> Any:
    """Ratings with their intervals: of both sides together, and under it of each."""
    import altair as alt

    sides = ["all", "good", "evil"]
    data = _data(row._asdict() for row in report.ratings if row.side in sides)
    y = _y(report.players, paddingInner=0.35)
    base = alt.Chart(data).encode(y=y, yOffset=alt.YOffset("side:N", sort=sides, scale=alt.Scale(domain=sides)))
    colour = alt.Color("side:N", scale=alt.Scale(domain=sides, range=[INK, GOOD, EVIL]), legend=None)
    thick = alt.condition("datum.side == 'all'", alt.value(2.5), alt.value(1.25))
    axis = alt.Axis(title="rating", tickCount=6, format="d")
    x = alt.X("low:Q", scale=alt.Scale(zero=False, nice=True), axis=axis)
    mean = alt.Chart(_data([{"mean": 1500}])).mark_rule(color=NOTHING, strokeDash=[3, 3]).encode(x="mean:Q")
    bars = base.mark_rule().encode(x=x, x2="high:Q", color=colour, strokeWidth=thick)
    size = alt.condition("datum.side == 'all'", alt.value(80), alt.value(28))
    points = base.mark_circle(opacity=1).encode(x="rating:Q", color=colour, size=size)
    return (mean + bars + points).properties(width=width - LABEL - 24, height=len(report.players) * 46)


# -- heat maps -----------------------------------------------------------------------------------------------


def heat(players: Sequence[str], cells: Sequence[tuple[str, Line]], width: int) -> Any:
    """A share for each player and row; the colour says how far it is above or below what is expected."""
    import altair as alt

    rows = list(dict.fromkeys(name for name, _ in cells))
    data = _data(_cell(name, line) for name, line in cells)
    x = alt.X("player:N", scale=alt.Scale(domain=list(players)), axis=alt.Axis(
        title=None, orient="top", domain=False, ticks=False, labelAngle=-35, labelLimit=90, labelColor=INK, labelAlign="left",
    ))  # fmt: skip
    y = alt.Y("row:N", scale=alt.Scale(domain=rows), axis=alt.Axis(title=None, minExtent=150, labelLimit=150))
    base = alt.Chart(data).encode(x=x, y=y)
    colour = alt.condition("datum.above", alt.value(GOOD), alt.value(EVIL))
    far = alt.Opacity("far:Q", scale=alt.Scale(domain=[0, STRONGEST], range=[0, 0.75], clamp=True), legend=None)
    squares = base.mark_rect(cornerRadius=3).encode(color=colour, opacity=far)
    words = base.mark_text(color=INK, fontSize=12).encode(text="text:N")
    room = min(width - 150 - 40, 64 * len(players))
    return (squares + words).properties(width=room, height=CELL * len(rows))


def _cell(name: str, line: Line) -> dict[str, object]:
    far = line.value - (line.nothing if line.nothing is not None else line.value)
    return {"row": name, "player": line.player, "above": far >= 0, "far": abs(far), "text": f"{100 * line.value:.0f}"}


# -- a measure -----------------------------------------------------------------------------------------------


def dots(measured: Measured, players: Sequence[str], width: int) -> Any:
    """Each player's value with its interval, beside what knowing nothing and what random play score."""
    import altair as alt

    lines = measured.over_all()
    groups = sorted({line.group for line in lines}, key=lambda each: (each != "", each))
    unit = measured.measure.unit
    shared = unit in (Unit.SHARE, Unit.POINTS, Unit.SCORE)
    panels = []
    for number, group in enumerate(groups, 1):
        mine = [line for line in lines if line.group == group]
        last = number == len(groups) or not shared
        panels.append(_panel(mine, players, width, _domain(lines if shared else mine, unit), unit, last, group))
    return alt.vconcat(*panels) if len(panels) > 1 else panels[0]


def _domain(lines: Sequence[Line], unit: Unit) -> tuple[float, float]:
    """From the least to the greatest that is drawn; shares begin at nothing."""
    ends = [end for line in lines for end in (line.value, line.low, line.high, line.nothing, line.random) if end is not None]
    low, high = min(ends), max(ends)
    if unit in (Unit.SHARE, Unit.TOKENS, Unit.DOLLARS, Unit.SECONDS):
        low = 0.0
    return low, high if high > low else low + 1


def _panel(
    lines: Sequence[Line], players: Sequence[str], width: int, domain: tuple[float, float], unit: Unit, axis: bool, name: str,
) -> Any:  # fmt: skip
    import altair as alt

    there = [player for player in players if any(line.player == player for line in lines)]
    base = alt.Chart(_data(line._asdict() for line in lines)).encode(y=_y(there))
    drawn = alt.Axis(title=None, tickCount=5, labels=axis, ticks=axis, domain=axis, format=AXES.get(unit, "~g"))
    x = alt.X("value:Q", scale=alt.Scale(domain=domain, nice=True), axis=drawn)
    nothing = base.mark_tick(color=NOTHING, thickness=2, height=16).encode(x="nothing:Q")
    random = base.mark_tick(color=RANDOM, thickness=2, height=16).encode(x="random:Q")
    bars = base.mark_rule(color=ACCENT, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    points = base.mark_circle(color=ACCENT, size=64, opacity=1).encode(x=x)
    made = (nothing + random + bars + points).properties(width=width - LABEL - 24, height=ROW * len(there))
    return made.properties(title=name) if name else made


def reliability(measured: Measured, players: Sequence[str], width: int) -> Any:
    """Of what was suspected so much, how much was so: one small picture a player."""
    import altair as alt

    lines = [line._asdict() | {"stated": float(line.group)} for line in measured.over_all()]
    there = [player for player in players if any(line["player"] == player for line in lines)]
    across = 3 if width > 400 else 2
    side = (width - 60) // across - 40
    panels = []
    for player in there:
        base = alt.Chart(_data(line for line in lines if line["player"] == player))
        even = alt.Chart(_data([{"x": 0, "y": 0}, {"x": 1, "y": 1}])).mark_line(color=NOTHING, strokeDash=[3, 3], strokeWidth=1)
        tenths = {"scale": alt.Scale(domain=[0, 1]), "axis": alt.Axis(title=None, values=[0, 0.5, 1], format=".0%")}
        bars = base.mark_rule(color=ACCENT, opacity=0.5).encode(x="stated:Q", y="low:Q", y2="high:Q")
        curve = base.mark_line(color=ACCENT, strokeWidth=1.5).encode(x=alt.X("stated:Q", **tenths), y=alt.Y("value:Q", **tenths))
        size = alt.Size("n:Q", scale=alt.Scale(range=[16, 120]), legend=None)
        points = base.mark_circle(color=ACCENT, opacity=1).encode(x="stated:Q", y="value:Q", size=size)
        made = even.encode(x="x:Q", y="y:Q") + bars + curve + points
        panels.append(made.properties(width=side, height=side, title=player))
    return alt.concat(*panels, columns=across)
