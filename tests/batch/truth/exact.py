"""Chances worked out exactly, by counting and by recursion, without any of the engine's code."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod

Chance = Callable[[int], Fraction]  # that someone leaves, by the number of voters


def always(voters: int) -> Fraction:
    """Someone leaves every day."""
    return Fraction(1)


def parity(seats: int, mafia: int) -> bool:
    """The Mafia are as many as the rest."""
    return 2 * mafia >= seats


def alone(seats: int, mafia: int) -> bool:
    """Nobody else is left."""
    return mafia == seats


def mafia_wins(
    seats: int, mafia: int, *, day: bool, leaves: Chance = always, won: Callable[[int, int], bool] = parity
) -> Fraction:
    """How often the Mafia wins if it starts by day or by night, and whoever the day sends away is any of the living."""

    def over(n: int, m: int) -> bool:
        return m == 0 or won(n, m)

    @cache
    def by_day(n: int, m: int) -> Fraction:
        if over(n, m):
            return Fraction(m > 0)
        out = Fraction(m, n) * by_night(n - 1, m - 1) + Fraction(n - m, n) * by_night(n - 1, m)
        return leaves(n) * out + (1 - leaves(n)) * by_night(n, m)

    def by_night(n: int, m: int) -> Fraction:
        return Fraction(m > 0) if over(n, m) else by_day(n - 1, m)

    return by_day(seats, mafia) if day else by_night(seats, mafia)


def until_extinct(seats: int, mafia: int) -> Fraction:
    """Migdał's formula: the Mafia wins when all others are gone; by day first, any of the living leaves every day."""
    terms = (
        (-1) ** k * comb(mafia, k) * prod(Fraction(seats - 2 * j - k, seats - 2 * j) for j in range(seats // 2))
        for k in range(mafia + 1)
    )
    return 1 - sum(terms, Fraction(0))


@cache
def leaves_with_skip(voters: int) -> Fraction:
    """Each names a living player, oneself too, or `skip`; who has the most votes leaves, and nobody if tied."""
    ahead = 0
    for votes in range(1, voters + 1):  # for the one who leaves; all the others, and skip, have fewer
        ahead += comb(voters, votes) * _spread(voters - votes, voters, votes - 1)
    return Fraction(voters * ahead, (voters + 1) ** voters)


@cache
def _spread(ballots: int, options: int, most: int) -> int:
    """In how many ways ballots fall on so many options, none of which gets more than `most`."""
    if options == 0:
        return int(ballots == 0)
    return sum(comb(ballots, k) * _spread(ballots - k, options - 1, most) for k in range(min(most, ballots) + 1))


@cache
def leaves_among_others(voters: int, *, majority: bool = False) -> Fraction:
    """Each names another living player; who has the most votes leaves, or more than half: all ballots are counted."""
    others = [[one for one in range(voters) if one != me] for me in range(voters)]
    gone = 0
    for ballots in product(*others):
        counts = sorted(map(ballots.count, range(voters)), reverse=True)
        gone += counts[0] > counts[1] and (not majority or 2 * counts[0] > voters)
    return Fraction(gone, (voters - 1) ** voters)
