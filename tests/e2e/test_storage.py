"""A device that keeps nothing, loses what it kept, or is given what nobody wrote: the page says so, and goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.hosting import Host
from tests.e2e.phone import Phone
from tests.e2e.serving import Server
from tests.host.monkey import Monkey

STORES = {
    "forbidden": "Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no') } })",
    "missing": "Object.defineProperty(window, 'indexedDB', { value: undefined })",
    "silent": "IDBFactory.prototype.open = () => ({})",
    "full": """IDBObjectStore.prototype.add = function () {
      queueMicrotask(() => { try { this.transaction.abort() } catch { /* it is over already */ } })
    }""",
}
FORGET = """() => new Promise((done, failed) => {
  const asked = indexedDB.deleteDatabase('duskfall')
  asked.onsuccess = done
  asked.onerror = asked.onblocked = failed
})"""
NO_EVENING = "holds no evening"
DAMAGED = {
    b"": NO_EVENING,
    b"hello": NO_EVENING,
    b"[1, 2]": NO_EVENING,
    b"{}": NO_EVENING,
    b'{"actions": [null]}': NO_EVENING,
    b"\xff\xfe\x00": NO_EVENING,
    b'{"actions": [{"do": "dance"}]}': "does not know the action dance",
    b'{"actions": [{"do": "set", "key": "names", "value": ["A", "B"]}, {"do": "deal", "seed": "x"}]}': "Action 2",
}


@pytest.mark.parametrize("store", STORES)
def test_a_device_that_keeps_nothing_says_so_and_goes_on(store: str, phone: Phone, server: Server) -> None:
    phone.context.add_init_script(STORES[store])
    host = Host(phone)
    host.begin(server.lan)
    host.deal("links")
    expect(host.see("stage")).to_have_attribute("data-place", "links")
    expect(host.page.get_by_role("alert")).to_contain_text("leave the page open")


def test_what_the_browser_has_thrown_away_is_kept_anew(phone: Phone, server: Server) -> None:
    host = Host(phone)
    host.begin(server.lan)
    host.sit(["Ann", "Bob"])
    before = host.kept()
    host.page.evaluate(FORGET)
    host.name(3, "Cid")
    assert host.kept()[:-1] == before
    host.reload()
    expect(host.see("name-3")).to_have_value("Cid")


def test_a_file_that_is_no_evening_is_refused_and_hides_nothing(phone: Phone, server: Server, tmp_path: Path) -> None:
    host = Host(phone)
    host.page.goto(server.lan)
    host.see("go-host").tap()
    file = tmp_path / "evening.json"
    for data, why in DAMAGED.items():
        file.write_bytes(data)
        host.see("import").set_input_files(file)
        expect(host.see("toast")).to_contain_text(why)
        host.see("toast").get_by_role("button").tap()
        expect(host.see("toast")).to_be_empty()
    file.write_bytes(b'{"actions": [{"do": "set", "key": "callAll", "value": true, "at": 5}]}')
    host.see("import").set_input_files(file)
    host.see("stage").wait_for()
    mine = host.evening
    host.page.goto(f"{server.lan.partition('#')[0]}#/host")
    expect(host.see(f"open-{mine}")).to_be_visible()


def test_of_two_tabs_the_slower_tap_is_not_taken_in_silence(phones: Callable[..., Phone], server: Server) -> None:
    one = Host(phones())
    one.begin(server.lan)
    one.sit(["Ann", "Bob"])
    other = Host(phones())
    other.page.goto(server.lan)
    other.page.goto(f"{server.lan.partition('#')[0]}#/host/{one.evening}")
    other.see("stage").wait_for()
    one.name(3, "Cid")
    other.see("name-4").fill("Dee")
    other.see("name-4").press("Enter")
    expect(other.see("toast")).to_contain_text("not taken")
    expect(other.see("name-3")).to_have_value("Cid")
    expect(other.see("name-4")).to_have_value("")


def test_by_day_nobody_sees_on_the_screen_whether_a_hidden_role_is_there(
    phone: Phone, server: Server, tmp_path: Path
) -> None:
    monkey = Monkey(4, "town-of-agents", "links", seats=12)
    while monkey.evening.screen()["place"] != "choice" or not monkey.evening.screen()["forms"]:
        monkey.step()
    file = tmp_path / "evening.json"
    file.write_text(json.dumps({"actions": monkey.evening.log}))
    host = Host(phone)
    host.page.goto(server.lan)
    host.see("go-host").tap()
    host.see("import").set_input_files(file)
    expect(host.see("somebody")).to_be_visible()
    assert host.asked() == ""
    assert not host.see("secret").count()
    with host.held():
        expect(host.see("secret")).to_be_visible()
    host.see("somebody").tap()
    expect(host.see(f"ask-{monkey.evening.screen()['forms'][0]['verb']}")).to_be_visible()
