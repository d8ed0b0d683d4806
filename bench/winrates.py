"""How well the `scripted` bots play: win rates against `random` for every ruleset and side, and absurdities by kind.

    make winrates                       # or: python bench/winrates.py --games 2000 --jobs auto

The same seeds give the same tables on every machine, with any number of processes. Intervals are Wilson's, 95 %.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from rows import table

from duskfall.arena.run.many import play_many
from duskfall.arena.run.tally import Outcome
from duskfall.core.start.deck import USUAL, dealt_sides, make_deck, usual_size
from duskfall.rules import BOOKS, ruleset
from duskfall.study.absurd.checks import KINDS, absurdities, counted
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

WEAK, STRONG = "random", "scripted"


def outcomes(rules: str, args: argparse.Namespace) -> dict[str, Outcome]:
    """What came of each line of players: all weak, each side strong in its turn, all strong."""
    lines = (WEAK, *(f"{side}={STRONG}, {WEAK}" for side in sides(rules, args)), STRONG)
    found = {}
    for line in lines:
        sheet = TableSheet(rules, args.seats, players=line, talk=args.talk)
        found[line] = play_many(sheet, range(args.seed, args.seed + args.games), args.jobs)
        print(f"{rules}: {line}", file=sys.stderr)
    return found


def sides(rules: str, args: argparse.Namespace) -> list[str]:
    """The sides that the book's own deck deals."""
    book = ruleset(rules)
    return dealt_sides(book, make_deck(book, args.seats or usual_size(book)))


def rows(rules: str, found: dict[str, Outcome], args: argparse.Namespace) -> list[list[str]]:
    """A row for each side: its share of the games of each kind."""
    return [
        [rules, side, *(rate(found[line], side) for line in (WEAK, f"{side}={STRONG}, {WEAK}", STRONG))]
        for side in sides(rules, args)
    ]


def rate(outcome: Outcome, side: str) -> str:
    """A share of the games with its interval."""
    low, high = outcome.interval(side)
    return f"{outcome.wins[side] / outcome.games:.1%} ({low:.1%} to {high:.1%})"


def absurd(rules: str, args: argparse.Namespace) -> Counter[str]:
    """How often the strong did or said something absurd, by kind."""
    sheet, found = TableSheet(rules, args.seats, players=STRONG, talk=args.talk), Counter[str]()
    for seed in range(args.seed, args.seed + args.read):
        game = sheet.start(seed)
        found += counted(absurdities(play(game, seat_players(game, sheet.kinds(game))).facts, game.plan.rules))
    print(f"{rules}: read", file=sys.stderr)
    return found


def main() -> None:
    """Play the games and print the tables."""
    parser = argparse.ArgumentParser(description="win rates of the scripted bots against random ones")
    parser.add_argument("--games", type=int, default=1000, help="games of each kind (default 1000)")
    parser.add_argument("--read", type=int, default=150, help="games that are read for absurdities (default 150)")
    parser.add_argument("--jobs", type=lambda text: 0 if text == "auto" else int(text), default=0, help="default: auto")
    parser.add_argument("--seats", type=int, help=f"players at the table (default {USUAL})")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--talk", action=argparse.BooleanOptionalAction, default=True)
    args = parser.parse_args()
    head = ["ruleset", "side", f"all {WEAK}", f"side {STRONG}, rest {WEAK}", f"all {STRONG}"]
    books = args.rules or BOOKS
    cells = [row for rules in books for row in rows(rules, outcomes(rules, args), args)]
    print(f"Wins in {args.games} games of each kind, seeds from {args.seed} on, {args.seats or USUAL} seats.\n")
    print(table(head, cells))
    if args.read:
        read = [absurd(rules, args) for rules in books]
        print(f"\nAbsurdities in 100 games of all {STRONG}, out of {args.read}.\n")
        shares = [[kind, *(f"{100 * found[kind] / args.read:.1f}" for found in read)] for kind in KINDS]
        print(table(["kind", *books], shares))


if __name__ == "__main__":
    main()
