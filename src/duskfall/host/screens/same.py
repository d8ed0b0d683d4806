"""Comparison of host screens: whether a command can mean the same on a later screen."""

from __future__ import annotations

from duskfall.host.evening.fields import Action
from duskfall.wire.screens import HostScreen

ANSWERS = ("pick", "others")
DRAFT = ("forms", "counts", "next")  # the parts that a command given on the same screen changes


def fits(action: Action, before: HostScreen, now: HostScreen) -> bool:
    """Return whether a command given on the screen `before` can be applied on the screen `now`."""
    if _fixed(before) != _fixed(now):
        return False
    if action["do"] in ANSWERS:
        return _recorded(before, action) == _recorded(now, action)
    return action["do"] == "next" or _drafts(before) == _drafts(now)


def answered(action: Action) -> list[tuple[object, object]]:
    """Return the seats and actions that a command records answers for; empty if it records none."""
    if action["do"] not in ANSWERS:
        return []
    seats = action.get("seats") if action["do"] == "others" else [action.get("seat")]
    return [(seat, action.get("verb")) for seat in (seats if isinstance(seats, list) else ())]


def _fixed(screen: HostScreen) -> dict[str, object]:
    """Return the screen without what is recorded on it."""
    asked = [{key: value for key, value in form.items() if key not in ("value", "barred")} for form in screen["forms"]]
    return {key: value for key, value in screen.items() if key not in DRAFT} | {"asked": asked}


def _recorded(screen: HostScreen, action: Action) -> list[object]:
    """Return the counted votes, and what is recorded where this command records something."""
    places = answered(action)
    return [screen["counts"], *(form["value"] for form in screen["forms"] if (form["seat"], form["verb"]) in places)]


def _drafts(screen: HostScreen) -> list[object]:
    return [screen["counts"], *(form["value"] for form in screen["forms"])]
