"""Talk that has rows in worlds: private talks of one night, and who is put up for a vote that does not come."""

from __future__ import annotations

import pytest

from duskfall.batch.table import Table
from duskfall.detect.posterior import posterior
from duskfall.rules import ruleset
from tests.detect.brute import TooManyLines, brute
from tests.detect.compare import differences, looked
from tests.detect.played import played
from tests.detect.tables import told
from tests.volume import scaled

JAILORS = ("town-of-agents", ["Jailor", "Jailor", "Framer", "Citizen", "Citizen", "Citizen"], {}, "day 2")
NO_VOTE = ("city-mafia", ["Don", "Doctor", "Citizen", "Citizen", "Citizen"],
           {"nominations": True, "firstDayVote": False}, "night 1")  # fmt: skip


@pytest.mark.parametrize(("rules", "deck", "flags", "moment"), [JAILORS, NO_VOTE], ids=["two jailors", "no vote today"])
def test_what_is_said_fits(rules: str, deck: list[str], flags: dict[str, bool], moment: str) -> None:
    table, counted = Table.make(ruleset(rules), deck=deck, flags=flags), 0
    for seed in range(scaled(6)):
        game = played(table, seed, 1, talk=True)
        for viewer in range(4) if moment in game.moments else ():
            try:
                right = brute(game, viewer, moment, 1_000)
            except TooManyLines:
                continue
            wrong = list(differences(right, posterior(looked(game, viewer, moment), target="plain")))
            assert not wrong, "\n".join((told(game), f"seed {seed}, viewer {viewer}", *wrong))
            counted += 1
    assert counted >= 5
