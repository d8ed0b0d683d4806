"""A record held against its rules: the committed seed, and every fact played again, before a line of it is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from duskfall.cli.common import CannotGoOn

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.core.record import Record


class Held(NamedTuple):
    """What became of a record that was played again."""

    game: Game | None
    wrong: str = ""  # the first difference; empty if it holds
    missing: int = 0  # facts that a process that was killed could not write any more


def verified_game(path: Path, record: Record, hidden: bool) -> Game | None:
    """The game of a record that holds; one that was changed is refused, a line says why one cannot be played again.

    `hidden`: without what would spoil it for who still plays.
    """
    from duskfall.tell.text import safe

    if why := unverifiable(record):
        click.echo(safe(f"{why}."), err=True)
        return None
    held = hold(record, hidden)
    if held.wrong:
        raise CannotGoOn(f"{path}: this record was changed: {held.wrong}")
    return held.game


def unverifiable(record: Record) -> str:
    """Why a record can only be shown from its facts; empty where it can be played again."""
    from duskfall.rules.registry import how_to_bring, known

    rules = known(record.rules)
    if rules is None:
        return how_to_bring(record.rules, record.header.get("ruleset"))
    changed = "its seed is not published" if record.secret is None else record.changed(rules)
    return f"This record cannot be verified, and is shown from its facts: {changed}" if changed else ""


def hold(record: Record, hidden: bool) -> Held:
    """Play the answers again, and compare every fact."""
    from duskfall.core.record import RecordError, difference
    from duskfall.rules.registry import how_to_bring, known
    from duskfall.table.kept.resume import told_by

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


def is_over(record: Record) -> bool:
    """Whether the game of a record has ended."""
    from duskfall.core.facts import Ended

    return any(isinstance(fact, Ended) for fact in record.facts)
