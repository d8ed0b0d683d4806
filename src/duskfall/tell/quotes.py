"""Quotations from rulebooks and rulings, in the current language."""

from __future__ import annotations

from duskfall.study.citations import cited
from duskfall.tell.tongue import say


def quoted(rule: str) -> str:
    """Return the sentence that a rule id cites, translated where a translation exists; empty for an unknown id."""
    return say(cited(rule))
