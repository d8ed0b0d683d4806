"""Score sheets as CSV (RFC 4180): tables of seats, night actions, votes or standings, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from io import StringIO

from duskfall.host.protocol.standings import table
from duskfall.host.protocol.wording import aim, departure, outcome, score, seats, when
from duskfall.tell import phrases
from duskfall.tell.tongue import row, say, semicolons, word
from duskfall.wire.protocol import EveningProtocol, KeptGame

Cell = str | int | float
Row = list[Cell]
FORMULA = "=+-@\t\r\n＝＋－＠"  # characters that may start a formula in a spreadsheet
BOM = "\ufeff"  # marks a file as UTF-8 for Excel


def protocol_csv(kept: EveningProtocol, of: str = "csv", bom: bool = False) -> str:
    """Return one table of a score sheet as CSV: csv (seats), csv-nights, csv-votes or csv-standings."""
    return csv_text(TABLES[of](kept), bom)


def csv_text(rows: Iterable[Row], bom: bool) -> str:
    """Return rows as CSV text; with `bom`, marked as UTF-8 for Excel."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return (BOM if bom else "") + out.getvalue()


def _safe(cell: Cell) -> Cell:
    """Quote text that a spreadsheet could run as a formula; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] and cell[0] in FORMULA else cell


def _game_columns() -> Row:
    return [say("Date"), say("Game"), say("Rules")]


def _game_cells(kept: EveningProtocol, game: KeptGame) -> Row:
    return [game["began"][:10] or kept["date"], game["game"], game["rules"]]


def _seats(kept: EveningProtocol) -> Iterator[Row]:
    yield [
        *_game_columns(), say("Seat"), say("Player"), say("Role"), say("Team"), say("Winner"), say("Won (1 or 0)"),
        say("Left the game"), say("Fouls"), say("Best move"), say("Best move: found"), say("Bonus"), say("Points"),
        say("Points for"),
    ]  # fmt: skip
    for game in kept["games"]:
        named = {best["seat"]: best for best in game["best"]}
        for seat in game["seats"]:
            best = named.get(seat["seat"])
            yield [
                *_game_cells(kept, game), seat["seat"], seat["name"], word(seat["role"], "role"),
                word(seat["team"], "team"), word(game["result"]["winner"], "side") if game["result"] else "",
                "" if seat["won"] is None else int(seat["won"]), departure(seat["left"]), seat["fouls"],
                seats(best["named"]) if best else "", best["hits"] if best else "", seat["bonus"], seat["points"],
                semicolons(score(seat)),
            ]  # fmt: skip


def _nights(kept: EveningProtocol) -> Iterator[Row]:
    yield [
        *_game_columns(), say("When"), say("Act"), say("Seat"), say("Role"), say("Target"), say("What became of it"),
    ]  # fmt: skip
    for game in kept["games"]:
        for phase in game["phases"]:
            cells = [*_game_cells(kept, game), when(phase["phase"], phase["number"])]
            for act in phase["acts"]:
                role = word(act["role"], "role") if act["role"] else ""
                yield [
                    *cells, word(act["verb"], "verb"), act["seat"] or "", role, act["target"] or "", outcome(act),
                ]  # fmt: skip
            for death in phase["deaths"]:
                causes = row(phrases.cause(cause) for cause in death["causes"])
                yield [*cells, say("death"), "", "", death["seat"], causes]


def _votes(kept: EveningProtocol) -> Iterator[Row]:
    yield [
        *_game_columns(), say("When"), say("Ballot"), say("Candidate"), say("Votes"), say("Voters"), say("Tied"),
        say("Voted out"),
    ]  # fmt: skip
    for game in kept["games"]:
        for day in (phase for phase in game["phases"] if phase["phase"] == "day"):
            for number, ballot in enumerate(day["ballots"], 1):
                last = number == len(day["ballots"])
                for vote in ballot["votes"]:
                    target = vote["for"]
                    gone = target in day["out"] or (ballot["table"] and day["out"])
                    yield [
                        *_game_cells(kept, game), when("day", day["number"]), number, aim(target), vote["count"],
                        seats(vote["by"]), int(target in ballot["tied"]), int(last and bool(gone)),
                    ]  # fmt: skip


def _standings(kept: EveningProtocol) -> Iterator[Row]:
    found = table(kept["standings"])
    yield [*found["columns"]]
    yield from found["rows"]


TABLES: dict[str, Callable[[EveningProtocol], Iterable[Row]]] = {
    "csv": _seats,
    "csv-nights": _nights,
    "csv-votes": _votes,
    "csv-standings": _standings,
}
