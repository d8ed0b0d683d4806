"""The protocol of an evening as data."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from duskfall.core.play.game import Game
from duskfall.host.protocol.data import protocol_of
from duskfall.host.protocol.game_sheet import Best, GameSheet
from duskfall.host.protocol.standings import table
from duskfall.rules import BOOKS, ruleset
from tests.host.sheets import phase, played, red_wins, sheet

TIMES = ("date", "at", "began", "ended")


def kept(game: Game, **given: Any) -> Any:
    return protocol_of([sheet(game, **given)])["games"][0]


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: timeless(item) for key, item in value.items() if key not in TIMES}
    return [timeless(item) for item in value] if isinstance(value, list) else value


def test_head_seats_and_result() -> None:
    found = protocol_of([sheet(red_wins(flags={"nominations": False, "revealOnDeath": True, "mafiaTalk": 0}))])
    game = found["games"][0]
    assert (found["version"], found["date"]) == (1, "2026-01-09")
    assert (game["rules"], game["title"]) == ("city-mafia", "City Mafia")
    assert [each["flag"] for each in game["house"]] == ["revealOnDeath"]
    assert game["result"] == {
        "winner": "red", "draw": False, "said": "", "reason": "all-black-out", "rule": "CM§L4.red", "cowins": [],
    }  # fmt: skip
    seats = {each["seat"]: each for each in game["seats"]}
    assert [seats[3][key] for key in ("name", "role", "team", "won")] == ["Вера", "Maniac", "maniac", False]
    how = {seat: (each["left"]["how"], each["left"]["number"], each["left"]["causes"])
           for seat, each in seats.items() if each["left"]}  # fmt: skip
    assert how == {
        1: ("vote", 4, []), 2: ("vote", 1, []), 3: ("vote", 3, []), 6: ("night", 2, ["maniac_kill"]),
        7: ("night", 2, ["kill"]), 9: ("night", 2, ["drag"]), 10: ("night", 1, ["maniac_kill"]),
    }  # fmt: skip
    assert seats[8]["fouls"] == 1
    assert game["best"] == [{"seat": 10, "named": [1, 3, 4], "hits": 2}]
    assert seats[10]["score"] == [{"for": "win", "points": 1, "note": ""}, {"for": "best", "points": 0.25, "note": "2"}]


def test_nights_say_what_became_of_every_act() -> None:
    nights = {each["number"]: each for each in kept(red_wins())["phases"] if each["phase"] == "night"}
    first = {act["verb"]: act for act in nights[1]["acts"]}
    assert list(first) == ["kill", "seek", "check", "heal", "visit", "maniac_kill"]
    assert (first["kill"]["seat"], first["kill"]["target"], first["kill"]["team"]) == (1, 7, "mafia")
    assert first["kill"]["overturned"] == [{"by": "heal", "seat": 5, "rule": "CM§E1"}]
    assert (first["seek"]["told"], first["check"]["told"], first["heal"]["told"]) == ("SHERIFF", "BLACK", None)
    assert (first["maniac_kill"]["role"], first["maniac_kill"]["landed"]) == ("Maniac", "CM§Maniac")
    second = {act["verb"]: act for act in nights[2]["acts"]}
    assert second["heal"]["void"] == "repeat"
    assert (second["drag"]["seat"], second["drag"]["target"]) == (6, 9)
    assert [(each["seat"], each["causes"]) for each in nights[2]["deaths"]] == [
        (6, ["maniac_kill"]), (7, ["kill"]), (9, ["drag"]),
    ]  # fmt: skip
    assert [(act["verb"], act["target"], act.get("silent")) for act in nights[3]["acts"]] == [
        ("kill", 0, True), ("seek", 0, True), ("check", 5, None), ("heal", 0, True),
    ]  # fmt: skip


def test_days_have_every_ballot() -> None:
    days = {each["number"]: each for each in kept(red_wins())["phases"] if each["phase"] == "day"}
    vote, revote = days[1]["ballots"]
    assert vote["tied"] == [2, 7]
    assert vote["votes"] == [{"for": 2, "count": 2, "by": [4, 5]}, {"for": 7, "count": 2, "by": [1, 2]}]
    assert (revote["verb"], revote["tied"], days[1]["out"]) == ("revote", [], [2])
    assert days[2]["spared"] == [{"seat": 8, "by": "vote_immunity", "from": 0, "rule": "CM§E8"}]
    assert days[2]["out"] == []
    assert [day["first"] for day in days.values()] == [1, 3, 4, 5]
    assert days[3]["last"] == [{"seat": 3, "text": "I was the Maniac."}]
    assert days[1]["fouls"] == [{"seat": 8, "by": 1, "at": "2026-01-09T19:05:00"}]
    assert days[2]["notes"] == [{"text": "Somebody laughed", "at": ""}]


def test_votes_by_counts_table_votes_and_nominations() -> None:
    game = played(flags={"nominations": True, "tieEndsWith": "tableVote"})
    while game.asks[0].speech:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, {"nominate": {1: 9, 2: 10}.get(ask.seat)})
    game.count("vote", {"9": 5, "10": 5})
    phase(game, {"revote": {seat: 9 if seat < 6 else 10 for seat in range(1, 11)}})
    day = kept(game)["phases"][0]
    assert day["nominations"] == [{"seat": 1, "target": 9}, {"seat": 2, "target": 10}]
    counted, again, all_go = day["ballots"]
    assert (counted["named"], counted["votes"][0]) == (False, {"for": 9, "count": 5, "by": []})
    assert again["tied"] == [9, 10]
    assert (all_go["table"], all_go["tied"]) == (True, [])
    assert (day["out"], day["nobody"]) == ([], True)
    assert all_go["void"][0] == {"seat": 1, "target": 9, "reason": "not-an-option"}


def test_what_a_moderator_does_is_kept() -> None:
    game = played()
    game.switch("nominations", True)
    game.hand_over(4, "Лев")
    game.remove(8, "fouls")
    phase(game, {})
    found = kept(game)
    assert [event["what"] for event in found["phases"][0]["also"]] == ["switched", "handed", "removed"]
    assert found["seats"][7]["left"] == {"how": "removed", "phase": "day", "number": 1, "causes": ["fouls"]}
    assert (found["seats"][3]["name"], found["seats"][3]["dealt"]) == ("Лев", "Глеб")
    assert found["result"] is None
    assert {seat["won"] for seat in found["seats"]} == {None}


def test_times_are_only_where_they_can_be_dropped() -> None:
    one = protocol_of([sheet(red_wins())], [{"at": "20:00", "took": {"do": "next", "at": "19:59"}}])
    other = protocol_of([sheet(red_wins(), began="2031-07-07T01:00", ended="")], [{"at": "", "took": {"do": "next"}}])
    assert one != other
    assert timeless(one) == timeless(other)
    assert "2026" not in json.dumps(timeless(one))


def test_a_scoring_that_does_not_fit_is_told_and_not_used() -> None:
    game = kept(red_wins(), scoring={"win": {"Witch": 5}})
    assert game["scoring"]["name"] == "city-mafia"
    assert len(game["scoring"]["problems"]) == 1
    assert kept(red_wins(), scoring="plain")["seats"][9]["points"] == 1  # no best move there


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("seed", range(4))
def test_any_game_of_any_book_has_a_protocol(rules: str, seed: int) -> None:
    draw, game = Random(seed), Game.start(ruleset(rules), 12, seed=seed, tries=1)
    while game.asks:
        ask = game.asks[0]
        options = [*ask.seats, *ask.words, 13, None]
        game.answer(ask.seat, ask.verb, None if ask.speech else draw.choice(options))
    found = protocol_of([GameSheet(game)])
    assert json.loads(json.dumps(found)) == found
    one, end = found["games"][0], game.over
    assert end is not None
    assert one["result"]["rule"]
    assert tuple(seat["role"] for seat in one["seats"]) == end.roles
    alive = {seat["seat"] for seat in one["seats"] if not seat["left"]}
    assert alive == {seat for seat in range(1, 13) if game.state.alive >> seat & 1}


def test_standings_over_two_games() -> None:
    found = protocol_of([sheet(red_wins()), sheet(red_wins(), best=(Best(10, (1, 2, 3)),), bonus=()), sheet(played())])
    lines = found["standings"]
    assert [(line["place"], line["name"], line["points"]) for line in lines[:3]] == [
        (1, "Кир", 2.75), (2, "Глеб", 2.3), (3, "Дина", 2),
    ]  # fmt: skip
    assert [line["place"] for line in lines] == [1, 2, 3, 3, 3, 3, 3, 8, 8, 8]
    assert [line["name"] for line in lines[2:7]] == ["Дина", "Ева", "Жан", "Зоя", "Ия"]
    assert lines[0]["as"] == {"red": 2, "mafia": 0, "maniac": 0}
    assert (lines[0]["best"], lines[0]["games"], lines[1]["bonus"], lines[5]["fouls"]) == (2, 2, 0.3, 2)
    shown = table(lines)
    assert shown["columns"][:5] == ["Place", "Player", "Points", "Games", "Wins"]
    assert all(len(row) == len(shown["columns"]) for row in shown["rows"])


def test_an_evening_without_a_finished_game_has_no_standings() -> None:
    assert protocol_of([])["standings"] == []
    assert table(protocol_of([sheet(played())])["standings"])["rows"] == []
