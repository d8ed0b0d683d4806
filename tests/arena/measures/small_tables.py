"""Tables of a league written by hand: a few rows, counted on paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import duckdb

from duskfall.arena.store.tables import TABLES

Row = Mapping[str, Any]


def tables(**rows: Iterable[Row]) -> duckdb.DuckDBPyConnection:
    """All tables, with these rows; a column that is not given is NULL."""
    made = duckdb.connect()
    for table, columns in TABLES.items():
        declared = ", ".join(f'"{name}" {kind}' for name, kind in columns.items())
        made.execute(f"CREATE TABLE {table} ({declared})")
        given = list(rows.get(table, ()))
        for row in given:
            assert row.keys() <= columns.keys(), row.keys() - columns.keys()
        with made.appender(table) as appender:
            appender.append_rows([tuple(row.get(name) for name in columns) for row in given])
    return made


def game(number: int, block: int = 0, rules: str = "book", **more: Any) -> Row:
    """A game that the good won."""
    return {"game": number, "block": block, "table": 0, "rules": rules, "seed": 100 + block, "winner": "town"} | more


def seats(number: int, who: str, sides: str, won: str = "good", **left: tuple[str, int, str]) -> list[Row]:
    """Seats of a game: a player a letter, and its side (g, e, a); `s2=("day", 1, "vote")` left then."""
    names = {"g": "good", "e": "evil", "a": "alone"}
    found: list[Row] = []
    for seat, (player, letter) in enumerate(zip(who, sides, strict=True), 1):
        side = names[letter]
        phase, day, how = left.get(f"s{seat}", (None, None, None))
        found.append(
            {
                "game": number,
                "seat": seat,
                "player": player,
                "side": side,
                "role": {"good": "villager", "evil": "wolf", "alone": "jester"}[side],
                "team": {"good": "town", "evil": "wolves", "alone": "jester"}[side],
                "won": side == won,
                "alive": phase is None,
                "left_phase": phase,
                "left_day": day,
                "left_how": how,
            }
        )
    return found


def votes(number: int, day: int, ballots: Mapping[int, int], out: int = 0, ballot: int = 1) -> list[Row]:
    """The ballots of a vote, by seat."""
    same = {"game": number, "day": day, "ballot": ballot, "verb": "vote", "kind": "ballot", "out": out}
    return [same | {"seat": seat, "target": target} for seat, target in ballots.items()]


def first_phase(number: int, phase: str) -> Row:
    """A decision that shows with which phase a game begins."""
    return {"game": number, "number": 1, "phase": phase, "day": 1, "seat": 1, "verb": "x", "outcome": "made"}
