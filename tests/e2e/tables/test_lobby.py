"""A table before its game: joining, links, what its creator may do, in every language and for everybody."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.phone import phone as new_phone
from tests.e2e.tables.lobby import (
    DESK,
    FOLDS,
    SMALL,
    Phones,
    chair,
    fine,
    held,
    join,
    link_in,
    make,
    seat_of,
    see,
    shut,
    tells_no_secret,
)
from tests.e2e.tables.serving import TableServer, served

FORGET_ENGINE = """async () => {
  const engine = new URL('pyodide/pyodide.asm.wasm', document.baseURI)
  for (const name of await caches.keys()) await (await caches.open(name)).delete(engine)
}"""
REGISTERED = """async () => {
  await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' })
  return Boolean(await navigator.serviceWorker.ready)
}"""
WORDS = Path(__file__).parents[3] / "page" / "src" / "words"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all tests of this file."""
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found


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
    tells_no_secret(other)
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
    tells_no_secret(other)
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
    for each in (ann, bob):
        expect(each.locator("[data-game]")).to_be_visible()

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


# -- what is on the device -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("pyodide")
def test_a_page_without_the_engine_does_not_say_that_it_needs_no_network(phones: Phones, tables: TableServer) -> None:
    page = phones(keeps=True).page
    page.goto(tables.at())
    expect(see(page, "offline")).to_contain_text("works without a network")
    page.evaluate(FORGET_ENGINE)  # as if the server had been installed without it
    page.reload()
    assert page.evaluate(REGISTERED)  # after the page's own
    expect(see(page, "go-new")).to_be_visible()
    expect(see(page, "offline")).to_have_count(0)
