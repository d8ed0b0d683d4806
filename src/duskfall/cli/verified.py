"""Records are told only if they hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from duskfall.cli.common import CannotGoOn

if TYPE_CHECKING:
    from duskfall.core.play.game import Game
    from duskfall.core.record import Record


def verified_game(path: Path, record: Record, hidden: bool) -> Game | None:
    """The game of a record that holds; one that was changed is refused, a line says why one cannot be played again.

    `hidden`: without what would spoil it for who still plays.
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
