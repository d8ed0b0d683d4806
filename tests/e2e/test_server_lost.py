"""A lost server is told in words at once, on every screen; while the page's own engine is loaded, it answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.beginning import dealt, go_on, seated, table
from tests.e2e.hosting import Host
from tests.e2e.phone import LOADING_MS, Phone, take_shot
from tests.e2e.serving import Server, hosted

NEVER = "**/pyodide/python_stdlib.zip"


def test_a_lost_server_is_told_on_every_screen_and_a_tap_is_refused_in_words(
    phones: Callable[..., Phone], tmp_path: Path
) -> None:
    with hosted(tmp_path) as server:
        host = go_on(phones(), server, dealt("links"))
        expect(host.see("lost")).to_have_count(0)
        host.phone.watch.cut = True
        server.kill()
        expect(host.see("lost")).to_be_visible()  # though nobody has tapped anything
        take_shot(host.page, "lost")
        with host.sheet("menu"):
            expect(host.see("lost")).to_be_visible()
        at, evening = host.at, host.evening
        host.see("next").tap()  # this one waits
        expect(host.see("status")).to_have_attribute("data-status", "waiting")
        host.see("next").tap()
        expect(host.see("toast")).to_contain_text("the server does not answer")
        take_shot(host.page, "lost-tap")
        host.see("menu").tap()
        host.see("leave").tap()
        expect(host.see("lost")).to_be_visible()
    with hosted(tmp_path, server.port):
        expect(host.see("lost")).to_have_count(0, timeout=LOADING_MS)
        host.phone.watch.cut = False
        host.see(f"open-{evening}").tap()
        host.page.locator(f'[data-test="stage"][data-at="{at}"], [data-test="stage"][data-at="{at + 1}"]').wait_for()


def test_a_server_that_hangs_is_lost_as_well(phone: Phone, server: Server) -> None:
    host = table(phone, server)
    held: list[Route] = []
    phone.page.route("**/api/call", lambda route: held.append(route))
    host.see("next").tap()
    expect(host.see("lost")).to_be_visible()
    host.see("drop-5").tap()
    expect(host.see("toast")).to_contain_text("the server does not answer")
    taken = host.taken()
    for route in held:
        route.continue_()
    phone.page.unroute("**/api/call")
    taken.wait_for()
    expect(host.see("lost")).to_have_count(0)


def test_a_page_that_is_open_takes_the_key_of_a_new_address(phone: Phone, server: Server) -> None:
    host = Host(phone)
    host.page.goto(server.lan.replace(server.key, "older"))
    host.see("go-host").wait_for()
    phone.page.route("**/api/call", lambda route: route.fulfill(status=403, json={"error": "wrong"}))
    host.see("go-host").tap()
    host.see("new").tap()
    expect(host.page.locator("main")).to_contain_text("open the address that the server shows now")
    phone.page.unroute("**/api/call")
    phone.watch.troubles.clear()
    host.begin(server.lan)  # in the same tab
    assert server.key not in host.page.url
    host.name(1, "Ann")


@pytest.mark.usefixtures("pyodide")
def test_the_server_answers_while_the_engine_of_the_page_is_loaded(
    phones: Callable[..., Phone], server: Server
) -> None:
    phone, held = phones(keeps=False), list[Route]()
    phone.context.route(NEVER, lambda route: held.append(route))
    with phone.context.expect_event("request", lambda request: request.url.endswith("python_stdlib.zip")):
        host = go_on(phone, server, seated(), server.address)
    host.deal("links")
    at = host.at
    assert held, "the engine of the page is not there yet"
    for route in held:
        route.continue_()
    phone.context.unroute(NEVER)
    assert phone.engine() == "device"
    host.next()
    host.synced()
    assert host.at == at + 1
    with phone.offline():
        host.next()
        expect(host.see("away")).to_be_visible()
        take_shot(host.page, "away")
    phone.watch.cut = False


def test_a_night_boots_dark(phones: Callable[..., Phone], server: Server) -> None:
    phone = phones(color_scheme="light")
    played = dealt("links")
    played.until("night")
    host = go_on(phone, server, played)
    night = "getComputedStyle(document.body).backgroundColor"
    dark = phone.page.evaluate(night)
    phone.page.route("**/api/call", lambda route: None)  # the table is being laid, for ever
    phone.page.reload()
    host.page.locator("main[aria-busy]").wait_for()
    assert phone.page.evaluate(night) == dark
    take_shot(host.page, "boot-dark")
