"""Many games in lockstep, and how to see again just one that is out of step."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.batch.program import Program
from duskfall.batch.table import Table
from tests.batch.lockstep.driver import Form, OutOfStep, Pair
from tests.batch.lockstep.rulesets.library import named
from tests.batch.lockstep.tables import random_table

SEED = 15
A_TABLE = 25  # games


def sweep(rules: str, games: int, form: Form, *, first: int = 0, steps: bool = False, a_table: int = A_TABLE) -> None:
    """So many games of random tables of a ruleset; raises OutOfStep at the first that differs."""
    general: Program | None = None
    for number in range(first, first + -(-games // a_table)):
        table = random_table(named(rules), number)
        try:
            program = in_step(table, form, range(min(a_table, games)), steps=steps, general=general)
            general = program if form.general else None
        except OutOfStep as error:
            options = f"--rules {rules} --table {number}{' --general' * form.general}{' --steps' * steps}"
            again = f"{options} --target {form.target} --policy {form.policy}"
            raise OutOfStep(f"{error}\nagain: python -m tests.batch.lockstep.soak {again}") from None


def in_step(
    table: Table, form: Form, games: Iterable[int], *, steps: bool = False, general: Program | None = None
) -> Program:
    """These games of one table; by which program they were played."""
    pair = Pair(table, form, resumable=steps, general=general)
    for game in games:
        (pair.check_steps if steps else pair.check)(SEED, game)
    return pair.built.program  # type: ignore[no-any-return]


def same_untold(table: Table, form: Form, games: int) -> None:
    """What is left out where nothing is told changes no game: neither who wins nor how long it takes."""
    told = Pair(table, form)
    untold = Pair(table, Form(form.general, form.target, form.policy, told=False))
    for game in range(games):
        if (wanted := told.play(SEED, game)[0]) != (found := untold.play(SEED, game)[0]):
            raise told.fault(SEED, game, f"told, it comes to {wanted}; untold, to {found}")
