"""Write src/duskfall/study/scripted_play.json: how often each side wins among scripted players, by deck.

    python bench/skilled.py --play bench/scripted.jsonl    # the games: slow
    python -m tools.scripted_play --write

Decks of the books stand in the table as they were played; for the others weights are fitted as tools/leaning.py fits
them. Printed: how far the weights are off on the decks of the books, whose games on other seeds were not fitted.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from duskfall.arena.run.tally import Outcome
from duskfall.core.start.deck import dealt_sides, read_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.study import leaning, scripted_play
from tools.leaning import Cards, fit

FILE = Path(scripted_play.__file__).with_suffix(".json")
GAMES = Path(__file__).parents[1] / "bench" / "scripted.jsonl"
FIT = "fit"


def games(path: Path, book: str) -> list[tuple[Cards, str, Outcome]]:
    """Return the decks of a ruleset that were played, what for, and what came of them."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        (tuple(read_deck(ruleset(book), row["deck"])), row["use"], Outcome(row["games"], wins=Counter(row["wins"])))
        for row in rows
        if row["rules"] == book
    ]


def table(book: str, rows: list[tuple[Cards, str, Outcome]]) -> dict[str, Any]:
    """Return the weights of the cards, and the games of each deck that was judged, by its sides."""
    rules = ruleset(book)
    fitted = [(cards, found) for cards, use, found in rows if use == FIT]
    weights = fit(rules, [cards for cards, _ in fitted], [found for _, found in fitted])
    judged = {scripted_play.deck_key(cards) for cards, use, _ in rows if use != FIT}
    decks: dict[str, Counter[str]] = {}
    for cards, _, found in rows:
        if (key := scripted_play.deck_key(cards)) in judged:
            decks.setdefault(key, Counter(dict.fromkeys(dealt_sides(rules, cards), 0)))
            decks[key].update({side: found.wins[side] for side in dealt_sides(rules, cards)})
    return {"weights": weights, "decks": {key: dict(wins) for key, wins in sorted(decks.items())}}


def off(book: str, found: dict[str, Any], rows: list[tuple[Cards, str, Outcome]]) -> float:
    """Return how far the weights are off on the judged games in the mean, over the sides that are furthest off."""
    rules, apart = ruleset(book), []
    for cards, use, outcome in rows:
        if use != FIT:
            guess = leaning.weighed(rules, cards, found["weights"])
            won = sum(outcome.wins[side] for side in guess)
            apart.append(max(abs(guess[side] - outcome.wins[side] / won) for side in guess))
    return sum(apart) / len(apart)


def main() -> None:
    """Fit, print, write."""
    parser = argparse.ArgumentParser(description="write the table of scripted win rates")
    parser.add_argument("--games", type=Path, default=GAMES, help="the file that bench/skilled.py --play wrote")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    args = parser.parse_args()
    if not args.games.exists():
        parser.error(f"there is no {args.games}: write it with python bench/skilled.py --play {args.games}")
    found = {}
    for book in BOOKS:
        rows = games(args.games, book)
        found[book] = table(book, rows)
        count = sum(outcome.games for *_, outcome in rows)
        print(f"{book}: {count} games, weights off by {off(book, found[book], rows):.1%} in the mean", flush=True)
    if args.write:
        FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
