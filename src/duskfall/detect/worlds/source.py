"""The source of all functions of this folder, and what the places of their arrays are called.

D the deal: sets of holders by role, then by card. W K L A O: as in the program. F G: worlds before and after a phase,
S those on the stack within it, X Y Z their weights, H I tables that find equal ones. Q: the choices of a question. T:
counters. P R: masses by seat and role, of one deal and of all. E: the cards of all seats. B: what is known beforehand.
M N: the kinds of deals met. U V: a reading of behaviour. J C: from which deals sampled worlds come.
"""

from __future__ import annotations

from functools import cache
from inspect import getsource, signature

from duskfall.detect.worlds import choices, deals, drift, kept, leaving, stepping

COUNTERS = (  # places in T
    "STEPS", "LIMIT",  # of worlds, taken and allowed
    "MISSING",  # answers that may be missing
    "FULL",  # what there is no room for
    "STAMP", "MARK",  # of what lies in H and I
    "STATE",  # integers of W that last
    "HELD", "PHASE", "NIGHT", "SPOKE",  # where in W roles stand, the numbers of phase and night, the latest talk
    "SEATS", "KINDS",  # how many seats and roles
    "CHANGING",  # whether roles can change
    "DEALS", "FITTING", "ORBITS",  # deals met, deals that fit, kinds of deals met
    "WAYS",  # in which the deal can assign somebody to somebody
    "HIGH",  # worlds on the stack
    "SAMPLES", "TRIES",  # of a run, and how often each is tried
    "KEY", "DRAWN",  # of its draws, and how many there were
    "ACT", "MISSED",  # before which a sampled world stands (0: it has shown all), its answers missing
    "READ",  # whether deals are drawn by a reading
    "PC", "LEAVER", "RESUME_AT", "GONE", "CROWD", "LATE",  # where in W the numbers of a removal stand
)  # fmt: skip
AT = {name: place for place, name in enumerate(COUNTERS)}
FLOATS = "NPRVXYZ"  # the arrays that hold no integers
CHOICE = 6  # integers of a choice in Q
WORLDS, KINDS_OF_DEALS, STACK = 1, 2, 3  # what there can be no room for


@cache
def text() -> str:
    """To be added to a program of worlds."""
    functions = [each for module in (choices, kept, leaving, stepping, deals, drift) for each in module.FUNCTIONS]
    constants = "\n".join(f"{name} = {place}" for name, place in AT.items())
    return "\n\n".join(["", constants, *map(getsource, functions)])


@cache
def forms() -> dict[str, str]:
    """What is called from outside, with a letter for each argument: a for an array of integers, f for one of floats."""
    entries = deals.survey, drift.drift
    return {each.__name__: "".join("f" if name in FLOATS else "a" for name in signature(each).parameters)
            for each in entries}  # fmt: skip
