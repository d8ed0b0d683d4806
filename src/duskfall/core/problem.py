"""Errors in user input, with messages that can be translated."""

from __future__ import annotations


class Problem(ValueError):
    """An error in user input: an English message template with slots.

    `text` is the template, by which a translation can be looked up; `slots` may hold other problems. `str()` gives the
    English message.
    """

    def __init__(self, text: str, /, **slots: object) -> None:
        super().__init__(text.format(**slots) if slots else text)
        self.text, self.slots = text, slots
