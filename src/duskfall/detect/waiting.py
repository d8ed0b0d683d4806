"""How much is counted for somebody who waits for it: less where nothing is compiled, as in a page on a phone."""

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
COUNTING = RLock()  # one question at a time, whoever asks on a server
CURVE = 10  # times as much for all points of a curve together


@dataclass(frozen=True, slots=True)
class Means:
    """What one question may take, and where it is counted."""

    budget: Budget
    target: str
    coming: bool = False  # better ones: what cannot be counted now can be soon

    def __call__(self, sight: Sight, reading: Reading | None = None) -> Posterior:
        """Return what can be known with them, from the rules alone or with a reading of behavior on top."""
        return posterior(sight, budget=self.budget, reading=reading, target=self.target)


def means(sight: Sight) -> Means:
    """What there is for questions at this table. What would be compiled for it is, beside the game, from now on.

    While that lasts, only what can be counted is told: a sample now would not be the answer of a minute later.
    """
    match _state(sight):
        case ahead.State.READY:
            return Means(COMPILED, "auto")
        case ahead.State.COMING:
            return Means(replace(PLAIN, samples=0), "plain", coming=True)
        case ahead.State.NEVER:
            return Means(PLAIN, "plain")


def get_ready(sight: Sight) -> None:
    """Somebody may ask at this table: what would be compiled for it is, beside the game."""
    if ahead.can_compile():
        _state(sight)


def _state(sight: Sight) -> ahead.State:
    """Of a table as all were told of it: nothing that was dealt or chosen plays a part."""
    return ahead.AHEAD.want(program_of(table_of(sight)), forms())


class Purse:
    """The posterior for one point of a curve after another: what they take together is bounded, too."""

    def __init__(self, means: Means) -> None:
        self.means = means
        self.left = CURVE * means.budget.steps

    def __call__(self, sight: Sight) -> Posterior:
        """What can be known at the next point."""
        with COUNTING:
            found = replace(self.means, budget=self._share())(sight)
        self.left = max(0, self.left - found.steps)
        return found

    def _share(self) -> Budget:
        """What the next point may take."""
        each = self.means.budget
        return Budget(min(each.steps, self.left), each.samples if self.left else 0)


def at_once() -> Means:
    """What there is for somebody who would rather wait for the compiler."""
    return Means(COMPILED, "auto") if ahead.can_compile() else Means(PLAIN, "plain")
