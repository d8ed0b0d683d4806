"""A scoring as a form: made out of the rules, read back without loss, one line for each mistake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from duskfall.host.protocol.scoring import read_scoring, scorings
from duskfall.host.service import Service
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.tongue import LANGUAGES
from tests.host.hosting import city
from tests.words.shown import english, texts

CITY = "city-mafia"
CLUB: dict[str, Any] = {
    "name": "our club", "win": {"red": 1, "mafia": 1.5, "Don": 2, "*": 0}, "loss": {"*": -0.25},
    "draw": {"maniac": 0.5}, "cowin": 1, "role": {"Sheriff": 0.3},
    "ends": {"mafia-maniac-standoff": {"mafia": 0.5, "Don": 0}},
    "best": {"of": ["red"], "finds": ["mafia", "maniac"], "points": [0, 0, 0.25, 0.5, 1]},
    "foul": -0.1, "removed": {"fouls": -0.5, "*": -1}, "bonus": [-0.4, 0.7],
}  # fmt: skip


def form(rules: str = CITY, scoring: Any = "", **more: Any) -> Any:
    return Service().call("scoring", {"rules": rules, "scoring": scoring, **more})


def fields(groups: list[Any]) -> Iterator[Any]:
    for group in groups:
        yield from group["fields"]
        yield from fields(group["groups"])


def field(found: Any, name: str) -> Any:
    return next(each for each in fields(found["groups"]) if each["id"] == name)


@pytest.mark.parametrize("name", scorings())
@pytest.mark.parametrize("rules", BOOKS)
def test_what_nobody_changes_is_worth_the_same(rules: str, name: str) -> None:
    if name not in ("plain", rules):
        return
    found = form(rules, name)
    assert found["problem"] == ""
    was, now = (read_scoring(given, ruleset(rules)) for given in (name, found["scoring"]))
    assert [getattr(now, key) for key in now.__slots__[1:]] == [getattr(was, key) for key in was.__slots__[1:]]


def test_every_key_of_a_scoring_is_a_field_and_comes_back() -> None:
    found = form(scoring=CLUB)
    assert (found["name"], found["problem"]) == ("our club", "")
    assert found["scoring"] == CLUB
    assert form(scoring=found["scoring"])["scoring"] == CLUB
    nobody = form(scoring={"win": 1, "ends": {"mafia-parity": {}}})["scoring"]
    assert nobody["ends"] == {"mafia-parity": {"*": 0}}
    fine = form(scoring={"name": "fine", "win": 123.4567, "foul": -0.0001})["scoring"]
    assert (fine["win"], fine["foul"]) == ({"*": 123.4567}, -0.0001)


@pytest.mark.parametrize(
    ("values", "key", "want"),
    [
        ({"win/*": "3", "win/red": "", "win/mafia": "", "win/maniac": ""}, "win", {"*": 3}),
        ({"win/Don": "1,5"}, "win", {"red": 1, "mafia": 1, "maniac": 2, "Don": 1.5}),
        ({"foul": "−0.1"}, "foul", -0.1),
        ({"removed/fouls": "", "removed/left": ""}, "removed", None),
        ({"bonus/least": "", "bonus/most": " "}, "bonus", None),
        ({f"best/points/{count}": "" for count in range(4)}, "best", None),
        ({"best/points/4": "1"}, "best", {"of": ["red"], "finds": ["mafia", "maniac"], "points": [0, 0, 0.25, 0.5, 1]}),
        ({"best/of/maniac": True}, "best", {"of": ["red", "maniac"], "finds": ["mafia", "maniac"],
                                            "points": [0, 0, 0.25, 0.5]}),
        ({"ends/mafia-maniac-standoff/mafia": "0.5"}, "ends", {"mafia-maniac-standoff": {"mafia": 0.5}}),
        ({"win/Witch": "7"}, "win", {"red": 1, "mafia": 1, "maniac": 2}),  # no such field: nobody can have typed it
    ],
)  # fmt: skip
def test_what_is_typed_changes_the_scoring(values: Any, key: str, want: Any) -> None:
    found = form(values=values)
    assert found["problem"] == ""
    assert found["scoring"].get(key) == want


def test_the_best_move_of_a_scoring_without_one_is_offered_for_the_good_side() -> None:
    found = form(scoring="plain", values={f"best/points/{count}": str(count) for count in range(3)})
    assert found["scoring"]["best"] == {"of": ["red"], "finds": ["mafia", "maniac"], "points": [0, 1, 2]}


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"name": "  "}, "Give the scoring a name."),
        ({"name": 7}, "name: words are needed."),
        ({"values": {"win/red": "one"}}, "A win · red: a number from -1000 to 1000 is needed."),
        ({"values": {"win/Don": "1e9"}}, "A win · By role · Don: a number from -1000 to 1000 is needed."),
        ({"values": {"foul": "nan"}}, "Penalties · Each foul: a number from -1000 to 1000 is needed."),
        ({"values": {"win/red": True}}, "A win · red: a number from -1000 to 1000 is needed."),
        ({"values": {"bonus/least": "2"}}, "Points of the host: give both limits, the least first, or none."),
        ({"values": {"bonus/most": ""}}, "Points of the host: give both limits, the least first, or none."),
        ({"values": {"best/points/1": ""}}, "Best move: give the points from 0 found on, without a gap."),
        ({"values": {"best/of/red": False}}, "Best move: choose who may make it, and who is to be named."),
    ],
)
def test_one_clear_line_for_a_mistake(given: dict[str, Any], problem: str) -> None:
    found = form(**given)
    assert (found["problem"], found["scoring"]) == (problem, None)
    assert found["groups"], "the form stays"


def test_an_empty_field_shows_what_holds_there() -> None:
    found = form(scoring={"win": {"*": 1, "mafia": 1.5}})
    held = {each["id"]: (each["value"], each["fallback"]) for each in fields(found["groups"])}
    assert held["win/*"] == ("1", "0")
    assert held["win/red"] == held["win/Citizen"] == ("", "1")
    assert held["win/mafia"] == ("1.5", "1")
    assert held["win/Don"] == ("", "1.5")
    assert held["loss/red"] == ("", "0")
    assert held["ends/mafia-parity/Don"] == ("", "–"), "no table of its own: the usual points hold"
    other = form(scoring={"win": 1, "ends": {"mafia-parity": {"mafia": 2}}})
    assert field(other, "ends/mafia-parity/Don")["fallback"] == "2"
    assert field(other, "ends/mafia-parity/red")["fallback"] == "0", "a table of its own: the usual points do not hold"


def test_a_new_field_for_one_more_who_is_named() -> None:
    def count(found: Any) -> int:
        return sum(each["id"].startswith("best/points/") for each in fields(found["groups"]))

    assert count(form(scoring="plain")) == 4
    assert count(form()) == 5
    assert count(form(values={"best/points/4": "1"})) == 6
    assert count(form(values={"best/points/900": "1"})) == 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", BOOKS)
def test_the_form_in_every_language(rules: str, language: str) -> None:
    found = form(rules, language=language)
    ids = [each["id"] for each in fields(found["groups"])]
    assert len(ids) == len(set(ids))
    assert {f"win/{role.name}" for role in ruleset(rules).roles} <= set(ids)
    if language != "en":
        assert english(texts(found), language) == set()
        wrong = form(rules, language=language, values={"bonus/least": "5"})["problem"]
        assert wrong
        assert english([wrong], language) == set()


@pytest.mark.parametrize(
    "params",
    [
        {}, {"rules": "chess"}, {"rules": ["city-mafia"]}, {"rules": CITY, "scoring": "golf"},
        {"rules": CITY, "scoring": {"win": {"Witch": 1}}}, {"rules": CITY, "values": [1]},
    ],
)  # fmt: skip
def test_what_is_no_scoring_is_told_in_one_line(params: dict[str, Any]) -> None:
    assert list(Service().call("scoring", params)) == ["error"]


@pytest.mark.parametrize("junk", [float("nan"), float("inf"), "\ud800", 10**400, [["x"]], {"a": float("nan")}])
def test_whatever_is_typed_the_form_can_be_sent_back(junk: Any) -> None:
    found = form(values={"win/*": junk, "best/of/red": junk, "ends/mafia-parity/Don": junk})
    assert found["problem"]
    for each in (found, form(name=junk), form(values={"best/of/red": junk})):
        json.dumps(each, allow_nan=False, ensure_ascii=False).encode()


def test_the_screen_says_what_a_form_begins_with() -> None:
    host = city()
    assert (host.screen["settings"]["rules"], host.screen["settings"]["own"]) == (CITY, None)
    host.do("set", key="scoring", value=CLUB)
    assert host.screen["settings"]["own"] == CLUB
    assert form(scoring=host.screen["settings"]["own"])["scoring"] == CLUB
