"""Inference for a waiting player: smaller budgets where nothing is compiled, as in a page on a phone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import RLock

from duskfall.batch.compiled import ahead
from duskfall.detect.count import program_of
from duskfall.detect.evidence import table_of
from duskfall.detect.factors import Reading
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.sight import Sight
from duskfall.detect.worlds.source import forms

COMPILED = Budget(steps=1_000_000)
PLAIN = Budget(steps=50_000, samples=400)
COUNTING = RLock()  # lock: a server answers one question at a time
CURVE = 10  # the budget for a whole curve, in budgets of one question


@dataclass(frozen=True, slots=True)
class Means:
    """The means to answer one question: its budget, and the target to count on."""

    budget: Budget
    target: str
    coming: bool = False  # whether better means are being compiled: what can't be counted now can be soon

    def __call__(self, sight: Sight, reading: Reading | None = None) -> Posterior:
        """Return the posterior with this budget, from the rules alone or with a reading of behavior on top."""
        return posterior(sight, budget=self.budget, reading=reading, target=self.target)


def means(sight: Sight) -> Means:
    """Return the means for questions about this table, and start compiling its program in the background.

    While it's compiled, only exact counts are shown: a sample now would differ from the answer a minute later.
    """
    match _state(sight):
        case ahead.State.READY:
            return Means(COMPILED, "auto")
        case ahead.State.COMING:
            return Means(replace(PLAIN, samples=0), "plain", coming=True)
        case ahead.State.NEVER:
            return Means(PLAIN, "plain")


def get_ready(sight: Sight) -> None:
    """Start compiling a table's program in the background, because a player may ask about the table."""
    if ahead.can_compile():
        _state(sight)


def _state(sight: Sight) -> ahead.State:
    """Return the state of the program's compilation, after requesting it.

    It depends on what everyone was told of the table, never on what was dealt or chosen.
    """
    return ahead.AHEAD.want(program_of(table_of(sight)), forms())


class Purse:
    """A budget for all points of a curve; it finds the posterior of one point after another."""

    def __init__(self, means: Means) -> None:
        self.means = means
        self.left = CURVE * means.budget.steps

    def __call__(self, sight: Sight) -> Posterior:
        """Return the posterior of the next point."""
        with COUNTING:
            found = replace(self.means, budget=self._share())(sight)
        self.left = max(0, self.left - found.steps)
        return found

    def _share(self) -> Budget:
        """Return the budget of the next point."""
        each = self.means.budget
        return Budget(min(each.steps, self.left), each.samples if self.left else 0)


def at_once() -> Means:
    """Return the means for a user who would rather wait for the compiler."""
    return Means(COMPILED, "auto") if ahead.can_compile() else Means(PLAIN, "plain")
