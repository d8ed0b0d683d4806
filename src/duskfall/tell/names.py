"""Names of seats, phases, actions and roles, as they appear in sentences about events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duskfall.core.facts import Overturned
from duskfall.core.play.state import NIGHT
from duskfall.study.sight import HIDDEN
from duskfall.tell.text import capital, cite
from duskfall.tell.tongue import listed, say, word
from duskfall.vocabulary.ruleset import ROLE

Names = Sequence[str]
PHASES = {"night": "Night {number}", "day": "Day {number}"}


def name(seat: int, names: Names) -> str:
    """Return the name of a seat, or "nobody" for seat 0."""
    return names[seat - 1] if seat else say("nobody")


def named(seats: Iterable[int], names: Names) -> str:
    """Return the names of several seats as a list, or "nobody" for none."""
    return listed(name(seat, names) for seat in seats) or say("nobody")


def hour(phase: str, number: int) -> str:
    """Return a phase with its number, as a heading: "Night 2"."""
    if phase in PHASES:
        return say(PHASES[phase], number=number)
    return f"{capital(word(phase, 'phase'))} {number}"


def within(phase: str, number: int) -> str:
    """Return a phase with its number, for use within a sentence: "night 2"."""
    return say("night {number}" if phase == NIGHT else "day {number}", number=number)


def whose(verb: str, seat: int, names: Names) -> str:
    """Return an action with its owner: "Ann's heal". For seat 0 it is "the heal"."""
    act = word(verb, "verb")
    return say("{name}'s {act}", name=name(seat, names), act=act) if seat else say("the {act}", act=act)


def whose_deed(verb: str, seat: int, on: int, names: Names) -> str:
    """Return an action with its owner and target: "Ann's heal of Bob". Seat 0 leaves either one out."""
    if not on:
        return whose(verb, seat, names)
    act = word(verb, "verb")
    if not seat:
        return say("the {act} of {target}", act=act, target=name(on, names))
    if on == seat:
        return say("{name}'s {act} of self", name=name(seat, names), act=act)
    return say("{name}'s {act} of {target}", name=name(seat, names), act=act, target=name(on, names))


def overturner(fact: Overturned, names: Names) -> str:
    """Return what overturned an action: the target's own role, or another action with its owner."""
    own = fact.by == ROLE
    return say("{name}'s own role", name=name(fact.on, names)) if own else whose(fact.by, fact.by_actor, names)


def cancelled(fact: Overturned, names: Names) -> str:
    """Return the clause "overturned by …", with the rule as a citation."""
    return say("overturned by {by}{cite}", by=overturner(fact, names), cite=cite(fact.rule))


def seen_as(role: str) -> str:
    """Return a role as the table was shown it; empty if it was not shown or stays hidden."""
    return word(role, "role") if role and role != HIDDEN else ""
