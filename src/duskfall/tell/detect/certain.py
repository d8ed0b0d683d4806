"""Certainties with their reasons, computed fast enough for someone who waits.

The long search for the fewest events that prove a certainty is left to `duskfall detect`.
"""

from __future__ import annotations

from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.detect.waiting import Means
from duskfall.detect.why import reasons
from duskfall.tell.detect.why import lines

SHARE = 4  # the budget of a whole question is this many times the budget for its reasons


def certain(sight: Sight, found: Posterior, means: Means) -> list[str]:
    """Return what is certain and why, one line per reason, within a fraction of the budget of `means`."""
    return lines(sight, found, reasons(sight, found, steps=means.budget.steps // SHARE, target=means.target))
