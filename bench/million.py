"""A league of very many games without playing them: some hundred that were played, over and over, in SQL.

Every block has a deal and a row of players of its own, as the schedule would give it, so that no two are alike to the
ratings; roles, winner, and what was done and said are those of a game that was played. Bots ask no model and state no
suspicion: `calls` has one for each of their decisions, and `beliefs` one for each vote, as models would have them.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from duskfall.arena.folder import CHUNK, CHUNKS, chunk_path, chunks_of, missing, opened, write_league
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.pool import cores
from duskfall.arena.run.spread import over_cores
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.tables import DETECTED, TABLES
from duskfall.rules import BOOKS
from duskfall.table.sheet import TableSheet

SEATS, PLAYED = 10, 100  # at every table; games of each that are played in fact
WRITTEN = [name for name in TABLES if name not in DETECTED]  # by a league that does not ask what could be known
TABLE_SHEETS = tuple(TableSheet(book, seats=SEATS) for book in BOOKS)
NAMES = ("ash", "birch", "cedar", "elm", "fir", "oak")

MADE = {
    "calls": """SELECT game, seat, '' AS player, number, verb, 1 AS call, 'model' AS model, 'ok' AS outcome,
        NULL AS why, false AS silent, 1500 + number * 40 AS prompt, 1000 + number * 30 AS cached,
        80 + hash(game, number) % 200 AS answer, 0 AS reasoning, 0.001 AS cost, 0.5 + number % 7 AS seconds
        FROM decisions""",
    "beliefs": """SELECT game, ballot AS number, 'day' AS phase, day, votes.seat, target AS about,
        hash(game, votes.seat, target) % 100 / 100 AS suspicion, false AS leaning, seats.side = 'evil' AS evil
        FROM votes JOIN seats USING (game) WHERE seats.seat = target""",
}  # fmt: skip


def make(folder: Path, games: int, played: int = PLAYED) -> int:
    """Fill an empty folder with a league of about this many games and return how many there are.

    `played` games of each ruleset are really played, a multiple of SEATS; the others are copies of them.
    """
    if played % SEATS:
        raise ValueError(f"{played} games fill no whole blocks: play a multiple of {SEATS}")
    entrants = tuple(Entrant(name, "scripted") for name in NAMES)
    league = League(entrants, TABLE_SHEETS, max(1, games // (SEATS * len(BOOKS))), records=False)
    with TemporaryDirectory(dir=folder) as place:
        tables = _played(Path(place), played)
    tables.execute(_lines(league.blocks * len(BOOKS)))
    (folder / CHUNKS).mkdir()
    write_league(folder, league)
    with ThreadPoolExecutor(cores()) as pool:
        for number, chunk in enumerate(chunks_of(league)):
            pool.submit(_write, tables.cursor(), chunk_path(folder, number), chunk, played * len(BOOKS))
    if left := missing(folder, league):
        raise RuntimeError(f"{len(left)} chunks could not be written")
    return len(Schedule(league))


def _played(folder: Path, blocks: int) -> duckdb.DuckDBPyConnection:
    """Some games in memory, no two alike: those of a block stand where the schedule has the rotations of a deal."""
    league = League((Entrant("one", "scripted"),), TABLE_SHEETS, blocks, records=False)
    with opened(folder, league):
        for _ in over_cores(0)(folder, missing(folder, league)):
            pass
    tables, books = duckdb.connect(), len(BOOKS)
    place = f"game // {books * SEATS} * {books * SEATS} + game % {books} * {SEATS} + game // {books} % {SEATS}"
    for table in WRITTEN:
        rows = MADE.get(table) or f"SELECT * REPLACE ({place} AS game) FROM '{folder}/{CHUNKS}/*/{table}.parquet'"
        tables.execute(f"CREATE TABLE {table} AS SELECT * FROM ({rows}) ORDER BY game")
    return tables


def _lines(blocks: int) -> str:
    """Who sits in the row of each block: equal shares of the seats, in a drawn order."""
    return f"""CREATE TABLE lines AS SELECT block, list(name ORDER BY hash(block, place)) AS players
        FROM range({blocks}) AS blocks(block), range({SEATS}) AS places(place),
        (SELECT unnest({list(NAMES)}) AS name, unnest(range({len(NAMES)})) AS number)
        WHERE number = (block * {SEATS} + place) % {len(NAMES)} GROUP BY block"""


def _write(tables: duckdb.DuckDBPyConnection, path: Path, games: range, played: int) -> None:
    """The files of one chunk, as a chunk that was played has them."""
    path.mkdir()
    for table in WRITTEN:
        tables.execute(
            f"COPY ({_rows(table, games, played)}) TO '{path}/{table}.parquet' (FORMAT parquet, COMPRESSION zstd)"
        )
    files = {each.name: each.stat().st_size for each in sorted(path.iterdir())}
    about = {
        "games": [games.start, games.stop],
        "failed": 0,
        "cost": 0.0,
        "seconds": 1.0,
        "files": files,
        "records": {},
    }
    (path / CHUNK).write_text(json.dumps(about))


def _rows(table: str, games: range, played: int) -> str:
    """Select the rows of these games: those of the games that were played, as often as it takes."""
    copies = range(games.start // played, (games.stop - 1) // played + 1)
    return " UNION ALL ".join(_copy(table, games, copy * played) for copy in copies)


def _copy(table: str, games: range, more: int) -> str:
    """The rows of those of these games that are so many games after one that was played."""
    game = f"(played.game + {more})"
    block = f"{game} // {SEATS}"
    new = {
        "game": game,
        "block": block,
        "rotation": f"{game} % {SEATS}",
        "seed": f"hash({block} + 1) // 65536",
        "player": f"lines.players[1 + (played.seat - 1 + {game} % {SEATS}) % {SEATS}]",  # of the row, in this rotation
    }
    columns = [
        f'{new.get(name) or "played." + quoted(name)}::{kind} AS "{name}"' for name, kind in TABLES[table].items()
    ]
    lines = f"JOIN lines ON lines.block = {block}" if "player" in TABLES[table] else ""
    inside = f"{game} >= {games.start} AND {game} < {games.stop}"
    return f"(SELECT {', '.join(columns)} FROM {table} AS played {lines} WHERE {inside})"


def quoted(name: str) -> str:
    """A column's name as SQL takes it."""
    return f'"{name}"'
