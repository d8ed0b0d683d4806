"""What was taken back can be taken again, as long as nothing else was done since."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from duskfall.host.evening.evening import Evening
from duskfall.host.protocol.exports import FORMS, protocol_text
from duskfall.host.service import Service
from duskfall.rules import BOOKS
from tests.host.hosting import ANN, GUS, HAL, Host, city
from tests.host.monkey import Monkey


def seen(evening: Evening) -> dict[str, Any]:
    """The screen, but for how many actions are behind it."""
    return evening.screen() | {"at": 0}


def kept(evening: Evening) -> list[str]:
    """The protocol in all its forms."""
    return [protocol_text(evening, form) for form in FORMS]


def after_a_kill() -> Host:
    host = city(start={"phase": "night", "number": 1})
    host.until("night", "kill")
    host.do("pick", seat=ANN, verb="kill", value=GUS, at="2026-11-15T21:05:13")
    return host


def test_a_night_is_taken_back_and_taken_again() -> None:
    host = after_a_kill()
    host.until("ruling")
    ruling, protocol = seen(host.evening), kept(host.evening)
    while host.screen["place"] != "night" or host.screen["upcoming"] != "Mafia: kill":
        host.do("back")
    while host.screen["forth"]:
        host.do("forth")
    assert seen(host.evening) == ruling
    assert kept(host.evening) == protocol, "nothing was corrected"
    assert Evening(host.evening.log).screen() == host.screen
    host.refuses("forth")


def test_whatever_else_is_done_drops_what_could_be_taken_again() -> None:
    host = after_a_kill()
    assert host.screen["forth"] == ""
    assert host.refuses("forth") == "There is nothing to take again."
    host.do("next")
    host.do("back")
    host.do("back")
    host.refuses("pick", seat=HAL, verb="check", value=GUS)
    assert host.screen["forth"] == "What was recorded: kill", "what is refused drops nothing"
    host.do("forth")
    host.do("pick", seat=ANN, verb="kill", value=HAL)
    assert host.screen["forth"] == ""
    host.refuses("forth")
    host.do("back")
    host.do("forth")
    host.refuses("forth")
    assert host.screen["forms"][0]["value"] == HAL


def test_a_game_keeps_its_times() -> None:
    host = Host()
    host.do("set", key="deal", value="links")
    host.do("deal", seed=1, at="2026-01-09T19:00:00")
    host.do("next")
    host.do("foul", seat=1, at="2026-01-09T19:05:00")
    live = host.evening.games[0]
    for _ in range(3):
        host.do("back", at="2026-01-09T23:00:00")
    assert not host.evening.games
    for _ in range(3):
        host.do("forth", at="2026-01-09T23:01:00")
    again = host.evening.games[0]
    assert (again.began, again.fouls) == (live.began, live.fouls)
    assert again.began == "2026-01-09T19:00:00"


def test_only_what_does_not_stand_is_a_correction() -> None:
    host = after_a_kill()
    host.do("back", at="2026-11-15T21:05:20")
    host.do("forth", at="2026-11-15T21:05:25")
    assert '"corrections": []' in protocol_text(host.evening, "json")
    lines = host.evening.audit()
    assert lines[-3:] == [
        "21:05:13 Game 1, Night 1: Ann, kill: Gus.",
        "21:05:20 Game 1, Night 1: taken back: Ann, kill: Gus.",
        "21:05:25 Game 1, Night 1: taken again: Ann, kill: Gus.",
    ]
    host.do("back", at="2026-11-15T21:05:30")
    host.do("note", text="Late")
    assert host.evening.audit()[-5] == "21:05:13 Game 1, Night 1: Ann, kill: Gus (taken back at 21:05:30)."
    assert protocol_text(host.evening, "json").count('"took"') == 1
    assert "21:05:30" in protocol_text(host.evening, "html")
    assert "21:05:20" not in protocol_text(host.evening, "html")


def test_the_audit_tells_how_far_it_is_to_any_step() -> None:
    host = after_a_kill()
    host.do("next")
    host.do("back")
    host.do("back")
    found = Service().call("audit", {"actions": host.evening.log})
    assert found["steps"][-5:] == [1, 0, 0, 0, 0]
    assert found["forth"][-5:] == [0, 1, 2, 0, 0]
    host.do("forth")
    found = Service().call("audit", {"actions": host.evening.log})
    assert (found["steps"][-5:], found["forth"][-5:]) == ([1, 0, 0, 0, 0], [0, 1, 0, 0, 0])


@pytest.mark.parametrize("rules", BOOKS)
def test_back_and_forth_is_nothing_at_any_moment(rules: str) -> None:
    random, monkey = Random(rules), Monkey(4, rules, "night", seats=9)
    evening = monkey.evening
    monkey.game()
    monkey.do(do="again")
    monkey.step()
    protocol, standing, screens = kept(evening), list(evening.standing), []
    while random.random() < 0.98 and evening.standing:
        screens.append(seen(evening))
        assert not evening.do({"do": "back"})
    assert len(screens) > 20
    for screen in reversed(screens):
        offered = evening.screen()["forth"]
        assert not evening.do({"do": "forth"})
        assert seen(evening) == screen
        assert screen["back"] == offered, "it tells no more than Back does"
    assert (kept(evening), evening.standing) == (protocol, standing)


def test_who_acts_behind_a_veil_by_day_is_not_told_by_what_can_be_taken_back_or_again() -> None:
    seats = {"Ann": "Mayor", "Bob": "Mafia", "Cid": "Citizen", "Dee": "Citizen", "Eli": "Doctor"}
    host = Host(rules="town-of-agents", seats=seats, start={"phase": "day", "number": 2})
    while not (host.screen["veiled"] and host.screen["forms"]):
        host.do("next")
    (form,) = host.screen["forms"]
    assert host.do("pick", seat=form["seat"], verb="reveal", value=True)["back"] == "What was recorded: reveal"
    assert host.do("back")["forth"] == "What was recorded: reveal"
