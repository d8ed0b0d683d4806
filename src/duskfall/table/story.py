"""The story of a finished game: its turning points, and the lie that lived longest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt

from duskfall.core.play.game import Game
from duskfall.study.company import Company
from duskfall.study.phases import the_deal
from duskfall.table.odds import Odds, Winners, chances, odds
from duskfall.tell.facts.happened import Tale, Worth, happened
from duskfall.tell.facts.longest_lie import longest_lie_told
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say, word

POINTS = 3
CLEARLY = 1.25  # so many times as much
SURE = 0.98  # beyond it, nothing is surer
THE_END = later("The end")

Chances = dict[str, float]


@dataclass(frozen=True, slots=True)
class Story:
    """What to tell when a game is over; the chances are those of each side and of a draw, phase by phase."""

    turning_points: tuple[str, ...]
    lie: str
    chances: tuple[tuple[str, Chances], ...]


def story(game: Game, found: Odds | None = None) -> Story:
    """The story of a finished game; the same game gives the same story. `found`: its odds, where they are known."""
    if not game.over:
        raise ValueError("the game is not over: its story is told at the end")
    found = found or odds(game)
    labels = (*(at.label for at in found.positions), say(THE_END))
    return Story(
        tuple(_turning_points(game, found)),
        longest_lie_told(game.facts, game.plan.rules),
        tuple((label, chances(game, winners)) for label, winners in zip(labels, found.winners, strict=True)),
    )


def _turning_points(game: Game, found: Odds) -> Iterator[str]:
    """The phases that moved the chances most, in their order."""
    phases = list(_phases(game, found))
    told = [phase for phase in phases if phase.tale.worth is not Worth.NOTHING] or phases[-1:]
    best = sorted(told, key=TurningPoint.rank)[:POINTS]
    return (phase.told() for phase in phases if phase in best)


def _phases(game: Game, found: Odds) -> Iterator[TurningPoint]:
    """Each phase with what happened in it and what that moved."""
    assert game.over is not None
    company = Company(game.plan.rules)
    for fact in the_deal(game.facts):
        company.take(fact)
    over = [*(bool(at.game.over) for at in found.positions[1:]), True]
    for at, (before, after), decided in zip(found.positions, pairwise(found.winners), over, strict=True):
        swing = ChanceSwing.greatest(before, after, game.over.winner)
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

    @classmethod
    def greatest(cls, before: Winners, after: Winners, winner: str) -> ChanceSwing:
        """The winner's, unless another's moved clearly more."""
        own = cls.of(winner, before, after)
        most = max((cls.of(side, before, after) for side in sorted({*before, *after})), key=lambda swing: swing.size)
        return most if most.size > CLEARLY * own.size else own

    @classmethod
    def of(cls, side: str, before: Winners, after: Winners) -> ChanceSwing:
        """Counted over the same futures before and after: luck is only in those that came out otherwise."""
        games = len(before)
        was, now = before.count(side) / games, after.count(side) / games
        changed = sum((one == side) != (other == side) for one, other in zip(before, after, strict=True)) / games
        spread = changed - (now - was) ** 2 + 1 / games  # what was never seen may yet happen
        return cls(side, was, now, games, 2 * sqrt(spread / games))

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
            after = f"{100 * self.after:.0f} %" if decided else self._percent(self.after)
            return say("{side} {before} → {after}", side=side, before=self._percent(self.before), after=after)
        now = (self.before + self.after) / 2
        still = "{side} still about {chance}" if self._counts(now) else "{side} still {chance}"
        return say(still, side=side, chance=self._percent(now))

    def _counts(self, chance: float) -> bool:
        """Whether a chance was counted, and is not beyond what can be."""
        return self._edge / 2 <= chance <= 1 - self._edge / 2

    def _percent(self, chance: float) -> str:
        """A chance in words that promise no more than was counted."""
        if self._counts(chance):
            return f"{100 * chance:.0f} %"
        if chance < 0.5:
            return say("under {percent} %", percent=f"{100 * self._edge:.0f}")
        return say("over {percent} %", percent=f"{100 - 100 * self._edge:.0f}")

    @property
    def _edge(self) -> float:
        """The least chance that such a count can tell of."""
        return max(0.01, 1 / self.games)


def _log_odds(chance: float) -> float:
    """Near certainty the count of games says little, so that it ends there."""
    sure = min(max(chance, 1 - SURE), SURE)
    return log(sure / (1 - sure))
