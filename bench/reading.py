"""Fit the reading `claims` to games of scripted players, ruleset by ruleset, and judge it on other seeds.

    python bench/reading.py --fit --write       # fit, print, and write src/duskfall/detect/reading/numbers.json
    python bench/reading.py --judge             # log score, Brier score and accuracy beside the rules alone and the prior

The fit: at each vote and each nightfall of a game, every two seats whose cards the table has not seen are swapped. The
numbers are those under which the true deal is told best from the swapped one: a logistic regression without a constant
on the difference of the features, with a penalty that pulls what is rarely seen towards zero. As whole deals are
compared, what is said by many at once is not counted as many proofs. A number whose size is below LEAST is left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import numpy as np
from rows import table

from duskfall.core.facts import Began, Ended, Fact, PhaseBegan, Voted
from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect.reading.claims import NOTHING, Scale
from duskfall.detect.reading.features import NAMES, Between, between
from duskfall.detect.reading.heard import Heard
from duskfall.detect.reading.numbers import ANY
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

VALUES = Path(__file__).resolve().parent.parent / "src/duskfall/detect/reading/numbers.json"
SIZES = (8, 9, 10, 10, 11, 12)
FIRST_FIT, FIRST_JUDGED = 1, 500_001  # seeds
PENALTY = 0.3  # of the squares of the numbers, in games
LEAST, MOST = 0.1, 6.0
PLACES = {name: place for place, name in enumerate(NAMES)}


def played(rules: str, seed: int) -> Game:
    """A game of scripted players, at tables of several sizes."""
    sheet = TableSheet(rules, SIZES[seed % len(SIZES)], players="scripted")
    game = sheet.start(seed)
    return play(game, seat_players(game, sheet.kinds(game)))


def moments(facts: list[Fact], ballots: frozenset[str]) -> Iterator[list[Fact]]:
    """What had happened before each vote, each nightfall but the first, and the end."""
    for place, fact in enumerate(facts):
        dusk = isinstance(fact, PhaseBegan) and fact.phase == "night" and fact.number > 1
        if dusk or isinstance(fact, Ended) or (isinstance(fact, Voted) and fact.verb in ballots):
            yield facts[:place]


# -- the fit -----------------------------------------------------------------------------------------------


class Swaps:
    """The differences of features between the true deal and deals in which two seats are swapped."""

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.two = lru_cache(1 << 16)(self._two)

    def _two(self, there: Between, role: str, other: str) -> tuple[str, ...]:
        return tuple(self.scale.features.of_two(there, role, other))

    def rows(self, facts: list[Fact], roles: dict[int, str]) -> Iterator[Counter[str]]:
        """One for every two seats that the table cannot tell apart by their cards."""
        heard, shown = Heard(facts, self.scale.ballots), view(facts, 0)
        cards = self.scale.features.book.cards
        seen = {seat for seat, word in (shown.dead | shown.known).items() if word in cards}
        deeds = {
            pair: found
            for pair in ((one, two) for one in roles for two in roles if one != two)
            if (found := between(heard, *pair)) != NOTHING
        }
        for one, two in combinations([seat for seat in roles if seat not in seen], 2):
            if roles[one] != roles[two]:
                swapped = roles | {one: roles[two], two: roles[one]}
                found = Counter[str]()
                for sign, deal in ((1, roles), (-1, swapped)):
                    for seat in (one, two):
                        for name, times in self.scale.features.of_one(heard, seat, deal[seat]):
                            found[name] += sign * times  # type: ignore[assignment]
                    for pair, there in deeds.items():
                        if one in pair or two in pair:
                            for name in self.two(there, deal[pair[0]], deal[pair[1]]):
                                found[name] += sign
                yield found


def differences(rules: str, seeds: range) -> tuple[np.ndarray, np.ndarray]:
    """The rows of all games, and how much each weighs: a game weighs one."""
    rows, weights = [], []
    scales: dict[object, Swaps] = {}
    for seed in seeds:
        game = played(rules, seed)
        began = game.facts[0]
        assert isinstance(began, Began)
        swaps = scales.setdefault(began.deck, Swaps(Scale(ruleset(rules), began.deck, {})))
        roles = dict(enumerate(game.setup.roles, 1))
        mine = [row for facts in moments(game.facts, swaps.scale.ballots) for row in swaps.rows(facts, roles)]
        for found in mine:
            row = np.zeros(len(NAMES))
            for name, times in found.items():
                row[PLACES[name]] = times
            rows.append(row)
            weights.append(1 / len(mine))
    return np.array(rows), np.array(weights)


def regression(rows: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The numbers under which the true deals are told best, by Newton's steps."""
    found = np.zeros(rows.shape[1])
    weights = weights * 10  # moments of a game are not all alike, nor all independent
    for _ in range(30):
        chance = 1 / (1 + np.exp(-np.clip(rows @ found, -30, 30)))
        slope = rows.T @ (weights * (1 - chance)) - PENALTY * found
        bend = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + PENALTY * np.eye(len(found))
        step = np.linalg.solve(bend, slope)
        found = np.clip(found + step, -MOST, MOST)
    return found


def fit(args: argparse.Namespace) -> None:
    """Fit each ruleset, and all together for those that nothing was fitted to."""
    values = {}
    seeds = range(FIRST_FIT, FIRST_FIT + args.games)
    everything = []
    for book in args.rules or BOOKS:
        rows, weights = differences(book, seeds)
        everything.append((rows, weights))
        values[book] = told(regression(rows, weights), f"{args.games} games of scripted players, seeds from {seeds[0]}")
        print(f"{book}: {len(rows)} rows", file=sys.stderr)
    if len(everything) > 1:
        rows, weights = (np.concatenate(part) for part in zip(*everything, strict=True))
        values[ANY] = told(regression(rows, weights), "all of the others together")
    print(table(["feature", *values], [[name, *(f"{values[book]['numbers'].get(name, 0):.2f}" for book in values)]
                                       for name in NAMES]))  # fmt: skip
    if args.write:
        kept = json.loads(VALUES.read_text(encoding="utf-8")) | values
        VALUES.write_text(json.dumps(dict(sorted(kept.items())), indent=4) + "\n", encoding="utf-8")


def told(found: np.ndarray, how: str) -> dict[str, object]:
    """The numbers by name."""
    kept = {name: round(float(number), 2) for name, number in zip(NAMES, found, strict=True) if abs(number) >= LEAST}
    return {"fitted": how, "numbers": kept}


def main() -> None:
    """Fit, or judge."""
    parser = argparse.ArgumentParser(description="fit the reading `claims`, or judge it")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--games", type=int, default=400, help="of each ruleset (400)")
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--write", action="store_true", help=f"write {VALUES.name}")
    args = parser.parse_args()
    if args.fit:
        fit(args)


if __name__ == "__main__":
    main()
