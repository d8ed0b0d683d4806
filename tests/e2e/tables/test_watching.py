"""Whoever does not play: spectators, a television, and the page of a finished game that is sent round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.axe import barriers
from tests.e2e.phone import LOADING_MS, Phone, take_shot, wait_until_still
from tests.e2e.tables.asking import ask, begun, seated
from tests.e2e.tables.serving import TableServer, served
from tests.e2e.tables.test_film import DESK, film, no_wider_than, scrub, see
from tests.patience import until

TELEVISION: dict[str, Any] = {**DESK, "viewport": {"width": 1920, "height": 1080}}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all tests of this file."""
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found


def has_voted(events: list[Any]) -> bool:
    """Whether a ballot was opened in this very phase."""
    last = next((event["kind"] for event in reversed(events) if event["kind"] in ("vote", "phase")), "")
    return last == "vote"


def over(server: TableServer, **wish: Any) -> Any:
    """A table of bots whose game is over."""
    made = begun(server, rules="city-mafia", seats=10, fill="scripted", pace="instant", **wish)
    until(lambda: ask(server, "find", room=made["room"])["state"] == "over")
    return made


def test_a_finished_game_has_a_page_of_its_own_that_can_be_sent_round(
    tables: TableServer, phones: Callable[..., Phone]
) -> None:
    room = over(tables)["room"]
    page = phones().page
    page.goto(tables.at(f"game/{room}/1"))
    expect(see(page, "game")).to_contain_text("City Mafia", timeout=LOADING_MS)
    expect(see(page, "game")).to_contain_text("The game is over: victory for")
    expect(see(page, "game").locator(".players li")).to_have_count(10)
    expect(page).to_have_title(re.compile("City Mafia, game 1"))
    no_wider_than(page, 390)
    assert not barriers(page)
    take_shot(page, "game")
    see(page, "watch").tap()
    see(page, "play").tap()
    scrub(page, 17)
    expect(page).to_have_url(re.compile(rf"#/game/{room}/1/17$"))
    expect(page.locator("ol.story > li")).to_have_count(18)
    told = page.locator("ol.story > li").last.inner_text()
    friend = phones(**DESK).page
    friend.goto(page.url)
    expect(film(friend)).to_have_attribute("data-at", "17", timeout=LOADING_MS)
    expect(friend.locator("ol.story > li").last).to_have_text(told, use_inner_text=True)
    friend.goto(tables.at(f"game/{room}/1/20/moderator"))
    expect(film(friend)).to_have_attribute("data-as", "moderator", timeout=LOADING_MS)
    expect(film(friend)).to_have_attribute("data-at", "20")
    expect(see(friend, "save-record")).to_be_visible()


def test_a_game_that_is_not_there_is_one_line(tables: TableServer, phone: Phone) -> None:
    room = seated(tables, lambda events: True, rules="werewolf", seats=8)["room"]
    phone.watch.cut = True
    for path in (f"game/{room}/1", f"game/{room}/7", "game/nowhere/1"):
        phone.page.goto(tables.at(path))
        phone.page.reload()
        expect(see(phone.page, "trouble")).to_be_visible()
        expect(phone.page).to_have_title(re.compile("^A game"))
    phone.watch.troubles.clear()  # the browser tells of refused calls by itself


def test_a_television_shows_the_table_to_all_and_needs_nobody(tmp_path: Path, phones: Callable[..., Phone]) -> None:
    with served(tmp_path) as server:
        made = seated(server, has_voted, rules="werewolf", seats=10)
        screen = phones(**TELEVISION)
        page = screen.page
        page.goto(server.at(f"tv/{made['room']}"))
        expect(page.locator(".circle li")).to_have_count(10, timeout=LOADING_MS)
        expect(page.locator("aside .vote")).not_to_have_count(0)
        expect(page.locator(".circle .tally")).not_to_have_count(0)
        expect(page.locator("input, textarea, select")).to_have_count(0)
        assert not barriers(page)
        fits(page)
        take_shot(page, "television")
        screen.watch.cut = True
        server.kill()
        expect(page.locator(".trouble")).to_be_visible(timeout=LOADING_MS)
    with served(tmp_path, server.port):
        expect(page.locator(".trouble")).to_be_hidden(timeout=LOADING_MS)
        expect(page.locator("aside .vote")).not_to_have_count(0)
    screen.watch.troubles.clear()


def fits(page: Page) -> None:
    """Nothing scrolls, and no letter is smaller than can be read from four metres."""
    wait_until_still(page)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080]
    tall = "(all) => all.map((each) => each.getBoundingClientRect().height).filter(Boolean)"
    assert min(page.locator(".circle .name, .circle .disc, h1, .what").evaluate_all(tall)) >= 30


def has_put_up(events: list[Any]) -> bool:
    """Whether somebody was put up for the vote, and the day goes on."""
    told = [event["text"] for event in events if event["kind"] in ("phase", "line", "vote")]
    return any("up for the vote" in text for text in told[-3:])


def test_a_television_names_those_who_stand_before_the_table(tables: TableServer, phones: Callable[..., Phone]) -> None:
    made = seated(tables, has_put_up, rules="city-mafia", seats=10, flags={"nominations": True})
    page = phones(**TELEVISION).page
    page.goto(tables.at(f"tv/{made['room']}"))
    expect(see(page, "nominees").locator("li")).not_to_have_count(0, timeout=LOADING_MS)
    assert not barriers(page)
    take_shot(page, "television-nominees")


def test_a_lobby_on_a_television_says_how_to_come_in(tables: TableServer, phones: Callable[..., Phone]) -> None:
    made = ask(tables, "new", wish={"rules": "werewolf", "seats": 8, "name": "Robin"})
    page = phones(**TELEVISION).page
    page.goto(tables.at(f"tv/{made['room']}"))
    expect(see(page, "tv-door")).to_contain_text(made["code"], timeout=LOADING_MS)
    expect(see(page, "tv-door")).to_contain_text("Robin")
    assert made["secret"] not in page.content()
    assert not barriers(page)
    take_shot(page, "television-door")


def test_a_spectator_sees_what_all_see_and_a_creator_without_a_seat_sees_all(
    tables: TableServer, phones: Callable[..., Phone]
) -> None:
    made = seated(tables, has_voted, rules="werewolf", seats=10)
    page = phones().page
    page.goto(tables.at(f"watch/{made['room']}"))
    expect(page.locator(".circle li")).to_have_count(10, timeout=LOADING_MS)
    expect(see(page, "waiting")).to_contain_text("You watch this table.")
    expect(page.locator("ol.story > li")).not_to_have_count(0)
    expect(page.locator("ol.story .secret")).to_have_count(0)
    no_wider_than(page, 390)
    assert not barriers(page)
    take_shot(page, "watch")
    mine = begun(tables, rules="city-mafia", seats=10, fill="scripted", pace="calm")
    page = phones().page
    page.goto(tables.at(f"table/{mine['room']}/-/{mine['creator']}"))
    expect(page).to_have_url(tables.at(f"table/{mine['room']}"))  # the secret is kept, and gone from the address
    expect(page.locator(".circle li")).to_have_count(10, timeout=LOADING_MS)
    page.goto(tables.at(f"watch/{mine['room']}"))
    expect(page.locator(".circle .role")).to_have_count(10, timeout=LOADING_MS)
