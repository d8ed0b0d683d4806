"""Verification of records: a changed record is refused before anything of it is shown."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import CannotGoOn

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.core.record import Record


def verified_game(path: Path, record: Record, hidden: bool) -> Game | None:
    """Return the replayed game of a record, or None, with the reason on standard error, if it can't be replayed.

    Raise `CannotGoOn` if the record was changed. `hidden`: the message leaves out everything that would spoil the game
    for people who still play it.
    """
    from duskfall.rules.registry import how_to_bring, known
    from duskfall.table.kept.held import hold, unverifiable
    from duskfall.tell.text import safe

    rules = known(record.rules)
    if rules is None:
        click.echo(safe(f"{how_to_bring(record.rules, record.header.get('ruleset'))}."), err=True)
        return None
    if why := unverifiable(record, rules):
        click.echo(safe(f"This record cannot be verified, and is shown from its facts: {why}."), err=True)
        return None
    held = hold(record, hidden)
    if held.wrong:
        raise CannotGoOn(f"{path}: this record was changed: {held.wrong}")
    return held.game
