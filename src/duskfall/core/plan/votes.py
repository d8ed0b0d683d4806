"""Checks of votes and discussions: possible ties, known ends of a ladder, rounds or a budget but not both."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.vocabulary.conditions import ALWAYS, NEVER, ONE, Const, FlagIs
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import NOBODY_IS_OUT, Ballot, Discussion, LadderEnd, Tally, Tie


def ballots(rules: Ruleset) -> Iterator[str]:
    """Yield the problems of a ruleset's votes."""
    for step in rules.day:
        if isinstance(step, Ballot):
            yield from (f"ballot {step.verb!r}: {problem}" for problem in _ballot(rules, step))


def _ballot(rules: Ruleset, step: Ballot) -> Iterator[str]:
    again = step.tie in (Tie.LADDER, Tie.RUNOFF)
    if again != bool(step.again) or step.again == step.verb:
        yield f"a {step.tie.value} needs a name of its own for the vote again" if again else "no vote again can come"
    if step.tally is Tally.HALF_OF_VOTES and step.tie is not Tie.NOBODY:
        yield "two cannot both have more than half of the votes: its tie is NOBODY"
    if step.others and step.nominees != NEVER:
        yield "whoever names nobody counts for the last nominee, which may be themselves: leave out others or nominees"
    if step.blank and (step.tie is not Tie.NOBODY or not step.abstain):
        yield "a blank goes with the tie NOBODY, and may always be cast"
    yield from _ladder_ends(rules, step)


def _ladder_ends(rules: Ruleset, step: Ballot) -> Iterator[str]:
    """Yield a problem if a ladder can end, under any value of its house rule, with an unknown word."""
    if step.tie is not Tie.LADDER:
        if step.ends != NOBODY_IS_OUT:
            yield "only a ladder has an end of its own"
        return
    flags = {flag.name: flag.values for flag in rules.flags}
    words: tuple[object, ...] = (None,)
    if isinstance(step.ends, Const):
        words = (step.ends.const,)
    elif isinstance(step.ends, FlagIs):
        words = flags.get(step.ends.flag) or (None,)
    if not {*words} <= {each.value for each in LadderEnd}:
        yield f"its ladder ends with one of {', '.join(each.value for each in LadderEnd)}"


def talks(rules: Ruleset) -> Iterator[str]:
    """Yield the problems of a ruleset's discussions."""
    for step in (*rules.night, *rules.day):
        if isinstance(step, Discussion) and not step.parts:
            yield "a Discussion has no parts"
        for talk in step.parts if isinstance(step, Discussion) else ():
            if talk.when != ALWAYS:
                yield f"talk {talk.name!r}: the condition of a talk stands at its Discussion"
            if talk.budget is not None and talk.rounds != ONE:
                yield f"talk {talk.name!r} has both rounds and a budget"
