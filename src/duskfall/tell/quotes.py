"""The words of the books and rulings, in the language now spoken."""

from __future__ import annotations

from duskfall.study.citations import cited
from duskfall.tell.tongue import say


def quoted(rule: str) -> str:
    """The sentence that a rule's id stands for; as the book has it where nobody has translated it."""
    return say(cited(rule))
