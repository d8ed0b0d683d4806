"""Detection of repeated speeches: the same or nearly the same words, said before by any player at the table.

Short ones, such as "I agree.", may be repeated, but not by the same seat in the same phase. Votes to end the talk may
always be repeated.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from duskfall.core.facts import PhaseBegan, Said
from duskfall.core.view import View
from duskfall.study.talks import puts_question, skip_words

ALIKE = 0.8  # the minimum share of common word pairs (Jaccard) for two speeches to count as the same
FEW, SHORT = 5, 16  # minimum different words, or characters of a single word: "I agree with Ann." may be repeated
WORDS = re.compile(r"\w+")

Heard = frozenset[tuple[str, str]]
"""A speech as its set of adjacent word pairs, so that an added "not" or another order counts as a difference."""


class Before(NamedTuple):
    """The speeches that a seat has heard, and its own since the phase began, which it should not repeat."""

    heard: tuple[Heard, ...] = ()
    own: frozenset[Heard] = frozenset()
    skips: frozenset[str] = frozenset()  # the lines that vote for the end of the talk


NOTHING = Before()


def before(view: View) -> Before:
    """Return the earlier speeches of a view."""
    phase = takewhile(lambda fact: not isinstance(fact, PhaseBegan), reversed(view.facts))
    return Before(
        tuple(_steps(fact.text) for fact in view.facts if isinstance(fact, Said)),
        frozenset(_steps(fact.text) for fact in phase if isinstance(fact, Said) and fact.seat == view.seat),
        skip_words(view),
    )


def echoes(text: str, before: Before) -> bool:
    """Return whether a speech repeats one of those before."""
    if not puts_question(text, before.skips):  # a pass, or a vote to end the talk, which counts again
        return False
    words, steps = set(WORDS.findall(text)), _steps(text)
    if len(words) < FEW and (len(words) > 1 or len(text) < SHORT):  # one long word: a script without spaces
        return steps in before.own
    return any(len(steps & each) >= ALIKE * len(steps | each) for each in before.heard)


@lru_cache(maxsize=4096)  # each speech is compared with all earlier ones, for every seat
def _steps(text: str) -> Heard:
    return frozenset(pairwise(["", *WORDS.findall(text.casefold()), ""]))
