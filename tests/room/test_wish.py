"""The wish for a table: what is usual, and one clear line for each mistake."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.room.made.wish import read_wish
from duskfall.room.refused import Refused
from duskfall.rules.registry import ids
from duskfall.tell.tongue import speaking


def test_what_is_left_out_is_as_usual() -> None:
    found = read_wish({"name": "Ada", "start": True})
    assert (found.rules, found.seats, found.fill, found.pace, found.talk) == (
        "city-mafia",
        10,
        "scripted",
        "usual",
        True,
    )
    assert found.label_bots


@pytest.mark.parametrize("rules", ids())
def test_every_game_has_a_usual_table(rules: str) -> None:
    assert read_wish({"rules": rules}).seats == 10


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        "city-mafia",
        {"rules": "nothing"},
        {"rules": "os:system"},
        {"rules": ["city-mafia"]},
        {"seats": 2},
        {"seats": 99},
        {"seats": "10"},
        {"seats": True},
        {"deck": "Don*10"},
        {"deck": "Don, Mafia, Citizen*3", "seats": 10},
        {"deck": "Bear*10"},
        {"deck": ["Don"]},
        {"deck": "Don*99," * 1000},
        {"flags": {"nothing": True}},
        {"flags": [1]},
        {"flags": {1: 2}},
        {"talk": "yes"},
        {"clocks": {"speech": 0}},
        {"clocks": {"speech": 10.5}},
        {"clocks": {"speech": 10_000}},
        {"clocks": {"lunch": 60}},
        {"clocks": 60},
        {"pace": "mad"},
        {"pace": ["usual"]},
        {"fill": "exec:rm"},
        {"fill": "os:system"},
        {"fill": "openai:gpt-5"},
        {"max_cost": -1},
        {"max_cost": float("nan")},
        {"max_cost": True},
        {"delay": -1},
        {"delay": 10_000},
        {"tongue": "tlh"},
        {"name": "\u202e"},
        {"name": 7},
        {"start": 1},
    ],
)
def test_a_mistake_is_one_line(wrong: Any) -> None:
    for language in ("en", "ru", "zh"):
        with speaking(language), pytest.raises(Refused) as why:
            read_wish(wrong)
        assert str(why.value)
        assert "\n" not in str(why.value)


def test_models_need_a_limit_of_costs_and_the_servers_leave() -> None:
    kind = "openai:gpt-5?price=1/10"
    with pytest.raises(Refused, match="limit of costs"):
        read_wish({"fill": kind}, ("scripted", kind))
    with pytest.raises(Refused, match="from 0 to 2"):
        read_wish({"fill": kind, "max_cost": 3}, ("scripted", kind), most_cost=2)
    assert read_wish({"fill": kind, "max_cost": 2}, ("scripted", kind), most_cost=2).filler == kind


def test_bots_speak_the_tables_language() -> None:
    assert read_wish({"tongue": "ru"}).filler == "scripted:ru"


def test_a_change_keeps_the_rest() -> None:
    first = read_wish({"rules": "werewolf", "seats": 8, "clocks": {"speech": 20}, "flags": {"witchSelfAntidote": True}})
    again = read_wish({"pace": "calm"}, was=first)
    assert (again.rules, again.seats, again.clocks, again.pace) == ("werewolf", 8, first.clocks, "calm")
    other = read_wish({"rules": "city-mafia"}, was=again)
    assert (other.flags, other.deck, other.seats) == ({}, "", 10)


def test_a_wish_is_kept_as_it_was() -> None:
    found = read_wish({"rules": "werewolf", "flags": {"witchSelfAntidote": True}, "clocks": {"word": 9}, "name": "Ada"})
    assert read_wish(found.data()) == found
