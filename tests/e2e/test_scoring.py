"""A scoring of the club's own, made in the page and kept for the next evening; the protocol as tables and on paper."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO

import pytest
from playwright.sync_api import Browser, expect

from duskfall.host.protocol.as_html import protocol_html
from duskfall.host.protocol.data import protocol_of
from duskfall.tell.tongue import LANGUAGES, speaking
from tests.e2e.beginning import go_on, mafia_wins, table
from tests.e2e.hosting import FIVE, Host
from tests.e2e.phone import Phone, take_shot
from tests.e2e.serving import Server
from tests.host.sheets import RED_WINS, played, sheet

ROLES = ("Don", "Mafia", "Sheriff", "Citizen", "Citizen")
CLUB = "Клуб «Ночь»"


def own(host: Host, name: str = "", **values: str) -> None:
    """Open the form, type these numbers, and keep it."""
    host.see("scoring-own").tap()
    if name:
        host.see("scoring-name").fill(name)
    for field, value in values.items():
        host.see(f"score-win/{field}").fill(value)
    host.tap("scoring-keep")
    expect(host.see("scoring-sheet")).to_have_count(0)


def points(host: Host) -> dict[str, str]:
    """The standings as they are shown."""
    rows = host.page.locator('[data-test="standings"] tbody tr')
    return {name: points for _, name, points, *_ in (row.split("\t") for row in rows.all_inner_texts())}


def test_a_club_makes_its_scoring_and_has_it_on_the_next_evening(phone: Phone, server: Server) -> None:
    host = table(phone, server)
    host.see("fold-scoring").tap()
    own(host, CLUB, mafia="3")
    host.reload()
    expect(host.see("fold-scoring")).to_contain_text(CLUB)
    host = go_on(phone, server, mafia_wins(scoring=host.kept()[-1]["value"]))
    assert points(host) == {"Ann": "3", "Bob": "3", "Cid": "0", "Dee": "0", "Eli": "0"}
    with host.sheet("menu", "fold-scoring"):  # for the game that is on
        own(host, mafia="4")
    assert points(host)["Ann"] == "4"
    host.next()
    host.see("fold-scoring").tap()
    own(host, mafia="5")  # between games, for those that follow
    host.page.goto(server.lan)
    host.see("go-host").tap()
    host.see("new").tap()
    host.see("fold-scoring").tap()
    there = host.at + 1
    host.see("scoring").select_option(label=CLUB)
    host.page.locator(f'[data-test="stage"][data-at="{there}"]').wait_for()
    expect(host.see("scoring").locator("option:checked")).to_have_text(CLUB)
    host.see("scoring-own").tap()
    expect(host.see("score-win/mafia")).to_have_value("5")
    host.see("scoring-forget").tap()
    host.see("scoring").select_option("plain")
    expect(host.see("scoring").locator("option")).to_have_count(2)


def test_a_mistake_is_told_at_once_and_cannot_be_kept(phones: Callable[..., Phone], server: Server) -> None:
    host = Host(phones("ru-RU"))
    host.begin(server.lan)
    host.see("fold-scoring").tap()
    host.see("scoring-own").tap()
    host.see("score-win/mafia").fill("много")
    expect(host.see("scoring-problem")).to_contain_text("нужно число")
    expect(host.see("scoring-keep")).to_be_disabled()
    take_shot(host.page, "scoring-problem-ru")
    host.see("score-win/mafia").fill("1,5")
    expect(host.see("scoring-problem")).to_have_count(0)
    host.see("score-win/red-less").tap()
    expect(host.see("score-win/red")).to_have_value("0.5")
    host.see("score-win/red").fill("")
    expect(host.see("score-win/red")).to_have_attribute("placeholder", "0")
    host.see("score-win/*").fill("2")
    expect(host.see("score-win/red")).to_have_attribute("placeholder", "2")
    take_shot(host.page, "scoring-ru", whole=True)
    host.tap("scoring-keep", 2)  # the evening's language comes first
    assert host.kept()[-1]["value"]["win"] == {"*": 2, "mafia": 1.5, "maniac": 2}


def test_a_browser_that_keeps_nothing_has_the_scoring_in_the_evening(phone: Phone, server: Server) -> None:
    phone.context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })")
    host = table(phone, server, ("Ann",) * 10)
    host.see("fold-scoring").tap()
    own(host, CLUB, mafia="3")
    expect(host.see("toast")).to_contain_text("kept in this evening")
    expect(host.see("scoring").locator("option:checked")).to_have_text(CLUB)


def test_each_table_is_a_file(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(accept_downloads=True), server, mafia_wins())
    expect(host.see("save-csv-votes")).to_have_count(0)
    host.see("tables").tap()
    take_shot(host.page, "tables", whole=True)
    files = {form: host.save(f"save-{form}") for form in ("csv", "csv-nights", "csv-votes", "csv-standings")}
    rows = {form: list(csv.DictReader(StringIO(text.removeprefix("\ufeff")))) for form, text in files.items()}
    assert [row["Role"] for row in rows["csv"]] == list(ROLES)
    assert [(row["Candidate"], row["Votes"]) for row in rows["csv-votes"]] == [("3", "3")]
    assert [row["Player"] for row in rows["csv-standings"]] == list(FIVE)
    assert files["csv-nights"].count("\n") == 1  # it was over before a night


FEW = {1: "Верю седьмому, второй нервничает", 4: "Проверка: третий чёрный", 8: "Ставит на 1, 2 и 3"}
LONG = {1: "x" * 4000, 2: "слово " * 600, 3: "ы" * 3000}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_with_a_few_notes_of_speeches_fits_on_its_sheet(browser: Browser, language: str) -> None:
    assert sheets(browser, FEW, language) == 2  # the game and the standings


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_in_the_standings_stays_on_its_line_and_points_stand_out(browser: Browser, language: str) -> None:
    with speaking(language):
        html = protocol_html(protocol_of([sheet(played(*RED_WINS))]))
    page = browser.new_page(viewport={"width": 794, "height": 1123})
    try:
        page.set_content(html)
        lines = "(cells) => cells.map((cell) => cell.getBoundingClientRect().height)"
        assert len(set(page.locator(".standings tbody td.num, .standings tbody td.name").evaluate_all(lines))) == 1
        points = page.locator(".standings tbody .points").all_inner_texts()
        assert ("1,25" if language == "ru" else "1.25") in points, "not the fouls, which come last"
    finally:
        page.close()


def test_long_notes_go_on_overleaf_and_stay_within_the_page(browser: Browser) -> None:
    assert sheets(browser, LONG, "en") > 3


def sheets(browser: Browser, said: dict[int, str], language: str) -> int:
    """How many sheets of paper it is printed on; nothing stands out at the side."""
    told = {seat: {"text": text} for seat, text in said.items()}
    phases = ({"say": told, **phase} if "vote" in phase else phase for phase in RED_WINS)
    game = played(*phases, flags={"mafiaTalk": 0})  # as at a hosted table: no house rule differs
    with speaking(language):
        html = protocol_html(protocol_of([sheet(game)]))
    page = browser.new_page(viewport={"width": 794, "height": 1123})
    try:
        page.set_content(html)
        assert page.evaluate("document.documentElement.scrollWidth") <= 794
        return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    finally:
        page.close()
