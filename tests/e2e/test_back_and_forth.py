"""A host who went back too far goes forth again, with the same thumb."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on, table
from tests.e2e.hosting import FIVE, Host
from tests.e2e.phone import Phone, take_shot
from tests.e2e.serving import Server
from tests.host.hosting import Host as Played
from tests.volume import VOLUME

CARDS = ("Don", "Sheriff", "Mafia", "Citizen", "Citizen")


def under_the_thumb(host: Host) -> list[tuple[int, int]]:
    return [host.middle(test) for test in ("back", "next")]


def protocol(host: Host) -> str:
    text: str = host.phone.call("protocol", actions=host.kept(), form="json", language="en")["text"]
    return text


def after_a_night() -> Played:
    """Five at the ruling of their first night."""
    played = dealt("cards", roles=CARDS)
    played.night(kill=4, seek=2, check=1)
    return played


@pytest.mark.parametrize("engine", ["server", "device"] if VOLUME > 1 else ["server"])  # on the device: test_evening.py
def test_a_night_is_taken_back_and_taken_again(
    engine: str, phones: Callable[..., Phone], server: Server, request: pytest.FixtureRequest
) -> None:
    if engine == "device":
        request.getfixturevalue("pyodide")
    address = server.lan if engine == "server" else server.address
    host = go_on(phones(keeps=False), server, after_a_night(), address)
    assert host.phone.engine() == engine
    expect(host.see("forth")).to_have_count(0)
    assert len(under_the_thumb(host)) == 2
    ruling, kept, thumb = host.text("ruling"), protocol(host), under_the_thumb(host)
    times = host.back_to("Day 1", "read")
    assert times > 8
    assert under_the_thumb(host) == thumb, "nothing moves when the way forth appears"
    for _ in range(times):
        secret = host.place == "night"
        host.tap("forth")
        toast = host.see("toast")
        expect(toast).to_contain_text("Taken again: ")
        assert not secret or not any(name in toast.inner_text() for name in FIVE)
        if host.asked() == "check":
            take_shot(host.page, f"forth-{engine}")
    expect(host.see("forth")).to_have_count(0)
    assert under_the_thumb(host) == thumb
    assert (host.text("ruling"), protocol(host)) == (ruling, kept)
    assert json.loads(kept)["corrections"] == []


def test_whatever_else_is_done_closes_the_way_forth(phone: Phone, server: Server) -> None:
    played = dealt("links")
    played.do("next")
    played.do("next")
    host = go_on(phone, server, played)
    host.back(2)
    host.reload()
    host.next()  # the very step that was taken back: what came after it is still ahead
    host.see("forth").wait_for()
    host.speak("ru")
    expect(host.see("forth")).to_have_count(0)


def test_after_a_correction_what_followed_is_taken_again(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, after_a_night())
    assert "Dee" in host.ruling()
    host.next()
    while host.asked() != "kill":
        host.back()
    host.pick(5)
    thumb = under_the_thumb(host)
    expect(host.see("rest")).to_be_visible()
    take_shot(host.page, "rest")
    host.tap("rest")
    assert host.place == "ruling"
    expect(host.see("toast")).to_contain_text("What is shown now is new")
    take_shot(host.page, "rest-taken")
    assert under_the_thumb(host) == thumb
    expect(host.see("rest")).to_have_count(0)
    host.ruling()
    host.reads(f"Died tonight: {host.called(5)}")
    night = json.loads(protocol(host))["games"][0]["phases"][1]
    acts = {act["verb"]: act["target"] for act in night["acts"]}
    assert acts == {"kill": 5, "seek": 2, "check": 1}, "the others acted as before"


def test_a_keyboard_goes_forth_but_not_out_of_a_field(phone: Phone, server: Server) -> None:
    host = table(phone, server)
    host.back(2)
    at = host.at
    host.see("name-1").press("Control+y")
    host.see("name-1").blur()
    host.page.keyboard.press("Control+y")
    host.page.locator(f'[data-test="stage"][data-at="{at + 1}"]').wait_for()
    host.page.keyboard.press("Control+Shift+Z")
    host.page.locator(f'[data-test="stage"][data-at="{at + 2}"]').wait_for()
    expect(host.see("forth")).to_have_count(0)
    assert [action["do"] for action in host.kept()][-4:] == ["back", "back", "forth", "forth"]


def test_the_way_forth_needs_the_host_while_the_phone_goes_round(phone: Phone, server: Server) -> None:
    played = dealt("phone")
    played.do("next")  # Ann has seen her card
    host = go_on(phone, server, played)
    host.unlock()
    host.back()
    expect(host.see("peek-name")).to_have_text("Ann")
    take_shot(host.page, "forth-peek")
    expect(host.see("forth")).to_have_count(0)  # Ann does not come to Bob's card by any tap
    host.unlock()
    host.tap("forth")
    expect(host.see("peek-name")).to_have_text("Bob")


def test_a_step_that_was_taken_back_is_gone_forth_to_at_once(phone: Phone, server: Server) -> None:
    played = dealt("links")
    for _ in range(4):
        played.do("next")
    before, at = played.screen["place"], len(played.evening.log)
    for _ in range(5):
        played.do("back")
    host = go_on(phone, server, played)
    assert host.place == "table"
    with host.sheet("menu", "fold-audit", "audit-show"):
        lines = host.see("audit").locator("li")
        expect(lines).to_have_count(at + 5)
        take_shot(host.page, "audit-forth")
        host.see(f"forth-to-{at - 1}").tap()
        expect(lines).to_have_count(at + 10)
        expect(lines.last).to_contain_text("taken again: Next")
        expect(host.page.locator('[data-test^="forth-to-"]')).to_have_count(0)
    assert host.place == before
