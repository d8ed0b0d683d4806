"""Elo's scale: 1500 points are the mean of a league, and 400 points more mean ten times the odds."""

from math import log
from typing import Final

MEAN: Final = 1500.0
POINTS: Final = 400 / log(10)  # points per logit
