"""Random rulesets: a small book to which random pieces are added one by one; what the compiler refuses is left out."""

from __future__ import annotations

from duskfall.vocabulary import (
    Ruleset,
)
from tests.batch.lockstep.rulesets.acts import act, again, shared_act, team_act, trigger
from tests.batch.lockstep.rulesets.edges import nature, overturning, ring
from tests.batch.lockstep.rulesets.flows import ballot, beside, second_ballot, step, title
from tests.batch.lockstep.rulesets.growing import Growing


def grow(seed: int, changes: int = 45) -> Ruleset:
    """The random ruleset of a seed."""
    growing = Growing(seed)
    for change in (act, act, act, ballot):
        growing.try_(change)
    for _ in range(changes):
        growing.try_(growing.random.choice(CHANGES))
    return growing.rules


CHANGES = (
    act, act, act, act, shared_act, team_act, again,
    trigger, trigger, trigger, trigger, trigger,
    overturning, overturning, overturning, overturning, overturning, ring, nature, nature,
    ballot, second_ballot, step, step, title,
    beside, beside, beside,
)  # fmt: skip
