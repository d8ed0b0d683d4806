"""Whether a tap still means what it meant: it does on the same screen, but for what was recorded there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Kept = Mapping[str, Any]
DRAFT = ("forms", "counts", "next")  # what a tap on this very screen changes


def fits(action: Kept, before: Kept, now: Kept) -> bool:
    """Whether the action, first taken on the screen `before`, can be taken on this one."""
    if _fixed(before) != _fixed(now):
        return False
    if action["do"] == "pick":
        return _recorded(before, action) == _recorded(now, action)
    return action["do"] == "next" or _drafts(before) == _drafts(now)


def _fixed(screen: Kept) -> Kept:
    """The screen without what is recorded on it."""
    asked = [{key: value for key, value in form.items() if key not in ("value", "barred")} for form in screen["forms"]]
    return {key: value for key, value in screen.items() if key not in DRAFT} | {"asked": asked}


def _recorded(screen: Kept, action: Kept) -> list[object]:
    """What is recorded where this action records something, and of counted votes."""
    place = (action.get("seat"), action.get("verb"))
    return [screen["counts"], *(form["value"] for form in screen["forms"] if (form["seat"], form["verb"]) == place)]


def _drafts(screen: Kept) -> list[object]:
    return [screen["counts"], *(form["value"] for form in screen["forms"])]
