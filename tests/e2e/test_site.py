"""The static site of `duskfall host --bundle`: after the first load it needs nobody, under whatever path it lies."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from duskfall.core.play.game import Game
from duskfall.host import seat_card
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.tongue import speaking
from duskfall.web.site import has_pyodide
from tests.e2e.conftest import NO_PYODIDE
from tests.e2e.hosting import Host
from tests.e2e.phone import LOADING_MS, Phone, take_shot
from tests.e2e.serving import shelved
from tests.film.written import finished, written

BELOW = "clubs/mafia"
ROLES = {"Ann": "Don", "Bob": "Mafia", "Cid": "Mistress", "Dee": "Doctor", "Eli": "Citizen"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the site in it, at its root and some way down."""
    if not has_pyodide():
        pytest.skip(NO_PYODIDE)
    folder = tmp_path_factory.mktemp("www")
    command = [sys.executable, "-m", "duskfall", "host", "--bundle", str(folder)]
    subprocess.run(command, check=True, stdout=subprocess.PIPE)
    below = folder / BELOW
    below.parent.mkdir(parents=True)
    below.symlink_to(folder)
    return folder


def test_the_site_works_when_its_host_is_gone(site: Path, phone: Phone) -> None:
    """Some way down; what was begun before is gone on with in test_new_version.py."""
    host = Host(phone)
    with shelved(site) as (address, process):
        home = f"{address}{BELOW}/"
        phone.page.goto(f"{home}#/replay")  # a room that needs no engine yet
        phone.on_device()
        process.terminate()
        process.wait()
    host.begin(home)  # nobody serves it any more
    assert phone.engine() == "device"
    host.name(1, "Ann")
    expect(host.see("status")).to_have_attribute("data-status", "none")
    host.deal("cards")
    assert host.place == "cards"
    rooms(host)


def rooms(host: Host) -> None:
    """Every room opens without a network."""
    home = host.page.url.partition("#")[0]
    host.page.goto(f"{home}#/seat/{link(1)}")
    expect(host.page.locator(".hello")).to_have_text("Ann")
    host.page.goto(f"{home}#/rules/werewolf")
    expect(host.see("rules-page")).to_contain_text("Witch", timeout=LOADING_MS)
    host.page.goto(f"{home}#/desk")
    expect(host.see("ruling")).to_be_visible()
    host.page.goto(f"{home}#/replay")
    record = written(finished("werewolf")).encode()
    host.see("record").set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": record})
    expect(host.see("film")).to_be_visible(timeout=LOADING_MS)
    host.see("goto").select_option(label="The end")
    expect(host.see("ending")).to_contain_text("Turning points", timeout=LOADING_MS)
    host.page.goto(f"{home}#/play")
    host.see("begin").tap()
    host.page.locator('[data-test="skip"], [data-test="answer"], [data-test="say"]').first.wait_for()
    host.page.goto(f"{home}#/")
    for book in BOOKS:
        expect(host.see(f"game-{book}")).to_be_visible()
    expect(host.see("offline")).to_contain_text("works without a network")
    take_shot(host.page, "home-offline")


def test_a_seat_link_shows_its_card_and_loads_no_engine(site: Path, phones: Callable[..., Phone]) -> None:
    phone = phones("ru-RU")
    guest, asked = Host(phone), list[str]()
    with shelved(site) as (address, _):
        phone.context.on("request", lambda request: asked.append(request.url.removeprefix(address)))
        for seat, name in enumerate(ROLES, 1):
            guest.page.goto(f"{address}#/seat/{link(seat)}")
            expect(guest.page.locator(".hello")).to_have_text(name)
            for language in ("ru", "zh"):
                guest.see(f"language-{language}").tap()
                with guest.held("peek"), speaking(language):
                    lines = seat_card.lines(seat_card.opened(link(seat)))
                    expect(guest.page.locator('[data-test="seat-card"] p')).to_have_text(lines)
                    take_shot(guest.page, f"seat-card-site-{language}")
        guest.page.goto(f"{address}#/seat/nobody")
        expect(guest.see("trouble")).to_be_visible()
        assert {"cards/city-mafia.ru.json", "cards/city-mafia.zh.json"} <= set(asked)
        assert not [path for path in asked if re.search(r"pyodide|engine\.zip|worker|sw\.js", path)]
        assert not guest.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length")
        guest.page.evaluate("location.hash = '#/'")  # whoever goes on from there has the whole page, and keeps it
        phone.on_device()


def link(seat: int) -> str:
    """What a seat's phone is sent, under house rules that change cards."""
    flags = {"loverDeathDrag": False, "repeatTargetScope": "selfOnly"}
    return seat_card.fragment(Game.start(ruleset("city-mafia"), ROLES, flags=flags).view(seat))


def test_the_rules_can_be_read_and_linked_without_the_app(site: Path, phone: Phone) -> None:
    with shelved(site) as (address, _):
        for language in ("en", "ru", "zh"):
            phone.page.goto(f"{address}rules/city-mafia.{language}.html")
            expect(phone.page.locator("main.paper")).to_contain_text("CM")
            take_shot(phone.page, f"rules-page-{language}")
