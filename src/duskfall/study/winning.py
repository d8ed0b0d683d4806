"""Who has won a game, and how sure one can be of a rate of wins."""

from __future__ import annotations

from math import sqrt

from duskfall.core.facts import Ended

Z = 1.959964  # 95 % of a normal distribution lie within so many standard deviations


def wilson(rate: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a rate seen in so many trials (Wilson's)."""
    if not trials:
        return 0.0, 1.0
    share = Z * Z / trials
    middle = rate + share / 2
    reach = Z * sqrt((rate * (1 - rate) + share / 4) / trials)
    low, high = ((middle + sign * reach) / (1 + share) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


def has_won(end: Ended, seat: int, team: str) -> bool:
    """Whether the seat has won, of which this was the team in the end: with its side, or by itself."""
    return team == end.winner or any(seat == other for other, _ in end.cowins)
