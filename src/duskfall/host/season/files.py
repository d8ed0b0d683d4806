"""Season files in every format, and the call by which a page gets them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from duskfall.host.protocol.as_csv import Row, csv_text
from duskfall.host.protocol.as_html import page, standings_sheet
from duskfall.host.protocol.exports import HTML, JSON, TYPES
from duskfall.host.season.standings import given, kept_season, table
from duskfall.tell.figures import format_date
from duskfall.tell.tongue import say, word
from duskfall.wire.calls import Params
from duskfall.wire.evening import ProtocolFile
from duskfall.wire.protocol import SeasonProtocol
from duskfall.wire.screens import StandingsTable


def season_file(params: Params) -> ProtocolFile:
    """Answer the call {evenings, rules, form, bom} with a file of the season: its text, name and media type."""
    form = str(params.get("form", JSON))
    kept = kept_season(*given(params))
    of, _, part = form.partition("-")
    name = "-".join(filter(None, ("season", kept["since"], kept["until"], part)))
    text = season_text(kept, form, params.get("bom", True) is True)
    return {"text": text, "name": f"{name}.{of}", "type": TYPES.get(form, "text/csv")}


def season_text(kept: SeasonProtocol, form: str, bom: bool = True) -> str:
    """Return the season in this format and the current language; with `bom`, CSV is marked as UTF-8 for Excel."""
    if form == JSON:
        return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"
    if form == HTML:
        return _paper(kept)
    if form not in TABLES:
        raise ValueError(say("There is no such form of a protocol: {form}.", form=form))
    return csv_text(TABLES[form](kept), bom)


def _standings(kept: SeasonProtocol) -> Iterator[Row]:
    columns, rows = table(kept["standings"])
    yield [column["label"] for column in columns]
    yield from rows


def _games(kept: SeasonProtocol) -> Iterator[Row]:
    yield [
        say("Date"), say("Game"), say("Rules"), say("Player"), say("Role"), say("Team"), say("Winner"),
        say("Won (1 or 0)"), say("Fouls"), say("Best move"), say("Bonus"), say("Points"),
    ]  # fmt: skip
    for evening in kept["evenings"]:
        for number, game in enumerate(evening["games"], 1):
            for player in game["players"]:
                yield [
                    game["date"], number, game["rules"], player["name"], word(player["role"], "role"),
                    word(player["team"], "team"), word(game["winner"], "side"), int(player["won"]), player["fouls"],
                    int(player["best"]), player["bonus"], player["points"],
                ]  # fmt: skip


TABLES: dict[str, Callable[[SeasonProtocol], Iterable[Row]]] = {"csv": _standings, "csv-games": _games}


def _paper(kept: SeasonProtocol) -> str:
    columns, rows = table(kept["standings"])
    dates = "–".join(dict.fromkeys(map(format_date, filter(None, (kept["since"], kept["until"])))))
    found: StandingsTable = {"columns": [column["label"] for column in columns], "rows": rows}
    title = say("Standings of the season")
    return page(f"{title} {dates}", [standings_sheet(say("Season"), title, dates, found)])
