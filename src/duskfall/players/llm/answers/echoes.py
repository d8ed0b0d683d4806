"""Detection of repeated speeches: the same or nearly the same words, said before by any player at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from duskfall.core.facts import Said
from duskfall.core.view import View

ALIKE = 0.8  # the minimum share of common word pairs (Jaccard) for two speeches to count as the same
FEW, SHORT = 5, 16  # minimum different words, or characters of a single word: "I agree with Ann." may be repeated
WORDS = re.compile(r"\w+")

Heard = frozenset[tuple[str, str]]
"""A speech as its set of adjacent word pairs, so that an added "not" or another order counts as a difference."""


def heard(view: View) -> tuple[Heard, ...]:
    """Return the word pairs of all speeches in a view."""
    return tuple(_steps(fact.text) for fact in view.facts if isinstance(fact, Said))


def echoes(text: str, before: Iterable[Heard]) -> bool:
    """Return whether a speech repeats one of those before; short ones never do."""
    words = set(WORDS.findall(text))
    if len(words) < FEW and (len(words) > 1 or len(text) < SHORT):  # one long word: a script without spaces
        return False
    steps = _steps(text)
    return any(len(steps & each) >= ALIKE * len(steps | each) for each in before)


@lru_cache(maxsize=4096)  # each speech is compared with all earlier ones, for every seat
def _steps(text: str) -> Heard:
    return frozenset(pairwise(["", *WORDS.findall(text.casefold()), ""]))
