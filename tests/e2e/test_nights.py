"""A night under the thumb: few taps, one Back for each, and fouls by one hold."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on
from tests.e2e.phone import Phone, measured, take_shot
from tests.e2e.serving import Server
from tests.e2e.test_votes import SMALL, TEN
from tests.host.hosting import Host as Played

CARDS = ("Don", "Mafia", "Maniac", "Sheriff", "Doctor", "Mistress", "Citizen", "Citizen", "Citizen", "Citizen")
# Behind the timer of LONG_MS (press.ts) that the finger has started.
LATER = "() => new Promise((done) => setTimeout(done, 500))"
ACTS = {"kill": 7, "seek": 4, "check": 1, "heal": 7, "visit": 8, "maniac_kill": 9}


def begun(place: str) -> Played:
    """Ten at a table of city mafia, without a round of the table, in the first such place."""
    played = dealt("cards", TEN, CARDS, round=False)
    played.until(place)
    return played


def test_a_city_night_is_nine_taps(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, begun("night"))
    host.go_on()
    before = host.taps
    host.night(**ACTS)
    assert host.taps - before == 9  # sixteen with a tap on a seat and one on Next, and a round of the table
    assert host.place == "ruling"
    with host.held():
        expect(host.see("sign")).to_contain_text("was attacked, and lives")  # there was no round to show it
        take_shot(host.page, "ruling-sign")


def test_a_foul_is_one_hold_and_opens_nothing(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, begun("speech"))
    before = host.taps
    host.foul(3)
    assert host.taps - before == 1
    expect(host.see("toast")).to_contain_text("A foul: 3. Cid. Fouls: 1")
    expect(host.see("seat-sheet")).to_have_count(0)
    assert [(action["do"], action["seat"]) for action in host.kept()[-1:]] == [("foul", 3)]
    host.see("seat-3").tap()
    expect(host.see("fouls-3")).to_have_text("1")


def test_a_hold_by_night_names_nobody(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, begun("night"))
    while host.asked() != "kill":
        host.next()
    with host.held("option-3"):
        host.page.evaluate(LATER)
    host.tap("option-4")
    host.next()
    assert [(action["do"], action.get("value")) for action in host.kept()[-3:]] == [
        ("next", None), ("pick", 4), ("next", None),
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ru"])
def test_back_tells_whole_what_it_takes_back_on_a_small_phone(
    phones: Callable[..., Phone], server: Server, language: str
) -> None:
    host = go_on(phones(**SMALL), server, begun("night"))
    host.go_on()
    if language != "en":
        host.speak(language)
    for verb in host.cues():
        told = host.see("takes-back")
        assert measured(told, "(told) => told.scrollWidth <= told.clientWidth"), told.inner_text()
        if verb:
            host.pick(ACTS[verb])
    take_shot(host.page, f"takes-back-{language}")


def test_a_phone_on_its_side_shows_all_seats_of_a_night(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(viewport={"width": 640, "height": 360}), server, begun("night"))
    host.next()
    assert host.asked() == "kill"
    take_shot(host.page, "night-sideways")
    for tile in ("option-1", "option-10", "back", "next", "eye"):
        expect(host.see(tile)).to_be_in_viewport(ratio=1)
    assert measured(host.page.locator("main"), "(main) => main.scrollHeight <= main.clientHeight")


def test_the_set_up_night_asks_about_a_role_that_nobody_holds(phone: Phone, server: Server) -> None:
    played = dealt("night", TEN)
    played.until("cards")
    host = go_on(phone, server, played)
    at = host.at
    host.see("next").tap()
    expect(host.see("toast")).to_contain_text("0 of 1")
    assert host.at == at
    host.tap("next")
    expect(host.page.locator("main")).to_contain_text("Not everybody was tapped: ")
    take_shot(host.page, "skipped")
