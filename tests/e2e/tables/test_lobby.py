"""From the front door to the first card: making a table, joining it, and what its creator may do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.axe import barriers
from tests.e2e.phone import Phone, take_shot
from tests.e2e.phone import phone as new_phone
from tests.e2e.tables.serving import TableServer, served

WORDS = Path(__file__).parents[3] / "page" / "src" / "words"
SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "is_mobile": False, "has_touch": False,
    "color_scheme": "light",
}  # fmt: skip
SECRET = re.compile(r"[A-Za-z0-9_-]{20,}")
FOLDS = ("deck", "flags", "clocks", "fill", "watch")
Phones = Callable[..., Phone]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all tests of this file."""
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found


# -- what a thumb does ---------------------------------------------------------------------------------------


def see(page: Page, test: str) -> Locator:
    """What stands under this name in the page."""
    return page.locator(f'[data-test="{test}"]')


def make(page: Page, tables: TableServer, name: str = "Ann") -> str:
    """Open a table as usual, at which nobody waits for bots; its code."""
    page.goto(tables.at("new"))
    see(page, "name").fill(name)
    see(page, "fold-clocks").click()
    see(page, "pace-instant").click()
    see(page, "open-table").click()
    see(page, "lobby").wait_for()
    return see(page, "room-code").inner_text()


def join(page: Page, tables: TableServer, code: str, name: str = "Bob") -> None:
    """Come in by the code."""
    page.goto(tables.at("join"))
    see(page, "code").fill(code.lower())
    see(page, "name").fill(name)
    see(page, "join").click()
    see(page, "lobby").wait_for()


def chair(page: Page, name: str) -> Locator:
    """The chair of somebody."""
    return page.locator('[data-test^="chair-"]', has_text=name)


def seat_of(page: Page, name: str) -> str:
    """Their seat."""
    return (chair(page, name).get_attribute("data-test") or "").removeprefix("chair-")


def link_in(page: Page, sheet: str = "link-sheet") -> str:
    """The link that a sheet shows as a code to scan."""
    return see(page, sheet).locator('[data-test="qr"]').get_attribute("data-link") or ""


def shut(page: Page) -> None:
    """Close every sheet."""
    while count := see(page, "close").count():
        see(page, "close").last.click()
        expect(see(page, "close")).not_to_have_count(count)


def held(page: Page, test: str) -> None:
    """Hold a button until what it does is done, and it is gone."""
    see(page, test).hover()
    page.mouse.down()
    expect(see(page, test)).to_have_count(0)
    page.mouse.up()


def fine(page: Page, shot: str) -> None:
    """Nobody is kept out of this screen, and nobody has to scroll sideways; a picture of it."""
    take_shot(page, f"lobby-{shot}")
    assert barriers(page) == [], shot
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{shot} scrolls sideways"


# -- the front door -------------------------------------------------------------------------------------------


def test_one_tap_begins_a_game_with_nine_ais(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at())
    see(page, "name").fill("Robin")
    expect(see(page, "quick-play")).to_have_text("Play with 9 AIs")
    see(page, "quick-play").click()
    expect(page.locator("[data-game]")).to_have_attribute("data-game", "1")
    assert not SECRET.search(f"{page.url} {page.title()}")
    page.goto(tables.at())
    expect(see(page, "name")).to_have_value("Robin")
    see(page, "tables").locator('[data-test^="return-"]').click()
    expect(page.locator("[data-game]")).to_have_attribute("data-game", "1")


def test_two_taps_open_a_table_as_usual(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at())
    see(page, "go-new").click()
    see(page, "open-table").click()
    expect(see(page, "lobby")).to_contain_text("Free chairs: 9")


def test_a_game_that_is_chosen_is_remembered(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at())
    see(page, "quick-rules").select_option("werewolf")
    see(page, "quick-play").click()
    expect(page.locator("[data-game]")).to_contain_text("Werewolf")
    page.goto(tables.at("new"))
    expect(see(page, "rules")).to_have_value("werewolf")


# -- making a table -------------------------------------------------------------------------------------------


def test_a_table_with_a_deck_and_a_house_rule_of_ones_own(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at("new"))
    see(page, "rules").select_option("city-mafia")
    see(page, "fold-deck").click()
    see(page, "card-Sheriff").click()
    expect(see(page, "card-sheet")).to_contain_text("You are Sheriff")
    shut(page)
    see(page, "deck-Mafia-more").click()
    expect(see(page, "unfit")).to_have_text("The deck has 11 cards for 10 seats.")
    expect(see(page, "open-table")).to_be_disabled()
    for _ in range(3):
        see(page, "deck-Mafia-more").click()
    for _ in range(4):
        see(page, "deck-Citizen-less").click()
    expect(see(page, "warning")).to_be_visible()
    see(page, "deck-book").click()
    expect(see(page, "warning")).to_have_count(0)
    see(page, "deck-Maniac-less").click()
    see(page, "deck-Citizen-more").click()
    see(page, "fold-flags").click()
    see(page, "flag-nominations").click()
    expect(see(page, "changed-nominations")).to_be_visible()
    see(page, "fold-clocks").click()
    night = see(page, "night-length").inner_text()
    see(page, "clock-secret-more").click()
    expect(see(page, "night-length")).not_to_have_text(night)
    see(page, "open-table").click()
    see(page, "fold-played").click()
    played = see(page, "lobby")
    expect(played).to_contain_text("Citizen × 5")
    expect(played).not_to_contain_text("Maniac")
    expect(played).to_contain_text("Nominations: on")


def test_another_number_of_seats_has_another_deck(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at("new"))
    for _ in range(3):
        see(page, "seats-less").click()
    see(page, "fold-deck").click()
    expect(see(page, "deck-total")).to_have_text("7 cards, 7 seats")
    see(page, "open-table").click()
    expect(see(page, "lobby")).to_contain_text("Free chairs: 6")


def test_a_creator_who_does_not_play_has_no_seat_but_all_powers(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at("new"))
    see(page, "plays").click()
    see(page, "open-table").click()
    expect(see(page, "lobby")).to_contain_text("Free chairs: 10")
    expect(see(page, "start")).to_be_enabled()
    expect(see(page, "my-link")).to_have_count(0)


def test_the_table_is_changed_before_its_game(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    make(page, tables)
    see(page, "powers-open").click()
    see(page, "power-change").click()
    see(page, "seats-more").click()
    see(page, "change-done").click()
    shut(page)
    expect(see(page, "free")).to_contain_text("10")


# -- joining ----------------------------------------------------------------------------------------------------


def test_friends_join_by_code_talk_rename_and_come_back(phones: Phones, tables: TableServer) -> None:
    ann, bob = phones(**SMALL).page, phones(**DESK).page
    code = make(ann, tables)
    join(bob, tables, code)
    expect(chair(ann, "Bob")).to_contain_text("here")
    see(bob, "chat-text").fill("<b>Hello</b>, Ann")
    see(bob, "chat-send").click()
    expect(see(ann, "chat")).to_contain_text("<b>Hello</b>, Ann")
    see(bob, "rename").click()
    see(bob, "new-name").fill("Bobby")
    see(bob, "rename-done").click()
    expect(chair(ann, "Bobby")).to_be_visible()
    bob.goto(tables.at())
    expect(chair(ann, "Bobby")).to_contain_text("not connected")
    bob.goto(tables.at(f"join/{code}"))
    expect(chair(bob, "Bobby")).to_contain_text("you")
    see(bob, "leave").click()
    expect(chair(ann, "Bobby")).to_have_count(0)
    expect(see(bob, "tables")).to_be_visible()


def test_a_code_that_is_none_is_told_in_words(browser: Browser, tables: TableServer) -> None:
    mistaken = new_phone(browser)  # an answer that refuses is an error for the ear of other phones
    page = mistaken.page
    page.goto(tables.at("join"))
    see(page, "code").fill("xq7-xxz")
    expect(see(page, "code")).to_have_value("XQXX")
    expect(see(page, "join-trouble")).to_have_text("There is no table with this code.")
    expect(see(page, "found")).to_have_count(0)
    mistaken.context.close()


def test_whoever_comes_late_may_only_watch(phones: Phones, tables: TableServer) -> None:
    ann, late = phones().page, phones().page
    code = make(ann, tables)
    see(ann, "start").click()
    expect(ann.locator("[data-game]")).to_be_visible()
    late.goto(tables.at(f"join/{code}"))
    expect(see(late, "full")).to_be_visible()
    expect(see(late, "join")).to_have_count(0)
    expect(see(late, "watch")).to_be_visible()


# -- links and powers ---------------------------------------------------------------------------------------------


def test_a_seat_opens_on_another_device_until_its_link_is_dealt_anew(phones: Phones, tables: TableServer) -> None:
    ann, bob, other, third = (phones().page for _ in range(4))
    join(bob, tables, make(ann, tables))
    see(bob, "my-link").click()
    other.goto(link_in(bob))
    expect(chair(other, "Bob")).to_contain_text("you")
    assert not SECRET.search(f"{other.url} {other.title()}")
    see(ann, f"seat-powers-{seat_of(ann, 'Bob')}").click()
    see(ann, "renew").click()
    link = link_in(ann)
    shut(ann)
    for old in (bob, other):
        expect(see(old, "gone")).to_be_visible()
    third.goto(link)
    expect(chair(third, "Bob")).to_contain_text("you")


def test_only_the_creator_has_powers_on_any_device(phones: Phones, tables: TableServer) -> None:
    ann, bob, other = (phones().page for _ in range(3))
    join(bob, tables, make(ann, tables))
    expect(see(bob, "waiting")).to_be_visible()
    for power in ("start", "powers-open", f"seat-powers-{seat_of(bob, 'Ann')}"):
        expect(see(bob, power)).to_have_count(0)
    see(ann, "powers-open").click()
    see(ann, "power-link").click()
    other.goto(link_in(ann))
    expect(see(other, "start")).to_be_visible()
    expect(chair(other, "Ann")).to_contain_text("you")
    assert not SECRET.search(f"{other.url} {other.title()}")
    see(other, f"seat-powers-{seat_of(other, 'Bob')}").click()
    see(other, "kick").click()
    expect(see(bob, "gone")).to_be_visible()
    shut(ann)
    expect(chair(ann, "Bob")).to_have_count(0)


def test_the_creator_pauses_hands_over_ends_and_plays_again(phones: Phones, tables: TableServer) -> None:
    ann, bob = phones(**SMALL).page, phones(**DESK).page
    join(bob, tables, make(ann, tables))
    expect(chair(ann, "Bob")).to_be_visible()
    seat = seat_of(ann, "Bob")
    see(ann, "start").click()
    expect(bob.locator("[data-game]")).to_be_visible()

    def power(test: str) -> None:
        see(ann, "menu").click()
        see(ann, "run").click()
        see(ann, test).click()

    power("power-pause")
    expect(see(bob, "paused")).to_be_visible()
    power("power-go")
    expect(see(bob, "paused")).to_have_count(0)
    power(f"seat-powers-{seat}")
    see(ann, "to-bot").click()
    shut(ann)
    expect(see(bob, "bot-plays")).to_be_visible()
    see(ann, "menu").click()
    see(ann, "run").click()
    held(ann, "power-end")
    for each in (ann, bob):
        expect(see(each, "broken-off").locator('[data-test="scores"]')).to_be_visible()
    expect(see(bob, "rematch")).to_have_count(0)
    fine(ann, "scores")
    see(ann, "rematch").click()
    expect(chair(bob, "Bob").or_(bob.locator('[data-game="2"]')).first).to_be_visible()


# -- everybody ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("ru-RU", "ru"), ("zh-CN", "zh")])
def test_every_screen_speaks_the_language_of_its_device(
    locale: str, language: str, phones: Phones, tables: TableServer
) -> None:
    page = phones(locale, **SMALL).page
    known = {} if language == "en" else json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))

    def told(text: str) -> str:
        return known.get(text) or text

    page.goto(tables.at())
    expect(see(page, "go-join")).to_have_text(told("Join with a code"))
    see(page, "go-new").click()
    expect(see(page, "open-table")).to_have_text(told("Open the table"))
    expect(see(page, "tongue")).to_have_value(language)
    expect(see(page, "rules")).to_have_value("city-mafia")
    assert ("City Mafia" in see(page, "rules").inner_text()) == (language == "en")
    see(page, "name").fill("Ann")
    see(page, "open-table").click()
    expect(see(page, "lobby")).to_contain_text(told("Invite friends"))
    fine(page, f"speaks-{language}")
    see(page, "language-ru").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    expect(see(page, "lobby").locator("h1")).not_to_have_text("City Mafia")


@pytest.mark.parametrize(("name", "look"), [("phone", SMALL), ("desk", DESK)])
def test_nobody_is_kept_out_of_any_screen(name: str, look: dict[str, Any], phones: Phones, tables: TableServer) -> None:
    ann, bob = phones(**look).page, phones(**look).page
    ann.goto(tables.at())
    see(ann, "quick-play").wait_for()
    fine(ann, f"{name}-home")
    see(ann, "go-new").click()
    for fold in FOLDS:
        see(ann, f"fold-{fold}").click()
    fine(ann, f"{name}-new")
    see(ann, "deck-Mafia-more").click()
    see(ann, "unfit").wait_for()
    fine(ann, f"{name}-unfit")
    see(ann, "card-Don").click()
    fine(ann, f"{name}-card")
    shut(ann)
    see(ann, "deck-book").click()
    see(ann, "open-table").click()
    see(ann, "lobby").wait_for()
    bob.goto(tables.at(f"join/{see(ann, 'room-code').inner_text()}"))
    see(bob, "found").wait_for()
    fine(bob, f"{name}-join")
    see(bob, "name").fill("Bob")
    see(bob, "join").click()
    expect(chair(ann, "Bob")).to_be_visible()
    fine(ann, f"{name}-lobby")
    see(ann, "powers-open").click()
    see(ann, "fold-seats").click()
    fine(ann, f"{name}-powers")
    shut(ann)
    see(ann, f"seat-powers-{seat_of(ann, 'Bob')}").click()
    fine(ann, f"{name}-seat")
    see(ann, "renew").click()
    see(ann, "link-sheet").wait_for()
    fine(ann, f"{name}-link")


def test_a_table_is_made_with_keys_alone(phones: Phones, tables: TableServer) -> None:
    page = phones(**DESK).page
    page.goto(tables.at())
    see(page, "name").wait_for()

    def tab_to(test: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement?.dataset.test") == test:
                return
        raise AssertionError(f"Tab does not come to {test}")

    tab_to("go-new")
    page.keyboard.press("Enter")
    see(page, "open-table").wait_for()
    tab_to("name")
    page.keyboard.type("Ann")
    tab_to("open-table")
    page.keyboard.press("Enter")
    expect(chair(page, "Ann")).to_be_visible()
