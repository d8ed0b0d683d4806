"""Puzzles with answers worked out by hand: the engine finds them, and so does brute force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from duskfall.batch.table import Table
from duskfall.cases.check import failures
from duskfall.cases.known import PUBLIC
from duskfall.cases.load import Case, CaseError, read_file
from duskfall.cases.script import CasePhase, play
from duskfall.core.ask import Ask
from duskfall.core.facts import Ended
from duskfall.core.play.game import Game
from tests.detect.brute import brute
from tests.detect.played import END, Played

PUZZLES = read_file(Path(__file__).with_name("puzzles.yaml"))


def named(case: Case) -> str:
    return case.name


def expected(case: Case) -> list[dict[str, Any]]:
    return [item.expect["detect"] for item in case.items if item.expect and "detect" in item.expect]


def recorded(case: Case) -> tuple[Played, list[int]]:
    """The game of a puzzle as the references read it, and where each expectation is meant."""
    setup = case.setup
    cards = ", ".join(f"{card}*{held.bit_count()}" for card, held in setup.cards if held)
    table = Table.make(case.rules, deck=list(setup.roles), flags=setup.flags, cards=cards or None)
    found = Played(table, setup)

    def note(game: Game, phase: CasePhase, ask: Ask, answer: object) -> None:
        found.answers.setdefault((ask.seat, ask.verb), []).append(answer)

    game, phases = play(case, note)
    found.facts, found.over = game.facts, any(isinstance(fact, Ended) for fact in game.facts)
    meant = [phase.by_then for phase in phases if phase.item and phase.item.expect and "detect" in phase.item.expect]
    return found, meant


def test_there_are_a_dozen() -> None:
    assert len(PUZZLES) >= 12
    assert all(expected(case) for case in PUZZLES)


@pytest.mark.parametrize("case", PUZZLES, ids=named)
def test_the_engine_finds_what_was_worked_out_by_hand(case: Case) -> None:
    assert failures(case) == []


@pytest.mark.parametrize("case", PUZZLES, ids=named)
def test_brute_force_finds_it_too(case: Case) -> None:
    game, meant = recorded(case)
    for wanted, by_then in zip(expected(case), meant, strict=True):
        game.moments = {"then": by_then} if by_then < len(game.facts) or not game.over else {END: by_then}
        for viewer, known in wanted.items():
            seat = 0 if viewer == PUBLIC else game.setup.names.index(viewer) + 1
            found = brute(game, seat, next(iter(game.moments)))
            assert found.missing == known.get("missing", 0)
            assert found.worlds == known.get("worlds", found.worlds)
            for name, chances in known.get("seats", {}).items():
                came = found.roles[game.setup.names.index(name)]
                for role, chance in chances.items():
                    assert came.get(role, 0.0) == pytest.approx(float(chance), abs=1e-9), (viewer, name, role)


def test_a_wrong_chance_is_told() -> None:
    case = next(case for case in PUZZLES if case.name.startswith("A Mayor who does not"))
    item = next(item for item in case.items if item.expect)
    assert item.expect is not None
    right = item.expect["detect"]
    try:
        item.expect["detect"] = {PUBLIC: {"worlds": 59, "seats": {"Ann": {"Mayor": 0.25}}}}
        (wrong,) = failures(case)
    finally:
        item.expect["detect"] = right
    assert "expected {public: {worlds: 59, seats: {Ann: {Mayor: 0.25}}}}" in wrong
    assert "came {public: {worlds: 60, seats: {Ann: {Mayor: 0.2" in wrong


def test_a_game_that_starts_in_the_middle_is_no_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "middle.yaml"
    path.write_text(
        "- {name: One, rules: werewolf, seats: {A: Werewolf, B: Seer, C: Villager}, start: {night: 2},"
        " play: [{night: {}, expect: {detect: {A: {worlds: 1}}}}]}\n"
    )
    with pytest.raises(CaseError, match="expect: detect: a game that starts in the middle"):
        read_file(path)
