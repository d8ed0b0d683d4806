"""The export of a league for training: a JSON line for each seat of each game, with its conversation and outcome.

Of the game, a line contains only what its seat was shown and how the game ended: `won`, `alive`, `winner`, `reason`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duskfall.arena.league import League
from duskfall.arena.store.chat import Chat, chats
from duskfall.arena.store.keep import kept
from duskfall.arena.store.query import StoreError, literal, table_files
from duskfall.core.play.game import Game
from duskfall.core.record import Record, RecordError, read
from duskfall.players.base import PlayerError
from duskfall.rules.registry import how_to_bring, known

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

FIELDS = ("game", "seat", "rules", "player", "kind", "persona", "name", "role", "team", "side")
OUTCOME = ("won", "alive", "winner", "reason")
Seat = dict[str, Any]  # FIELDS and OUTCOME of a seat


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter for exported lines: winners only, one player, one side; by default, all lines."""

    won: bool = False
    player: str | None = None
    side: str | None = None


def lines(folder: Path, league: League, tables: DuckDBPyConnection, wanted: Wanted) -> Iterator[str]:
    """Yield the JSON lines of all games played to their end, game by game. Raises StoreError."""
    for seats in _games(folder, tables, wanted):
        yield from _lines(folder, league, seats)


def _games(folder: Path, tables: DuckDBPyConnection, wanted: Wanted) -> Iterator[list[Seat]]:
    """Yield the wanted seats of each game, chunk by chunk."""
    for path in table_files(folder.resolve())["seats"]:
        found = tables.execute(
            f"""SELECT {", ".join(FIELDS)}, {", ".join(OUTCOME)}
            FROM read_parquet({literal(path)}) AS seats
            JOIN read_parquet({literal(path.with_stem("games"))}) AS games USING (game)
            WHERE error IS NULL AND (won OR NOT $won) AND ($player IS NULL OR player = $player)
            AND ($side IS NULL OR side = $side) ORDER BY game, seat""",
            {"won": wanted.won, "player": wanted.player, "side": wanted.side},
        ).fetchall()
        for _, rows in groupby(found, key=itemgetter(0)):
            yield [dict(zip((*FIELDS, *OUTCOME), row, strict=True)) for row in rows]


def _lines(folder: Path, league: League, seats: list[Seat]) -> Iterator[str]:
    """Yield the lines of a game. Its rules must be known by the record's id: a folder names rules, but loads none."""
    number = seats[0]["game"]
    try:
        record = read(kept(folder, league, number).splitlines())
        rules = known(record.rules)
        if rules is None:
            raise RecordError(how_to_bring(record.rules, record.header.get("ruleset")))
        yield from lines_of(record, record.replay(rules), seats)
    except (RecordError, PlayerError) as error:
        raise StoreError(f"{folder}: game {number}: {error}") from None


def lines_of(record: Record, game: Game, seats: Iterable[Seat]) -> Iterator[str]:
    """Yield a line for each of these seats that was asked anything."""
    rows = {row["seat"]: row for row in seats}
    for seat, messages in chats(record, game, rows).items():
        yield json.dumps({"messages": _in_turns(messages), **rows[seat]}, ensure_ascii=False)


def _in_turns(messages: Chat) -> Chat:
    """Join consecutive messages of the same role: many chat templates refuse two in a row."""
    turns = (
        (role, "\n\n".join(each["content"] for each in said)) for role, said in groupby(messages, itemgetter("role"))
    )
    return [{"role": role, "content": content} for role, content in turns]
