"""Whether the chances that the detective states are calibrated: over games of `random` players they must be.

    python bench/calibration.py --games 1000          # of each ruleset, tables of seven

In every game a viewer, a moment and another seat are drawn beforehand; games that are over before it are left out. (At
the `end` of a game nothing can be calibrated: that it is the end is known to whoever drew it, not to the viewer.) The
chance of each role in that seat is one forecast: of one seat alone, since those of all seats together are right by
themselves (one in four of four is the Cop). A table per ruleset has forecasts by tenths: how many, what was stated on
average, how often it was so, and how many standard errors that is off; forecasts of 0 and 1 must never fail. The log
score is the mean logarithm, in bits, of the chance that was given to the true role; beside it stands that of the prior,
which knows the deck and its own card.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log2, sqrt
from random import Random

from duskfall.core.play.game import Game
from duskfall.core.view import visible
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import NOTHING

BINS = 10
MOMENTS = ("day 1", "night 1", "day 2", "night 2", "day 3", "night 3")


@dataclass(slots=True)
class Bin:
    """Forecasts that are about alike."""

    count: int = 0
    stated: float = 0.0
    came: int = 0
    variance: float = 0.0

    def add(self, chance: float, came: bool) -> None:
        """One forecast, and whether it came so."""
        self.count += 1
        self.stated += chance
        self.came += came
        self.variance += chance * (1 - chance)

    @property
    def off(self) -> float:
        """How many standard errors what came is away from what was stated."""
        return abs(self.came - self.stated) / sqrt(self.variance) if self.variance else 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """What a viewer of a game was shown at a moment, which seat it is asked for, and what is true."""

    sight: Sight
    seat: int
    dealt: tuple[str, ...]
    now: tuple[str, ...]  # the roles held at that moment


@dataclass(slots=True)
class Scores:
    """All forecasts of many questions."""

    questions: int = 0
    unknown: int = 0
    sampled: int = 0
    bins: list[Bin] = field(default_factory=lambda: [Bin() for _ in range(BINS)])
    never: Bin = field(default_factory=Bin)  # stated as 0
    certain: Bin = field(default_factory=Bin)  # stated as 1
    bits: float = 0.0
    prior_bits: float = 0.0

    def take(self, found: Posterior, asked: Question) -> None:
        """The forecasts for one seat, and what was true."""
        if not found.known:
            self.unknown += 1
            return
        self.questions += 1
        self.sampled += not found.exact
        chances, true = found.roles[asked.seat - 1], asked.now[asked.seat - 1]
        deck = Counter(asked.dealt)
        if viewer := asked.sight.seat:
            deck[asked.dealt[viewer - 1]] -= 1
        for role in {*deck, *chances, true}:
            self._bin(chance := chances.get(role, 0.0)).add(chance, role == true)
        self.bits += log2(max(chances.get(true, 0.0), 1e-12))
        self.prior_bits += log2(deck[asked.dealt[asked.seat - 1]] / deck.total())

    def _bin(self, chance: float) -> Bin:
        if chance < 1e-9:
            return self.never
        return self.certain if chance > 1 - 1e-9 else self.bins[int(chance * BINS)]

    @property
    def worst(self) -> float:
        """The bin that is furthest off, in standard errors; infinite where what was certain did not come."""
        wrong = self.never.came or self.certain.came < self.certain.count
        return float("inf") if wrong else max(each.off for each in self.bins)


def question(rules: str, seats: int, seed: int) -> Question | None:
    """The question of a seed; None: the game was over before its moment."""
    luck = Random(f"calibration {rules} {seats} {seed}")
    moment, viewer = luck.choice(MOMENTS), luck.randint(0, seats)
    seat = luck.choice([other for other in range(1, seats + 1) if other != viewer])
    game = Game.start(ruleset(rules), seats, seed=luck.getrandbits(40), talk=False)
    players = [RandomPlayer(luck.getrandbits(40)) for _ in range(seats + 1)]
    while asks := game.asks:
        state = game.state
        if moment == f"{state.phase} {state.night if state.phase == 'night' else state.day}":
            shown = tuple(fact for fact in game.facts if visible(fact, viewer))
            return Question(Sight(game.plan.rules, viewer, shown), seat, state.dealt[1:], tuple(state.roles[1:]))
        for ask in asks:
            game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, NOTHING))
    return None


def calibrated(rules: str, seats: int, games: int, first: int, budget: Budget | None, target: str = "auto") -> Scores:
    """So many questions, each of another game."""
    scores, seed = Scores(), first
    while scores.questions + scores.unknown < games:
        if asked := question(rules, seats, seed):
            scores.take(posterior(asked.sight, budget=budget, target=target), asked)
        seed += 1
    return scores


def lines(rules: str, scores: Scores) -> Iterator[str]:
    """The table of a ruleset."""
    yield f"\n{rules}: {scores.questions} questions ({scores.sampled} sampled), {scores.unknown} not known"
    mine, prior = scores.bits / scores.questions, scores.prior_bits / scores.questions
    yield f"log score {mine:.3f} bits, the prior's {prior:.3f}; the worst bin {scores.worst:.1f} errors off\n"
    yield "| stated | forecasts | on average | came | errors off |"
    yield "| ------ | --------: | ---------: | ---: | ---------: |"
    named = [("0", scores.never)]
    named += [(f"{at / BINS:.1f} to {(at + 1) / BINS:.1f}", each) for at, each in enumerate(scores.bins)]
    for name, each in [*named, ("1", scores.certain)]:
        if each.count:
            stated, came = each.stated / each.count, each.came / each.count
            yield f"| {name} | {each.count:,} | {stated:.4f} | {came:.4f} | {each.off:.1f} |"


def main() -> int:
    """Print a table for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rules", choices=BOOKS)
    parser.add_argument("--target", choices=("auto", "plain"), default="auto", help="plain: nothing is compiled")
    wish = parser.parse_args()
    for rules in [wish.rules] if wish.rules else BOOKS:
        for line in lines(rules, calibrated(rules, wish.seats, wish.games, wish.seed, None, wish.target)):
            print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
