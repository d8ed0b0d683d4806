"""Any game of a batch can be taken out as a record that verifies, that can be explained, and that is the same game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.batch.by_name import policy
from duskfall.batch.records import record
from duskfall.cli import cli
from duskfall.core.record import read
from duskfall.rules import BOOKS
from duskfall.rules.registry import find
from tests.batch.lockstep.driver import Form, Pair
from tests.batch.lockstep.rulesets.library import named
from tests.batch.lockstep.tables import random_table
from tests.outside import CULT, forgetting

UNIFORM = policy("uniform", "")


@pytest.mark.parametrize("rules", [*BOOKS, "oddities", "weights-half"])
def test_a_record_verifies_and_is_the_game_of_the_batch(rules: str) -> None:
    for number in range(4):
        table = random_table(named(rules), f"record {number}")
        kept = read(record(table, UNIFORM, 7, number).splitlines())
        assert kept.verify(table.plan.rules) == ""
        assert kept.facts == Pair(table, Form()).check(7, number).facts


def test_a_record_gives_roles_cards_assigned_targets_and_lots() -> None:
    table = random_table(named("oddities"), "record 1")
    kept = read(record(table, UNIFORM, 7, 1).splitlines())
    assert kept.secret is not None
    assert kept.secret["roles"] is not None
    assert kept.secret["assign"] is not None
    assert not kept.header["talk"]


@pytest.mark.parametrize("rules", [*BOOKS, CULT])
def test_the_commands_take_it(rules: str, path: Path) -> None:
    with forgetting():
        table = random_table(find(rules), "record command")
        path.write_text(record(table, UNIFORM, 3, 5), encoding="utf-8")
        bring = ["--rules", rules] if rules == CULT else []
        verified = CliRunner().invoke(cli, ["replay", str(path), "--verify", *bring])
        assert verified.exit_code == 0, verified.output
        explained = CliRunner().invoke(cli, ["why", str(path), *bring])
        assert explained.exit_code == 0, explained.output
        assert explained.output.strip()
