"""Errors in user input, with messages that can be translated."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class Problem(ValueError):
    """An error in user input: an English message template with slots.

    `text` is the template, by which a translation can be looked up; `slots` may hold other problems. `str()` gives the
    English message.
    """

    def __init__(self, text: str, /, **slots: object) -> None:
        super().__init__(text.format(**slots) if slots else text)
        self.text, self.slots = text, slots


def closest(name: str, known: Iterable[str]) -> str:
    """Return the known name that is most similar to a misspelled one, in any case; empty if none is similar."""
    names = {each.casefold(): each for each in known}
    return next((names[found] for found in get_close_matches(name.casefold(), names, 1)), "")
