"""The protocol for spreadsheets and for paper."""

from __future__ import annotations

import csv
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import pytest

from duskfall.host.protocol.as_csv import TABLES, protocol_csv
from duskfall.host.protocol.as_html import protocol_html
from duskfall.host.protocol.data import protocol_of
from duskfall.tell.tongue import LANGUAGES, speaking
from tests.host.sheets import TEN, GameSheet, played, red_wins, sheet

EVIL = ("=1+1", "+7", "-2", "@SUM(A1)", "＝1", 'a "b", c', "<script>alert(1)</script>", "司马光", "Ян", "Жан & Co")


def rows(kept: Any, of: str = "csv") -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(protocol_csv(kept, of))))


def test_a_row_a_seat_a_game() -> None:
    found = rows(protocol_of([sheet(red_wins()), sheet(red_wins())]))
    assert len(found) == 20
    assert found[9] | {"Date": "2026-01-09", "Game": "1", "Seat": "10", "Player": "Кир", "Role": "Citizen",
                       "Team": "red", "Winner": "red", "Won (1 or 0)": "1", "Left the game": "Night 1: maniac kill",
                       "Fouls": "0", "Best move": "1, 3, 4", "Best move: found": "2", "Points": "1.25",
                       "Points for": "win 1; best move 0.25"} == found[9]  # fmt: skip
    assert found[19]["Game"] == "2"


def test_rows_of_nights_and_votes() -> None:
    kept = protocol_of([sheet(red_wins())])
    acts = rows(kept, "csv-nights")
    assert [(row["When"], row["Act"], row["Seat"], row["Target"], row["What became of it"]) for row in acts[:3]] == [
        ("Night 1", "kill", "1", "7", "stopped by: heal 5 [CM§E1]"), ("Night 1", "seek", "1", "4", "SHERIFF"),
        ("Night 1", "check", "4", "3", "BLACK"),
    ]  # fmt: skip
    votes = rows(kept, "csv-votes")
    assert [(row["Ballot"], row["Candidate"], row["Votes"], row["Voters"], row["Tied"], row["Voted out"])
            for row in votes[:4]] == [
        ("1", "2", "2", "4, 5", "1", "0"), ("1", "7", "2", "1, 2", "1", "0"),
        ("2", "2", "3", "4, 5, 6", "0", "1"), ("2", "7", "1", "1", "0", "0"),
    ]  # fmt: skip
    assert rows(kept, "csv-standings")[0]["Player"] == "Глеб"


def evil() -> Any:
    game = played({"vote": {4: 1}}, {"kill": 5})
    return protocol_of([GameSheet(game, names=EVIL)])


def test_cells_are_no_formulas_and_numbers_stay_numbers() -> None:
    text = protocol_csv(evil())
    found = list(csv.reader(StringIO(text)))
    assert [row[4] for row in found[1:]] == [f"'{name}" if name[0] in "=+-@＝" else name for name in EVIL]
    assert text.endswith("\r\n")
    assert '"a ""b"", c"' in text
    minus = protocol_of([sheet(red_wins(), scoring={"loss": -0.5})])
    assert {row["Points"] for row in rows(minus)} == {"-0.5", "0", "0.3"}


def test_the_mark_by_which_excel_knows_utf8() -> None:
    kept = protocol_of([sheet(red_wins())])
    assert protocol_csv(kept, bom=True) == "\ufeff" + protocol_csv(kept)


class Checker(HTMLParser):
    """Whether every tag is closed in its order, and what text there is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of", TABLES)
def test_papers_in_every_language(language: str, of: str) -> None:
    kept = protocol_of([sheet(red_wins(flags={"revealOnDeath": True}))])
    with speaking(language):
        page = Checker(protocol_html(kept))
        cells = protocol_csv(kept, of)
    assert page.open == []
    assert all(name in page.text for name in TEN)
    assert len(cells.splitlines()) > 5


def test_the_page_is_whole_and_alone() -> None:
    text = protocol_html(protocol_of([sheet(red_wins()), sheet(red_wins())]))
    page = Checker(text)
    assert page.tags.count("section") == 3  # two games and the standings
    assert "script" not in page.tags
    assert "http://" not in text.replace("http-equiv", "")
    assert "https://" not in text
    for words in ("City Mafia · Game 2", "Winner: red", "all black out [CM§L4.red]", "8 stays: vote immunity [CM§E8]",
                  "Somebody laughed", "Standings of the evening", "tie: 2, 7",
                  "3 last word I was the Maniac."):  # fmt: skip
        assert words in page.text, words


def test_speeches_are_printed_with_their_day_if_any_were_noted() -> None:
    told = {1: {"text": "Trust <b>me</b>"}, 4: {"text": "Seat 3 is black"}, 5: {"nominate": 2}}
    game = played({"say": told, "vote": {4: 2, 5: 2}}, {"kill": 7}, {"vote": {4: 1}})
    text = protocol_html(protocol_of([sheet(game)]))
    assert text.count('class="said"') == 1  # of the first day; of the second nothing was noted
    said = text[text.index('class="said"') :].partition("Day 2")[0]
    assert "<b>1</b> Trust &lt;b&gt;me&lt;/b&gt;</span> <span><b>4</b> Seat 3 is black</span>" in said
    assert Checker(text).open == []
    assert 'class="said"' not in protocol_html(protocol_of([sheet(played({"vote": {4: 2}}))]))


def test_names_are_only_names() -> None:
    text = protocol_html(evil())
    assert "<script" not in text
    assert all(name in Checker(text).text for name in EVIL)


def test_a_game_that_goes_on_has_a_page_too() -> None:
    page = Checker(protocol_html(protocol_of([sheet(played())])))
    assert "The game goes on" in page.text
    assert page.tags.count("section") == 1


def test_long_games_have_several_grids() -> None:
    page = Checker(protocol_html(protocol_of([sheet(played(*[{}] * 20))])))
    assert page.text.count("Died") == 2
    assert "Night 10" in page.text
