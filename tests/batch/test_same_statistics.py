"""Whatever both `simulate` and `play --games` print of the same games is the same number."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from duskfall.arena.run.tally import Outcome
from duskfall.batch.by_name import policy
from duskfall.batch.records import record
from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.cli.play.counts import as_data
from duskfall.cli.simulate import as_data as simulated_data
from duskfall.core.play.game import Game
from duskfall.core.record import read
from duskfall.rules import BOOKS
from duskfall.rules.registry import find
from duskfall.table.sheet import TableSheet
from tests.outside import CULT, MINI, forgetting

GAMES, SEED = 12, 7
OWN = {  # what only one of the two can know
    "simulate": {
        "seconds", "compile_s", "games_per_s", "device", "policy", "policy_kind", "first", "threads", "stopped",
        "draws",  # play has them among the wins
    },
    "play": {
        "intervals", "by_role", "by_player", "decisions", "reasons", "flags", "cards", "players", "talk",
    },
}  # fmt: skip


def games_of(table: Table) -> Iterator[Game]:
    """The games of a simulation, each played again by the kernel from its record."""
    for number in range(GAMES):
        kept = read(record(table, policy("uniform", table.plan.rules.id), SEED, number).splitlines())
        yield kept.replay(table.plan.rules)


@pytest.mark.parametrize(
    ("rules", "deck"),
    [*((rules, None) for rules in BOOKS), ("ai-mafia", "Godfather, Mafia, Villager*5"), (MINI, None), (CULT, None)],
)
def test_simulate_and_play_say_the_same_of_the_same_games(rules: str, deck: str | None) -> None:
    with forgetting():
        _compare(rules, deck)


def _compare(rules: str, deck: str | None) -> None:
    table = Table.make(find(rules), deck=deck)
    played, outcome = list(games_of(table)), Outcome()
    for game in played:
        outcome.count(game, ["uniform"] * len(game.names))
    sheet = TableSheet(rules, deck=table.deck, talk=False)
    by_play = as_data(sheet, played[0], range(SEED, SEED + GAMES), outcome)
    by_simulate = simulated_data(table, simulate(table, GAMES, seed=SEED, device="plain"))

    both = by_play.keys() & by_simulate.keys()
    assert both == {"games", "wins", "rounds", "seed", "rules", "deck"}
    assert by_simulate.keys() - both == OWN["simulate"]
    assert by_play.keys() - both == OWN["play"]
    wins = dict(by_play.pop("wins"))
    assert wins.pop("draw") == by_simulate["draws"]
    assert wins == by_simulate["wins"]
    for key in both - {"wins"}:
        assert by_play[key] == by_simulate[key], key
    assert by_simulate["rounds"] >= 1
