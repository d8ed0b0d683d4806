"""Errors in user input, with messages that can be translated."""

from __future__ import annotations

from collections.abc import Iterable


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
    from difflib import get_close_matches  # only a mistake needs it

    names = {each.casefold(): each for each in known}
    return next((names[found] for found in get_close_matches(name.casefold(), names, 1)), "")


def meant(name: str, known: Iterable[str]) -> str:
    """Return a suggestion that follows a misspelled name in a message; empty if no known name is similar."""
    near = closest(name, known)
    return f", did you mean {near!r}?" if near else ""


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """Return the message that there is no such thing, with a suggestion if a known name is similar."""
    return f"unknown {what} {name!r}{meant(name, known)}"
