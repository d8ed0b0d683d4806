"""95 % intervals of a ratio whose events come in blocks: the games of a block share a deal, so a block is one draw.

The variance is the linearized one of a ratio of sums over blocks (Cochran, Sampling Techniques, chapter 6 and 9A). A
share gets Wilson's interval at the number of independent events that has this variance, so that it stays within 0 and
1; this number is at most the number of events (Korn and Graubard 1998; the standards of the NCHS for proportions). The
quantile is Student's, with one degree of freedom less than blocks. There is no interval with fewer blocks than
`FEWEST`, nor for an amount that was the same in all blocks: neither shows how far other deals would have moved it.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

EXACT = {
    1: 12.7062,
    2: 4.3027,
    3: 3.1824,
    4: 2.7764,
    5: 2.5706,
    6: 2.4469,
    7: 2.3646,
}  # where the series below is too imprecise
Z = 1.959964
FEWEST = 3  # blocks needed for an interval
ROUNDING = 1e-12  # relative rounding error of a sum of squares


class Sums(NamedTuple):
    """Sums over blocks: of a ratio's numerator x, of its denominator n, and of their products."""

    blocks: int
    x: float
    n: float
    xx: float
    xn: float
    nn: float


def estimate(sums: Sums, share: bool) -> tuple[float, float | None, float | None]:
    """Return the ratio and its interval, which is None, None if the blocks can't tell how certain the ratio is."""
    value = sums.x / sums.n
    if sums.blocks < FEWEST:
        return value, None, None
    spread = max(0.0, sums.xx - 2 * value * sums.xn + value * value * sums.nn)
    variance = spread / sums.n**2 * sums.blocks / (sums.blocks - 1)
    quantile = student(sums.blocks - 1)
    if share:
        return value, *_wilson(value, variance, sums, quantile)
    if spread <= ROUNDING * sums.xx:
        return value, None, None
    half = quantile * sqrt(variance)
    return value, value - half, value + half


def _wilson(value: float, variance: float, sums: Sums, quantile: float) -> tuple[float, float]:
    """Return Wilson's interval, at an effective number of events.

    That is at most the number of events, and exactly that number if all blocks agree.
    """
    certain = value * (1 - value)
    worth = certain / variance if variance * sums.n > certain else sums.n
    middle = value + quantile**2 / (2 * worth)
    half = quantile * sqrt(max(0.0, certain / worth) + (quantile / (2 * worth)) ** 2)
    scale = 1 + quantile**2 / worth
    low, high = (middle - half) / scale, (middle + half) / scale
    return (low if value > 0 else 0.0), (high if value < 1 else 1.0)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's distribution (Abramowitz and Stegun 26.7.5)."""
    if freedom in EXACT:
        return EXACT[freedom]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3
