"""A small league of bots, played in this process into a folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from duskfall.arena.folder import CHUNKS, missing, opened, read_league
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.chunk import play_chunk
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.rows import Rows
from duskfall.table import odds
from duskfall.table.sheet import TableSheet

BOOKS = ("ai-mafia", "werewolf")


def league(
    blocks: int = 3, seed: int = 1, books: tuple[str, ...] = BOOKS, records: bool = True, **players: str
) -> League:
    """A league of these players; of a steady and a random one if none are named."""
    kinds = players or {"steady": "scripted", "dice": "random"}
    entrants = tuple(Entrant(name, kind, {"version": "1"}) for name, kind in kinds.items())
    tables = tuple(TableSheet(book, seats=8) for book in books)
    return League(entrants, tables, blocks, seed, records=records)


def played(folder: Path, given: League) -> Path:
    """The folder, with all games of this league in it."""
    folder.mkdir(parents=True, exist_ok=True)
    with opened(folder, given):
        for number in missing(folder, read_league(folder)):
            play_chunk(folder, number)
    return folder


@contextmanager
def few_futures() -> Iterator[None]:
    """The chances of a replay are reckoned from a few futures only."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(odds, "FACTS", 0)
        patch.setattr(odds, "FACTS_A_SEAT", 0)
        yield


def as_if_with_models(folder: Path, seed: int = 1) -> Path:
    """The same league, as if its players had been models: they state suspicions, are probed, and cost something."""
    chance = Random(seed)
    rows: Rows = {"beliefs": [], "calls": []}
    with closing(open_tables(folder)) as tables:
        seats = tables.execute("SELECT game, seat, player, side FROM seats ORDER BY game, seat").fetchall()
        said = tables.execute("SELECT game, number, phase, day FROM speeches WHERE public ORDER BY ALL").fetchall()
    table: dict[int, list[tuple[int, str, str]]] = {}
    for game, seat, player, side in seats:
        table.setdefault(game, []).append((seat, player, side))
    for game, sitting in table.items():
        for seat, player, _ in sitting:
            skill = 0.15 if player == "dice" else 0.35
            for about, _, side in (each for each in sitting if each[0] != seat):
                evil = side == "evil"
                stated = min(1.0, max(0.0, chance.gauss(0.35 + (skill if evil else -skill / 2), 0.2)))
                rows["beliefs"].append((game, 1, "day", 1, seat, about, round(stated, 2), False, evil))
            for number in range(1, 6):
                outcome = chance.choices(("ok", "timeout", "form"), (0.9, 0.06, 0.04))[0]
                tokens = chance.randrange(800, 3000), 0, chance.randrange(20, 200), 0
                cost, seconds = tokens[0] * 2e-6, chance.expovariate(1 / 4)
                call = (game, seat, player, number, "say", 1, "a model", outcome, None, False, *tokens, cost, seconds)
                rows["calls"].append(call)
    for game, number, phase, day in said[:400]:
        for seat, _, _ in table[game]:
            about, _, side = chance.choice(table[game])
            rows["beliefs"].append((game, number, phase, day, seat, about, None, True, side == "evil"))
    into = folder / CHUNKS / "900000"
    into.mkdir()
    write_tables(into, rows)
    return folder
