"""A game in the store of a sample, and the table rows that follow from it."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from inspect_ai.util import Store

from duskfall.arena.league import League
from duskfall.arena.schedule import Fixture
from duskfall.arena.store.rows import Rows, rows_of
from duskfall.core.record import read
from duskfall.players.llm.accounts.ledger import Call
from duskfall.players.llm.accounts.sidecar import CALL

RECORD, CALLS, SECONDS = "duskfall:record", "duskfall:calls", "duskfall:seconds"
"""Keys of the store: the record of the game, the contents of its file of calls, and its duration in seconds."""


def rows(league: League, fixture: Fixture, store: Store) -> Rows:
    """Return the rows of a game, as a league stores them; none if it wasn't played to its end."""
    if RECORD not in store:
        return {}
    record = read(store.get(RECORD).splitlines())
    lines: list[dict[str, Any]] = [json.loads(line) for line in store.get(CALLS).splitlines()]
    calls = [Call.of_data(line) for line in lines if CALL in line]
    notes = [line for line in lines if CALL not in line]
    game = record.replay(league.tables[fixture.table].ruleset)
    return rows_of(fixture, league, game, record.players, store.get(SECONDS), calls, notes, record.models)


def packed(found: Rows) -> str:
    """Return rows as a short text: inspect stores the metadata of a score several times."""
    return base64.b85encode(zlib.compress(json.dumps(found).encode(), 9)).decode()


def unpacked(text: str) -> Rows:
    """Return the rows that `packed` encoded."""
    found: dict[str, list[list[Any]]] = json.loads(zlib.decompress(base64.b85decode(text)))
    return {table: [tuple(row) for row in rows] for table, rows in found.items()}
