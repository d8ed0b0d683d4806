"""The source of all functions of this package, and the names of the elements of their arrays.

D: the deal, sets of holders by role, then by card. W K L A O: as in the program. F G: worlds before and after a phase;
S: those on the stack within it; X Y Z: their weights; H I: tables that find equal ones. Q: the choices of a question.
T: counters. P R: masses by seat and role, of one deal and of all. E: the cards of all seats. B: what is known in
advance. M N: the kinds of deals met. U V: a reading of behavior. J C: the deals from which sampled worlds come.
"""

from __future__ import annotations

from functools import cache
from inspect import getsource, signature

from duskfall.detect.worlds import choices, deals, drift, kept, leaving, stepping

COUNTERS = (  # the indexes in T
    "STEPS", "LIMIT",  # steps of worlds, taken and allowed
    "MISSING",  # the number of answers that may be missing
    "FULL",  # what has no room left: WORLDS, KINDS_OF_DEALS or STACK
    "STAMP", "MARK",  # the current marks of entries in H and I
    "STATE",  # the number of integers of W that last
    "HELD", "PHASE", "NIGHT", "SPOKE",  # the indexes in W of roles, phase, night, latest talk
    "SEATS", "KINDS",  # the numbers of seats and roles
    "CHANGING",  # whether roles can change
    "DEALS", "FITTING", "ORBITS",  # deals met, deals that fit, kinds of deals met
    "WAYS",  # the number of ways in which the deal can assign targets
    "HIGH",  # the number of worlds on the stack
    "SAMPLES", "TRIES",  # samples in a run, and how often each is tried
    "KEY", "DRAWN",  # the key of a run's draws, and how many were made
    "ACT", "MISSED",  # of a sampled world: the act it waits for (0: all is shown), its missing answers
    "READ",  # whether deals are drawn by a reading
    "PC", "LEAVER", "RESUME_AT", "GONE", "CROWD", "LATE",  # the indexes in W of a removal's numbers
)  # fmt: skip
AT = {name: place for place, name in enumerate(COUNTERS)}
FLOATS = "NPRVXYZ"  # the arrays of floats
CHOICE = 6  # integers in a choice in Q
WORLDS, KINDS_OF_DEALS, STACK = 1, 2, 3  # values of FULL


@cache
def text() -> str:
    """Return the source that is added to a program of worlds."""
    functions = [each for module in (choices, kept, leaving, stepping, deals, drift) for each in module.FUNCTIONS]
    constants = "\n".join(f"{name} = {place}" for name, place in AT.items())
    return "\n\n".join(["", constants, *map(getsource, functions)])


@cache
def forms() -> dict[str, str]:
    """Return the functions that are called from Python, with a letter for each argument.

    The letter a stands for an array of integers, f for an array of floats.
    """
    entries = deals.survey, drift.drift
    return {each.__name__: "".join("f" if name in FLOATS else "a" for name in signature(each).parameters)
            for each in entries}  # fmt: skip
