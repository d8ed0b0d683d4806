"""Every word for people is in every language: found in the code, made from the rules, said by the page."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import unescape
from pathlib import Path

import pytest

from duskfall.core import facts
from duskfall.core.facts import EVERYONE, MODERATOR, Claim, Fact
from duskfall.draw.night_picture import night_picture
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.facts.lines import moderator_line, transcript
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.why import why
from duskfall.tell.rules.formats import text
from duskfall.tell.rules.role_card import card
from duskfall.tell.tongue import Asked, heard, speaking
from tests.transcripts import SEED, game
from tools import words

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida")
CITED = re.compile(r"\[[^]]*\]|`[^`]*`")
ENGLISH = re.compile(r"[A-Za-z]+")


@lru_cache(maxsize=1)
def everything() -> words.Said:
    return words.said()


@pytest.fixture(params=words.OTHERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_nothing_is_missing_left_over_or_filled_otherwise(language: str) -> None:
    assert words.problems(language, everything(), words.known(language)) == []


def test_the_files_are_fresh(language: str) -> None:
    stale = [
        path.name
        for path, content in words.files(language, everything(), words.known(language)).items()
        if not path.exists() or path.read_bytes() != content
    ]
    assert stale == [], "make words"


def test_a_translation_is_another_text(language: str) -> None:
    """Whole sentences left in English would pass for translated."""
    known = words.known(language)
    same = [asked for asked, told in known.items() if told == asked[1] and len(ENGLISH.findall(_plain(told))) > 2]
    assert same == []


def _plain(told: str) -> str:
    return re.sub(r"\{\w+\}|`[^`]*`", "", told)


# -- what is read ------------------------------------------------------------------------------------


def _leftovers(line: str, names: tuple[str, ...]) -> list[str]:
    return [each for each in ENGLISH.findall(CITED.sub("", line)) if each not in names]


@pytest.mark.parametrize("book", BOOKS)
def test_whole_games_are_told_in_the_language_alone(book: str, language: str) -> None:
    told = game(book, SEED)
    quiet: list[Fact] = [fact for fact in told.facts if not isinstance(fact, facts.Said | facts.Thought)]
    with speaking(language):
        lines = [*transcript(quiet, told.names), *why(told.facts, told.names)]
    assert [line for line in lines if _leftovers(line, told.names)] == []


def _some_facts() -> list[Fact]:
    """One of each kind that whole games seldom have."""
    return [
        facts.Said(EVERYONE, 1, "…", "speech", 2, (Claim("role", 1, "Doctor"), Claim("role", 2, "Doctor"))),
        facts.Said(EVERYONE, 1, "…", "last words", 0, (Claim("accuse", 2), Claim("defend", 3, "Doctor"))),
        facts.Said(EVERYONE, 1, "…", "speech", 0, (Claim("result", 2, "BLACK", "check"), Claim("result", 1, "RED"))),
        facts.SkipVoted(EVERYONE, 1, True),
        facts.SkipVoted(EVERYONE, 1, False),
        facts.Nominated(EVERYONE, 1, 2),
        facts.Refused(2, 1, "heal", "repeat"),
        facts.Silent(MODERATOR, 1, "check"),
        facts.Void(MODERATOR, 1, "heal", 1, "repeat"),
        facts.CardDealt(MODERATOR, 1, "immunity"),
        facts.MarkSet(MODERATOR, 1, "vote_immunity"),
        facts.Spared(EVERYONE, 1, "vote_immunity"),
        facts.Removed(EVERYONE, 1, "fouls"),
        facts.HandedOver(EVERYONE, 1, "Bob"),
        facts.FlagSwitched(EVERYONE, "revealOnDeath", True),
        facts.FlagSwitched(EVERYONE, "tieEndsWith", "all"),
        facts.Paused(EVERYONE, True),
        facts.Paused(EVERYONE, False),
        facts.Undone(EVERYONE, 2),
        facts.Knows(2, 1, "", "target"),
        facts.TitleHeld(EVERYONE, "sheriff", 0, 1),
        facts.Candidates(EVERYONE, "sheriff", ()),
        facts.Ended(EVERYONE, "draw", "round-limit", ((1, "Jester"),), ("Doctor",)),
    ]


@pytest.mark.parametrize("fact", _some_facts(), ids=lambda fact: type(fact).__name__)
def test_what_games_seldom_have_is_told_in_the_language_too(fact: Fact, language: str) -> None:
    with speaking(language):
        line = re.sub(r"[\[\]`]", "", moderator_line(fact, NAMES))
    assert _leftovers(line, NAMES) == [], line


@pytest.mark.parametrize("book", BOOKS)
def test_cards_and_pages_have_no_english_sentence(book: str, language: str) -> None:
    rules = ruleset(book)
    known = {asked[1] for asked in everything() if not asked[0] and "{" not in asked[1] and " " in asked[1]}
    with speaking(language):
        lines = [line for role in rules.roles for line in card(rules, role.name)]
        page = " ".join(text(rules).split())
    english = {each.replace("`", "") for each in known if len(each.split()) > 3}
    assert [each for each in english if each in page or any(each in line for line in lines)] == []


def test_a_picture_of_a_night_speaks_the_language(language: str) -> None:
    told = game("city-mafia", SEED)
    with speaking(language):
        svg = unescape(night_picture(told.facts, told.names))
    shown = re.findall(r">([^<>]+)</(?:text|title)>", svg)
    assert shown
    assert [line for line in shown if _leftovers(line, told.names)] == []


# -- the tool ----------------------------------------------------------------------------------------


def test_whatever_games_say_is_found(language: str) -> None:
    """Nothing is said that the tool does not know of."""
    found = set(everything())
    for book in BOOKS:
        told = game(book, SEED)
        with heard() as ears:
            for fact in told.facts:
                sentence(fact, told.names)
            why(told.facts, told.names)
        assert {asked for asked in ears if not asked[0] and asked[1]} <= found


def test_filling_takes_what_fits_and_tells_what_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: words.Said = {("", "{name} is dead."): ["a"], ("role", "Doctor"): ["b"], ("", "Next"): ["page/x"]}
    monkeypatch.setattr(words, "CODE", tmp_path)
    monkeypatch.setattr(words, "PAGE", tmp_path)
    given = {"{name} is dead.": "Мёртв: {who}.", "role\u0004Doctor": "Доктор", "Next": "Далее", "No such": "Нет"}
    (tmp_path / "given.json").write_text(json.dumps(given), "utf-8")
    wrong = words.fill("ru", tmp_path / "given.json", asked)
    assert [each.partition(":")[0] for each in wrong] == ["not asked for", "other slots"]
    expected: dict[Asked, str] = {("role", "Doctor"): "Доктор", ("", "Next"): "Далее"}
    assert words.known("ru") == expected
    assert json.loads((tmp_path / "words/ru.json").read_text("utf-8")) == {"Next": "Далее"}
    assert words.problems("ru", asked, expected) == ["missing: '{name} is dead.'"]
