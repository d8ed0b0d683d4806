"""The story of a finished game: its turning points, and the lie that lived longest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, takewhile
from math import sqrt

from duskfall.core.facts import PhaseBegan
from duskfall.core.game import Game
from duskfall.table.odds import Odds, odds
from duskfall.tell.cast import Cast
from duskfall.tell.happened import happened, nothing
from duskfall.tell.lies import longest_lie
from duskfall.tell.text import safe

POINTS = 3
CLEARLY = 1.25  # so many times as much
THE_END = "The end"
HOW_COUNTED = (
    "Chances: how often each side wins if from there on all choices, and who is voted out, are drawn at random."
)

Chances = dict[str, float]


@dataclass(frozen=True, slots=True)
class Story:
    """What to tell when a game is over; the chances are those of each side and of a draw, phase by phase."""

    turning_points: tuple[str, ...]
    lie: str
    chances: tuple[tuple[str, Chances], ...]


def story(game: Game) -> Story:
    """The story of a finished game; the same game gives the same story."""
    if not game.over:
        raise ValueError("the game is not over: its story is told at the end")
    found = odds(game)
    labels = (*(at.label for at in found.positions), THE_END)
    return Story(
        tuple(_turning_points(game, found)),
        longest_lie(game.facts, game.plan.rules),
        tuple(zip(labels, found.chances, strict=True)),
    )


def _turning_points(game: Game, found: Odds) -> Iterator[str]:
    """The phases that moved the chances most, in their order; if none did, the one that decided the game."""
    assert game.over is not None
    swings = [Swing.of(before, after, game.over.winner) for before, after in pairwise(found.chances)]
    decided = [*(bool(at.game.over) for at in found.positions[1:]), True]
    tales = _tales(game, found)
    clear = [at for at, swing in enumerate(swings) if swing.size >= swing.noise(found.games)]
    clear.sort(key=lambda at: (not tales[at], -swings[at].size))  # where nothing happened comes last
    for at in sorted(clear[:POINTS] or [decided.index(True)]):
        position = found.positions[at]
        what = tales[at] or nothing(position.facts)
        yield safe(f"{position.label}: {what} ({swings[at].told(decided[at])}).")


def _tales(game: Game, found: Odds) -> list[str]:
    """What happened from each position on."""
    cast = Cast(game.plan.rules)
    for fact in takewhile(lambda fact: not isinstance(fact, PhaseBegan), game.facts):
        cast.take(fact)
    return [happened(position.facts, cast, game.plan) for position in found.positions]


@dataclass(frozen=True, slots=True)
class Swing:
    """How far the chance of a side moved in a phase."""

    side: str
    before: float
    after: float

    @classmethod
    def of(cls, before: Chances, after: Chances, winner: str) -> Swing:
        """The winner's, unless another's moved clearly more."""
        own = cls(winner, before[winner], after[winner])
        most = max((cls(side, before[side], after[side]) for side in after), key=lambda swing: swing.size)
        return most if most.size > CLEARLY * own.size else own

    @property
    def size(self) -> float:
        """Up or down alike."""
        return abs(self.after - self.before)

    def noise(self, games: int) -> float:
        """What may be mere luck of the draw: two standard errors; what was always or never seen may yet happen."""
        spread = sum(chance * (1 - chance) for chance in (self.before, self.after))
        return 2 * sqrt((spread + 1 / games) / games)

    def told(self, over: bool) -> str:
        """As in: town 34 % → 52 %."""
        return f"{self.side} {_percent(self.before)} → {_percent(self.after, over)}"


def _percent(chance: float, over: bool = False) -> str:
    """A chance in words that promise no more than was counted."""
    if not over and not 0.005 <= chance <= 0.995:
        return "under 1 %" if chance < 0.5 else "over 99 %"
    return f"{100 * chance:.0f} %"
