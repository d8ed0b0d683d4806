"""Write src/duskfall/study/leaning.json: the weights of cards, fitted to games of the simulator.

    python -m tools.leaning --write

Decks of every size are drawn by chance and simulated under the table model `skilled`; the log-odds of each side against
the many are fitted by weighted least squares on half of the decks. Printed: how far the chances are off on the other
half, and how often a deck is called lopsided that is not, or is not called so.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from duskfall.arena.run.tally import Outcome
from duskfall.balance.decks import DeckSpace
from duskfall.balance.plays import Candidate, simulated
from duskfall.batch.by_name import policy
from duskfall.core.start.deck import dealt_sides, make_deck
from duskfall.rules import BOOKS, ruleset
from duskfall.study import leaning
from duskfall.vocabulary.ruleset import Ruleset

FILE = Path(leaning.__file__).with_name("leaning.json")
POLICY = "skilled"
SHRINK = 1.0  # towards nothing: weights of cards that hardly matter stay small

Cards = tuple[str, ...]


def decks(rules: Ruleset, number: int) -> list[Cards]:
    """The book's own decks twice, and decks by chance."""
    draws, (low, high) = Random(rules.id), rules.decks.seats
    own = [tuple(make_deck(rules, seats)) for seats in range(low, high + 1)]
    spaces = {seats: DeckSpace.make(rules, seats) for seats in range(low, high + 1)}
    drawn = [spaces[seats] for seats in (draws.randint(low, high) for _ in range(number))]
    return [*own, *own, *(space.cards(space.drawn(draws)) for space in drawn)]


def names(rules: Ruleset) -> list[str]:
    """What is weighed."""
    return [leaning.ALWAYS, leaning.SMALL, leaning.ODD, *(role.name for role in rules.roles)]


def fit(rules: Ruleset, cards: list[Cards], counts: list[Outcome]) -> dict[str, dict[str, float]]:
    """The weights of each side against the many."""
    many, found = leaning.home(rules), {}
    for side in (side for side in rules.sides if side != many):
        rows = [(deck, count) for deck, count in zip(cards, counts, strict=True) if side in dealt_sides(rules, deck)]
        shares = np.array([[leaning.features(deck).get(name, 0.0) for name in names(rules)] for deck, _ in rows])
        won, lost = (np.array([count.wins[each] + 1.0 for _, count in rows]) for each in (side, many))
        weigh: Any = np.sqrt(won * lost / (won + lost))
        left = shares * weigh[:, None]
        found_side = np.linalg.solve(left.T @ left + SHRINK * np.eye(left.shape[1]),
                                     left.T @ (np.log(won / lost) * weigh))  # fmt: skip
        found[side] = {name: round(float(value), 3) for name, value in zip(names(rules), found_side, strict=True)}
    return found


def judge(rules: Ruleset, weights: dict[str, dict[str, float]], cards: list[Cards], counts: list[Outcome]) -> str:
    """How far the weights are off where they were not fitted."""
    off, wrong = [], 0
    for deck, count in zip(cards, counts, strict=True):
        guess = leaning.weighed(rules, deck, weights)
        true = {side: count.wins[side] / count.games for side in guess}
        off.append(max(abs(guess[side] - true[side]) for side in guess))
        wrong += (max(guess.values()) >= leaning.LOPSIDED) != (max(true.values()) >= leaning.LOPSIDED)
    return (
        f"{rules.id}: off by {np.mean(off):.1%} in the mean, {np.quantile(off, 0.9):.1%} in nine of ten; "
        f"lopsided or not: {wrong} of {len(cards)} wrong"
    )


def main() -> None:
    """Fit, print, write."""
    parser = argparse.ArgumentParser(description="fit the weights of cards")
    parser.add_argument("--decks", type=int, default=1200)
    parser.add_argument("--games", type=int, default=1000, help="with each deck")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--device", choices=("cpu", "plain"), default="cpu", help="plain: not compiled, to try it out")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    found = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for book in args.rules or BOOKS:
        rules = ruleset(book)
        cards = decks(rules, args.decks)
        play = simulated(rules, policy(POLICY, book), args.device)
        counts = play.count([Candidate(deck) for deck in cards], args.games, args.seed, None)
        found[book] = fit(rules, cards[::2], counts[::2])
        if args.write:
            FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(judge(rules, found[book], cards[1::2], counts[1::2]), flush=True)


if __name__ == "__main__":
    main()
