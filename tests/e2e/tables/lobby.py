"""What people do on the way to a table: make it, join it, look at its links; and what everybody can be sure of."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.axe import barriers
from tests.e2e.phone import Phone, take_shot, wait_until_still
from tests.e2e.tables.serving import TableServer

SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 640}}
DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "is_mobile": False, "has_touch": False,
    "color_scheme": "light",
}  # fmt: skip
SECRET = re.compile(r"[A-Za-z0-9_-]{20,}")
FOLDS = ("deck", "flags", "clocks", "fill", "watch")
Phones = Callable[..., Phone]


def see(page: Page, test: str) -> Locator:
    """What stands under this name in the page."""
    return page.locator(f'[data-test="{test}"]')


def make(page: Page, tables: TableServer, name: str = "Ann") -> str:
    """Open a table as usual, at which nobody waits for bots; its code."""
    page.goto(tables.at("new"))
    see(page, "name").fill(name)
    see(page, "fold-clocks").click()
    see(page, "pace-instant").click()
    see(page, "open-table").click()
    see(page, "lobby").wait_for()
    return see(page, "room-code").inner_text()


def join(page: Page, tables: TableServer, code: str, name: str = "Bob") -> None:
    """Come in by the code."""
    page.goto(tables.at("join"))
    see(page, "code").fill(code.lower())
    see(page, "name").fill(name)
    see(page, "join").click()
    see(page, "lobby").wait_for()


def chair(page: Page, name: str) -> Locator:
    """The chair of somebody."""
    return page.locator('[data-test^="chair-"]', has_text=name)


def seat_of(page: Page, name: str) -> str:
    """Their seat."""
    return (chair(page, name).get_attribute("data-test") or "").removeprefix("chair-")


def link_in(page: Page, sheet: str = "link-sheet") -> str:
    """The link that a sheet shows as a code to scan."""
    return see(page, sheet).locator('[data-test="qr"]').get_attribute("data-link") or ""


def tells_no_secret(page: Page) -> None:
    """Neither the address nor the title holds a secret, once it was read."""
    expect(page).not_to_have_url(SECRET)
    expect(page).not_to_have_title(SECRET)


def shut(page: Page) -> None:
    """Close every sheet."""
    while count := see(page, "close").count():
        see(page, "close").last.click()
        expect(see(page, "close")).not_to_have_count(count)


def held(page: Page, test: str) -> None:
    """Hold a button until what it does is done, and it is gone."""
    see(page, test).hover()
    page.mouse.down()
    expect(see(page, test)).to_have_count(0)
    page.mouse.up()


def fine(page: Page, shot: str) -> None:
    """Nobody is kept out of this screen, and nobody has to scroll sideways; a picture of it."""
    wait_until_still(page)
    take_shot(page, f"lobby-{shot}")
    assert barriers(page) == [], shot
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{shot} scrolls sideways"
