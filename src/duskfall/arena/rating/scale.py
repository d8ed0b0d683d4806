"""Elo's scale: 1500 points are the mean of a league, and 400 points more are ten times the odds."""

from math import log
from typing import Final

MEAN: Final = 1500.0
POINTS: Final = 400 / log(10)  # of one logit
