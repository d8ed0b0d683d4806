"""How games end, and what is kept of everything that was tapped."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.host.evening.evening import EVERY, Evening, EveningError
from duskfall.host.protocol.data import protocol
from duskfall.host.protocol.standings import table
from tests.host.hosting import ANN, CITY, GUS, HAL, Host, city

# -- the end -----------------------------------------------------------------------------------------


def test_victory_is_confirmed_and_the_next_game_has_the_same_table() -> None:
    seats = {"A": "Don", "B": "Citizen", "C": "Citizen"}
    host = Host(rules="city-mafia", seats=seats)
    host.do("hand", seat=3, name="Zoe")
    host.do("flag", name="tieEndsWith", value="all")
    host.refuses("again")
    host.until("ballot")
    host.vote("vote", A=2, B=1, Zoe=1)
    screen = host.until("victory")
    assert (screen["result"]["side"], screen["result"]["reason"]) == ("red", "All the black players are out.")
    assert screen["result"]["rule"] == "CM§L4.red"
    host.refuses("again")
    screen = host.do("next", at="2026-11-15T21:40:00")
    assert screen["place"] == "over"
    assert screen["standings"]["rows"][0][1] in ("B", "Zoe")
    host.refuses("next")
    host.do("bonus", seat=2, points=0.25, why="brave")
    screen = host.do("again")
    assert screen["place"] == "table"
    assert screen["table"]["names"] == ["A", "B", "Zoe"]
    assert next(flag["value"] for flag in screen["flags"] if flag["name"] == "tieEndsWith") == "all"
    assert screen["crumb"] == "Game 2 · City Mafia"
    assert host.do("back")["place"] == "over"
    assert host.evening.games[0].ended == "2026-11-15T21:40:00"


def test_a_game_that_is_over_keeps_its_scoring_whatever_is_taken_back_later() -> None:
    host = Host(rules="city-mafia", seats={"A": "Don", "B": "Citizen", "C": "Citizen"})
    host.until("ballot")
    host.vote("vote", A=2, B=1, C=1)
    host.until("victory")
    standings = host.do("next")["standings"]
    host.do("again")
    host.do("set", key="scoring", value={"win": 100})
    for number in range(2 * EVERY):  # a room is kept that has this scoring already
        host.do("set", key="callAll", value=number % 2 == 0)
    host.do("back")
    assert table(protocol(host.evening)["standings"]) == standings


def test_the_best_move_of_the_first_killed() -> None:
    host = Host()
    host.do("set", key="deal", value="links")
    host.do("deal", seed=1)
    host.do("next")
    roles = host.evening.games[0].game.setup.roles
    citizen = roles.index("Citizen") + 1
    assert host.screen["best"] is None
    host.night(kill=citizen)
    host.refuses("best", seat=citizen, named=[1, 2])
    screen = host.do("next")
    assert (screen["best"]["seat"], screen["best"]["most"]) == (citizen, 3)
    others = [seat for seat in range(1, 11) if seat != citizen]
    host.refuses("best", seat=others[0], named=[citizen])
    host.refuses("best", seat=citizen, named=others[:4])
    assert host.do("best", seat=citizen, named=others[:3])["best"]["named"] == others[:3]
    host.until("night")
    assert host.screen["best"] is None
    assert host.evening.games[0].best[0].named == tuple(others[:3])


# -- the log -----------------------------------------------------------------------------------------


def test_the_audit_tells_of_everything_also_of_what_was_taken_back() -> None:
    host = city(start={"phase": "night", "number": 1})
    host.until("night", "kill")
    host.do("pick", seat=ANN, verb="kill", value=GUS, at="2026-11-15T21:05:13")
    host.do("back", at="2026-11-15T21:05:20")
    host.do("pick", seat=ANN, verb="kill", value=HAL, at="2026-11-15T21:05:30")
    lines = host.evening.audit()
    assert lines[-3:] == [
        "21:05:13 Game 1, Night 1: Ann, kill: Gus (taken back at 21:05:20).",
        "21:05:20 Game 1, Night 1: taken back: Ann, kill: Gus.",
        "21:05:30 Game 1, Night 1: Ann, kill: Hal.",
    ]
    assert host.screen["back"] == "What was recorded: kill", "others may see this screen"
    standing = len(host.evening.standing)
    assert host.evening.steps_back() == [*range(standing, 1, -1), 0, 0, 1]
    host.do("next")
    host.do("back")
    assert host.evening.audit()[-1] == "- Game 1, Night 1: taken back: Next (Mafia: kill)."


@pytest.mark.parametrize("action", [{"do": "juggle"}, {"do": 7}, {}, "next", {"do": "pick"}, {"do": "set"}, None])
def test_what_is_no_action_is_refused_with_one_line(action: Any) -> None:
    evening = Evening([{"do": "start", "setup": {"rules": "city-mafia", "seats": CITY}}])
    before = evening.screen()
    refused = evening.do(action)
    assert refused
    assert "\n" not in refused
    assert evening.screen() == before


def test_a_log_of_another_version_gives_one_clear_line() -> None:
    with pytest.raises(EveningError, match=r"Action 2 of this evening: This version does not know the action juggle\."):
        Evening([{"do": "set", "key": "language", "value": "en"}, {"do": "juggle", "balls": 3}])


@pytest.mark.parametrize(
    "setup",
    [
        None, {}, {"rules": "chess"}, {"rules": "city-mafia"}, {"rules": "city-mafia", "seats": {"A": "King"}},
        {"rules": "city-mafia", "seats": {"A": "Don"}, "start": {"phase": "noon"}},
        {"rules": "city-mafia", "seats": CITY, "cards": {"joker": [1]}},
        {"rules": "city-mafia", "seats": CITY, "start": {"phase": "night", "number": 1, "dead": [99]}},
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused(setup: object) -> None:
    Host().refuses("start", setup=setup)


@pytest.mark.parametrize(
    ("flag", "said"),
    [
        ("nobody", ["The tie stands.", "Nobody leaves the table today."]),
        (
            "all",
            [
                "The tie stands: the vote goes against all the tied.",
                "Leaves the table by the vote: 1, Ann.",
                "Leaves the table by the vote: 7, Gus.",
            ],
        ),
    ],
)
def test_a_tie_that_stands_is_read_aloud(flag: str, said: list[str]) -> None:
    host = city(flags={"tieEndsWith": flag})
    for verb in ("vote", "revote"):
        host.until("ballot", verb)
        host.do("counts", verb=verb, counts={"1": 5, "7": 5})
        host.do("next")
    assert host.screen["say"] == ["The votes are counted. 1, Ann: 5; 7, Gus: 5.", *said]
