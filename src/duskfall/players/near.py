"""A name that there is not, and what may have been meant."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.core.problem import closest


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """That there is no such thing, and what may have been meant."""
    return f"unknown {what} {name!r}{meant(name, known)}"


def meant(name: str, known: Iterable[str]) -> str:
    """What may have been meant, to go after the name; nothing if no name is near."""
    near = closest(name, known)
    return f", did you mean {near!r}?" if near else ""
