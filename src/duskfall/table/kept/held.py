"""A record held against its rules: the committed seed, and every fact played again."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from duskfall.core.facts import Ended, Fact
from duskfall.core.play.game import Game
from duskfall.core.record import Record, RecordError, difference
from duskfall.rules.registry import how_to_bring, known
from duskfall.vocabulary.ruleset import Ruleset


class Held(NamedTuple):
    """What became of a record that was played again."""

    game: Game | None
    wrong: str = ""  # the first difference; empty if it holds
    missing: int = 0  # facts that a process that was killed could not write any more


def hold(record: Record, hidden: bool) -> Held:
    """Play the answers again, and compare every fact; `hidden`: without what would spoil it for who still plays."""
    rules = known(record.rules)
    if rules is None:
        return Held(None, how_to_bring(record.rules, record.header.get("ruleset")))
    try:
        if not record.committed:
            return Held(None, record.verify(rules))
        game = record.replay(rules)
        told = told_by(record, rules, game)
    except RecordError as error:
        return Held(None, str(error))
    missing = 0 if is_over(record) else max(0, len(told) - len(record.facts))
    found = difference(record.facts, told[: len(told) - missing])
    return Held(game, "the answers do not give the recorded facts" if found and hidden else found, missing)


def unverifiable(record: Record, rules: Ruleset) -> str:
    """Why a record can only be shown from its facts; empty where it can be played again."""
    return "its seed is not published" if record.secret is None else record.changed(rules)


def told_by(record: Record, rules: Ruleset, game: Game) -> list[Fact]:
    """The facts that a record of this game holds if none is missing; where an undo was cut off, those before it."""
    if record.undo is None:
        return game.facts
    return replace(record, entries=record.entries[: record.undo]).replay(rules).facts


def is_over(record: Record) -> bool:
    """Whether the game of a record has ended."""
    return any(isinstance(fact, Ended) for fact in record.facts)
