"""What a detective does with the chances that it has: by kind of act and by side, in no ruleset's own words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Began, Claim, Dealt, Fact, Knows, Noticed, PhaseBegan, Said
from duskfall.core.view import View, view
from duskfall.detect.posterior import Posterior
from duskfall.players.detective import DetectivePlayer, inquiry

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus")
DECK = (("Godfather", 1), ("Mafia", 1), ("Cop", 1), ("Doctor", 1), ("Vigilante", 1), ("Villager", 2))
BOB, CID, DEE, ELI = 2, 3, 4, 5


def seen(role: str, team: str, *facts: Fact) -> View:
    began = Began(EVERYONE, "ai-mafia", PEOPLE, (), True, DECK)
    return view([began, Dealt(1 << 1, 1, role, team), PhaseBegan(EVERYONE, "night", 1), *facts], 1)


def answer(
    monkeypatch: pytest.MonkeyPatch, chances: Mapping[int, Mapping[str, float]], shown: View, ask: Ask
) -> object:
    """The answer of a detective who holds these chances, and nothing for the others but that they are plain."""
    roles = tuple(chances.get(seat, {"Villager": 1.0}) for seat in range(1, len(PEOPLE) + 1))
    held = Posterior("claims", True, "", True, 1, 0, 0.0, roles, (), 1)
    monkeypatch.setattr(inquiry, "_chances", lambda *_: held)
    return DetectivePlayer(7).answer(ask, shown)


def ask(verb: str, *seats: int, words: tuple[str, ...] = ("nobody",)) -> Ask:
    return Ask(1, 1, verb, seats=seats, words=words)


@pytest.mark.parametrize(("chance", "answered"), [(0.3, "nobody"), (0.55, "nobody"), (0.8, CID), (1.0, CID)])
def test_the_good_shoot_only_whom_they_are_sure_of(
    monkeypatch: pytest.MonkeyPatch, chance: float, answered: object
) -> None:
    chances = {BOB: {"Mafia": 0.2, "Villager": 0.8}, CID: {"Mafia": chance, "Villager": 1 - chance}}
    found = answer(monkeypatch, chances, seen("Vigilante", "town"), ask("shoot", BOB, CID, DEE))
    assert found == answered


def test_the_good_look_where_they_know_least(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {
        BOB: {"Mafia": 0.98, "Villager": 0.02},
        CID: {"Mafia": 0.45, "Villager": 0.55},
        DEE: {"Mafia": 0.1, "Villager": 0.9},
    }
    assert answer(monkeypatch, chances, seen("Cop", "town"), ask("investigate", BOB, CID, DEE)) == CID


def test_the_good_guard_whom_the_evil_want_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {
        BOB: {"Mafia": 0.9, "Cop": 0.1},
        CID: {"Cop": 0.6, "Villager": 0.4},
        DEE: {"Cop": 0.3, "Vigilante": 0.1, "Villager": 0.6},
    }
    assert answer(monkeypatch, chances, seen("Doctor", "town"), ask("protect", BOB, CID, DEE, ELI)) == CID


def test_the_good_vote_for_the_likeliest_evil_of_those_on_the_ballot(monkeypatch: pytest.MonkeyPatch) -> None:
    chances = {
        BOB: {"Mafia": 0.9, "Villager": 0.1},
        CID: {"Mafia": 0.6, "Villager": 0.4},
        DEE: {"Mafia": 0.1, "Villager": 0.9},
    }
    shown = seen("Villager", "town", PhaseBegan(EVERYONE, "day", 1))
    assert answer(monkeypatch, chances, shown, ask("vote", BOB, CID, DEE)) == BOB
    assert answer(monkeypatch, chances, shown, ask("vote", CID, DEE)) == CID


def test_the_evil_kill_whoever_is_likely_to_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    mate = Knows(1 << 1, BOB, "Mafia", "mate")
    chances = {BOB: {"Mafia": 1.0}, CID: {"Cop": 0.2, "Villager": 0.8}, DEE: {"Cop": 0.7, "Villager": 0.3}}
    shown = seen("Godfather", "mafia", mate)
    assert answer(monkeypatch, chances, shown, ask("kill", BOB, CID, DEE, ELI)) == DEE


def test_the_evil_vote_with_the_others_and_for_no_mate(monkeypatch: pytest.MonkeyPatch) -> None:
    mate, day = Knows(1 << 1, BOB, "Mafia", "mate"), PhaseBegan(EVERYONE, "day", 1)
    voices = [Said(EVERYONE, by, "", "discussion", claims=(Claim("accuse", whom),)) for by, whom in
              ((CID, BOB), (DEE, BOB), (ELI, BOB), (6, DEE), (7, DEE))]  # fmt: skip
    shown = seen("Godfather", "mafia", mate, day, *voices)
    assert answer(monkeypatch, {BOB: {"Mafia": 1.0}}, shown, ask("vote", BOB, CID, DEE, ELI)) == DEE


def test_who_was_hit_is_saved_unless_likely_evil(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = seen("Doctor", "town", Noticed(1 << 1, 1, "hit", BOB))
    likely, unlikely = {BOB: {"Mafia": 0.8, "Villager": 0.2}}, {BOB: {"Mafia": 0.2, "Villager": 0.8}}
    assert answer(monkeypatch, likely, shown, ask("protect", BOB)) == "nobody"
    assert answer(monkeypatch, unlikely, shown, ask("protect", BOB)) == BOB
