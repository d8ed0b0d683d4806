"""Law 2 in tensors: two games that look alike to a seat give it the same bytes, in all environments.

Environments over the kernel see a game through `Played.see`; that the vector environment has the same bytes as they,
seat by seat and game by game, is held by tests/envs/test_vector.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given

from duskfall.envs import TableParallel, fold
from duskfall.envs.played import Played
from duskfall.envs.text import OURS, plain_text
from tests.envs.test_encoder import spaces_at

from .careful import Careful, holders
from .pairs import PAIRS
from .received import Pair, Side
from .tables import Table, law, seeds, tables

pairs = pytest.mark.parametrize("name", sorted(PAIRS))


def tensors(side: Side, seats: frozenset[int], until: str, upto: int) -> Iterator[tuple[int, bytes, bytes]]:
    """Each time that one of these seats is asked: what it observes, and what it may do."""
    game, of = side.table.start(), spaces_at(side.table)
    played, asked = Played(of, game), set()
    while game.asks and upto:
        if any(type(fact).__name__ == until for fact in game.facts):
            return
        for ask in game.asks:
            if ask.seat in seats and ask not in asked:
                seen = played.see(ask.seat, ask)
                yield ask.seat, seen["observation"].tobytes(), seen["action_mask"].tobytes()
        asked = set(game.asks)
        ask = game.asks[-1 if side.last_first else 0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
        upto -= 1


def by_seat(pair: Pair, side: Side) -> dict[int, list[tuple[bytes, bytes]]]:
    """What each seat of a pair is given in one of its games."""
    found: dict[int, list[tuple[bytes, bytes]]] = {seat: [] for seat in pair.seats}
    for seat, seen, mask in tensors(side, pair.seats, pair.until, pair.upto):
        found[seat].append((seen, mask))
    return found


def alike(pair: Pair) -> bool:
    """Whether both games give these seats the same."""
    return by_seat(pair, pair.left) == by_seat(pair, pair.right)


@pairs
def test_pairs_that_look_alike_give_the_same_bytes(name: str) -> None:
    assert alike(PAIRS[name])


@law(60)
@given(tables(), seeds, seeds, seeds)
def test_whom_a_reader_reads(table: Table, seed: int, night: int, other: int) -> None:
    """Nothing of the night but the deaths reaches whoever did not act; here nobody dies of a reading."""
    table = replace(table, dealt=False)
    game = table.start()
    readers = holders(game, "Cop", "Seer", "Consigliere") if table.book != "town-of-agents" else set()
    left, right = (Side(table, Careful(seed, nights=dict.fromkeys(readers, each))) for each in (night, other))
    assert alike(Pair(left, right, frozenset(range(1, len(table.roles) + 1)) - readers))


@law(60)
@given(tables(talk=True), seeds, seeds, seeds)
def test_the_cards_of_another_seed_and_what_is_said_in_private(table: Table, seed: int, one: int, other: int) -> None:
    table = replace(table, dealt=False)
    they = holders(table.start(), "Executioner")
    left, right = (Side(replace(table, seed=each), Careful(seed, they)) for each in (one, other))
    assert alike(Pair(left, right, frozenset(range(1, len(table.roles) + 1)) - they))


def test_all_at_once_gives_a_seat_that_is_asked_the_same_bytes() -> None:
    """Two cards swapped that no other seat has seen; how many cycles lie between two questions is not compared."""
    env = TableParallel("ai-mafia-classic", deck="Godfather, Mafia, Villager*4, Cop, Doctor")
    cards = ["Godfather", "Mafia", *["Villager"] * 4, "Cop", "Doctor"]
    swapped = [*cards[:6], "Doctor", "Cop"]
    found = []
    for roles in (cards, swapped):
        seen, _ = env.reset(seed=7, options={"roles": roles})
        got: dict[str, list[bytes]] = {agent: [] for agent in env.agents[:6]}
        while env.agents and env.played.view(1).day < 2:
            asked = {env.of.agents[seat - 1] for seat in env.played.asked()}
            for agent in asked & got.keys():
                got[agent].append(b"".join(each.tobytes() for each in seen[agent].values()))
            seen, *_ = env.step(dict.fromkeys(env.agents, 0))
        found.append(got)
    assert found[0] == found[1]
    assert sum(map(len, found[0].values())) > 6


def test_a_leak_into_the_tensors_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An encoder that reads all facts, whomever they are addressed to."""
    space: dict[str, object] = {}
    exec(plain_text(fold).replace("to >> me & 1 == 0", "False"), space)
    leaky = SimpleNamespace(**{name.removeprefix(OURS): each for name, each in space.items() if name.startswith(OURS)})
    monkeypatch.setattr("duskfall.envs.played.plain_functions", lambda module: leaky)
    monkeypatch.setattr(Played, "view", lambda self, seat: SimpleNamespace(facts=self.game.facts))
    assert not alike(PAIRS["whom the Cop reads"])
    assert not alike(PAIRS["two cards swapped, werewolf"])
