"""A season: standings over several evenings, and its files."""

from __future__ import annotations

import csv
import json
from copy import deepcopy
from functools import cache
from io import StringIO
from typing import Any

import pytest

from duskfall.host.evening.evening import Evening
from duskfall.host.service import Service
from duskfall.wire.season import EveningResults
from tests.host.test_protocol_evening import hosted

ANNA, GLEB = "Анна", "Глеб"  # the Don and the Sheriff of the evening that the reds win


@cache
def _first() -> EveningResults:
    return call("results", actions=hosted().log)


def call(name: str, **params: Any) -> Any:
    return Service().call(name, params)


def two_evenings() -> list[Any]:
    """The same evening again a week later, in which the Don has won instead."""
    first: Any = _first()
    second = deepcopy(first)
    game = second["games"][0]
    game["date"] = second["date"] = "2026-01-16"
    game["winner"] = "mafia"
    for player in game["players"]:
        player.update(
            won=player["team"] == "mafia", points=int(player["team"] == "mafia"), bonus=0, fouls=0, best=False
        )
    return [first, second]


def standing(evenings: list[Any], name: str, **more: Any) -> dict[str, Any]:
    found = call("season", evenings=evenings, **more)
    row = next(row for row in found["rows"] if row[1] == name)
    return dict(zip([column["key"] for column in found["columns"]], row, strict=True))


def test_an_evening_is_kept_as_its_finished_games() -> None:
    found = _first()
    assert (found["date"], found["problems"]) == ("2026-01-09", [])
    (game,) = found["games"]
    assert (game["rules"], game["winner"], game["teams"]) == ("city-mafia", "red", ["red", "mafia", "maniac"])
    sheriff = next(player for player in game["players"] if player["name"] == GLEB)
    assert sheriff == {
        "name": GLEB, "role": "Sheriff", "team": "red", "won": True, "points": 1.5, "best": False, "bonus": 0.5,
        "fouls": 0,
    }  # fmt: skip


def test_a_game_that_is_not_over_does_not_count() -> None:
    evening = Evening([{"do": "start", "setup": {"rules": "city-mafia", "seats": {"Ann": "Don", "Bob": "Citizen"}}}])
    assert call("results", actions=evening.log)["games"] == []


def test_seats_without_a_name_are_nobody() -> None:
    seats = dict(zip(("Глеб", "Игрок 2", "Player 3", "玩家4", "Игрок 5"), ("Don", *["Citizen"] * 4), strict=True))
    evening = Evening([{"do": "start", "setup": {"rules": "city-mafia", "seats": seats}}])
    for seat in (2, 3, 4, 5):
        assert evening.do({"do": "remove", "seat": seat, "cause": "left"}) == ""
        if evening.games[-1].result:
            break
    while not evening.games[-1].confirmed:
        assert evening.do({"do": "next"}) == ""
    (game,) = call("results", actions=evening.log)["games"]
    assert [player["name"] for player in game["players"]] == [GLEB]


def test_standings_add_up_over_evenings_with_rates_and_wins_by_colour() -> None:
    don = standing(two_evenings(), ANNA)
    assert (don["games"], don["wins"], don["rate"], don["as mafia"], don["as red"]) == (2, 1, 50, 1, 0)
    assert don["evenings"] == 2
    sheriff = standing(two_evenings(), GLEB)
    assert (sheriff["points"], sheriff["average"], sheriff["bonus"], sheriff["place"]) == (1.5, 0.75, 0.5, 1)


def test_a_season_of_one_game_is_filtered_by_its_rules() -> None:
    evenings = two_evenings()
    evenings[1]["games"][0]["rules"] = "werewolf"
    found = call("season", evenings=evenings, rules="werewolf")
    assert (found["games"], found["evenings"]) == (1, 1)
    assert [each["id"] for each in found["rulesets"]] == ["city-mafia", "werewolf"]
    assert standing(evenings, GLEB, rules="werewolf")["points"] == 0


def test_all_games_can_be_scored_alike() -> None:
    plain = call("results", actions=hosted().log, scoring="plain")
    points = {player["name"]: player["points"] for player in plain["games"][0]["players"]}
    assert points[ANNA] == 0
    assert points[GLEB] == 1.5  # the host's bonus stays


def test_the_files_of_a_season_say_the_same() -> None:
    evenings = two_evenings()
    table = call("season_file", evenings=evenings, form="csv", bom=False)
    assert (table["name"], table["type"]) == ("season-2026-01-09-2026-01-16.csv", "text/csv")
    rows = list(csv.DictReader(StringIO(table["text"])))
    assert [row["Player"] for row in rows] == [row[1] for row in call("season", evenings=evenings)["rows"]]
    games = list(csv.DictReader(StringIO(call("season_file", evenings=evenings, form="csv-games", bom=False)["text"])))
    assert sum(int(row["Won (1 or 0)"]) for row in games if row["Player"] == ANNA) == 1
    assert json.loads(call("season_file", evenings=evenings, form="json")["text"])["standings"][0]["name"] == GLEB
    assert GLEB in call("season_file", evenings=evenings, form="html")["text"]


@pytest.mark.parametrize("evenings", [None, 3, [3], [{}], [{"games": [{}]}]])
def test_what_is_no_season_is_refused_with_one_line(evenings: object) -> None:
    for name in ("season", "season_file"):
        assert "\n" not in call(name, evenings=evenings)["error"]
