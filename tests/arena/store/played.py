"""Games of a league that were played in memory, and their rows by the names of the columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from duskfall.arena.folder import chunks_of, opened
from duskfall.arena.league import Entrant, League
from duskfall.arena.run.chunk import play_chunk
from duskfall.arena.schedule import Fixture
from duskfall.arena.store.rows import Rows, rows_of
from duskfall.arena.store.tables import TABLES
from duskfall.arena.store.witness import Witness
from duskfall.core.play.game import Game
from duskfall.core.record import read
from duskfall.rules.registry import book
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

RECORDS = Path(__file__).parents[2] / "records"
STEADY, DICE = Entrant("steady", "scripted"), Entrant("dice", "random")
BOOKS = ("ai-mafia", "ai-mafia-classic", "city-mafia", "town-of-agents", "werewolf")
Named = dict[str, list[dict[str, Any]]]


class Played(NamedTuple):
    """A finished game, and who sat where."""

    game: Game
    kinds: tuple[str, ...]
    witness: Witness | None = None

    @property
    def fixture(self) -> Fixture:
        return Fixture(7, 3, 1, 0, self.game.setup.seed, tuple(NAMES[kind] for kind in self.kinds))

    def rows(self, **more: Any) -> Rows:
        league = League((STEADY, DICE), (TableSheet(self.game.plan.rules.id),), 1)
        return rows_of(self.fixture, league, self.game, self.kinds, 0.25, witness=self.witness, **more)

    def named(self, **more: Any) -> Named:
        return named(self.rows(**more))


NAMES = {each.kind: each.name for each in (STEADY, DICE)}


def named(rows: Rows) -> Named:
    """The rows by the names of their columns."""
    return {table: [dict(zip(TABLES[table], row, strict=True)) for row in found] for table, found in rows.items()}


def played(rules: str, seed: int, seats: int = 9) -> Played:
    """A game of bots, every third of them random."""
    game, witness = TableSheet(rules, seats=seats).start(seed), Witness()
    kinds = tuple("random" if seat % 3 == 2 else "scripted" for seat in range(seats))
    return Played(play(game, seat_players(game, kinds), witness), kinds, witness)


def recorded(name: str) -> Played:
    """A game of tests/records."""
    record = read((RECORDS / f"{name}.jsonl").read_bytes().splitlines())
    return Played(record.replay(book(record.rules)), record.players)


def league_in(folder: Path, *tables: TableSheet, records: bool = True, **more: Any) -> League:
    """The folder of a small league of two bots that is played to its end."""
    sheets = tables or (TableSheet("werewolf", seats=8), TableSheet("ai-mafia", seats=7))
    league = League((STEADY, DICE), sheets, 1, records=records, **more)
    with opened(folder, league):
        for number in range(len(chunks_of(league))):
            play_chunk(folder, number)
    return league
