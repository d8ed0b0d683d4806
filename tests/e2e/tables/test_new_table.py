"""From the front door to an open table: one tap, two taps, or a table as one likes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.e2e.phone import Phone
from tests.e2e.phone import phone as new_phone
from tests.e2e.tables.lobby import DESK, Phones, chair, make, see, shut, tells_no_secret
from tests.e2e.tables.serving import TableServer, served


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all tests of this file."""
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found


# -- the front door -------------------------------------------------------------------------------------------


def test_one_tap_begins_a_game_with_nine_ais(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at())
    see(page, "name").fill("Robin")
    expect(see(page, "quick-play")).to_have_text("Play with 9 AIs")
    see(page, "quick-play").click()
    expect(page.locator("[data-game]")).to_have_attribute("data-game", "1")
    tells_no_secret(page)
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


def test_a_late_answer_takes_no_tap_back(phone: Phone, tables: TableServer) -> None:
    page, held = phone.page, list[Route]()
    page.clock.install()
    page.goto(tables.at("new"))
    with page.expect_response("**/api/room"):
        see(page, "rules").select_option("city-mafia")
    see(page, "fold-deck").click()
    more = see(page, "deck-Mafia-more")
    expect(more).to_be_enabled()
    page.route("**/api/room", lambda route: held.append(route))
    more.click()
    with page.expect_request("**/api/room"):
        page.clock.pause_at(page.evaluate("Date.now() + 600_000"))
    more.click()  # its own question waits for the clock
    with page.expect_response("**/api/room") as late:
        held[0].continue_()
    late.value.finished()
    more.click()
    expect(see(page, "deck-total")).to_have_text("13 cards, 10 seats")


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


def test_a_model_for_the_empty_chairs_comes_with_a_limit_of_costs(phone: Phone, tables: TableServer) -> None:
    page, wished = phone.page, list[dict[str, Any]]()

    def answer(route: Route) -> None:
        asked = json.loads(route.request.post_data or "{}")
        if asked["name"] == "new":
            wished.append(asked["params"]["wish"])
            route.fulfill(json={"error": "No model answers now."})
            return
        form = route.fetch().json()
        form["fills"].append({"value": "openai:small", "label": "small", "costs": True})
        route.fulfill(json=form)

    page.route("**/api/room", answer)
    page.goto(tables.at("new"))
    see(page, "fold-fill").click()
    expect(see(page, "max-cost")).to_have_count(0)
    see(page, "fill").select_option("openai:small")
    see(page, "max-cost").fill("2.5")
    see(page, "label-bots").click()
    see(page, "open-table").click()
    expect(see(page, "trouble")).to_have_text("No model answers now.")
    assert (wished[0]["fill"], wished[0]["max_cost"], wished[0]["label_bots"]) == ("openai:small", 2.5, False)
    expect(see(page, "open-table")).to_be_enabled()


def test_the_table_is_changed_before_its_game(phone: Phone, tables: TableServer) -> None:
    page = phone.page
    make(page, tables)
    see(page, "powers-open").click()
    see(page, "power-change").click()
    see(page, "seats-more").click()
    see(page, "change-done").click()
    shut(page)
    expect(see(page, "free")).to_contain_text("10")


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


def test_a_table_that_is_gone_is_not_asked_for_again(browser: Browser, tables: TableServer) -> None:
    returned = new_phone(browser)  # an answer that refuses is an error for the ear of other phones
    page = returned.page
    page.goto(tables.at())
    page.evaluate("localStorage.setItem('duskfall.rooms', JSON.stringify(['0123456789abcdef']))")
    with page.expect_response(lambda found: found.status == 409):
        page.reload()
    page.wait_for_function("localStorage.getItem('duskfall.rooms') === '[]'")
    returned.context.close()
