"""Scorings as data: what they are worth, and one line for each mistake in them."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.core.play.game import Game
from duskfall.host.protocol.game_sheet import Best, Bonus, Foul, GameSheet, When
from duskfall.host.protocol.points import Point, best_movers, line, points, total
from duskfall.host.protocol.scoring import ScoringError, own_scoring, read_scoring, scoring_problems, scorings
from duskfall.rules import BOOKS, ruleset
from tests.host.sheets import phase, played, red_wins, sheet

CITY = ruleset("city-mafia")


@pytest.mark.parametrize("rules", BOOKS)
def test_every_ruleset_has_a_scoring(rules: str) -> None:
    scoring = read_scoring(None, ruleset(rules))
    assert scoring.name == own_scoring(ruleset(rules)) == ("city-mafia" if rules == "city-mafia" else "plain")
    assert all(points > 0 for points in scoring.win.values())


@pytest.mark.parametrize("name", scorings())
def test_what_comes_with_the_program_has_no_mistakes(name: str) -> None:
    assert scoring_problems(name, CITY) == []


def test_points_of_a_red_win() -> None:
    got = points(sheet(red_wins()), read_scoring(None, CITY))
    assert got[1] == got[2] == got[3] == []
    assert got[7] == [Point("win", 1)]
    assert got[10] == [Point("win", 1), Point("best", 0.25, "2")]
    assert got[4] == [Point("win", 1), Point("bonus", 0.3, "a check")]
    assert total(got[10]) == 1.25


@pytest.mark.parametrize(
    ("named", "worth"), [((1, 2, 3), 0.5), ((1, 2, 7), 0.25), ((1, 7, 8), 0), ((7, 8, 9), 0), ((1, 1, 1), 0), ((), 0)]
)
def test_the_best_move_counts_those_it_found(named: tuple[int, ...], worth: float) -> None:
    got = points(sheet(red_wins(), best=(Best(10, named),)), read_scoring(None, CITY))
    assert total(got[10]) == 1 + worth


def test_the_best_move_is_of_the_first_who_are_killed_at_night() -> None:
    game = red_wins()
    assert best_movers(game, read_scoring(None, CITY)) == (10,)
    assert best_movers(game, read_scoring("plain", CITY)) == ()
    late = points(sheet(game, best=(Best(7, (1, 2, 3)),)), read_scoring(None, CITY))
    assert late[7] == [Point("win", 1)]  # killed in the second night
    voted = played({"vote": {4: 9}}, {"kill": 10, "maniac_kill": 7})
    assert best_movers(voted, read_scoring(None, CITY)) == (7, 10)  # both of that night, and not who was voted out
    black = played({}, {"kill": 3, "maniac_kill": 1})
    assert best_movers(black, read_scoring(None, CITY)) == ()  # both are black


def test_the_maniac_wins_alone_and_for_more() -> None:
    game = played(
        {"vote": {1: 1, 2: 1}}, {"kill": 4, "maniac_kill": 5}, {"vote": {3: 2}}, {"maniac_kill": 6},
        {"vote": {3: 7}}, {"maniac_kill": 8}, {"vote": {3: 9}},
    )  # fmt: skip
    assert game.over is not None
    assert game.over.winner == "maniac"
    got = points(sheet(game, best=(), bonus=()), read_scoring(None, CITY))
    assert {seat: total(lines) for seat, lines in got.items() if lines} == {3: 2}


def test_fouls_removal_loss_and_role() -> None:
    data = {"win": {"red": 3, "Sheriff": 4, "*": 1}, "loss": -1, "role": {"Doctor": 0.5}, "foul": -0.1, "removed": -2}
    game = played({})
    phase(game, {})
    for seat in (1, 2, 3):
        game.remove(seat, "fouls")
    fouls = tuple(Foul(8, 1, When("day", 1)) for _ in range(3))
    got = points(sheet(game, fouls=fouls, best=(), bonus=()), read_scoring(data, CITY))
    assert [total(got[seat]) for seat in (1, 4, 5, 6, 8)] == [-3, 4, 3.5, 3, 2.7]
    assert got[1] == [Point("loss", -1), Point("removed", -2, "fouls")]
    assert got[8][-1] == Point("foul", -0.3, "3")


def test_an_end_can_be_scored_by_its_reason() -> None:
    data = {"win": 1, "ends": {"all-black-out": {"maniac": 0.5, "*": 0.25}}}
    got = points(sheet(red_wins(), best=(), bonus=()), read_scoring(data, CITY))
    assert (total(got[3]), total(got[4]), total(got[1])) == (0.5, 0.25, 0.25)


def test_a_draw_and_a_game_that_is_not_over() -> None:
    game = played(*[{}] * 2, flags={"maxRounds": 1})
    assert game.over is not None
    got = points(sheet(game, best=(), bonus=()), read_scoring({"win": 1, "draw": 0.5}, CITY))
    assert {total(lines) for lines in got.values()} == {0.5}
    assert points(sheet(played({})), read_scoring(None, CITY)) == {seat: [] for seat in range(1, 11)}


def test_the_hosts_bonus_has_limits() -> None:
    scoring = read_scoring({"bonus": [-0.5, 0.5]}, CITY)
    given = (Bonus(4, 0.3, "one"), Bonus(4, 0.4, "two"), Bonus(5, -2, ""))
    got = points(sheet(red_wins(), bonus=given, best=()), scoring)
    assert got[4] == [Point("bonus", 0.3, "one"), Point("bonus", 0.2, "two")]
    assert got[5] == [Point("bonus", -0.5)]
    assert scoring.why_no_bonus(0.5) == ""
    assert scoring.why_no_bonus(0.6) == "A bonus is from -0.5 to 0.5."
    assert scoring.why_no_bonus(True) == scoring.why_no_bonus("1") == "A bonus is a number."


def test_a_co_win_stands_beside_the_win_of_a_side() -> None:
    book = ruleset("ai-mafia")
    cards = {"Ann": "Jester", "Bob": "Godfather", "Cid": "Villager", "Dee": "Cop", "Eli": "Doctor", "Fay": "Villager"}
    game = Game.start(book, cards, tries=1, talk=False)
    for each in ({}, {"vote": 1}, {}, {"vote": 2}):
        phase(game, each)
    assert game.over is not None
    assert (game.over.winner, game.over.cowins) == ("town", ((1, "Jester"),))
    got = points(GameSheet(game), read_scoring({"win": 1, "cowin": 2, "loss": -1}, book))
    assert got[1] == [Point("cowin", 2)]
    assert (total(got[2]), total(got[4])) == (-1, 1)
    assert [total(lines) for lines in points(GameSheet(game), read_scoring(None, book)).values()] == [1, 0, 1, 1, 1, 1]


def test_each_point_has_a_line() -> None:
    lines = [line(Point("win", 1)), line(Point("best", 0.5, "3")), line(Point("bonus", 0.3, "a check"))]
    assert lines == ["win 1", "best move 0.5", "bonus 0.3 (a check)"]
    assert line(Point("role", 0.5, "Don")) == "won as Don 0.5"


@pytest.mark.parametrize(
    ("data", "problems"),
    [
        ("sport", ["No scoring is called sport."]),
        (7, ["A scoring is a name or a table of points."]),
        ({"wins": 1}, ["Scoring custom: wins is none of "]),
        ({"win": {"Witch": 1}}, ["Scoring custom.win: Witch is none of Citizen, Sheriff, "]),
        ({"win": {"red": "one"}, "foul": True}, ["custom.win.red: 'one' is not a number.", "custom.foul: True is not"]),
        ({"win": {"red": float("nan")}}, ["custom.win.red: nan is not a number."]),
        ({"role": {"red": 1}}, ["custom.role: red is none of Citizen"]),
        ({"role": 1}, ["custom.role: a table is needed."]),
        ({"ends": {"bedtime": 1}}, ["custom.ends: bedtime is none of all-black-out, "]),
        ({"best": {"points": [0]}}, ["custom.best.points: points for none, for one, and so on."]),
        ({"best": {"of": "red", "points": [0, 1]}}, ["custom.best.of: a list is needed."]),
        ({"best": {"finds": ["wolves"], "points": [0, 1]}}, ["custom.best.finds: wolves is none of red, mafia"]),
        ({"bonus": [1, -1]}, ["custom.bonus: the least and the most."]),
        ({"removed": {"asleep": 1}, "name": "ours"}, ["Scoring ours.removed: asleep is none of left, fouls, idle, *."]),
    ],
)
def test_one_line_for_each_mistake(data: Any, problems: list[str]) -> None:
    with pytest.raises(ScoringError) as error:
        read_scoring(data, CITY)
    assert len(error.value.problems) == len(problems)
    assert all(want in found for want, found in zip(problems, error.value.problems, strict=True))
