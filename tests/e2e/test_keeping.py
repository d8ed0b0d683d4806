"""Nothing is lost: a server that dies and comes back, an evening that goes on at two devices at once."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.hosting import Host
from tests.e2e.phone import LOADING_MS, Phone
from tests.e2e.serving import Server, hosted
from tests.patience import until


def on_disk(server: Server, evening: str) -> list[dict[str, object]]:
    """What the server keeps of an evening; nothing as long as it has not heard of it."""
    file = server.evenings / f"{evening}.jsonl"
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def test_a_page_over_plain_http_waits_for_a_server_that_died(phones: Callable[..., Phone], tmp_path: Path) -> None:
    with hosted(tmp_path) as server:
        host = Host(phones())
        host.begin(server.lan)
        host.name(1, "Ann")
        host.phone.watch.cut = True
        server.kill()
        host.see("name-2").fill("Bob")
        host.see("name-2").press("Enter")
        expect(host.see("status")).to_have_attribute("data-status", "waiting")
    with hosted(tmp_path, server.port) as again:
        host.page.locator('[data-test="stage"][data-at="2"]').wait_for()
        host.synced()
        assert [action["value"] for action in on_disk(again, host.evening)] == [
            ["Ann", *[""] * 9],
            ["Ann", "Bob", *[""] * 8],
        ]
        assert host.kept() == on_disk(again, host.evening)
        host.phone.watch.cut = False
        host.reload()
        expect(host.see("name-2")).to_have_value("Bob")


def test_two_phones_over_plain_http_go_on_with_one_evening(phones: Callable[..., Phone], server: Server) -> None:
    one, other = Host(phones()), Host(phones())
    one.begin(server.lan)
    one.name(1, "Ann")
    other.page.goto(server.lan)
    other.see("go-host").tap()
    other.see(f"open-{one.evening}").tap()
    expect(other.see("name-1")).to_have_value("Ann")
    one.name(2, "Bob")
    other.see("name-3").fill("Cid")
    other.see("name-3").press("Enter")
    expect(other.see("name-2")).to_have_value(
        "Bob"
    )  # what the first has done comes first; nothing of it is overwritten
    other.name(3, "Cid")
    assert other.kept() == on_disk(server, one.evening)
    assert other.kept()[-1]["value"] == ["Ann", "Bob", "Cid", *[""] * 7]


@pytest.mark.usefixtures("pyodide")
def test_an_evening_that_went_on_at_two_devices_is_two_evenings(phones: Callable[..., Phone], server: Server) -> None:
    mine, theirs = Host(phones(keeps=False)), Host(phones())  # it is the same to theirs which engine answers
    mine.begin(server.address)
    mine.name(1, "Ann")
    mine.synced()
    evening = mine.evening
    assert mine.phone.engine() == "device"  # all of it is loaded: without a network nothing more could be
    theirs.page.goto(server.lan)
    theirs.see("go-host").tap()
    theirs.see(f"open-{evening}").tap()
    expect(theirs.see("name-1")).to_have_value("Ann", timeout=LOADING_MS)
    with mine.phone.offline():
        mine.name(2, "Bob")
        theirs.name(2, "Boris")
        theirs.synced()
    mine.see("keep-mine").tap()
    expect(mine.see("conflict")).to_have_count(0)
    expect(mine.page).not_to_have_url(re.compile(f"/{evening}$"))
    expect(mine.see("name-2")).to_have_value("Bob")
    copy = mine.evening
    until(lambda: on_disk(server, copy) == mine.kept())
    assert theirs.kept() == on_disk(server, evening)
