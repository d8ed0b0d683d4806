"""From the live table to the rulings desk and back; names that a phone remembers; a season of several evenings."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

from playwright.sync_api import Locator, expect

from tests.e2e.beginning import dealt, go_on, mafia_wins, seated
from tests.e2e.hosting import FIVE, Host
from tests.e2e.phone import Phone, take_shot, wait_until_still
from tests.e2e.serving import Server, hosted

EIGHT = (*FIVE, "Fay", "Gus", "Hal")
CITY = ("Don", "Doctor", "Mistress", "Mafia", "Sheriff", "Citizen", "Citizen", "Citizen")
LOOKS = {
    "ru-light": ("ru-RU", "light", 390, 844), "zh-dark": ("zh-CN", "dark", 360, 640),
    "en-light": ("en-GB", "light", 360, 640),
}  # fmt: skip
FITS = "document.documentElement.scrollWidth <= innerWidth"


def looks(phones: Callable[..., Phone], server: Server, room: str) -> Iterator[tuple[str, Host]]:
    """Other phones in this room of the same server: another language, other colours, another size."""
    for look, (language, colours, width, height) in LOOKS.items():
        other = Host(phones(language, color_scheme=colours, viewport={"width": width, "height": height}))
        other.page.goto(server.lan)
        other.see("go-host").wait_for()  # it has the key now
        other.page.goto(f"{server.lan.partition('#')[0]}#/{room}")
        yield look, other
        wait_until_still(other.page)
        assert other.page.evaluate(FITS)


# -- the desk ----------------------------------------------------------------------------------------------


def test_a_night_goes_to_the_desk_with_one_tap_and_the_way_back_leads_to_the_table(
    phones: Callable[..., Phone], server: Server
) -> None:
    played = dealt("cards", EIGHT, CITY)
    played.night(kill=3, heal=6, visit=7)
    host = go_on(phones(), server, played)
    with host.sheet("menu"):
        expect(host.see("menu-sheet").locator('[data-test="to-desk"]')).to_be_visible()
    spoken = "en"
    for look, other in looks(phones, server, f"host/{host.evening}"):
        expect(other.see("stage")).to_have_attribute("data-place", "ruling")
        expect(other.page.locator("html")).to_have_attribute("lang", spoken)  # the evening's
        if spoken != look[:2]:
            spoken = look[:2]
            other.speak(spoken)
        at = other.at
        expect(other.see("to-desk")).to_be_in_viewport()
        take_shot(other.page, f"ruling-{look}")
        other.see("to-desk").tap()
        with other.held("desk-uncover"):
            expect(other.see("ruling")).to_contain_text("CM§Mafia")
        expect(other.see("ruling")).to_be_in_viewport()
        expect(other.see("why-not")).to_contain_text("CM§Mistress")  # no immunity: both are dead
        other.see("not-yet").locator("summary").first.tap()
        expect(other.see("not-yet")).to_contain_text("CM§L4.mafia")
        other.see("why-not").locator("[data-test=cite] summary").first.tap()
        take_shot(other.page, f"desk-{look}", whole=True)
        other.see("home").tap()
        expect(other.see("stage")).to_have_attribute("data-at", str(at))
        assert (other.evening, other.place) == (host.evening, "ruling")


# -- names -------------------------------------------------------------------------------------------------


def test_names_are_suggested_on_the_next_evening_and_forgotten_at_a_tap(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, seated([""] * 3))
    host.sit(("Ann", "Борис", "Anton"))
    host.page.goto(server.lan)
    host.see("go-host").tap()
    host.see("new").tap()
    suggested = host.see("suggested").locator("button")
    host.see("name-1").tap()
    expect(suggested).to_have_text(["Anton", "Борис", "Ann"])
    host.see("name-1").press_sequentially("a")
    expect(suggested).to_have_text(["Anton", "Ann"])
    take_shot(host.page, "names-suggested")
    host.tap("suggest-Anton")
    expect(host.see("name-1")).to_have_value("Anton")
    expect(host.see("name-2")).to_be_focused()
    host.tap("suggest-Борис")
    expect(suggested).to_have_text(["Ann"])
    host.see("names").tap()
    take_shot(host.page, "names-remembered")
    host.see("forget-Ann").tap()
    expect(host.see("forget-Ann")).to_have_count(0)
    expect(host.see("forget-Anton")).to_be_visible()
    host.see("forget-all").tap()
    host.see("close").tap()
    host.see("name-3").tap()
    expect(host.see("suggested")).to_have_count(0)
    host.reload()
    expect(host.see("name-1")).to_have_value("Anton")  # who sits there stays
    expect(host.see("names")).to_have_count(0)


# -- a season ----------------------------------------------------------------------------------------------


def test_two_evenings_make_a_season(phones: Callable[..., Phone], tmp_path: Path) -> None:
    with hosted(tmp_path / "state") as server:
        phone = phones(accept_downloads=True)
        for names in (FIVE, ("Zoe", *FIVE[1:])):
            host = go_on(phone, server, mafia_wins(names))
        host.page.goto(server.lan)
        host.see("go-host").tap()
        host.see("go-season").tap()
        placed = ranked(host)
        assert placed[0] == "Bob"
        sorting(host)
        host.see("sort-place").tap()
        expect(players(host)).to_have_text(placed)
        files(host, placed)
        leaving_out(host)
        for look, other in looks(phones, server, "season"):  # what only the server has counts as well
            expect(players(other)).to_have_text(placed)
            take_shot(other.page, f"season-{look}")
            other.see("season-evenings").tap()
            take_shot(other.page, f"season-{look}-whole", whole=True)


def players(host: Host) -> Locator:
    """The players in the order in which they stand."""
    return host.see("season").locator("tbody td:nth-child(2)")


def ranked(host: Host) -> list[str]:
    """Their names, once all of them are there."""
    expect(players(host)).to_have_count(6)
    return players(host).all_inner_texts()


def sorting(host: Host) -> None:
    host.see("sort-name").tap()
    expect(players(host)).to_have_text(["Ann", "Bob", "Cid", "Dee", "Eli", "Zoe"])
    host.see("sort-name").tap()
    expect(players(host)).to_have_text(["Zoe", "Eli", "Dee", "Cid", "Bob", "Ann"])
    host.see("sort-games").tap()
    expect(host.page.locator('th[aria-sort]:has([data-test="sort-games"])')).to_be_visible()
    assert set(ranked(host)[-2:]) == {"Ann", "Zoe"}


def files(host: Host, placed: list[str]) -> None:
    rows = list(csv.reader(StringIO(host.save("season-csv").removeprefix("\ufeff"))))
    assert [row[1] for row in rows[1:]] == placed
    assert "Zoe" in host.save("season-json")
    assert len(list(csv.reader(StringIO(host.save("season-csv-games"))))) == 11


def leaving_out(host: Host) -> None:
    host.see("season-evenings").tap()
    last = host.page.locator('[data-test^="counts-"]').first
    last.tap()
    expect(host.see("season").locator("tbody tr")).to_have_count(5)
    last.tap()
    expect(host.see("season").locator("tbody tr")).to_have_count(6)
