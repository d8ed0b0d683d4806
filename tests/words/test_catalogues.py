"""Every word for people is in every language: found in the code, made from the rules, said by the page.

What is not translated yet is no failure: `make test` lists it at its end, and `make release-check` refuses it.
"""

from __future__ import annotations

import json
import re
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
from tests.words.shown import everything, pending, pending_words
from tools import words

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida")
CITED = re.compile(r"\[[^]]*\]|`[^`]*`")
ENGLISH = re.compile(r"[A-Za-z]+")


@pytest.fixture(params=words.OTHERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_nothing_is_left_over_or_filled_otherwise(language: str) -> None:
    assert words.problems(everything(), words.known(language)) == [], "make words"


def test_the_files_are_fresh(language: str) -> None:
    assert words.stale(language, everything(), words.known(language)) == [], "make words"


def test_a_translation_is_another_text(language: str) -> None:
    """Whole sentences left in English would pass for translated."""
    known = words.known(language)
    same = [asked for asked, told in known.items() if told == asked[1] and len(ENGLISH.findall(_plain(told))) > 2]
    assert same == []


def _plain(told: str) -> str:
    return re.sub(r"\{\w+\}|`[^`]*`", "", told)


# -- what is read ------------------------------------------------------------------------------------


def _leftovers(line: str, language: str, names: tuple[str, ...]) -> list[str]:
    known = {*names, *pending_words(language)}
    return [each for each in ENGLISH.findall(CITED.sub("", line)) if each not in known]


@pytest.mark.parametrize("book", BOOKS)
def test_whole_games_are_told_in_the_language_alone(book: str, language: str) -> None:
    told = game(book, SEED)
    quiet: list[Fact] = [fact for fact in told.facts if not isinstance(fact, facts.Said | facts.Thought)]
    with speaking(language):
        lines = [*transcript(quiet, told.names), *why(told.facts, told.names)]
    assert [line for line in lines if _leftovers(line, language, told.names)] == []


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
    assert _leftovers(line, language, NAMES) == [], line


@pytest.mark.parametrize("book", BOOKS)
def test_cards_and_pages_have_no_english_sentence(book: str, language: str) -> None:
    rules = ruleset(book)
    known = {asked[1] for asked in everything() if not asked[0] and "{" not in asked[1] and " " in asked[1]}
    left = {each for each in known if any(each in asked[1] for asked in pending(language))}
    with speaking(language):
        lines = [line for role in rules.roles for line in card(rules, role.name)]
        page = " ".join(text(rules).split())
    english = {each.replace("`", "") for each in known - left if len(each.split()) > 3}
    assert [each for each in english if each in page or any(each in line for line in lines)] == []


def test_a_picture_of_a_night_speaks_the_language(language: str) -> None:
    told = game("city-mafia", SEED)
    with speaking(language):
        svg = unescape(night_picture(told.facts, told.names))
    shown = re.findall(r">([^<>]+)</(?:text|title)>", svg)
    assert shown
    assert [line for line in shown if _leftovers(line, language, told.names)] == []


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
    assert words.problems(asked, expected) == []
    assert words.pending(asked, expected) == [("", "{name} is dead.")]


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The .po of a language of its own, in which one of two texts is translated."""
    monkeypatch.setattr(words, "CODE", tmp_path)
    monkeypatch.setattr(words, "PAGE", tmp_path)
    words.write("ru", SAID, TOLD)
    return words.place("ru", "po")


SAID: words.Said = {("", "Next"): ["page/x"], ("role", "Doctor"): ["b"]}
TOLD: dict[Asked, str] = {("", "Next"): "Далее"}


def test_a_pending_text_stands_in_the_catalogue_without_a_translation_or_not_yet(catalogue: Path) -> None:
    assert b'msgid "Doctor"\nmsgstr ""' in catalogue.read_bytes()
    assert words.known("ru") == TOLD
    assert words.stale("ru", SAID, TOLD) == []
    assert words.stale("ru", SAID | {("", "A new text.\n\nOf two.\n"): ["c"]}, TOLD) == []


@pytest.mark.parametrize("gone", [("", "Next"), ("role", "Doctor")])
def test_a_text_that_is_said_no_more_makes_the_catalogue_stale(gone: Asked, catalogue: Path) -> None:
    left = {asked: where for asked, where in SAID.items() if asked != gone}
    assert catalogue.name in words.stale("ru", left, TOLD)


def test_another_translation_makes_all_files_stale(catalogue: Path) -> None:
    assert words.stale("ru", SAID, TOLD | {("", "Next"): "Дальше"}) == ["duskfall.po", "duskfall.mo", "ru.json"]


def test_what_is_pending_is_told_in_lines(catalogue: Path) -> None:
    assert words.told_pending(SAID) == [
        "pending translations: ru 1, zh 2",
        "  ru, zh: 'role: Doctor'",
        "  zh: 'Next'",
    ]
    assert words.told_pending({}) == ["pending translations: none"]
