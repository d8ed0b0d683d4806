"""How much is counted for somebody who waits for it: less where nothing is compiled, as in a page on a phone."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec

from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight

COMPILED = Budget(steps=1_000_000)
PLAIN = Budget(steps=20_000, samples=200)
CURVE = 4  # times as much for all points of a curve together


def budget() -> Budget:
    """How much may be counted here for one question; what is beyond it is sampled, or not known."""
    return COMPILED if compiled() else PLAIN


@cache
def compiled() -> bool:
    """Whether worlds are stepped by compiled code here."""
    return sys.platform != "emscripten" and all(find_spec(name) for name in ("numba", "numpy"))


class Purse:
    """The posterior for one point of a curve after another: what they take together is bounded, too."""

    def __init__(self) -> None:
        self.each = budget()
        self.left = CURVE * self.each.steps

    def __call__(self, sight: Sight) -> Posterior:
        """What can be known at the next point."""
        found = posterior(sight, budget=Budget(min(self.each.steps, self.left), self.each.samples))
        self.left = max(1, self.left - found.steps)
        return found
