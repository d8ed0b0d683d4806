"""Games of a table counted: the same counts however they are cut, threaded or compiled; nothing lost when stopped."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from threading import Event

import pytest

from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.batch.tally import Tally
from duskfall.batch.work import Chunk, Work, cut
from duskfall.rules import BOOKS, ruleset
from tests.outside import CULT, MINI, forgetting
from tests.patience import PATIENCE
from tests.volume import VOLUME

GAMES = 300
SEATS = 7 if VOLUME == 1 else None  # `make soak` compiles the larger tables that the books name


def counts(tally: Tally) -> tuple[object, ...]:
    return tally.games, tally.wins, tally.draws, tally.rounds


def table(rules: str = "ai-mafia") -> Table:
    return Table.make(ruleset(rules), 7 if rules == "ai-mafia" else SEATS)


@pytest.mark.parametrize("rules", BOOKS)
def test_plain_and_compiled_come_to_the_same_counts(rules: str) -> None:
    compiled = simulate(table(rules), GAMES, seed=11, threads=2)
    assert counts(compiled) == counts(simulate(table(rules), GAMES, seed=11, device="plain"))
    assert compiled.games == GAMES == sum(compiled.wins.values()) + compiled.draws
    assert (compiled.device, compiled.threads, compiled.stopped) == ("cpu", 2, False)


def test_a_table_model_is_compiled_too() -> None:
    compiled = simulate(table(), GAMES, seed=11, policy="skilled")
    assert counts(compiled) == counts(simulate(table(), GAMES, seed=11, policy="skilled", device="plain"))
    assert (compiled.policy, compiled.kind) == ("skilled", "table model")


def test_the_largest_table_and_cards_beside_the_roles() -> None:
    deck = "Don, Mafia*6, Sheriff, Citizen*23"
    large = Table.make(ruleset("city-mafia"), deck=deck, cards="immunity*2", flags={"maxRounds": 6})
    assert counts(simulate(large, GAMES, seed=2)) == counts(simulate(large, GAMES, seed=2, device="plain"))


def test_general_code_comes_to_the_same_counts() -> None:
    assert counts(simulate(table(), GAMES, seed=4, device="plain", general=True)) == counts(
        simulate(table(), GAMES, seed=4, device="plain")
    )


def test_any_number_of_threads_and_parts_counts_the_same() -> None:
    whole = simulate(table(), 200_001, seed=3)
    assert counts(whole) == counts(simulate(table(), 200_001, seed=3, threads=3))
    parts = [simulate(table(), games, seed=3, first=first) for first, games in ((0, 70_000), (70_000, 130_001))]
    assert counts(whole) == counts(parts[0] + parts[1])
    assert counts(whole) != counts(simulate(table(), 200_001, seed=4))


def test_rulesets_from_outside_are_simulated() -> None:
    with forgetting():
        from duskfall.rules.registry import find

        for spec in (MINI, CULT):
            assert simulate(Table.make(find(spec)), 50, seed=1, device="plain").games == 50


def test_what_is_asked_for_is_within_limits() -> None:
    for wrong in ({"seed": -1}, {"seed": 1 << 63}, {"first": -1}, {"threads": 0}):
        with pytest.raises(ValueError, match="seed and the numbers of games"):
            simulate(table(), 1, device="plain", **wrong)  # type: ignore[arg-type]
    assert simulate(table(), 0, device="plain").to_json()["games_per_s"] == 0


def test_a_tally_as_data() -> None:
    told = simulate(table(), GAMES, seed=5, device="plain").to_json()
    assert list(told)[:10] == [
        "games", "wins", "draws", "rounds", "seconds", "compile_s", "games_per_s", "device", "policy", "policy_kind",
    ]  # fmt: skip
    assert (told["policy"], told["policy_kind"], told["seed"]) == ("uniform", "players", 5)
    assert set(told["wins"]) == {"town", "mafia"}
    assert told["rounds"] >= 1
    assert json.loads(json.dumps(told)) == told


# -- threads and Ctrl-C ------------------------------------------------------------------------------------


def test_games_are_cut_without_a_gap() -> None:
    for first, games, size, threads in ((0, 10, 3, 1), (7, 100, 1000, 3), (5, 1, 64, 4), (0, 0, 64, 2)):
        chunks = list(cut(first, games, size, threads))
        assert [game for begin, count in chunks for game in range(begin, begin + count)] == [
            *range(first, first + games)
        ]
        assert all(count <= size for _, count in chunks)


def test_ctrl_c_stops_and_keeps_what_was_played() -> None:
    begun = Event()

    def endless() -> Iterator[Chunk]:
        begin = 0
        while True:
            yield begin, 5
            begin += 5

    def player(begin: int, count: int) -> list[int]:
        begun.set()
        return [count, begin // 5]

    told: list[int] = []

    def interrupted(more: int) -> None:
        told.append(more)
        if len(told) == 3:
            raise KeyboardInterrupt

    work = Work([player, player], endless(), 2)
    begun.wait(PATIENCE)
    work.wait(interrupted)
    chunks = work.games // 5
    assert chunks >= 3
    assert work.counts == [work.games, chunks * (chunks - 1) // 2]  # the first ones, and each of them once
    assert sum(told) == work.games


def test_a_player_that_fails_is_told() -> None:
    def fails(begin: int, count: int) -> list[int]:
        raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        Work([fails], iter([(0, 1), (1, 1)]), 1).wait(lambda more: None)


def test_tallies_add_up() -> None:
    one = simulate(table(), 20, seed=5, device="plain")
    both = one + replace(one, first=20, stopped=True)
    assert (both.games, both.rounds, both.first, both.stopped) == (40, 2 * one.rounds, 0, True)
    assert both.mean_rounds == one.mean_rounds
    assert both.to_json()["rounds"] == one.to_json()["rounds"]


# -- CUDA without a GPU ------------------------------------------------------------------------------------

ON_CUDA = """
import warnings
warnings.simplefilter("ignore")  # the simulator's integers say that they overflow
from duskfall.batch.by_name import POLICIES
from duskfall.batch.run import simulate
from duskfall.rules import BOOKS
from tests.batch.test_run import counts, table
for rules in BOOKS:
    for policy in POLICIES:
        tally = simulate(table(rules), 12, seed=11, first=3, policy=policy, device="cuda")
        assert tally.device == "cuda"
        plain = simulate(table(rules), 12, seed=11, first=3, policy=policy, device="plain")
        assert counts(tally) == counts(plain), (rules, policy)
print("the same")
"""


def test_the_kernel_of_every_ruleset_counts_the_same() -> None:
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run([sys.executable, "-c", ON_CUDA], env=env, capture_output=True, text=True, timeout=PATIENCE)
    assert done.stdout.strip() == "the same", done.stderr
