"""What models were sent, in the replay's page: opened at what came of it, whole, and closed again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from duskfall.replay.sent import Shelf
from tests.e2e.phone import phone, take_shot
from tests.replay.test_asked import made, played

LOOKS = {
    "phone, light": {"color_scheme": "light"},
    "phone, dark": {},
    "desk, light": {"color_scheme": "light", "viewport": {"width": 1280, "height": 900}},
    "desk, dark": {"viewport": {"width": 1280, "height": 900}},
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return played("werewolf", tmp_path_factory.mktemp("sent") / "game.jsonl")


def turns(page: Page) -> str:
    """All that stands on the sheet, what is folded too."""
    return str(page.locator("#asked .turns").evaluate("(turns) => turns.textContent"))


@pytest.mark.parametrize("look", LOOKS)
def test_a_control_opens_what_was_sent_and_what_came_back(
    browser: Browser, shelf: Shelf, look: str, tmp_path: Path
) -> None:
    held = phone(browser, **LOOKS[look])
    file = tmp_path / "page.html"
    file.write_text(made(shelf, None), encoding="utf-8")
    page = held.page
    page.goto(file.as_uri())
    seat = next(seat for seat in range(1, 6) if any(call.call > 1 for call in shelf.of(seat)))
    asks = list(dict.fromkeys(each.ask for each in shelf.of(seat)))
    again = next(each.ask for each in shelf.of(seat) if each.call > 1)
    control = page.locator(f'[data-asked="{seat}.{asks.index(again) + 1}"]')
    while not control.is_visible():
        page.locator("#on").tap()
    take_shot(page, f"prompts, {look}")
    control.tap()
    sheet = page.locator("#asked")
    expect(sheet).to_be_visible()
    expect(sheet.locator("h2")).to_contain_text(f"{shelf.record.names[seat - 1]}, question {asks.index(again) + 1} of ")
    take_shot(page, f"prompts, {look}, open")
    shown = turns(page)
    for call in (each for each in shelf.of(seat) if each.ask == again):
        assert all(text in shown for _, text in call.messages)
        assert call.came in shown
    expect(sheet.locator(".again")).to_have_count(sum(each.ask == again for each in shelf.of(seat)) - 1)
    page.keyboard.press("ArrowRight")  # turns no page behind the sheet
    sheet.locator("form button").tap()
    expect(sheet).to_be_hidden()
    expect(control).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert held.watch.troubles == []
    held.context.close()


def test_the_seats_own_stay_when_everything_is_shown(browser: Browser, shelf: Shelf, tmp_path: Path) -> None:
    held = phone(browser)
    file = tmp_path / "page.html"
    file.write_text(made(shelf, 2), encoding="utf-8")
    held.page.goto(file.as_uri())
    controls = held.page.locator("[data-asked]")
    count = controls.count()
    held.page.locator("#reveal").tap()
    held.page.locator('#sure [value="yes"]').tap()
    expect(held.page.locator("body")).to_have_class("revealed")
    expect(controls).to_have_count(count)
    while not controls.last.is_visible():
        held.page.locator("#on").tap()
    controls.last.tap()
    assert f"you are {shelf.record.names[1]} the " in turns(held.page)
    assert held.watch.troubles == []
    held.context.close()
