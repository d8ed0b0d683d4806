"""Contract tests, shipped so that third parties can run them on what is their own.

from duskfall.testing import player_test, ruleset_test

def test_my_player():
    player_test("my_package.bots:Careful")

def test_my_ruleset():
    ruleset_test("my_package.rules:MY_BOOK", cases=["cases"])
"""

from __future__ import annotations

from duskfall.testing.contract import ContractError
from duskfall.testing.player import Report, player_test
from duskfall.testing.ruleset import RulesetReport, ruleset_test
from duskfall.testing.told import untranslated

__all__ = ["ContractError", "Report", "RulesetReport", "player_test", "ruleset_test", "untranslated"]
