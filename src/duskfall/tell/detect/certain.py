"""What is certain and why, for somebody who waits: a long search for the fewest facts is left to `duskfall detect`."""

from __future__ import annotations

from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.detect.waiting import Means
from duskfall.detect.why import reasons
from duskfall.tell.detect.why import lines

SHARE = 4  # what a question may take is this many times as much


def certain(sight: Sight, found: Posterior, means: Means) -> list[str]:
    """A line each."""
    return lines(sight, found, reasons(sight, found, steps=means.budget.steps // SHARE, target=means.target))
