"""Fit b of the seats won adjusted for luck: by how much the chance that the cards give a seat moves its wins.

    python bench/luck.py             # play, fit, print
    python bench/luck.py --write     # and write src/duskfall/arena/measures/outcomes/luck.json

Leagues of a scripted and a random player, seat by seat, at every size of SIZES: b is the slope of least squares of a
seat's win on its chance less the mean chance of its table, which makes the variance of what is left least. It is fitted
on the first seed over all rule books together (a b for each is no better), and judged on another: the variance of what
is left, over that of wins.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rows import table

from duskfall.arena.league import Entrant, League
from duskfall.arena.run.one import play_bots
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.known.chances import side_chances
from duskfall.arena.store.tables import TABLES
from duskfall.rules import BOOKS
from duskfall.table.sheet import TableSheet

VALUES = Path(__file__).resolve().parents[1] / "src/duskfall/arena/measures/outcomes/luck.json"
SIZES = (7, 8, 10)
FIT, JUDGE = 20_001, 30_001  # seeds of leagues
TEAM, WON = (list(TABLES["seats"]).index(column) for column in ("team", "won"))


class Sums(NamedTuple):
    """Of a seat's win w and of its chance less the mean of its table, c."""

    seats: int = 0
    won: float = 0.0
    wc: float = 0.0
    cc: float = 0.0

    def __add__(self, other: Sums) -> Sums:  # type: ignore[override]
        return Sums(*map(sum, zip(self, other, strict=True)))

    @property
    def b(self) -> float:
        """The slope."""
        return self.wc / self.cc

    def left(self, b: float) -> float:
        """The variance of w − b c, over that of w."""
        mean = self.won / self.seats
        variance = mean * (1 - mean)
        return (variance - 2 * b * self.wc / self.seats + b * b * self.cc / self.seats) / variance


def seats(book: str, seed: int, blocks: int) -> Iterator[Sums]:
    """Every seat of every game."""
    entrants = (Entrant("steady", "scripted"), Entrant("dice", "random"))
    for sheet in (TableSheet(book, seats=size) for size in SIZES):
        chances, league = side_chances(sheet), League(entrants, (sheet,), blocks, seed, records=False)
        for fixture in Schedule(league):
            rows = play_bots(league, fixture).rows["seats"]
            found = [chances.get(str(row[TEAM]), 0.0) for row in rows]
            mean = sum(found) / len(found)
            for row, chance in zip(rows, found, strict=True):
                won, luck = float(bool(row[WON])), chance - mean
                yield Sums(1, won, won * luck, luck * luck)


def summed(book: str, seed: int, blocks: int) -> Sums:
    """All of them."""
    total = Sums()
    for each in seats(book, seed, blocks):
        total += each
    return total


def main() -> None:
    """Fit, judge, print, and write if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--blocks", type=int, default=30, help="at each size (30)")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    every = Sums()
    for book in BOOKS:
        every += summed(book, FIT, args.blocks)
    judged = {book: summed(book, JUDGE, args.blocks) for book in BOOKS}
    left = {book: round(each.left(every.b), 3) for book, each in judged.items()}
    told = [(book, f"{each.seats}", f"{each.b:.3f}", f"{left[book]:.3f}") for book, each in judged.items()]
    print(table(("rules", "seats", "its own b", "variance left"), told))
    print(f"b = {every.b:.3f} of {every.seats} other seats")
    if args.write:
        note = f"leagues of scripted and random, seed {FIT}, tables of {', '.join(map(str, SIZES))} of all rule books"
        data = {"b": round(every.b, 3), "seats": every.seats, "fitted": note, "judged": JUDGE, "variance left": left}
        VALUES.write_text(json.dumps(data, indent=4) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
