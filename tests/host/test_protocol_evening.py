"""The protocol of an evening that a host has hosted, action by action."""

from __future__ import annotations

import json
from typing import Any

import pytest

from duskfall.host.evening.evening import Evening
from duskfall.host.protocol.data import protocol, standings
from duskfall.host.protocol.exports import protocol_name, protocol_text
from duskfall.host.service import Service
from tests.host.sheets import TEN

START = {"do": "start", "setup": {"rules": "city-mafia", "seats": TEN}, "at": "2026-01-09T19:00:00"}
PLAN: list[dict[str, Any]] = [
    {"vote": {4: 2, 5: 2}},
    {"kill": {1: 7}, "check": {4: 3}, "heal": {5: 7}, "visit": {6: 8}, "maniac_kill": {3: 10}},
    {"vote": {1: 8, 3: 8, 4: 8}},
    {"kill": {1: 7}, "heal": {5: 7}, "visit": {6: 9}, "maniac_kill": {3: 6}},
    {"vote": {4: 3, 5: 3}},
    {},
    {"vote": {4: 1, 5: 1}},
]


def take(evening: Evening, **action: Any) -> None:
    assert evening.do(action) == ""


def host(evening: Evening, plan: list[dict[str, Any]], until: tuple[str, int] = ("", 0)) -> None:
    """Walk through the game, tapping what the plan of each phase says, until then or until the result is confirmed."""
    live = evening.games[-1]
    for _ in range(400):
        live = evening.games[-1]
        if live.confirmed or live.phase == until:
            return
        state = live.game.state
        answers = plan[state.day + state.night - 1]
        for ask in live.asks_here():
            if ask.seat in answers.get(ask.verb, {}):
                take(evening, do="pick", seat=ask.seat, verb=ask.verb, value=answers[ask.verb][ask.seat])
        take(evening, do="next", at="2026-01-09T20:00:00")
    raise AssertionError(f"the game does not end: {live.game}")


def hosted() -> Evening:
    evening = Evening()
    take(evening, **START)
    take(evening, do="foul", seat=8, by=1, at="2026-01-09T19:01:00")
    take(evening, do="foul", seat=9, by=1)
    take(evening, do="back", at="2026-01-09T19:02:00")
    take(evening, do="note", text="Table 2")
    take(evening, do="bonus", seat=4, points=0.5, why="three checks")
    host(evening, PLAN, until=("day", 2))
    take(evening, do="best", seat=10, named=[1, 2, 3])
    host(evening, PLAN)
    return evening


def test_a_hosted_game() -> None:
    found = protocol(hosted())
    game = found["games"][0]
    assert game["result"]["winner"] == "red"
    assert (game["began"], game["ended"]) == ("2026-01-09T19:00:00", "2026-01-09T20:00:00")
    assert {seat["seat"]: seat["left"]["causes"] for seat in game["seats"] if seat["left"]} == {
        1: [], 2: [], 3: [], 6: ["maniac_kill"], 7: ["kill"], 9: ["drag"], 10: ["maniac_kill"],
    }  # fmt: skip
    assert [(each["seat"], each["at"]) for each in game["phases"][0]["fouls"]] == [(8, "2026-01-09T19:01:00")]
    assert found["corrections"] == [{"at": "2026-01-09T19:02:00", "took": {"do": "foul", "seat": 9, "by": 1}}]
    assert (game["seats"][3]["points"], game["seats"][9]["points"]) == (1.5, 1.5)
    assert game["best"] == [{"seat": 10, "named": [1, 2, 3], "hits": 3}]


def test_standings_of_two_games_and_a_scoring_that_changes_between() -> None:
    evening = hosted()
    take(evening, do="again")
    take(evening, do="set", key="scoring", value={"win": 10})
    take(evening, **START)
    host(evening, PLAN)
    table = standings(evening)
    assert table["rows"][0][1:5] == ["Глеб", 11.5, 2, 2]
    again = Evening(evening.log)
    assert protocol(again) == protocol(evening)


def test_every_form_of_it() -> None:
    evening = hosted()
    assert json.loads(protocol_text(evening, "json")) == protocol(evening)
    assert protocol_text(evening, "html").startswith("<!doctype html>")
    assert protocol_text(evening, "csv").startswith("\ufeffDate,Game,")
    assert protocol_text(evening, "csv-votes", bom=False).startswith("Date,Game,")
    files = [protocol_name(evening, form) for form in ("json", "html", "csv", "csv-votes")]
    assert files[:3] == ["duskfall-2026-01-09.json", "duskfall-2026-01-09.html", "duskfall-2026-01-09.csv"]
    assert files[3] == "duskfall-2026-01-09-votes.csv"
    with pytest.raises(ValueError, match="no such form of a protocol: docx"):
        protocol_text(evening, "docx")


def test_the_call_of_a_page() -> None:
    actions = hosted().log
    answer = Service().call("protocol", {"actions": actions, "form": "html", "language": "ru"})
    assert (answer["name"], answer["type"]) == ("duskfall-2026-01-09.html", "text/html")
    assert '<html lang="ru">' in answer["text"]
    english = Service().call("protocol", {"actions": actions, "form": "html", "language": "en"})["text"]
    assert "Corrections" in english
    assert "A foul: Ия" in english
    assert Service().call("protocol", {"actions": actions, "form": "docx", "language": "en"}) == {
        "error": "There is no such form of a protocol: docx."
    }
    assert "error" in Service().call("protocol", {"actions": 7, "form": "csv"})
    whole = Service().call("protocol", {"actions": [], "form": "csv", "bom": False, "language": "en"})
    assert whole["text"].count("\r\n") == 1
