"""Fit the reading `claims` to games of scripted players, ruleset by ruleset, and judge it on other seeds.

    python bench/reading.py --fit --write       # fit, print, and write src/duskfall/detect/reading/numbers.json
    python bench/reading.py --judge             # log scores, Brier score and accuracy beside the rules and the prior

The fit: two moments of each game are drawn among its votes and nightfalls. The numbers are those under which the true
deal is likeliest among all deals that show the same cards: maximum likelihood of a log-linear model, with a penalty
that pulls what is rarely seen towards zero. As whole deals are compared, what many say at once is not counted as many
proofs, and no other tempering is needed. A number whose size is below LEAST is left out.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from math import exp, log2
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from rows import table

from duskfall.core.chance import pick
from duskfall.core.facts import Began, Ended, Fact, PhaseBegan, Voted
from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect.posterior import Budget, posterior
from duskfall.detect.reading.cards import on_cards
from duskfall.detect.reading.claims import NOTHING, Scale, claims
from duskfall.detect.reading.features import NAMES, Between, between
from duskfall.detect.reading.heard import Heard
from duskfall.detect.reading.numbers import ANY
from duskfall.detect.sight import Sight, sight
from duskfall.rules import BOOKS, ruleset
from duskfall.study.primer import BALLOT, EVIL, GOOD, Primer, primer
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

VALUES = Path(__file__).resolve().parent.parent / "src/duskfall/detect/reading/numbers.json"
SIZES = (8, 9, 10, 10, 11, 12)
FIRST_FIT, FIRST_JUDGED = 1, 500_001  # seeds
PENALTY = 1.0  # of the squares of the numbers
STEPS = 25  # swaps of a wandering deal in a round
LEAST, MOST = 0.1, 6.0
LOST = 2.0**-10  # what was held impossible costs no more than ten bits
Chances = Mapping[int, Mapping[str, float]]
Sparse = tuple[tuple[int, float], ...]
PairTable = dict[tuple[str, str], Sparse]
PLACES = {name: place for place, name in enumerate(NAMES)}


def played(rules: str, seed: int, seats: int = 0) -> Game:
    """A game of scripted players, at tables of several sizes or of one."""
    sheet = TableSheet(rules, seats or SIZES[seed % len(SIZES)], players="scripted")
    game = sheet.start(seed)
    return play(game, seat_players(game, sheet.kinds(game)))


def moments(facts: list[Fact], ballots: frozenset[str]) -> Iterator[list[Fact]]:
    """What had happened before each vote, each nightfall but the first, and the end."""
    for place, fact in enumerate(facts):
        dusk = isinstance(fact, PhaseBegan) and fact.phase == "night" and fact.number > 1
        if dusk or isinstance(fact, Ended) or (isinstance(fact, Voted) and fact.verb in ballots):
            yield facts[:place]


# -- the fit -----------------------------------------------------------------------------------------------


class Table:
    """One moment of one game: what was heard, the true deal, and a deal that wanders as the numbers have it."""

    def __init__(self, scale: Scale, facts: list[Fact], roles: dict[int, str], seed: int) -> None:
        heard, shown = Heard(facts, scale.ballots), view(facts, 0)
        self.draws = Random(seed)
        seen = {seat for seat, word in (shown.dead | shown.known).items() if word in scale.features.book.cards}
        self.free = [seat for seat in roles if seat not in seen]
        self.alone = {seat: {role: sparse(scale.features.of_one(heard, seat, role)) for role in scale.features.roles}
                      for seat in self.free}  # fmt: skip
        self.pairs: dict[int, list[tuple[int, int, PairTable]]] = {seat: [] for seat in roles}
        for one, two in combinations(roles, 2):
            there, back = between(heard, one, two), between(heard, two, one)
            if (there, back) != (NOTHING, NOTHING) and {one, two} & {*self.free}:
                found = pair_table(scale, there, back)
                self.pairs[one].append((one, two, found))
                self.pairs[two].append((one, two, found))
        self.deal = dict(roles)
        self.true = self.features()
        for _ in range(len(roles)):
            self.swap(*self.draws.sample(self.free, 2)) if len(self.free) > 1 else None

    def swap(self, one: int, two: int) -> None:
        """Exchange the cards of two seats."""
        self.deal[one], self.deal[two] = self.deal[two], self.deal[one]

    def _around(self, *seats: int) -> Iterator[Sparse]:
        """The features in which these seats have a part."""
        deal = self.deal
        for place, seat in enumerate(seats):
            yield self.alone[seat][deal[seat]]
            for one, two, found in self.pairs[seat]:
                if one not in seats[:place] and two not in seats[:place]:
                    yield found[deal[one], deal[two]]

    def features(self) -> np.ndarray:
        """How often each feature is there."""
        found = np.zeros(len(NAMES))
        for row in self._around(*self.free):
            for place, times in row:
                found[place] += times
        return found

    def wander(self, numbers: list[float], steps: int) -> None:
        """Swap seats at random, as often as the numbers allow (Metropolis)."""
        for _ in range(steps if len(self.free) > 1 else 0):
            one, two = self.draws.sample(self.free, 2)
            if self.deal[one] == self.deal[two]:
                continue
            before = total(self._around(one, two), numbers)
            self.swap(one, two)
            if self.draws.random() >= exp(min(total(self._around(one, two), numbers) - before, 0.0)):
                self.swap(one, two)


def sparse(found: Iterable[tuple[str, float]]) -> Sparse:
    """Features by their place."""
    return tuple((PLACES[name], times) for name, times in found)


def total(rows: Iterable[Sparse], numbers: list[float]) -> float:
    """What features weigh together."""
    return sum(numbers[place] * times for row in rows for place, times in row)


@lru_cache(1 << 14)
def pair_table(scale: Scale, there: Between, back: Between) -> PairTable:
    """The features of two seats, by their roles."""
    found = {}
    for one in scale.features.roles:
        for two in scale.features.roles:
            names = [*scale.features.of_two(there, one, two), *scale.features.of_two(back, two, one)]
            found[one, two] = sparse((name, 1.0) for name in names)
    return found


def tables(rules: str, seeds: range) -> list[Table]:
    """Two moments of each game."""
    found = []
    scales: dict[object, Scale] = {}
    for seed in seeds:
        game = played(rules, seed)
        began = game.facts[0]
        assert isinstance(began, Began)
        scale = scales.setdefault(began.deck, Scale(ruleset(rules), began.deck, {}))
        roles = dict(enumerate(game.setup.roles, 1))
        shown = list(moments(game.facts, scale.ballots))
        for number in range(2):
            found.append(Table(scale, pick(seed, "moment", number, shown), roles, 2 * seed + number))
    return found


def climb(found: list[Table], rounds: int) -> np.ndarray:
    """The numbers under which the true deals are likeliest of all deals with the same cards shown.

    The slope is the difference of the features of the true deals and of the wandering ones (persistent contrastive
    divergence), the steps are Adam's and get smaller, and the second half of the way is averaged.
    """
    numbers, mean = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    drift, size = np.zeros(len(NAMES)), np.zeros(len(NAMES))
    true = sum(each.true for each in found) / len(found)
    for number in range(1, rounds + 1):
        now = numbers.tolist()
        for each in found:
            each.wander(now, STEPS)
        slope = true - sum(each.features() for each in found) / len(found) - PENALTY / len(found) * numbers
        drift, size = 0.9 * drift + 0.1 * slope, 0.99 * size + 0.01 * slope**2
        step = 0.15 * (1 - number / rounds) + 0.01
        numbers = numbers + step * (drift / (1 - 0.9**number)) / (np.sqrt(size / (1 - 0.99**number)) + 1e-4)
        numbers = np.clip(numbers, -MOST, MOST)
        if 2 * number > rounds:
            mean += numbers / (rounds - rounds // 2)
    return mean


def fit(args: argparse.Namespace) -> None:
    """Fit each ruleset, and all together for those that nothing was fitted to."""
    values: dict[str, dict[str, Any]] = {}
    seeds = range(FIRST_FIT, FIRST_FIT + args.games)
    everything = []
    for book in args.rules or BOOKS:
        found = tables(book, seeds)
        everything += found[:: len(args.rules or BOOKS)]
        how = f"{args.games} games of scripted players, seeds from {seeds[0]}"
        values[book] = told(climb(found, args.rounds), how)
        print(book, file=sys.stderr)
    if not args.rules:
        values[ANY] = told(climb(everything, args.rounds), "a fifth of the moments of all the others")
    print(table(["feature", *values], [[name, *(f"{values[book]['numbers'].get(name, 0):.2f}" for book in values)]
                                       for name in NAMES]))  # fmt: skip
    if args.write:
        kept = json.loads(VALUES.read_text(encoding="utf-8")) | values
        VALUES.write_text(json.dumps(dict(sorted(kept.items())), indent=4) + "\n", encoding="utf-8")


def told(found: np.ndarray, how: str) -> dict[str, Any]:
    """The numbers by name."""
    kept = {name: round(float(number), 2) for name, number in zip(NAMES, found, strict=True) if abs(number) >= LEAST}
    return {"fitted": how, "numbers": kept}


# -- the judgement -----------------------------------------------------------------------------------------


class Score:
    """How good stated chances were: bits lost on roles and on sides, squares of the chance of evil, the first guess."""

    def __init__(self) -> None:
        self.seats = self.guesses = 0
        self.bits = self.side_bits = self.brier = self.right = 0.0

    def add(self, book: Primer, chances: Chances, roles: dict[int, str], guess: list[int]) -> None:
        """What was stated of each of these seats."""
        evil = {
            seat: sum(chance for role, chance in of.items() if book.cards[role].side == EVIL)
            for seat, of in chances.items()
        }
        for seat, of in chances.items():
            is_evil = book.cards[roles[seat]].side == EVIL
            self.seats += 1
            self.bits -= log2(max(of.get(roles[seat], 0.0), LOST))
            self.side_bits -= log2(max(evil[seat] if is_evil else 1 - evil[seat], LOST))
            self.brier += (evil[seat] - is_evil) ** 2
        if guess:
            best = max(guess, key=lambda seat: evil[seat])
            tied = [seat for seat in guess if evil[seat] == evil[best]]
            self.guesses += 1
            self.right += sum(book.cards[roles[seat]].side == EVIL for seat in tied) / len(tied)

    def cells(self) -> list[str]:
        """Means."""
        seats, guesses = max(self.seats, 1), max(self.guesses, 1)
        means = (self.bits / seats, self.side_bits / seats, self.brier / seats)
        return [*(f"{mean:.3f}" for mean in means), f"{self.right / guesses:.1%}"]


def judge(args: argparse.Namespace) -> None:
    """At one moment of each game, in the view of one good player: the prior, the rules alone, the reading on top."""
    cells = []
    for book in args.rules or BOOKS:
        layers = {layer: Score() for layer in args.layers.split(",")}
        asked = unknown = 0
        for seed in range(FIRST_JUDGED, FIRST_JUDGED + args.games):
            found = moment_of(played(book, seed, args.seats), seed)
            if found is None:
                continue
            shown, roles = found
            known = {layer: chances(shown, layer, args) for layer in layers}
            asked += 1
            if any(each is None for each in known.values()):
                unknown += 1
                continue
            unsure = [seat for seat in roles if seat != shown.seat and prior(shown)[seat].get(roles[seat]) != 1.0]
            living = [seat for seat in unsure if seat in view(shown.facts, shown.seat).living]
            for layer, score in layers.items():
                of = known[layer] or {}
                score.add(primer(book), {seat: of[seat] for seat in unsure}, roles, living)
        cells += [[book, layer, *score.cells(), f"{asked - unknown} of {asked}"] for layer, score in layers.items()]
    head = ["ruleset", "layer", "bits a role", "bits a side", "Brier of evil", "first guess evil", "known"]
    print(f"{args.games} games of scripted players, seeds from {FIRST_JUDGED}, one moment and one good viewer each.\n")
    print(table(head, cells))


def moment_of(game: Game, seed: int) -> tuple[Sight, dict[int, str]] | None:
    """What one good player had been shown before one of the votes, and the roles that were dealt."""
    book = primer(game.plan.rules.id)
    ballots = frozenset(verb for verb, act in book.acts.items() if BALLOT in act.kinds)
    places = [place for place, fact in enumerate(game.facts) if isinstance(fact, Voted) and fact.verb in ballots]
    if not places:
        return None
    facts = game.facts[: pick(seed, "moment", 0, places)]
    roles = dict(enumerate(game.setup.roles, 1))
    good = [seat for seat in view(facts, 0).living if book.cards[roles[seat]].side == GOOD]
    return sight(view(facts, pick(seed, "viewer", 0, good))), roles


def chances(shown: Sight, layer: str, args: argparse.Namespace) -> Chances | None:
    """The chance of each role in each seat; None: not known."""
    if layer == "prior":
        return prior(shown)
    if layer == "cards and claims":
        return dict(enumerate(on_cards(shown, claims(shown), args.swaps).roles, 1))
    budget = Budget(args.steps, args.samples)
    found = posterior(shown, budget=budget, reading=claims(shown) if layer == "claims" else None, target=args.target)
    return dict(enumerate(found.roles, 1)) if found.known else None


def prior(shown: Sight) -> Chances:
    """What the cards that were shown leave over, alike for all others."""
    began, seen = shown.facts[0], view(shown.facts, shown.seat)
    assert isinstance(began, Began)
    left = Counter(dict(began.deck))
    known = {seat: role for seat, role in (seen.dead | seen.known | {shown.seat: seen.role}).items() if left[role] > 0}
    left.subtract(known.values())
    total = max(sum(count for count in left.values() if count > 0), 1)
    open_ = {role: count / total for role, count in left.items() if count > 0}
    return {seat: {known[seat]: 1.0} if seat in known else open_ for seat in range(1, len(began.names) + 1)}


def main() -> None:
    """Fit, or judge."""
    parser = argparse.ArgumentParser(description="fit the reading `claims`, or judge it")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--games", type=int, default=400, help="of each ruleset (400)")
    parser.add_argument("--rules", choices=BOOKS, action="append", help="only this ruleset; may be repeated")
    parser.add_argument("--write", action="store_true", help=f"write {VALUES.name}")
    parser.add_argument("--rounds", type=int, default=150, help="of the fit (150)")
    parser.add_argument("--steps", type=int, default=300_000, help="budget of a posterior: steps of worlds (300000)")
    parser.add_argument("--target", choices=("auto", "plain"), default="auto", help="plain: nothing is compiled")
    parser.add_argument("--samples", type=int, default=1_000, help="budget of a posterior: samples of a run (1000)")
    parser.add_argument("--seats", type=int, default=10, help="of the judged tables (10); 0: of several sizes")
    parser.add_argument("--swaps", type=int, default=2400, help="of a walk, where nights are left out (2400)")
    parser.add_argument("--layers", default="prior,rules,cards and claims,claims")
    args = parser.parse_args()
    if args.fit:
        fit(args)
    if args.judge:
        judge(args)


if __name__ == "__main__":
    main()
