"""The coach in a browser: off unless switched on, asked for by a tap; the curve of a film, as far as it has come."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import duskfall
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from tests.e2e.axe import barriers
from tests.e2e.phone import LOADING_MS, Phone, take_shot
from tests.e2e.serving import Server
from tests.e2e.tables.serving import TableServer, served
from tests.e2e.tables.test_film import film, last, look, opened, scrub, see
from tests.e2e.test_pages import SAME_DRAWS, SKIP, at
from tests.film.written import written

TURN = '[data-test="answer"], [data-test="say"]:enabled'


def begun(phone: Phone, server: Server, coach: bool) -> None:
    """A game of six against bots, at its first question."""
    phone.context.add_init_script(SAME_DRAWS)
    host = at(phone, server.lan, "go-play")
    host.see("rules-werewolf").tap()
    for _ in range(4):
        host.see("seats-less").tap()
    if coach:
        host.see("coach").tap()
    take_shot(host.page, "coach-setup", whole=True)
    host.see("begin").tap()
    host.page.locator(f'[data-test="skip"], {TURN}').first.wait_for(timeout=LOADING_MS)
    host.page.evaluate(SKIP)
    host.page.locator(TURN).first.wait_for(timeout=LOADING_MS)


def test_without_the_coach_there_is_no_panel(phone: Phone, server: Server) -> None:
    begun(phone, server, coach=False)
    expect(see(phone.page, "coach")).to_have_count(0)


def test_a_tap_shows_what_can_be_known_and_moves_nothing(phone: Phone, server: Server) -> None:
    begun(phone, server, coach=True)
    page, asked = phone.page, list[str]()
    page.on("request", lambda request: asked.append(request.post_data or ""))
    before = page.evaluate("localStorage.getItem('duskfall.solo')")
    assert not any("solo_known" in each for each in asked)
    see(page, "coach").tap()
    expect(see(page, "known")).to_be_visible(timeout=LOADING_MS)
    assert sum("solo_known" in each for each in asked) == 1
    expect(see(page, "known").locator("details")).to_have_count(5)
    see(page, "known").locator("summary").first.tap()
    take_shot(page, "coach-known")
    assert not barriers(page)
    see(page, "close").tap()
    assert page.evaluate("localStorage.getItem('duskfall.solo')") == before


def test_a_film_shows_its_curve_as_far_as_it_has_come(phone: Phone, server: Server, tmp_path: Path) -> None:
    game = duskfall.start("werewolf", 6, seed=4)
    play(game, seat_players(game, "scripted"))
    record = tmp_path / "game.jsonl"
    record.write_text(written(game), encoding="utf-8")
    page = opened(phone, server, [record])
    expect(see(page, "part-known")).to_be_visible()
    see(page, "part-known").click()
    expect(see(page, "curve")).to_be_visible(timeout=LOADING_MS)
    shown = page.locator('[data-test="curve"] [data-moment]:visible')
    early = shown.count()
    scrub(page, last(page))
    expect(see(page, "curve")).to_be_visible()
    expect(shown).not_to_have_count(early)
    assert shown.count() > early
    take_shot(page, "curve-phone")
    look(page, "2")
    expect(see(page, "curve")).to_be_visible(timeout=LOADING_MS)
    expect(see(page, "curve").locator(".names:visible")).not_to_contain_text("Bob")  # whose eyes they are
    take_shot(page, "curve-of-a-seat")
    look(page, "moderator")
    expect(see(page, "part-known")).to_have_count(0)
    assert film(page).count() == 1


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server of tables."""
    with served(tmp_path_factory.mktemp("tables")) as found:
        yield found


@pytest.mark.parametrize("coach", [True, False])
def test_who_plays_alone_at_a_server_may_have_the_coach(coach: bool, phone: Phone, tables: TableServer) -> None:
    page = phone.page
    page.goto(tables.at(""))
    see(page, "name").fill("Robin")
    see(page, "quick-rules").select_option("werewolf")
    if coach:
        see(page, "quick-coach").tap()
    see(page, "quick-play").tap()
    see(page, "card").wait_for(timeout=LOADING_MS)
    expect(see(page, "coach")).to_have_count(int(coach))
    if coach:
        see(page, "coach").tap()
        expect(see(page, "known")).to_be_visible(timeout=LOADING_MS)
        take_shot(page, "coach-at-a-table")
