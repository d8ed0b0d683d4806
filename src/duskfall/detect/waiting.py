"""How much is counted for somebody who waits for it: less where nothing is compiled, as in a page on a phone."""

from __future__ import annotations

from threading import RLock

from duskfall.detect.posterior import Budget, Posterior, compiled, posterior
from duskfall.detect.sight import Sight

COMPILED = Budget(steps=1_000_000)
PLAIN = Budget(steps=50_000, samples=400)
COUNTING = RLock()  # one question at a time, whoever asks on a server
CURVE = 10  # times as much for all points of a curve together


def budget() -> Budget:
    """How much may be counted here for one question; what is beyond it is sampled, or not known."""
    return COMPILED if compiled() else PLAIN


class Purse:
    """The posterior for one point of a curve after another: what they take together is bounded, too."""

    def __init__(self) -> None:
        self.each = budget()
        self.left = CURVE * self.each.steps

    def __call__(self, sight: Sight) -> Posterior:
        """What can be known at the next point."""
        with COUNTING:
            found = posterior(sight, budget=self._share())
        self.left = max(0, self.left - found.steps)
        return found

    def _share(self) -> Budget:
        """What the next point may take."""
        return Budget(min(self.each.steps, self.left), self.each.samples if self.left else 0)
