"""The change of a number between two runs, and its uncertainty.

A measure is a ratio of sums over deals. Each deal pulls it by (x − value · n) / N; a deal that both runs played pulls
both ways, so that its luck cancels out. The interval is Student's on the sum of the squared pulls (a paired, linearized
variance); a deal of only one run counts for that run alone.

There is no interval with fewer deals than `FEWEST`, nor for a change that was the same in all deals: neither shows how
far other deals would have moved it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erf, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.arena.measures.interval import FEWEST, ROUNDING, Z, student
from duskfall.arena.measures.measure import Deals
from duskfall.arena.rating.rate import Rating
from duskfall.arena.report.compare.data import Difference

LEVEL: Final = 0.05


def of_measure(before: Deals, after: Deals, share: bool) -> Difference:
    """Return the change of a measure, paired by deal where both runs played it; a share's interval stays within ±1."""
    one, other = (sum(each.x) / sum(each.n) for each in (before, after))
    pulls = [_pulls(before, one), _pulls(after, other)]
    fewest = min(map(len, pulls))
    unknown = Difference(one, other, other - one, None, None, None)
    if fewest < FEWEST:
        return unknown
    seeds = np.union1d(before.seeds, after.seeds)
    apart = np.zeros((2, len(seeds)))
    for row, deals, each in zip(apart, (before, after), pulls, strict=True):
        row[np.searchsorted(seeds, deals.seeds)] = sqrt(len(each) / (len(each) - 1)) * each
    variance = ((apart[1] - apart[0]) ** 2).sum()
    if variance <= ROUNDING * (apart**2).sum():  # the change was the same in all deals
        return unknown
    found = _difference(one, other, sqrt(variance), student(fewest - 1))
    if share and found.low is not None and found.high is not None:
        return found._replace(low=max(-1.0, found.low), high=min(1.0, found.high))
    return found


def _pulls(deals: Deals, value: float) -> NDArray[np.float64]:
    """Return by how much each deal moves the value."""
    x, n = np.array(deals.x), np.array(deals.n)
    return np.asarray((x - value * n) / n.sum())


def of_rating(before: Rating, after: Rating) -> Difference:
    """Return the change of a rating, with the runs taken as independent: a cautious interval if they share deals."""
    errors = ((each.high - each.low) / (2 * Z) for each in (before, after))
    return _difference(before.rating, after.rating, sqrt(sum(error**2 for error in errors)), Z)


def _difference(one: float, other: float, error: float, quantile: float) -> Difference:
    change, half = other - one, quantile * error
    more = 0.5 * (1 + erf(Z * change / half / sqrt(2))) if half else 0.5 if not change else float(change > 0)
    return Difference(one, other, change, change - half, change + half, more)


def clear(chances: Sequence[float | None], level: float = LEVEL) -> list[bool]:
    """Return which of the changes are reported as clear: on average, at most `level` of these are luck.

    This is the procedure of Benjamini and Hochberg (1995).
    """
    luck = [None if chance is None else 2 * min(chance, 1 - chance) for chance in chances]
    tried = sorted(each for each in luck if each is not None)
    bound = max((each for place, each in enumerate(tried, 1) if each * len(tried) <= level * place), default=-1.0)
    return [each is not None and each <= bound for each in luck]
