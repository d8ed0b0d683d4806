"""Facts that nobody can check, held against what any table may tell: a stranger's record must not keep us busy."""

from __future__ import annotations

from duskfall.core.facts import Began, Fact, TitleHeld
from duskfall.core.record import Record

LETTERS, ITEMS, TITLES = 200, 150, 50  # of a word, in a list, and at a table; far beyond what there is
TEXTS = ("text",)  # what people say may be long: it is shown once


def plausible(record: Record) -> bool:
    """Whether the facts of a record are of a size that a game may have."""
    titles = {fact.title for fact in record.facts if isinstance(fact, TitleHeld)}
    return len(titles) <= TITLES and _fits(record.names) and all(_is_told(fact, record) for fact in record.facts)


def _is_told(fact: Fact, record: Record) -> bool:
    """Whether a fact is of this table, and no longer than it may be."""
    if isinstance(fact, Began) and fact.names != record.names:
        return False
    return all(_fits(value) for name, value in fact._asdict().items() if name not in TEXTS)


def _fits(value: object) -> bool:
    if isinstance(value, tuple):
        return len(value) <= ITEMS and all(map(_fits, value))
    return len(value) <= LETTERS if isinstance(value, str) else value is None or isinstance(value, int | float)
