"""The charts of a report, drawn by Altair as SVG; their colors are those of the web page, light and dark."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final

from duskfall.arena.measures.measure import Measure, Unit
from duskfall.arena.report.data import Measured, MeasuredLine, Report
from duskfall.arena.report.words import rank

WIDTHS: Final = {"wide": 690, "narrow": 344}  # of a whole chart: on a screen, on a phone
COLOURS: Final = {
    "#111111": "ink", "#222222": "soft", "#333333": "line", "#444444": "accent", "#555555": "good", "#666666": "evil",
    "#777777": "nothing", "#888888": "random", "#999999": "everything",
}  # fmt: skip
INK, SOFT, LINE, ACCENT, GOOD, EVIL, NOTHING, RANDOM, EVERYTHING = COLOURS
ROW, CELL = 26, 26
LEAST = 0.05  # least upper end of an axis of shares, or tiny shares would look large
STRONGEST = 0.3  # difference from the expected value that is drawn in full color
DRESS: Final = {
    "background": "transparent", "font": "system-ui, sans-serif", "padding": 4,
    "view": {"stroke": None},
    "axis": {
        "labelColor": SOFT, "tickColor": LINE, "domainColor": LINE, "gridColor": LINE, "titleColor": SOFT,
        "labelFontSize": 12, "titleFontSize": 12, "titleFontWeight": "normal",
    },
    "axisX": {"labelFlush": False},
    "axisY": {
        "domain": False, "ticks": False, "grid": False, "labelColor": INK, "labelPadding": 8, "labelFontSize": 13,
    },
    "title": {"color": SOFT, "anchor": "start", "fontSize": 13, "fontWeight": "normal", "offset": 4},
    "concat": {"spacing": 14},
}  # fmt: skip
"""The Vega-Lite theme: light axes, no frame, no background."""
AXES: Final = {Unit.SHARE: ".2~%", Unit.PART: ".0%", Unit.POINTS: "+.0%", Unit.DOLLARS: "$~g", Unit.TOKENS: "~s"}


def pictures(about: str, draw: Any, *given: object) -> str:
    """Return a chart in two widths as HTML, drawn by `draw(*given, width=…)`; the page shows the one that fits."""
    from altair.utils.schemapi import debug_mode

    with debug_mode(False):  # validating each part against the schema takes longer than all the rest
        drawn = [(name, svg(draw(*given, width=width), about)) for name, width in WIDTHS.items()]
    return "".join(f'<div class="chart {name}">{text}</div>' for name, text in drawn)


def svg(chart: dict[str, Any], about: str) -> str:
    """Return a chart as SVG to be embedded in a page."""
    import altair
    import vl_convert

    version = ".".join(altair.SCHEMA_VERSION.lstrip("v").split(".")[:2])
    datasets = {name: json.loads(name) for name in _names(chart)}
    spec = {"$schema": altair.SCHEMA_URL, "config": DRESS, "datasets": datasets} | chart
    text = str(vl_convert.vegalite_to_svg(spec, vl_version=version))
    for colour, name in COLOURS.items():
        text = text.replace(f'"{colour}"', f'"var(--{name})"')
    text = re.sub(r' xmlns(:xlink)?="[^"]*"', "", text, count=2)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape(about)}"', 1)


def layers(*marks: Any, **more: object) -> dict[str, Any]:
    """Layer marks as plain data, because Altair copies all data it holds at every step."""
    told = (mark.to_dict(validate=False) for mark in marks)
    return {"layer": [{key: each[key] for key in ("data", "mark", "encoding")} for each in told], **more}


def rows_as_data(rows: Iterable[Mapping[str, object]]) -> Any:
    """Return a stand-in for rows, named by their JSON, because Altair copies all data at every step.

    `svg` turns such names back into rows.
    """
    import altair

    return altair.NamedData(name=json.dumps(list(rows)))


def _names(spec: Any) -> Iterator[str]:
    """Yield the names of all data in a chart."""
    if isinstance(spec, dict):
        if isinstance(data := spec.get("data"), dict):
            yield data["name"]
        spec = list(spec.values())
    if isinstance(spec, list):
        for each in spec:
            yield from _names(each)


def _y(players: Sequence[str], room: Sequence[str] = (), **scale: Any) -> Any:
    """Return an axis of players from top to bottom, with the same space for names in every chart."""
    import altair as alt

    label = _label(room or players)
    axis = alt.Axis(title=None, minExtent=label, maxExtent=label, labelLimit=label - 8)
    return alt.Y("player:N", scale=alt.Scale(domain=list(players), **scale), axis=axis)


def _label(names: Sequence[str]) -> int:
    """Return the space for the longest name in pixels, within limits, whatever the reader's font."""
    return min(130, 18 + max((8 * len(name) for name in names), default=0))


# -- the leaderboard -----------------------------------------------------------------------------------------


def leaderboard(report: Report, width: int) -> dict[str, Any]:
    """Draw ratings with their intervals: for both sides together, and below for each side."""
    import altair as alt

    sides = ["all", "good", "evil"]
    data = rows_as_data(row._asdict() for row in report.ratings if row.side in sides and row.rating is not None)
    y = _y(report.players, paddingInner=0.35)
    base = alt.Chart(data).encode(y=y, yOffset=alt.YOffset("side:N", sort=sides, scale=alt.Scale(domain=sides)))
    colour = alt.Color("side:N", scale=alt.Scale(domain=sides, range=[INK, GOOD, EVIL]), legend=None)
    thick = alt.condition("datum.side == 'all'", alt.value(2.5), alt.value(1.25))
    axis = alt.Axis(title=None, tickCount=6 if width > 400 else 3, format="d")
    x = alt.X("low:Q", scale=alt.Scale(zero=False, nice=True), axis=axis)
    mean = alt.Chart(rows_as_data([{"mean": 1500}])).mark_rule(color=NOTHING, strokeDash=[3, 3]).encode(x="mean:Q")
    bars = base.mark_rule().encode(x=x, x2="high:Q", color=colour, strokeWidth=thick)
    size = alt.condition("datum.side == 'all'", alt.value(80), alt.value(28))
    points = base.mark_circle(opacity=1).encode(x="rating:Q", color=colour, size=size)
    size_of = {"width": width - _label(report.players) - 30, "height": len(report.players) * 46}
    return layers(mean, bars, points, **size_of)


# -- heat maps -----------------------------------------------------------------------------------------------


def heat(players: Sequence[str], lines: Sequence[MeasuredLine], width: int) -> dict[str, Any]:
    """Draw heat maps of shares by player and group, one per ruleset.

    The color shows how far a share is from the expected one.
    """
    books: dict[str, list[MeasuredLine]] = {}
    for line in sorted(lines, key=lambda each: (each.rules, rank(each.group))):
        books.setdefault(line.rules, []).append(line)
    label = _label([line.group for line in lines])
    room = min(width - label - 60, 110 * len(players))
    flat = room >= len(players) * _label(players)  # all names fit horizontally
    panels = [_squares(players, mine, label, not number, flat) for number, mine in enumerate(books.values())]
    titled = [panel | {"width": room, "title": name} for name, panel in zip(books, panels, strict=True)]
    return {"vconcat": titled, "spacing": 10}


def _squares(
    players: Sequence[str], lines: Sequence[MeasuredLine], label: int, top: bool, flat: bool
) -> dict[str, Any]:
    """Draw one ruleset of a heat map; the players' names stand above the first."""
    import altair as alt

    bare: dict[str, Any] = {"title": None, "domain": False, "ticks": False, "labelColor": INK}
    tilt: dict[str, Any] = {"labelAngle": 0} if flat else {"labelAngle": -35, "labelAlign": "left", "labelLimit": 90}
    heads = alt.Axis(**bare, **tilt, orient="top", labels=top)
    x = alt.X("player:N", scale=alt.Scale(domain=list(players), paddingInner=0.04), axis=heads)
    rows = list(dict.fromkeys(line.group for line in lines))
    names = alt.Axis(title=None, minExtent=label, maxExtent=label, labelLimit=label - 8)
    y = alt.Y("group:N", scale=alt.Scale(domain=rows, paddingInner=0.08), axis=names)
    base = alt.Chart(rows_as_data(map(_cell, lines))).encode(x=x, y=y)
    colour = alt.condition("datum.above", alt.value(GOOD), alt.value(EVIL))
    far = alt.Opacity("far:Q", scale=alt.Scale(domain=[0, STRONGEST], range=[0, 0.75], clamp=True), legend=None)
    squares = base.mark_rect(cornerRadius=3).encode(color=colour, opacity=far)
    words = base.mark_text(color=INK, fontSize=12).encode(text="text:N")
    return layers(squares, words, height=CELL * len(rows))


def _cell(line: MeasuredLine) -> dict[str, object]:
    far = line.value - (line.nothing if line.nothing is not None else line.value)
    return {
        "group": line.group,
        "player": line.player,
        "above": far >= 0,
        "far": abs(far),
        "text": f"{100 * line.value:.0f}",
    }


# -- a measure -----------------------------------------------------------------------------------------------


def dots(measured: Measured, players: Sequence[str], width: int) -> dict[str, Any]:
    """Draw each player's value with its interval, next to the scores of knowing nothing and of random play."""
    import altair as alt

    lines = measured.over_all()
    groups = sorted({line.group for line in lines}, key=rank)
    unit = measured.measure.unit
    shared = unit in (Unit.SHARE, Unit.PART, Unit.POINTS, Unit.SCORE, Unit.BITS)
    panels, ticks = [], 5 if width > 400 else 3
    for number, group in enumerate(groups, 1):
        mine = [line for line in lines if line.group == group]
        domain = _domain(lines if shared else mine, measured.measure)
        seen = number == len(groups) or not shared  # if a scale is shared, only the last panel shows the axis
        drawn = alt.Axis(title=None, tickCount=ticks, labels=seen, ticks=seen, domain=seen, format=AXES.get(unit, "~g"))
        x = alt.X("value:Q", scale=alt.Scale(domain=domain, nice=True), axis=drawn)
        made = _panel(mine, players, x, measured.measure.everything) | {"width": width - _label(players) - 30}
        panels.append(made | {"title": group} if group else made)
    return {"vconcat": panels} if len(panels) > 1 else panels[0]


def _domain(lines: Sequence[MeasuredLine], measure: Measure) -> tuple[float, float]:
    """Return the range from the least to the greatest drawn value; some units start at 0."""
    unit = measure.unit
    given = (end for line in lines for end in (line.value, line.low, line.high, line.nothing, line.random))
    ends = [end for end in (*given, measure.everything) if end is not None]
    low, high = min(ends), max(ends)
    if unit in (Unit.SHARE, Unit.TOKENS, Unit.DOLLARS, Unit.SECONDS):
        low, high = 0.0, max(high, LEAST if unit is Unit.SHARE else 0.0)
    return low, high if high > low else low + 1


def _panel(lines: Sequence[MeasuredLine], players: Sequence[str], x: Any, everything: float | None) -> dict[str, Any]:
    """Draw one group of a measure."""
    import altair as alt

    there = [player for player in players if any(line.player == player for line in lines)]
    base = alt.Chart(rows_as_data(line._asdict() for line in lines)).encode(y=_y(there, room=players))
    nothing = base.mark_tick(color=NOTHING, thickness=2, height=16).encode(x="nothing:Q")
    random = base.mark_tick(color=RANDOM, thickness=2, height=16).encode(x="random:Q")
    bars = base.mark_rule(color=ACCENT, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    points = base.mark_circle(color=ACCENT, size=64, opacity=1).encode(x=x)
    drawn = [nothing, random, bars, points]
    if everything is not None:
        best = alt.Chart(rows_as_data([{"everything": everything}]))
        drawn.insert(0, best.mark_rule(color=EVERYTHING, strokeDash=[3, 3]).encode(x="everything:Q"))
    return layers(*drawn, height=ROW * len(there))


def reliability(measured: Measured, players: Sequence[str], width: int) -> dict[str, Any]:
    """Draw for each player the share of evil seats against the stated suspicion."""
    import altair as alt

    lines = [line._asdict() | {"stated": float(line.group)} for line in measured.over_all()]
    there = [player for player in players if any(line["player"] == player for line in lines)]
    across = 3 if width > 400 else 2
    side = (width - 60) // across - 40
    even = alt.Chart(rows_as_data([{"x": 0, "y": 0}, {"x": 1, "y": 1}])).encode(x="x:Q", y="y:Q")
    even = even.mark_line(color=NOTHING, strokeDash=[3, 3], strokeWidth=1)
    axis, scale = alt.Axis(title=None, values=[0, 0.5, 1], format=".0%"), alt.Scale(domain=[0, 1])
    x = alt.X("stated:Q", axis=axis, scale=scale)
    up = alt.Axis(title=None, values=[0.5, 1], format=".0%", labelColor=SOFT, labelFontSize=12)
    y = alt.Y("value:Q", axis=up, scale=scale)
    panels = []
    for player in there:
        base = alt.Chart(rows_as_data(line for line in lines if line["player"] == player))
        bars = base.mark_rule(color=ACCENT, opacity=0.5).encode(x="stated:Q", y="low:Q", y2="high:Q")
        curve = base.mark_line(color=ACCENT, strokeWidth=1.5).encode(x=x, y=y)
        size = alt.Size("n:Q", scale=alt.Scale(range=[16, 120]), legend=None)
        points = base.mark_circle(color=ACCENT, opacity=1).encode(x="stated:Q", y="value:Q", size=size)
        panels.append(layers(even, bars, curve, points, width=side, height=side, title=player))
    return {"concat": panels, "columns": across}
