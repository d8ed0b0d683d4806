"""A name that there is not, and what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """That there is no such thing, and what may have been meant."""
    return f"unknown {what} {name!r}{meant(name, known)}"


def meant(name: str, known: Iterable[str]) -> str:
    """What may have been meant, to go after the name; nothing if no name is near."""
    close = get_close_matches(name, list(known), n=1)
    return f", did you mean {close[0]!r}?" if close else ""
