"""Whether a tap still means what it meant: it does on the same screen, but for what was recorded there."""

from __future__ import annotations

from duskfall.host.evening.fields import Action
from duskfall.wire.screens import HostScreen

ANSWERS = ("pick", "others")
DRAFT = ("forms", "counts", "next")  # what a tap on this very screen changes


def fits(action: Action, before: HostScreen, now: HostScreen) -> bool:
    """Whether the action, first taken on the screen `before`, can be taken on this one."""
    if _fixed(before) != _fixed(now):
        return False
    if action["do"] in ANSWERS:
        return _recorded(before, action) == _recorded(now, action)
    return action["do"] == "next" or _drafts(before) == _drafts(now)


def answered(action: Action) -> list[tuple[object, object]]:
    """The seats and verbs that an action records an answer for; none, if it records none."""
    if action["do"] not in ANSWERS:
        return []
    seats = action.get("seats") if action["do"] == "others" else [action.get("seat")]
    return [(seat, action.get("verb")) for seat in (seats if isinstance(seats, list) else ())]


def _fixed(screen: HostScreen) -> dict[str, object]:
    """The screen without what is recorded on it."""
    asked = [{key: value for key, value in form.items() if key not in ("value", "barred")} for form in screen["forms"]]
    return {key: value for key, value in screen.items() if key not in DRAFT} | {"asked": asked}


def _recorded(screen: HostScreen, action: Action) -> list[object]:
    """What is recorded where this action records something, and of counted votes."""
    places = answered(action)
    return [screen["counts"], *(form["value"] for form in screen["forms"] if (form["seat"], form["verb"]) in places)]


def _drafts(screen: HostScreen) -> list[object]:
    return [screen["counts"], *(form["value"] for form in screen["forms"])]
