"""What is left when a game is over: its end, its replay, a rematch; and what those who only watch may do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.e2e.axe import barriers
from tests.e2e.phone import LOADING_MS, Phone, measured, take_shot, wait_until_still
from tests.e2e.tables.asking import ask, begun, finished
from tests.e2e.tables.lobby import see
from tests.e2e.tables.serving import HURRIED, TableServer, served
from tests.patience import until

Phones = Callable[..., Phone]
# What stands in a choice, how wide it is, and how much room there is for it beside the arrow.
CHOSEN = """(field) => {
  const style = getComputedStyle(field), pen = document.createElement('canvas').getContext('2d')
  pen.font = style.font
  const text = field.selectedOptions[0].textContent, arrow = 18
  const has = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
  return { text, needs: pen.measureText(text).width, has }
}"""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all tests of this file."""
    with served(tmp_path_factory.mktemp("tables"), program=HURRIED) as found:
        yield found


@pytest.fixture(scope="module")
def over(tables: TableServer) -> Any:
    """A table of bots whose game is over; whoever made it has no seat."""
    made = begun(tables, rules="werewolf", seats=8, fill="scripted", pace="instant")
    until(lambda: ask(tables, "find", room=made["room"])["state"] == "over")
    return made


def test_what_was_hidden_is_shown_when_it_is_promised(tables: TableServer, over: Any, phones: Phones) -> None:
    page = phones().page
    page.goto(tables.at(f"watch/{over['room']}"))
    expect(see(page, "replay")).to_have_text("See it again, with all that was hidden", timeout=LOADING_MS)
    see(page, "replay").click()
    film = see(page, "film")
    expect(film).to_have_attribute("data-as", "moderator", timeout=LOADING_MS)
    expect(page.locator(".circle .role").first).to_be_visible()
    expect(page.locator("ol.story .secret").first).to_be_visible()
    take_shot(page, "replay-of-all")


def test_a_replay_on_a_phone_on_its_side_has_room_for_the_story(tables: TableServer, over: Any, phones: Phones) -> None:
    page = phones(viewport={"width": 844, "height": 390}, device_scale_factor=1).page
    page.goto(tables.at(f"game/{over['room']}/1/20/moderator"))
    expect(see(page, "feed")).to_be_visible(timeout=LOADING_MS)
    wait_until_still(page)
    box = see(page, "feed").bounding_box()
    assert box
    assert box["height"] >= 120
    assert box["y"] + box["height"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    take_shot(page, "replay-landscape")


@pytest.mark.parametrize("width", [360, 390])
def test_a_replay_on_a_narrow_phone_names_its_phase_and_viewer(
    tables: TableServer, over: Any, phones: Phones, width: int
) -> None:
    page = phones(viewport={"width": width, "height": 740}, device_scale_factor=1).page
    page.goto(tables.at(f"game/{over['room']}/1/20/moderator"))
    for test in ("goto", "eyes"):
        chosen = measured(see(page, test), CHOSEN)
        assert chosen["needs"] <= chosen["has"], f"{test} has no room for {chosen['text']}"


def test_who_only_watches_has_no_field_that_would_be_refused(tables: TableServer, over: Any, phones: Phones) -> None:
    lobby = ask(tables, "new", wish={"rules": "werewolf", "seats": 8, "name": "Robin"})["room"]
    page = phones().page
    for room, place in ((lobby, "lobby"), (over["room"], "over")):
        page.goto(tables.at(f"watch/{room}"))
        expect(see(page, place)).to_be_visible(timeout=LOADING_MS)
        expect(see(page, "chat-closed")).to_have_text("Only those who sit at this table write here.")
        expect(see(page, "chat-text")).to_have_count(0)
        expect(page.locator("body")).not_to_contain_text("you keep your seat")
        assert not barriers(page)
    page.goto(tables.at(f"table/{over['room']}/-/{over['creator']}"))
    expect(see(page, "chat-text")).to_be_visible(timeout=LOADING_MS)  # whoever made the table may write


def test_a_rematch_leaves_the_end_to_whoever_looks_at_it(tables: TableServer, phones: Phones) -> None:
    made = begun(tables, rules="werewolf", seats=8, fill="scripted", pace="instant")
    until(lambda: ask(tables, "find", room=made["room"])["state"] == "over")
    creator, other, screen = phones().page, phones().page, phones(viewport={"width": 1440, "height": 900}).page
    screen.goto(tables.at(f"tv/{made['room']}"))
    expect(screen.locator(".verdict")).to_be_visible(timeout=LOADING_MS)
    creator.goto(tables.at(f"table/{made['room']}/-/{made['creator']}"))
    other.goto(tables.at(f"watch/{made['room']}"))
    expect(see(other, "story")).to_be_visible(timeout=LOADING_MS)
    cast = see(other, "cast").inner_text()
    see(creator, "rematch").click(timeout=LOADING_MS)
    expect(see(creator, "lobby")).to_be_visible()
    expect(see(other, "goes-on")).to_contain_text("A rematch is being prepared.")
    expect(see(other, "cast")).to_have_text(cast, use_inner_text=True)
    expect(screen.locator(".verdict")).to_be_visible()
    expect(see(other, "story")).to_be_visible()
    assert not barriers(other)
    take_shot(other, "rematch")
    see(creator, "start").click()
    expect(see(other, "go-on")).to_have_text("To the table")
    expect(see(other, "cast")).to_have_text(cast, use_inner_text=True)
    expect(see(other, "replay")).to_have_attribute("href", re.compile(f"/{made['room']}/1/0/moderator$"))
    see(other, "go-on").click()
    expect(other.locator(".circle li, [data-test=over]").first).to_be_visible()
    expect(see(other, "goes-on")).to_have_count(0)


def test_whoever_calls_for_a_rematch_is_at_the_table_at_once(tables: TableServer, phones: Phones) -> None:
    made = finished(tables, rules="werewolf", seats=8)  # a table that deals as soon as it can
    creator, other = phones().page, phones().page
    other.goto(tables.at(f"table/{made['room']}/{made['secret']}"))
    creator.goto(tables.at(f"table/{made['room']}/{made['secret']}/{made['creator']}"))
    expect(see(other, "replay")).to_be_visible(timeout=LOADING_MS)
    see(creator, "rematch").click(timeout=LOADING_MS)
    expect(creator.locator(".circle li")).to_have_count(8)
    expect(see(other, "go-on")).to_have_text("To the table")


def test_a_lobby_shows_that_models_are_asked(tables: TableServer, phones: Phones) -> None:
    made = ask(tables, "new", wish={"rules": "werewolf", "seats": 8, "name": "Robin"})
    page, answers = phones().page, list[WebSocketRoute]()

    def held(route: WebSocketRoute) -> None:
        """A server whose models answer when the test says so."""
        server = route.connect_to_server()
        route.on_message(lambda frame: None if '"start"' in str(frame) else server.send(frame))
        answers.append(route)

    page.route_web_socket(re.compile("/api/socket"), held)
    page.goto(tables.at(f"table/{made['room']}/{made['secret']}/{made['creator']}"))
    see(page, "start").click(timeout=LOADING_MS)
    expect(see(page, "start")).to_be_disabled()
    expect(see(page, "start")).to_contain_text("The AIs are asked whether they can play.")
    assert not barriers(page)
    take_shot(page, "lobby-starting")
    answers[-1].send(json.dumps({"refused": "qwen cannot play: its server is busy."}))
    expect(see(page, "refused")).to_have_text("qwen cannot play: its server is busy.")
    expect(see(page, "start")).to_be_enabled()


def test_a_lobby_tells_why_its_models_cannot_play_and_not_where_they_are(tmp_path: Path, phones: Phones) -> None:
    model = "http://127.0.0.1:9/v1#qwen?price=0/0&deadline=1"  # nobody listens there
    with served(tmp_path, 0, HURRIED, "--fill", model) as server:
        page = phones().page
        page.goto(server.at("new"))
        see(page, "name").fill("Robin", timeout=LOADING_MS)
        see(page, "fold-fill").click()
        see(page, "fill").select_option("qwen")
        see(page, "open-table").click()
        expect(see(page, "free")).to_contain_text("Filled at the start by: qwen", timeout=LOADING_MS)
        see(page, "start").click()
        expect(see(page, "refused")).to_contain_text("qwen cannot play: its server", timeout=LOADING_MS)
        assert "127.0.0.1:9" not in page.content()
        take_shot(page, "lobby-refused")
