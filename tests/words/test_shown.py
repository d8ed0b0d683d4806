"""Whatever an evening, a replay or a game against bots shows in a language is in that language, to the last word."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.core.chance import below
from duskfall.host.desk.desk_case import params_of
from duskfall.host.desk.rule import position, rule_on
from duskfall.host.service import Service
from duskfall.host.solo import PersonAnswer, Solo, begin
from duskfall.rules import BOOKS
from duskfall.seat.screen import screen
from duskfall.table import odds
from duskfall.table.story import story
from duskfall.tell.tongue import speaking
from tests.case_files import cases_of
from tests.host.monkey import Monkey
from tests.host.test_desk import FILES
from tests.host.test_solo import any_answer
from tests.words.shown import ENGLISH, english, marked, texts
from tools import words

TYPED = frozenset({"New", "Something"})  # what the monkey writes as a host
MINE = frozenset(["I", "trust", "nobody", "here"])  # what the person says
DEALS = dict(zip(BOOKS, ("night", "phone", "cards", "night", "phone"), strict=True))


@pytest.fixture(params=words.OTHERS)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games from each position of a story: its words matter, not its numbers."""
    monkeypatch.setattr(odds, "FEWEST", 2)
    monkeypatch.setattr(odds, "FACTS", 0)
    monkeypatch.setattr(odds, "FACTS_A_SEAT", 0)


class Evening(Monkey):
    """An evening in a language; the screens of its one game."""

    def __init__(self, book: str, language: str) -> None:
        super().__init__(5, book, DEALS[book], seats=8, wild=True)
        self.language = language
        self.shown: set[str] = set()

    def step(self) -> dict[str, Any]:
        if self.evening.table.language != self.language:  # not yet, or taken back
            self.do(do="set", key="language", value=self.language)
        found = super().step()
        self.shown |= set(texts(found))
        return found

    def last(self) -> None:
        """The end of the game."""
        for _ in range(1500):
            if self.step()["place"] == "over":
                return
        raise AssertionError("this game does not end")


@pytest.mark.parametrize("book", BOOKS)
def test_an_evening_and_all_that_is_kept_of_it(book: str, language: str) -> None:
    with speaking(language):
        evening = Evening(book, language)
        evening.last()
        refused = [line for _, line in evening.refused]
    assert english([*evening.shown, *refused], language, TYPED) == set()
    service, log = Service(), evening.evening.log
    asked: dict[str, Any] = {"actions": log, "language": language}
    assert english(service.call("audit", asked)["lines"], language, TYPED) == set()
    sheet = service.call("protocol", asked | {"form": "html"})["text"]
    assert english(marked(sheet), language, TYPED) == set()
    ids = frozenset(part for name in BOOKS for part in name.split("-"))
    for form in ("csv", "csv-nights", "csv-votes", "csv-standings"):
        rows = service.call("protocol", asked | {"form": form})["text"].splitlines()
        assert english(rows, language, TYPED | ids) == set()
    record = service.call("record", asked | {"game": 1})["text"]
    film = service.call("film", {"text": record, "as": "moderator", "language": language})
    assert english(texts(film), language, TYPED) == set()


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_against_bots_and_its_story(book: str, language: str) -> None:
    with speaking(language):
        game, seat = begin({"rules": book, "name": "Робин", "seed": 4, "seats": 9})
        names = frozenset(part for name in game.names for part in name.split())
        played, shown = Solo(game, seat, language), set[str]()
        played.play([])
        while played.asks:
            seen = screen(played.view, played.asks)
            shown |= set(texts(seen))
            form = seen["forms"][0]
            value = any_answer(form, below(4, "answer", len(game.log), 1 << 16))
            played.play([PersonAnswer(form["verb"], value)])
        shown |= set(texts(screen(played.view, [])))
        told = story(game)
    assert english([*shown, *told.turning_points, told.lie], language, names | MINE) == set()


@pytest.mark.parametrize("book", BOOKS)
def test_the_desk_and_what_it_rules(book: str, language: str) -> None:
    shown = set[str]()
    cases = [case for path in FILES if path.parent.name == book for case in cases_of(path)[:1]]
    with speaking(language):
        for case in cases:
            shown |= set(texts(position(params_of(case)))) | set(texts(rule_on(params_of(case))))
    names = frozenset(part for case in cases for name in case.setup.names for part in ENGLISH.findall(name))
    assert english(shown, language, names) == set()


@pytest.mark.parametrize(
    "wrong",
    [
        {"rules": "city-mafia", "seats": [{"name": "Ann", "role": "Don"}, {"name": "Ann", "role": "Citizen"}]},
        {"rules": "city-mafia", "seats": [{"name": "", "role": "Don"}]},
        {"rules": "city-mafia", "seats": [{"name": "nobody", "role": "Don"}]},
        {"rules": "city-mafia", "seats": [{"name": "public", "role": "Don"}]},
        {"rules": "city-mafia", "flags": {"maxRounds": 0}},
        {"rules": "city-mafia", "flags": {"maxRounds": "many"}},
        {"rules": "city-mafia", "flags": {"nominations": "Ann"}},
        {"rules": "city-mafia", "start": {"phase": "night", "dead": [99]}},
        {"rules": "city-mafia", "start": {"number": 1}},
    ],
    ids=str,
)
@pytest.mark.parametrize("asked", ["position", "ruling"])
def test_what_the_desk_cannot_take(asked: str, wrong: dict[str, Any], language: str) -> None:
    refused = Service().call(asked, {**wrong, "language": language})["error"]
    assert english([refused], language, frozenset({"Ann", "nobody", "public", "many"})) == set()


def test_the_books(language: str) -> None:
    assert english(texts(Service().call("rulesets", {"language": language})), language) == set()
