"""The story of a finished game: its turning points, and the lie that lived longest.

How far a phase moved the chances is counted by playing on at random. Such chances mislead whoever reads them: a table
that talks plays otherwise than dice. So they are told moved to how often each side wins among scripted players at such
a table: the odds of each side by one factor throughout, so that the ranking stays as it was counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, floor, log, sqrt
from types import MappingProxyType

from duskfall.core.play.game import Game
from duskfall.study.company import Company
from duskfall.study.phases import the_deal
from duskfall.study.scripted_play import win_rates
from duskfall.table.odds import Odds, Winners, chances, odds
from duskfall.table.scripted_rates import scripted_rates
from duskfall.tell.facts.happened import Tale, Worth, happened
from duskfall.tell.facts.longest_lie import longest_lie_told
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say, word

POINTS = 3
CLEARLY = 1.25  # so many times as much
SURE = 0.98  # beyond it, nothing is surer
NEARLY_ALWAYS = 0.9  # of the games of scripted players
THE_END = later("The end")
HOW_MOVED = later(
    "Chances: they begin at how often each side wins games of the scripted bots with this deck. "
    "How far each phase moved them is estimated by playing on at random."
)
HOW_COUNTED = later(
    "Chances: how often each side wins if from there on all choices, and who is voted out, are drawn at random. "
    "Tables that talk play otherwise."
)
MOST_MOVED = 64.0  # a factor of odds goes no further: what a few futures never saw is not known so well

Chances = dict[str, float]


@dataclass(frozen=True, slots=True)
class Story:
    """What to tell when a game is over; the chances are those of each side and of a draw, phase by phase."""

    turning_points: tuple[str, ...]
    lie: str
    chances: tuple[tuple[str, Chances], ...]
    counted: str = ""  # what the chances are, in a sentence


def story(game: Game, found: Odds | None = None) -> Story:
    """The story of a finished game; the same game gives the same story. `found`: its odds, where they are known."""
    if not game.over:
        raise ValueError("the game is not over: its story is told at the end")
    found = found or odds(game)
    labels = (*(at.label for at in found.positions), say(THE_END))
    factors = to_scripted_play(game, found)
    return Story(
        tuple(_turning_points(game, found, factors)),
        longest_lie_told(game.facts, game.plan.rules),
        tuple(
            (label, moved(chances(game, winners), factors))
            for label, winners in zip(labels, found.winners, strict=True)
        ),
        say(HOW_MOVED if factors else HOW_COUNTED),
    )


def to_scripted_play(game: Game, found: Odds) -> Chances:
    """Return by what to multiply the odds of each side, so that at the deal they are those of scripted players.

    Empty where no such rates are known for this deck: then the chances stay those of random play.
    """
    start, rates = found.winners[0], scripted_rates(game)
    decided = len({*start}) == 1  # by the deck, if scripted players fare alike
    if not rates and not decided:
        rates = win_rates(game.plan.rules, game.state.dealt[1:])
    if not rates or (decided and rates.get(start[0], 0.0) > NEARLY_ALWAYS):
        return {}
    games = len(start)
    raw = {side: rates[side] / ((start.count(side) + 0.5) / (games + 0.5 * len(rates))) for side in rates}
    middle = exp(sum(map(log, raw.values())) / len(raw))
    return {side: min(max(each / middle, 1 / MOST_MOVED), MOST_MOVED) for side, each in raw.items()}


def moved(found: Chances, factors: Chances) -> Chances:
    """Return chances with the odds of each side moved by its factor; what never came, as a draw, is not moved."""
    weights = {side: chance * factors.get(side, 1.0) for side, chance in found.items()}
    total = sum(weights.values())
    return {side: weight / total for side, weight in weights.items()} if total else found


def _turning_points(game: Game, found: Odds, factors: Chances) -> Iterator[str]:
    """The phases that moved the chances most, in their order."""
    phases = list(_phases(game, found, factors))
    told = [phase for phase in phases if phase.tale.worth is not Worth.NOTHING] or phases[-1:]
    best = sorted(told, key=TurningPoint.rank)[:POINTS]
    return (phase.told() for phase in phases if phase in best)


def _phases(game: Game, found: Odds, factors: Chances) -> Iterator[TurningPoint]:
    """Each phase with what happened in it and what that moved."""
    assert game.over is not None
    company = Company(game.plan.rules)
    for fact in the_deal(game.facts):
        company.take(fact)
    over = [*(bool(at.game.over) for at in found.positions[1:]), True]
    for at, (before, after), decided in zip(found.positions, pairwise(found.winners), over, strict=True):
        swing = ChanceSwing.greatest(before, after, game.over.winner, factors)
        yield TurningPoint(at.label, happened(at.facts, company, game.plan), swing, decided)


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """What happened from one position to the next, what it moved, and whether it decided the game."""

    label: str
    tale: Tale
    swing: ChanceSwing
    decided: bool

    def rank(self) -> tuple[bool, int, float]:
        """What moved the chances for certain comes first, the more the sooner; then what is most worth telling."""
        clear = self.swing.clear
        return not clear, 0 if clear else self.tale.worth, -self.swing.size

    def told(self) -> str:
        """The phase in a sentence."""
        moved = self.swing.told(self.decided)
        return safe(say("{when}: {what} ({moved}).", when=self.label, what=self.tale.text, moved=moved))


@dataclass(frozen=True, slots=True)
class ChanceSwing:
    """How far the chance of a side moved in a phase."""

    side: str
    before: float
    after: float
    games: int
    noise: float  # what may be mere luck of the draw
    odds: tuple[float, float] = (1.0, 1.0)  # what the odds are multiplied by when they are told, before and after

    @classmethod
    def greatest(
        cls, before: Winners, after: Winners, winner: str, factors: Mapping[str, float] = MappingProxyType({})
    ) -> ChanceSwing:
        """The winner's, unless another's moved clearly more."""
        sides = sorted({*before, *after})
        own = cls.of(winner, before, after, factors)
        most = max((cls.of(side, before, after, factors) for side in sides), key=lambda swing: swing.size)
        return most if most.size > CLEARLY * own.size else own

    @classmethod
    def of(
        cls, side: str, before: Winners, after: Winners, factors: Mapping[str, float] = MappingProxyType({})
    ) -> ChanceSwing:
        """Counted over the same futures before and after: luck is only in those that came out otherwise."""
        games = len(before)
        was, now = before.count(side) / games, after.count(side) / games
        changed = sum((one == side) != (other == side) for one, other in zip(before, after, strict=True)) / games
        spread = changed - (now - was) ** 2 + 1 / games  # what was never seen may yet happen
        odds = (_factor(side, before, factors), _factor(side, after, factors))
        return cls(side, was, now, games, 2 * sqrt(spread / games), odds)

    @property
    def size(self) -> float:
        """In log-odds, up or down alike: from 90 to 95 is twice as far as from 50 to 55."""
        return abs(_log_odds(self.after) - _log_odds(self.before))

    @property
    def clear(self) -> bool:
        """Whether it is more than luck: two standard errors."""
        return abs(self.after - self.before) >= self.noise

    def told(self, decided: bool) -> str:
        """As in: town 34 % → 52 %."""
        side = word(self.side, "side")
        if self.clear or decided:
            before, after = self._percent(self.before, self.odds[0]), self._percent(self.after, self.odds[1])
            after = f"{100 * self.after:.0f} %" if decided else after
            return say("{side} {before} → {after}", side=side, before=before, after=after)
        now = (self.before + self.after) / 2
        still = "{side} still about {chance}" if self._counts(now) else "{side} still {chance}"
        return say(still, side=side, chance=self._percent(now, sqrt(self.odds[0] * self.odds[1])))

    def _counts(self, chance: float) -> bool:
        """Whether a chance was counted, and is not beyond what can be."""
        return self._edge / 2 <= chance <= 1 - self._edge / 2

    def _percent(self, chance: float, factor: float) -> str:
        """Format a chance, its odds multiplied by a factor, in words that promise no more than was counted."""
        under, over = _times(self._edge, factor), _times(1 - self._edge, factor)
        percent = f"{100 * _times(chance, factor):.0f}"
        if self._counts(chance) and percent not in ("0", "100"):
            return f"{percent} %"
        if chance < 0.5:
            return say("under {percent} %", percent=max(1, ceil(100 * under - 0.5)))
        return say("over {percent} %", percent=min(99, floor(100 * over + 0.5)))

    @property
    def _edge(self) -> float:
        """The least chance that such a count can tell of."""
        return max(0.01, 1 / self.games)


def _times(chance: float, factor: float) -> float:
    """Return the chance with its odds multiplied by a factor."""
    return chance * factor / (chance * factor + 1 - chance)


def _factor(side: str, winners: Winners, factors: Mapping[str, float]) -> float:
    """Return by what the odds of a side against all others here are multiplied, as those have factors of their own."""
    if side not in factors:
        return 1.0
    others = [factors.get(winner, 1.0) for winner in winners if winner != side]
    others = others or [factor for other, factor in factors.items() if other != side]
    return factors[side] * len(others) / sum(others) if others else 1.0


def _log_odds(chance: float) -> float:
    """Near certainty the count of games says little, so that it ends there."""
    sure = min(max(chance, 1 - SURE), SURE)
    return log(sure / (1 - sure))
