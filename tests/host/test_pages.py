"""The rules of each game and recorded games, as the page gets them."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

import duskfall
from duskfall.core.play.game import Game
from duskfall.core.record import entry_line, fact_line, opening
from duskfall.host.pages import replay, rules, rulesets
from duskfall.players.base import HUMAN
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.tongue import LANGUAGES, speaking

from ..laws.tables import Answers, play

OUTSIDE = {"rich", "click", "yaml", "msgspec", "starlette", "uvicorn"}


def record(game: Game, *kinds: str) -> str:
    head, secret = opening(game.plan.rules, game.setup, "", kinds)
    return "\n".join([head, secret, *map(entry_line, game.log), *map(fact_line, game.facts)]) + "\n"


def played(name: str = "werewolf", steps: int = 100_000) -> Game:
    return play(duskfall.start(name, 7, seed=4, flags={"maxRounds": 2}), Answers(3, wild=0), steps)


# -- rules -------------------------------------------------------------------------------------------------


def test_every_game_is_listed_with_its_roles() -> None:
    found = {each["id"]: each for each in rulesets({})}
    assert list(found) == list(BOOKS)
    for name, each in found.items():
        assert [role["role"] for role in each["roles"]] == [role.name for role in ruleset(name).roles]
        assert each["title"]
        assert each["seats"][0] < each["seats"][1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", BOOKS)
def test_a_rules_page_has_its_picture_and_the_words_of_all_that_it_cites(name: str, language: str) -> None:
    with speaking(language):
        found = rules({"id": name})
    assert found["svg"].startswith("<svg")
    linked = set(re.findall(r'data-rule="([^"]+)"', found["html"]))
    assert linked == set(found["citations"])
    assert len(linked) > 10
    assert all(found["citations"].values())
    assert "<script" not in found["html"]


def test_an_unknown_game_is_told_in_one_line() -> None:
    with pytest.raises(ValueError, match="no such game"):
        rules({"id": "chess"})


# -- replays -----------------------------------------------------------------------------------------------


def test_a_finished_game_may_be_seen_through_any_eyes() -> None:
    text = record(played())
    found = replay({"text": text, "as": "public"})
    assert found["html"].startswith("<!doctype html>")
    assert [each["value"] for each in found["viewers"]] == ["moderator", "public", *range(1, 8)]
    assert found["over"]
    assert 'id="sealed"' in found["html"]
    assert replay({"text": text, "as": 2})["as"] == 2
    assert replay({"text": text, "as": "moderator"})["as"] == "moderator"


def test_whoever_still_plays_sees_their_own_seat_and_the_table() -> None:
    game = played(steps=12)
    assert not game.over
    text = record(game, *["scripted"] * 6, HUMAN)
    found = replay({"text": text, "as": "moderator"})
    assert (found["as"], [each["value"] for each in found["viewers"]]) == ("public", [7, "public"])
    assert 'id="sealed"' not in found["html"]
    others = replay({"text": text, "as": 1})
    assert others["as"] == "public"


@pytest.mark.parametrize("text", ["", "hello", '{"game": 1}', "[]", "\x00", None, 7])
def test_what_is_no_record_is_told_in_one_line(text: Any) -> None:
    with pytest.raises(ValueError, match="no record that can be read") as error:
        replay({"text": text})
    assert "\n" not in str(error.value)


def trouble(text: str) -> str:
    """What is said of a record that cannot be shown; empty for one that can."""
    try:
        return "" if replay({"text": text})["html"] else "no page"
    except ValueError as error:
        return str(error)


def test_a_damaged_record_is_told_in_one_line() -> None:
    """Every line of it changed in turn: a page or one line, never anything else."""
    lines, told = record(played(steps=30)).splitlines(), []
    for number, line in enumerate(lines):
        for wrong in (line[: len(line) // 2], re.sub(r"\d", "9", line)):
            told.append(trouble("\n".join([*lines[:number], wrong, *lines[number + 1 :]])))
    assert not any("\n" in each for each in told)
    assert sum(map(bool, told)) >= len(lines)


def test_a_record_that_was_changed_is_refused() -> None:
    text = record(played())
    for old, new in (
        ('"reason":"', '"reason":"magic '),
        ('"talk":true', '"talk":false'),
        ('"answer":[3', '"answer":[2'),
    ):
        assert old in text
        assert trouble(text.replace(old, new, 1)) == "This record is damaged: what it tells does not fit together."


def test_nothing_but_the_standard_library_is_needed() -> None:
    """These run in a browser."""
    code = (
        "import sys, duskfall.host.solo, duskfall.host.pages;print(*{name.partition('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not OUTSIDE & set(run.stdout.split())
