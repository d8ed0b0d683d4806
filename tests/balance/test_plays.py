"""The kinds of play under which tables are measured."""

from __future__ import annotations

import pytest

from duskfall.balance.plays import Candidate, named, real, simulated
from duskfall.batch import build
from duskfall.batch.by_name import policy
from duskfall.batch.policies import UNIFORM
from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.core.problem import Problem
from duskfall.rules import ruleset
from duskfall.vocabulary.ruleset import DRAW

RULES = ruleset("ai-mafia-classic")
TABLES = [
    Candidate(("Godfather", "Cop", "Doctor", "Villager", "Villager")),
    Candidate(("Mafia", "Mafia", "Cop", "Villager", "Villager", "Villager"), (("maxRounds", 3),)),
]


@pytest.mark.parametrize("name", ["uniform", "skilled"])
def test_all_tables_of_a_ruleset_share_one_program_and_are_counted_apart(name: str) -> None:
    chosen = policy(name, RULES.id)
    play = simulated(RULES, chosen, "plain")
    told: list[int] = []
    found = play.count(TABLES, 60, 5, told.append)
    assert sum(told) == len(TABLES)
    for candidate, count in zip(TABLES, found, strict=True):
        table = Table.make(RULES, deck=candidate.cards, flags=dict(candidate.flags))
        alone = simulate(table, 60, policy=chosen, seed=5, device="plain")
        assert {**alone.wins, DRAW: alone.draws} == {side: count.wins[side] for side in (*alone.wins, DRAW)}
        assert count.rounds == alone.rounds


def test_a_table_model_is_called_one() -> None:
    assert simulated(RULES, policy("skilled", RULES.id)).about == "table model"
    assert simulated(RULES, UNIFORM).about == "players"
    assert real(RULES.id).about == "players"


def test_an_unknown_policy_is_told() -> None:
    with pytest.raises(Problem, match="there is no policy 'clever' \\(there are: uniform, skilled"):
        named(RULES, "clever")


def test_without_numba_one_line_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(target: str) -> None:
        raise build.NotHere("the simulator needs numba")

    monkeypatch.setattr(build, "need", gone)
    with pytest.raises(Problem, match="needs numba"):
        simulated(RULES, UNIFORM).count(TABLES, 10, 1, None)


def test_real_games_are_those_of_play(  # the same seeds, the same players
) -> None:
    [count] = real(RULES.id).count(TABLES[:1], 5, 3, None)
    assert count.games == 5
    assert count.players.keys() == {"scripted"}
