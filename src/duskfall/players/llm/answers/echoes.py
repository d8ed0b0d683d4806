"""A speech that was made before, in the same or nearly the same words: by the speaker, or by another at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from duskfall.core.facts import Said
from duskfall.core.view import View

ALIKE = 0.8  # the share of steps from word to word in common from which two speeches are the same
FEW, SHORT = 5, 16  # words and characters below which nobody minds: "I agree with Ann."
WORDS = re.compile(r"\w+")

Heard = frozenset[tuple[str, str]]
"""A speech, by its steps from one word to the next: a "not" between two words, or their order, makes another of it."""


def heard(view: View) -> tuple[Heard, ...]:
    """What was said in one's hearing."""
    return tuple(_steps(fact.text) for fact in view.facts if isinstance(fact, Said))


def echoes(text: str, before: Iterable[Heard]) -> bool:
    """Whether this was said before."""
    words = set(WORDS.findall(text))
    if len(words) < FEW and (len(words) > 1 or len(text) < SHORT):  # one long word: a script without blanks
        return False
    steps = _steps(text)
    return any(len(steps & each) >= ALIKE * len(steps | each) for each in before)


@lru_cache(maxsize=4096)  # each speech is compared with all before it, by every seat
def _steps(text: str) -> Heard:
    return frozenset(pairwise(["", *WORDS.findall(text.casefold()), ""]))
