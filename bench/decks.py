"""The default decks of all rulesets and sizes: how often each side wins, by random and by scripted players.

    python bench/decks.py --real 200 --games 100000       # the table of docs/balance.md

A side is hopeless where it wins less than one game in ten under both kinds of play. Random games are the simulator's
(`uniform`), scripted ones are played on the kernel, with talk. The same seed gives the same table.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from rows import table

from duskfall.arena.run.tally import Outcome
from duskfall.balance.decks import written
from duskfall.balance.plays import Candidate, real, simulated
from duskfall.batch.by_name import policy
from duskfall.core.start.deck import dealt_sides, make_deck
from duskfall.rules import BOOKS, ruleset

HOPELESS = 0.1


def row(book: str, seats: int, args: argparse.Namespace) -> list[str]:
    """One deck: its cards, and the shares of its sides."""
    rules = ruleset(book)
    cards = tuple(make_deck(rules, seats))
    counts = [
        simulated(rules, policy("uniform", rules.id), args.device).count(
            [Candidate(cards)], args.games, args.seed, None
        )[0],
        real(book, jobs=args.jobs).count([Candidate(cards)], args.real, args.seed, None)[0],
    ]
    sides = dealt_sides(rules, cards)
    lost = [side for side in sides if all(count.wins[side] / count.games < HOPELESS for count in counts)]
    print(f"{book} {seats}", file=sys.stderr)
    return [book, str(seats), written(cards), *(shares(count, sides) for count in counts), ", ".join(lost)]


def shares(count: Outcome, sides: list[str]) -> str:
    """The shares of the sides in percent, in the book's order; what is missing are draws."""
    wins = Counter(count.wins)
    return " / ".join(f"{100 * wins[side] / count.games:.0f}" for side in sides)


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description="win rates of the default decks")
    parser.add_argument("--games", type=int, default=20_000, help="random games of each deck (default 20000)")
    parser.add_argument("--real", type=int, default=200, help="scripted games of each deck (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", choices=("cpu", "plain"), default="cpu", help="plain: not compiled, to try it out")
    parser.add_argument("--jobs", type=int, default=0, help="processes (default 0: one for each core)")
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--seats", type=int, action="append", help="only this size; may be repeated")
    args = parser.parse_args()
    rows = []
    for book in args.rules or BOOKS:
        low, high = ruleset(book).decks.seats
        rows += [row(book, seats, args) for seats in args.seats or range(low, high + 1)]
    print(table(["ruleset", "seats", "deck", "random, %", "scripted, %", "hopeless"], rows))


if __name__ == "__main__":
    main()
