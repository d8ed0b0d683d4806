"""Two people and eight bots play whole games at a table on a server, through the page alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from duskfall.rules.registry import ids
from tests.e2e.phone import Phone
from tests.e2e.tables.lobby import DESK
from tests.e2e.tables.player import OVER, Player, cast
from tests.e2e.tables.serving import HURRIED, TableServer, served
from tests.patience import PATIENCE, until
from tests.volume import VOLUME

CLOCKS = {"speech": 300, "choice": 300, "secret": 300, "word": 300}  # nobody is too slow
BLINK_MS = 50  # between two looks, of which each costs a browser as much as what it looks at
# Two whose games ask most of what a page can be asked; tests/room plays whole games of all, without a browser.
PLAYED = sorted(ids()) if VOLUME > 1 else ["town-of-agents", "werewolf"]
SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "device_scale_factor": 1}


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """A server for all games of this file, at which nobody waits in vain."""
    with served(tmp_path_factory.mktemp("tables"), program=HURRIED) as found:
        yield found


def seated(phones: Callable[..., Phone], tables: TableServer, rules: str) -> tuple[Player, Player]:
    """Two people in the lobby of a table of ten: one at a phone, one at a desk with a keyboard."""
    maker, guest = Player(phones(**SMALL), "Robin"), Player(phones(**DESK), "Maria", keys=True)
    code = maker.makes(tables.at("new"), rules, **CLOCKS)
    guest.joins(tables.at(f"join/{code}"))
    for player in (maker, guest):
        expect(player.page.locator("body")).to_contain_text("Maria")
    return maker, guest


def play(players: Sequence[Player], until: Callable[[], bool], rules: str = "") -> None:
    """Let all answer what they are asked until something is so; look at every screen of a game that is named."""
    end = time.monotonic() + PATIENCE
    while True:
        before, idle = [player.sight for player in players], True
        for player in players:
            now = player.now
            if until():
                return
            idle = idle and (now.busy or not now.turn)
            if rules and now.place and now.place != OVER:
                name = "-".join(filter(None, (now.place, now.turn)))
                player.looks(name, f"online-{rules}-{player.size}-{name}")
            player.acts(now)
        if before != [player.sight for player in players]:
            end = time.monotonic() + PATIENCE
        assert time.monotonic() < end, f"the game does not go on: {before}"
        if idle:
            players[0].page.wait_for_timeout(BLINK_MS)


@pytest.mark.parametrize("rules", PLAYED)
def test_two_people_and_eight_bots_play_a_whole_game(
    rules: str, phones: Callable[..., Phone], tables: TableServer
) -> None:
    players = maker, guest = seated(phones, tables, rules)
    for player in players:
        player.looks("lobby", f"online-{rules}-{player.size}-lobby")
    maker.see("start").click()
    play(players, lambda: guest.sight.place == "night", rules)
    told = guest.events
    guest.page.reload()
    expect(guest.page.locator("[data-events]")).to_be_visible()
    until(lambda: guest.events >= told)  # the page is there before what it is told anew
    play(players, lambda: all(player.sight.place == OVER for player in players), rules)
    for player in players:
        expect(player.see("cast")).to_be_visible()
        expect(player.see("story")).to_be_visible()
        player.looks(OVER, f"online-{rules}-{player.size}-end")
    assert cast(maker) == cast(guest)
    assert maker.page.locator(".verdict h2").inner_text() == guest.page.locator(".verdict h2").inner_text()


def test_a_server_that_dies_is_told_of_and_the_game_goes_on(phones: Callable[..., Phone], tmp_path: Path) -> None:
    with served(tmp_path, program=HURRIED) as first:
        players = maker, guest = seated(phones, first, "city-mafia")
        maker.see("start").click()
        play([guest], lambda: bool(maker.turn))
        expect(guest.see("waiting")).to_contain_text("Robin is up")
        asked, told = maker.now, guest.events
        for player in players:
            player.phone.watch.cut = True
        first.kill()
        for player in players:
            expect(player.see("lost-table")).to_be_visible()
    with served(tmp_path, first.port, HURRIED) as second:
        for player in players:
            expect(player.see("lost-table")).to_have_count(0)
        until(lambda: (maker.now, guest.events) == (asked, told))
        second.kill()
        expect(maker.see("lost-table")).to_be_visible()
        maker.see("speech").fill("I say this while nobody hears it.")
        maker.see("say").click()
        expect(maker.page.locator(".prompt[aria-busy=true]")).to_be_visible()
        expect(maker.see("lost-table")).to_contain_text("Your answer is kept")
    with served(tmp_path, first.port, HURRIED):
        expect(guest.see("feed")).to_contain_text("I say this while nobody hears it.")
        expect(
            maker.see(f"turn-{asked.turn}").and_(maker.page.locator(f'[data-number="{asked.number}"]'))
        ).to_have_count(0)
        play(players, lambda: guest.sight.turn != "")  # it goes on until somebody else is asked


def test_marks_and_notes_stay_on_the_device(phones: Callable[..., Phone], tables: TableServer) -> None:
    maker, guest = seated(phones, tables, "city-mafia")
    maker.see("start").click()
    maker.page.locator("[data-events]").wait_for()
    other = "seat-1" if "you" not in (maker.see("seat-1").get_attribute("class") or "").split() else "seat-2"
    maker.see(other).click()
    maker.see("mark-suspect").click()
    maker.see("note").fill("Too quiet.")
    maker.looks("seat sheet", "online-phone-seat")
    maker.page.keyboard.press("Escape")
    expect(maker.see("seat-sheet")).to_have_count(0)
    maker.page.reload()
    expect(maker.see(other).locator(".mark.suspect")).to_be_visible()
    maker.see(other).click()
    expect(maker.see("note")).to_have_value("Too quiet.")
    expect(guest.page.locator("body")).not_to_contain_text("Too quiet.")


def test_a_card_is_seen_only_while_it_is_held(phones: Callable[..., Phone], tables: TableServer) -> None:
    maker, _ = seated(phones, tables, "city-mafia")
    maker.see("start").click()
    maker.page.locator("[data-events]").wait_for()
    expect(maker.see("own-card")).to_have_count(0)
    maker.see("card").dispatch_event("pointerdown", {"button": 0})
    expect(maker.see("own-card")).to_be_visible()
    maker.see("card").dispatch_event("pointerup")
    expect(maker.see("own-card")).to_have_count(0)
    maker.see("menu").click()
    maker.looks("menu", "online-phone-menu")
