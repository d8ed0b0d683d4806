"""A recorded game is seen again: played, scrubbed, through any eyes, by keys, on a phone and on a desk."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from duskfall.core.facts import Voted
from duskfall.core.view import view
from duskfall.seat.items import items
from tests.e2e.axe import barriers
from tests.e2e.phone import LOADING_MS, Phone, take_shot, wait_until_still
from tests.e2e.serving import Server
from tests.film.test_film import CALLS
from tests.film.test_uploads import foreign
from tests.film.written import finished, written
from tests.laws.pairs import PAIRS

DESK: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1, "is_mobile": False, "has_touch": False,
}  # fmt: skip
RULES = "town-of-agents"


@pytest.fixture
def record(tmp_path: Path) -> list[Path]:
    """A finished game with the calls of two models."""
    game, calls = tmp_path / "game.jsonl", tmp_path / "game.calls.jsonl"
    game.write_text(written(finished(RULES)), encoding="utf-8")
    calls.write_text(CALLS, encoding="utf-8")
    return [game, calls]


def opened(phone: Phone, server: Server, files: list[Path]) -> Page:
    """The film of these files, at its beginning."""
    page = phone.page
    page.goto(server.lan)
    see(page, "go-replay").click()
    see(page, "record").set_input_files(files)
    expect(film(page)).to_be_visible(timeout=LOADING_MS)
    return page


def see(page: Page, test: str) -> Locator:
    """The element of this test name."""
    return page.locator(f'[data-test="{test}"]')


def film(page: Page) -> Locator:
    return see(page, "film")


def at(page: Page) -> int:
    return int(film(page).get_attribute("data-at") or 0)


def last(page: Page) -> int:
    return int(film(page).get_attribute("data-last") or 0)


def scrub(page: Page, to: int) -> None:
    see(page, "scrubber").fill(str(to))
    expect(film(page)).to_have_attribute("data-at", str(to))


def look(page: Page, eyes: str) -> None:
    see(page, "eyes").select_option(eyes)
    expect(film(page)).to_have_attribute("data-as", eyes, timeout=LOADING_MS)


def no_wider_than(page: Page, width: int) -> None:
    wait_until_still(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_record_is_played_scrubbed_and_seen_through_any_eyes(
    phone: Phone, server: Server, record: list[Path]
) -> None:
    game, page = finished(RULES), opened(phone, server, record)
    told = items(view(game.facts, 0))
    expect(film(page)).to_have_attribute("data-last", str(len(told)))
    see(page, "speed").select_option("8")
    see(page, "play").tap()
    expect(film(page)).not_to_have_attribute("data-at", "0")
    see(page, "play").tap()
    expect(see(page, "play")).to_have_attribute("data-playing", "false")
    assert page.locator("ol.story > li").count() == at(page) + 1  # what is not told yet is not there
    ballots = [place for place, item in enumerate(told) if item["kind"] == "vote"]
    scrub(page, ballots[0])
    expect(page.locator("ol.story > li").last).to_have_class(re.compile("vote"))
    look(page, "moderator")
    expect(page.locator("ol.story .vote")).to_have_count(1)  # the same moment
    look(page, "2")
    expect(page.locator("ol.story .vote")).to_have_count(1)
    look(page, "moderator")
    take_shot(page, "replay")
    see(page, "part-votes").tap()
    expect(see(page, "votes").locator("thead th")).to_have_count(1)
    see(page, "part-nights").tap()
    expect(see(page, "night").first.locator("svg")).to_be_visible()
    see(page, "part-costs").tap()
    expect(see(page, "costs")).to_contain_text("$0.7500")
    no_wider_than(page, 390)
    see(page, "goto").select_option(label="The end")
    see(page, "part-story").tap()
    expect(see(page, "ending")).to_contain_text("Turning points", timeout=LOADING_MS)
    expect(see(page, "ending").locator(".fates li")).to_have_count(len(game.names))
    see(page, "part-votes").tap()
    opened_ballots = sum(isinstance(fact, Voted) for fact in game.facts)
    expect(see(page, "votes").locator("thead th")).to_have_count(opened_ballots)
    no_wider_than(page, 390)
    take_shot(page, "replay-votes")
    with page.expect_download() as saved:
        see(page, "save-record").tap()
    assert saved.value.path().read_text(encoding="utf-8") == record[0].read_text(encoding="utf-8")


def test_a_film_is_moved_by_keys_alone(phones: Callable[..., Phone], server: Server, record: list[Path]) -> None:
    page = opened(phones(**DESK), server, record[:1])
    marks = finished_phases()
    for key, moment in (
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("PageDown", marks[0]), ("PageDown", marks[1]),
        ("PageUp", marks[0]), ("Home", 0), ("End", last(page)), ("Home", 0),
    ):  # fmt: skip
        page.locator("body").press(key)
        expect(film(page)).to_have_attribute("data-at", str(moment))
    page.locator("body").press("+")
    expect(see(page, "speed")).to_have_value("2")
    page.locator("body").press(" ")
    expect(film(page)).not_to_have_attribute("data-at", "0")
    see(page, "scrubber").focus()
    page.keyboard.press(" ")
    expect(see(page, "play")).to_have_attribute("data-playing", "false")
    before = at(page)
    page.keyboard.press("ArrowRight")
    expect(film(page)).to_have_attribute("data-at", str(before + 1))


def finished_phases() -> list[int]:
    """Where nights and days begin, after the first event."""
    told = items(view(finished(RULES).facts, 0))
    return [place for place, item in enumerate(told) if item["kind"] == "phase" and place > 1]


@pytest.mark.parametrize(("name", "size", "colors"), [("phone", {}, "dark"), ("desk", DESK, "light")])
def test_nobody_is_kept_out_of_a_film(
    name: str, size: dict[str, Any], colors: str, phones: Callable[..., Phone], server: Server, record: list[Path]
) -> None:
    page = opened(phones(**size, color_scheme=colors), server, record)
    look(page, "moderator")
    for moment in (0, last(page) // 2, last(page)):
        scrub(page, moment)
        assert not barriers(page)
    for part in ("votes", "nights", "costs"):
        see(page, f"part-{part}").click()
        assert not barriers(page)
    take_shot(page, f"replay-{name}-{colors}")


def test_what_is_no_record_is_one_line_and_another_can_be_opened(
    phone: Phone, server: Server, record: list[Path]
) -> None:
    page = opened(phone, server, record)
    see(page, "close").tap()
    see(page, "record").set_input_files({"name": "x.jsonl", "mimeType": "text/plain", "buffer": b"no record"})
    expect(see(page, "trouble")).to_contain_text("no record that can be read")
    changed = record[0].read_text(encoding="utf-8").replace('"reason":"', '"reason":"magic ', 1)
    see(page, "record").set_input_files({"name": "x.jsonl", "mimeType": "text/plain", "buffer": changed.encode()})
    expect(see(page, "trouble")).to_contain_text("does not fit together")
    see(page, "record").set_input_files(record)
    expect(film(page)).to_be_visible(timeout=LOADING_MS)


def test_a_foreign_record_says_that_nobody_checked_it(phone: Phone, server: Server, tmp_path: Path) -> None:
    theirs = tmp_path / "theirs.jsonl"
    theirs.write_text(foreign(written(finished("werewolf"))), encoding="utf-8")
    page = opened(phone, server, [theirs])
    expect(film(page)).to_contain_text("their-own")
    expect(film(page)).to_contain_text("not verified")
    scrub(page, last(page))
    expect(see(page, "ending")).to_contain_text("Who was what")


def test_thoughts_are_shown_to_the_moderator_and_can_be_left_out(phone: Phone, server: Server, tmp_path: Path) -> None:
    side, file = PAIRS["what somebody thinks"].left, tmp_path / "thoughts.jsonl"
    game = side.table.start()
    while game.asks:
        game.answer(game.asks[0].seat, game.asks[0].verb, side.answers(game, game.asks[0]))
    file.write_text(written(game), encoding="utf-8")
    page = opened(phone, server, [file])
    expect(see(page, "thoughts")).to_have_count(0)
    look(page, "moderator")
    scrub(page, last(page) - 1)
    expect(page.locator("ol.story")).to_contain_text("Dee!")
    see(page, "thoughts").tap()
    expect(page.locator("ol.story")).not_to_contain_text("Dee!")
