"""The words of the books and rulings, by the id under which they are cited."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from duskfall.rules.registry import own_words


@cache
def citations() -> dict[str, str]:
    """All that can be cited; written by tools/citations.py from the documents."""
    found: dict[str, str] = json.loads(files("duskfall.rules").joinpath("citations.json").read_text("utf-8"))
    return found


def cited(rule: str) -> str:
    """The sentence that this id stands for, in the language of the book; empty where no book here has words for it."""
    brought = (words.rules[rule] for words in own_words() if rule in words.rules)
    return citations().get(rule) or next(brought, "")
