"""How much better `detective` plays than `scripted`: one side of ten scripted players replaced, deal by deal.

    python bench/detective.py --games 300 --into match.jsonl     # goes on where the file ends; then prints the table

Each deal is played twice with the same seeds: by ten scripted players, and with one side played by detectives. What is
told is the difference of the side's wins, with a 95 % interval from the differences of single deals. The policy was
tuned on seeds below FIRST.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Any

from rows import table

from duskfall.core.start.deck import dealt_sides, make_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.study.winning import Z
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

FIRST, SEATS = 1_000_001, 10
OLD, NEW = "scripted", "detective"


def sides(rules: str) -> list[str]:
    """The sides that the book's own deck deals."""
    book = ruleset(rules)
    return dealt_sides(book, make_deck(book, SEATS))


def winner(rules: str, players: str, seed: int) -> str:
    """Who won one game."""
    sheet = TableSheet(rules, SEATS, players=players)
    game = sheet.start(seed)
    over = play(game, seat_players(game, sheet.kinds(game))).over
    assert over
    return over.winner


def deals(args: argparse.Namespace, done: set[tuple[str, int]]) -> Iterator[dict[str, Any]]:
    """One row for each deal: who won between scripted players, and who with each side replaced."""
    for seed, rules in product(range(args.seed, args.seed + args.games), args.rules or BOOKS):
        if (rules, seed) not in done:
            lines = {
                side: f"{side}={args.player}, {OLD}" for side in sides(rules) if side in (args.side or sides(rules))
            }
            won = {side: winner(rules, line, seed) for side, line in lines.items()}
            yield {"rules": rules, "seed": seed, OLD: winner(rules, OLD, seed), NEW: won}


def difference(rows: list[dict[str, Any]], side: str) -> list[str]:
    """Rates of wins before and after, and their difference with its interval."""
    pairs = [(row[OLD] == side, row[NEW][side] == side) for row in rows if side in row[NEW]]
    count = max(len(pairs), 1)
    before, after = (sum(pair[at] for pair in pairs) / count for at in (0, 1))
    mean = after - before
    error = sqrt(sum((new - old - mean) ** 2 for old, new in pairs) / max(count - 1, 1) / count)
    low, high = mean - Z * error, mean + Z * error
    sign = "rises" if low > 0 else "falls" if high < 0 else "not told"
    return [f"{before:.1%}", f"{after:.1%}", f"{mean:+.1%} ({low:+.1%} to {high:+.1%})", str(len(pairs)), sign]


def main() -> None:
    """Play what is missing, and print the table."""
    parser = argparse.ArgumentParser(description="detectives against scripted players")
    parser.add_argument("--games", type=int, default=200, help="deals of each ruleset (200)")
    parser.add_argument("--seed", type=int, default=FIRST, help=f"the first deal ({FIRST})")
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--side", action="append", help="only this side; may be repeated")
    parser.add_argument("--player", default=NEW, help=f"instead of {NEW}")
    parser.add_argument("--into", type=Path, help="a file of rows that is gone on with")
    args = parser.parse_args()
    kept = args.into.read_text(encoding="utf-8").splitlines() if args.into and args.into.exists() else []
    rows: list[dict[str, Any]] = [json.loads(line) for line in kept]
    for row in deals(args, {(row["rules"], row["seed"]) for row in rows}):
        rows.append(row)
        if args.into:
            with args.into.open("a", encoding="utf-8") as file:
                print(json.dumps(row), file=file)
    cells = []
    for rules in args.rules or BOOKS:
        mine = [row for row in rows if row["rules"] == rules]
        cells += [
            [rules, side, *difference(mine, side)] for side in sides(rules) if any(side in row[NEW] for row in mine)
        ]
    print(f"{SEATS} seats, seeds from {args.seed}.\n", file=sys.stdout)
    print(table(["ruleset", "side", f"all {OLD}", f"side {NEW}", "difference (95 %)", "deals", ""], cells))


if __name__ == "__main__":
    main()
