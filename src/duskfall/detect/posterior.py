"""The probability of every role in every seat, as far as one viewer can know: exact if it can be counted."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import TypeVar

from duskfall.batch.compiled.build import NotHere, Target, need
from duskfall.detect import RULES
from duskfall.detect.count import Count, deals, is_compiled
from duskfall.detect.evidence import Evidence, NotCounted, evidence
from duskfall.detect.factors import Reading
from duskfall.detect.sampled import FEWEST, Sampled, sampled
from duskfall.detect.sight import Sight
from duskfall.detect.worlds.source import AT

T = TypeVar("T")
KEPT = 8  # cached counts, and as many samples
LITTLE = 100_000  # steps or deals that are counted faster than the count can be compiled
MOST_MISSING = 3  # other players' answers that may be missing; with more, the inference gives up


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit for one question in steps and samples, never in time: results don't depend on a machine's speed."""

    steps: int = 4_000_000  # of worlds, in the exact count
    samples: int = 4_000  # in each run, if worlds are sampled; 0: never sample


HINT = Budget(steps=300_000, samples=1_000)  # for a player who waits for a hint


@dataclass(frozen=True, slots=True)
class Posterior:
    """The probabilities that a viewer can know, and how they were found."""

    layer: str
    known: bool
    reason: str  # why nothing is known; empty otherwise
    exact: bool
    worlds: int  # deals that fit; if they are sampled, effective samples
    missing: int  # other players' answers that must be missing or void
    error: float  # the largest standard error of a probability; 0 if exact
    roles: tuple[Mapping[str, float], ...]  # by seat: the probability of each role that it can hold now
    sides: tuple[Mapping[str, float], ...]  # by seat: the probability of each team
    steps: int  # of worlds, or swaps of cards: the cost
    template: str = ""  # the reason with open slots, for translation
    figures: Mapping[str, int] = field(default_factory=dict)  # the values of the slots


def posterior(
    sight: Sight,
    *,
    budget: Budget | None = None,
    reading: Reading | None = None,
    free: frozenset[int] = frozenset(),
    target: str = "auto",
) -> Posterior:
    """Return the probability of every role in every seat, from nothing but what this viewer was shown.

    `free`: indexes of events whose content is ignored: only that they happened counts.
    """
    budget = budget or Budget()
    layer = reading.name if reading else RULES
    try:
        seen = evidence(sight, free)
    except NotCounted as error:
        return _not_known(layer, str(error))
    with _one_at_a_time:
        count, spent = _kept(_counted, seen, (budget.steps, target), lambda: _exact(seen, budget, target))
        if count is None:
            return _by_sampling(seen, budget, reading, target, layer, spent)
        if not count.fitting:
            return _not_known(layer, "what was shown fits no world with up to {missing} answers missing", spent,
                              missing=MOST_MISSING)  # fmt: skip
        if count.reading != reading:
            count.run(reading)
        roles = count.chances()
        missing = int(count.T[AT["MISSING"]])
        return Posterior(layer, True, "", True, count.fitting, missing, 0.0, roles, sides(seen, roles), spent)


@cache
def compiled() -> bool:
    """Return whether this machine steps worlds in compiled code."""
    try:
        need("cpu")
    except NotHere:
        return False
    return True


def _not_known(layer: str, reason: str, steps: int = 0, **figures: int) -> Posterior:
    return Posterior(layer, False, reason.format(**figures), False, 0, 0, 0.0, (), (), steps, reason, figures)


_one_at_a_time = Lock()  # a server asks in threads, and a cached count has one set of arrays
_counted: OrderedDict[object, tuple[Count | None, int]] = OrderedDict()
_sampled: OrderedDict[object, tuple[Sampled, int, int]] = OrderedDict()


def _kept(found: OrderedDict[object, T], seen: Evidence, how: tuple[object, ...], find: Callable[[], T]) -> T:
    """Return the cached result for this evidence and these parameters, or find it now. Old results are dropped."""
    table = seen.table
    key = (table, tuple(sorted(table.flags.items())), seen.viewer, seen.rows, seen.going, seen.talk, seen.after, how)
    if key not in found:
        found[key] = find()
        while len(found) > KEPT:
            found.popitem(last=False)
    found.move_to_end(key)
    return found[key]


def _exact(seen: Evidence, budget: Budget, target: str) -> tuple[Count | None, int]:
    """Return the count without a reading (None if it takes too much), and what it cost."""
    found: tuple[Count | None, int] = (None, 0)
    for tried, limit in _targets(seen, budget, target):
        found = _count(seen, tried, limit)
        if found[0] is not None:
            break
    return found


def _targets(seen: Evidence, budget: Budget, target: str) -> Iterator[tuple[Target, int]]:
    """Yield the targets to count on, each with its limit of steps.

    What is small is counted before anything is compiled. The last limit is the same on every machine.
    """
    many = deals(seen)
    if many > budget.steps:
        return
    if target != "auto":
        yield target, budget.steps  # type: ignore[misc]
    elif not compiled() or (budget.steps <= LITTLE and not is_compiled(seen.table)):
        yield "plain", budget.steps
    else:
        if many <= LITTLE and not is_compiled(seen.table):
            yield "plain", LITTLE
        yield "cpu", budget.steps


def _count(seen: Evidence, target: Target, limit: int) -> tuple[Count | None, int]:
    """Count worlds with as few missing answers as possible; return the count (None: it takes too much) and its cost."""
    spent = 0
    for missing in range(MOST_MISSING + 1):
        count = Count(seen, target, missing=missing, limit=limit - spent)
        done = count.run()
        spent += count.steps
        if not done:
            return None, spent
        if count.fitting:
            break
    count.rest()
    return count, spent


def _by_sampling(
    seen: Evidence, budget: Budget, reading: Reading | None, target: str, layer: str, spent: int
) -> Posterior:
    if not budget.samples:
        return _not_known(layer, "too many worlds to count", spent)
    if reading:
        found, missing, steps = _samples(seen, budget, reading, target)
    else:
        how = (budget.samples, target)
        found, missing, steps = _kept(_sampled, seen, how, lambda: _samples(seen, budget, None, target))
    spent += steps
    if found.effective < FEWEST:
        return _not_known(layer, "too many worlds to count, and only {samples} effective samples", spent,
                        samples=int(found.effective))  # fmt: skip
    return Posterior(
        layer, True, "", False, int(found.effective), missing, found.error, found.roles, sides(seen, found.roles), spent
    )


def _samples(seen: Evidence, budget: Budget, reading: Reading | None, target: str) -> tuple[Sampled, int, int]:
    """Sample worlds with as few missing answers as possible; return the samples, that number, and what they cost."""
    spent = 0
    where = target if target != "auto" else "cpu" if compiled() else "plain"
    for missing in range(MOST_MISSING + 1):
        found = sampled(seen, reading, where, samples=budget.samples, missing=missing)  # type: ignore[arg-type]
        spent += found.steps
        if found.roles:
            break
    return found, missing, spent


def sides(seen: Evidence, roles: tuple[Mapping[str, float], ...]) -> tuple[Mapping[str, float], ...]:
    """Return the probability of each team in each seat, from those of roles."""
    found = []
    for each in roles:
        teams: dict[str, float] = {}
        for role, chance in each.items():
            team = seen.table.plan.roles[role].team
            teams[team] = teams.get(team, 0.0) + chance
        found.append(teams if len(teams) > 1 else dict.fromkeys(teams, 1.0))  # a sum may fall short of 1
    return tuple(found)


__all__ = ["HINT", "Budget", "Posterior", "Reading", "compiled", "posterior"]
