"""What can be known in a solo game: asked for, never pushed, out of the person's view; off unless switched on."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from duskfall.batch.compiled import ahead
from duskfall.core.record import read
from duskfall.detect import posterior as engine
from duskfall.detect import waiting
from duskfall.detect.posterior import Budget, posterior
from duskfall.detect.sight import sight
from duskfall.host import solo as solo_game
from duskfall.host.service import Service
from duskfall.host.solo import Solo, begin, solo, solo_known, solo_story
from duskfall.tell.tongue import speaking
from duskfall.web.house import House
from duskfall.wire.known import WhatIsKnown
from tests.patience import PATIENCE

from .fitting import misfits
from .test_solo import params, play


def table(**more: Any) -> dict[str, Any]:
    """A game of five with the coach on."""
    return params("werewolf", seats=5, coach=True, **more)


def test_the_answer_is_what_the_wire_declares_and_what_the_posterior_says() -> None:
    found = solo_known(table())
    assert not misfits(found, WhatIsKnown)
    played = Solo(*begin(table()))
    played.play([])
    told = posterior(sight(played.view))
    assert [{chance["role"]: chance["chance"] for chance in seat["roles"]} for seat in found["seats"]] == [
        {role: round(chance, 4) for role, chance in roles.items()} for roles in told.roles
    ]
    assert [seat["you"] for seat in found["seats"]].index(True) == played.seat - 1
    assert all(abs(sum(side["chance"] for side in seat["sides"]) - 1) < 1e-3 for seat in found["seats"])


def test_the_layer_and_the_exactness_are_named_in_every_language() -> None:
    assert [line.split(":")[0] for line in solo_known(table())["found"]] == ["Exact", "Layer", "Assumption"]
    with speaking("ru"):
        assert solo_known(table())["seats"]


@pytest.mark.parametrize("coach", [False, None, "yes", 1])
def test_without_the_coach_nothing_is_told(coach: object) -> None:
    assert Service().call("solo_known", {**table(), "coach": coach}) == {"error": "The coach is off at this table."}


def test_the_screen_is_the_same_with_and_without_the_coach() -> None:
    assert solo(table()) == solo({**table(), "coach": False})


def test_nothing_is_counted_before_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **named: object) -> None:
        raise AssertionError("nobody has asked")

    monkeypatch.setattr(waiting, "posterior", never)
    monkeypatch.setattr(engine, "posterior", never)
    assert solo(table())["forms"]


def test_the_record_says_that_the_coach_was_on_and_asking_moves_nothing() -> None:
    end = play(table())[-1]
    assert end["over"]
    records = {}
    for coach in (True, False):
        given, answers = {**table(), "coach": coach}, list[dict[str, Any]]()
        while not (screen := solo({**given, "answers": answers}))["over"]:
            if coach and len(answers) < 3:
                solo_known({**given, "answers": answers})
            form = screen["forms"][0]
            value = form["options"][0]["value"] if form["options"] else None
            answers.append({"verb": form["verb"], "value": value})
        records[coach] = solo_story({**given, "answers": answers})["record"].splitlines()
        with pytest.raises(ValueError, match="The game is over"):
            solo_known({**table(), "answers": answers})
    assert [read(records[coach]).coach for coach in (True, False)] == [True, False]
    assert records[True][2:] == records[False][2:]


def test_what_cannot_be_counted_is_said_to_be_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    for budget in ("COMPILED", "PLAIN"):
        monkeypatch.setattr(waiting, budget, Budget(steps=1, samples=0))
    game = params("werewolf", seats=8, coach=True)
    for _ in range(9):
        found = solo_known(game)
        if not found["known"]:
            break
        form = solo(game)["forms"][0]
        game["answers"] = [*game["answers"], {"verb": form["verb"], "value": None}]
    assert found["found"][0] == "Not known: more is open than can be counted here."
    assert found["seats"] == found["certain"] == []


def test_where_nothing_is_compiled_less_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "can_compile", lambda: False)
    plain = waiting.at_once().budget
    monkeypatch.setattr(ahead, "can_compile", lambda: True)
    assert plain.steps < waiting.at_once().budget.steps


def test_what_hints_need_is_made_ready_only_where_the_coach_is_on(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[object] = []
    monkeypatch.setattr(solo_game, "get_ready", begun.append)
    solo({**table(), "coach": False})
    assert not begun
    solo(table())
    assert len(begun) == 1


def test_an_evening_goes_on_while_a_hint_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on, house = threading.Event(), threading.Event(), House()

    def slow(*args: object) -> dict[str, Any]:
        begun.set()
        assert go_on.wait(PATIENCE)
        return {"known": False, "seats": [], "certain": [], "found": []}

    monkeypatch.setattr(solo_game, "what_is_known", slow)
    hint = threading.Thread(target=house.call, args=("solo_known", table()))
    hint.start()
    try:
        assert begun.wait(PATIENCE)
        assert house.call("rulesets", {})
        assert hint.is_alive()
    finally:
        go_on.set()
        hint.join(PATIENCE)
