"""Whoever looks over the host's shoulder learns no role: not from tiles, tabs, or words at a tap."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on
from tests.e2e.hosting import Host
from tests.e2e.phone import Phone, take_shot
from tests.e2e.serving import Server

LOOKS = "(tiles) => tiles.map((tile) => [tile.className, tile.disabled, tile.title, getComputedStyle(tile).background])"


def asked(verb: str, phone: Phone, server: Server, rules: str) -> Host:
    """The first night of these rules, where this is asked."""
    played = dealt("links", [""] * 10, rules=rules)
    played.until("night", verb)
    return go_on(phone, server, played)


def test_who_may_not_be_named_is_seen_only_under_the_eye(phone: Phone, server: Server) -> None:
    host = asked("kill", phone, server, "ai-mafia")
    tiles = host.page.locator('[data-test^="option-"]')
    looks = tiles.evaluate_all(LOOKS)
    names = [name for name, *_ in looks]
    assert len(set(names)) == 1
    assert {title for *_, title, _ in looks} == {f"Player {seat}" for seat in range(1, 11)}
    take_shot(host.page, "night-discreet")
    with host.held():
        mates = host.page.locator(".tile.barred")
        expect(mates).not_to_have_count(0)
        mate = mates.first.get_attribute("data-test") or ""
        take_shot(host.page, "night-eye")
    expect(host.page.locator(".tile.barred")).to_have_count(0)
    host.see(mate).tap()
    toast = host.see("toast")
    expect(toast).to_contain_text("hold the eye to see why")
    expect(toast).not_to_contain_text("mate")
    host.tap(mate)
    expect(host.see("void")).to_contain_text("hold the eye to see why")
    with host.held():
        expect(host.see("void")).to_contain_text("mate")


def test_a_role_that_is_dead_is_called_on_the_same_screen(phone: Phone, server: Server) -> None:
    host = asked("protect", phone, server, "ai-mafia")
    seats = host.page.locator('[data-test^="option-"]')
    alive = (seats.evaluate_all(LOOKS), [host.middle(f"option-{seat}") for seat in range(1, 11)])
    with host.held():
        doctor = (host.text("secret").partition(".")[0]).strip()
    with host.sheet("seats", f"seat-{doctor}", "remove"):
        host.tap("remove-left")
    while "Doctor" not in host.said:
        host.next()
    take_shot(host.page, "night-decoy")
    assert host.asked() == ""
    looks, places = alive
    now = seats.evaluate_all(LOOKS)
    assert [look for seat, look in enumerate(now, 1) if seat != int(doctor)] == [
        look for seat, look in enumerate(looks, 1) if seat != int(doctor)
    ], "but for the one whom the table has seen leave"
    assert [host.middle(f"option-{seat}") for seat in range(1, 11)] == places
    at = host.at
    host.page.locator('[data-test^="option-"]:enabled').first.tap()
    expect(host.see("toast")).to_contain_text("Nothing is recorded here")
    assert host.at == at


def test_tabs_of_a_team_tell_no_names(phone: Phone, server: Server) -> None:
    host = asked("kill", phone, server, "town-of-agents")
    tabs = host.page.locator('[data-test^="turn-"]')
    expect(tabs).to_have_text(["Answer 1", "Answer 2"])
    with host.held():
        expect(tabs).to_have_text([re.compile("Player")] * 2)
