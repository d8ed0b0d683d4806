"""From the live table to the rulings desk and back; names that a phone remembers; a season of several evenings."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.hosting import FIVE, Host, table
from tests.e2e.phone import Phone, take_shot
from tests.e2e.serving import Server, hosted
from tests.e2e.test_scoring import mafia_wins

EIGHT = (*FIVE, "Fay", "Gus", "Hal")
CITY = ("Don", "Doctor", "Mistress", "Mafia", "Sheriff", "Citizen", "Citizen", "Citizen")
LOOKS = {"en-dark": ("en-GB", "dark", 390, 844), "ru-light": ("ru-RU", "light", 390, 844),
         "zh-dark": ("zh-CN", "dark", 360, 640), "en-light": ("en-GB", "light", 360, 640)}  # fmt: skip


def phone_of(phones: Callable[..., Phone], look: str) -> Phone:
    language, colours, width, height = LOOKS[look]
    return phones(language, color_scheme=colours, viewport={"width": width, "height": height}, accept_downloads=True)


# -- the desk ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_a_night_goes_to_the_desk_with_one_tap_and_the_way_back_leads_to_the_table(
    look: str, phones: Callable[..., Phone], server: Server
) -> None:
    host = table(phone_of(phones, look), server.lan, EIGHT)
    host.deal("cards")
    host.hand_out(CITY)
    while host.place != "night":
        host.next()
    host.night(kill=3, heal=6, visit=7)
    assert host.place == "ruling"
    evening, at = host.evening, host.at
    take_shot(host.page, f"ruling-{look}")
    host.see("to-desk").tap()
    ruling = host.see("ruling")
    expect(ruling).to_contain_text("CM§Mafia")
    expect(host.see("why-not")).to_contain_text("CM§Mistress")  # no immunity: both are dead
    host.see("not-yet").locator("summary").first.tap()
    expect(host.see("not-yet")).to_contain_text("CM§L4.mafia")
    host.see("why-not").locator("[data-test=cite] summary").first.tap()
    take_shot(host.page, f"desk-{look}", whole=True)
    wide = "document.documentElement.scrollWidth <= innerWidth"
    assert host.page.evaluate(wide)
    host.see("home").tap()
    host.see("stage").wait_for()
    assert (host.evening, host.at, host.place) == (evening, at, "ruling")
    with host.sheet("menu"):
        expect(host.see("menu-sheet").locator('[data-test="to-desk"]')).to_be_visible()


# -- names -------------------------------------------------------------------------------------------------


def test_names_are_suggested_on_the_next_evening_and_forgotten_at_a_tap(phone: Phone, server: Server) -> None:
    host = table(phone, server.lan, ("Ann", "Борис", "Anton"))
    host.page.goto(server.lan)
    host.see("go-host").tap()
    host.see("new").tap()
    host.see("name-1").tap()
    expect(host.see("suggested").locator("button")).to_have_text(["Anton", "Борис", "Ann"])
    host.see("name-1").press_sequentially("a")
    expect(host.see("suggested").locator("button")).to_have_text(["Anton", "Ann"])
    take_shot(host.page, "names-suggested")
    host.tap("suggest-Anton")
    expect(host.see("name-1")).to_have_value("Anton")
    expect(host.see("name-2")).to_be_focused()
    host.tap("suggest-Борис")
    expect(host.see("suggested").locator("button")).to_have_text(["Ann"])
    host.see("names").tap()
    take_shot(host.page, "names-remembered")
    host.see("forget-Ann").tap()
    expect(host.see("names-sheet")).not_to_contain_text("Ann ")
    host.see("forget-all").tap()
    host.see("close").tap()
    host.see("name-3").tap()
    expect(host.see("suggested")).to_have_count(0)
    host.reload()
    expect(host.see("name-1")).to_have_value("Anton")  # who sits there stays
    expect(host.see("names")).to_have_count(0)


# -- a season ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS)
def test_two_evenings_make_a_season(look: str, phones: Callable[..., Phone], tmp_path: Path) -> None:
    with hosted(tmp_path / "state") as server:
        host = table(phone_of(phones, look), server.lan)
        mafia_wins(host)
        host = table(host.phone, server.lan, ("Zoe", *FIVE[1:]))
        mafia_wins(host)
        host.synced()
        host.page.goto(server.lan)
        host.see("go-host").tap()
        host.see("go-season").tap()
        assert names(host)[0] == "Bob"
        expect(host.see("season").locator("tbody tr")).to_have_count(6)
        take_shot(host.page, f"season-{look}")
        sorting(host)
        files(host)
        leaving_out(host)
        take_shot(host.page, f"season-{look}-whole", whole=True)
        elsewhere = Host(phones())  # what only the server has counts as well
        elsewhere.page.goto(server.lan)
        elsewhere.see("go-host").tap()
        elsewhere.see("go-season").tap()
        expect(elsewhere.see("season").locator("tbody tr")).to_have_count(6)


def names(host: Host) -> list[str]:
    rows = host.see("season").locator("tbody tr")
    rows.first.wait_for()
    return [row.split("\t")[1] for row in rows.all_inner_texts()]


def sorting(host: Host) -> None:
    host.see("sort-name").tap()
    assert names(host) == ["Ann", "Bob", "Cid", "Dee", "Eli", "Zoe"]
    host.see("sort-name").tap()
    assert names(host)[0] == "Zoe"
    host.see("sort-games").tap()
    assert set(names(host)[-2:]) == {"Ann", "Zoe"}
    host.see("sort-place").tap()


def files(host: Host) -> None:
    rows = list(csv.reader(StringIO(host.save("season-csv").removeprefix("\ufeff"))))
    assert [row[1] for row in rows[1:]] == names(host)
    assert "Zoe" in host.save("season-json")
    assert len(list(csv.reader(StringIO(host.save("season-csv-games"))))) == 11


def leaving_out(host: Host) -> None:
    host.see("season-evenings").tap()
    host.page.locator('[data-test^="counts-"]').first.tap()
    expect(host.see("season").locator("tbody tr")).to_have_count(5)
    host.page.locator('[data-test^="counts-"]').first.tap()
    expect(host.see("season").locator("tbody tr")).to_have_count(6)
