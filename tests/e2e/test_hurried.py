"""A hurried thumb at the table and the cards: quick taps all count, and one that bounces is one."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on, mafia_wins, seated
from tests.e2e.phone import Phone
from tests.e2e.serving import Server
from tests.e2e.test_votes import AT_ONCE, STOPPED, TEN


def test_quick_taps_at_the_table_all_count(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, seated(TEN))
    for fold in ("fold-flags", "fold-clocks"):
        host.see(fold).tap()
    taken = host.taken(8)
    cards = ["deck-Citizen-less", "deck-Citizen-less", "deck-Mafia-more", "deck-Mafia-more"]
    host.page.evaluate(AT_ONCE, [*cards, "flag-nominations", "flag-revealOnDeath", *["timer-speech-more"] * 2])
    taken.wait_for()
    for test, text in (("deck-Citizen", "2"), ("deck-Mafia", "3"), ("timer-speech", "80s")):
        expect(host.see(test)).to_have_text(text)
    flags = host.kept()[-3]["value"]
    assert (flags["nominations"], flags["revealOnDeath"]) == (True, True)


def test_a_card_tapped_twice_within_a_blink_is_one_and_two_cards_are_of_two_seats(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, dealt("cards", TEN))
    at = host.at
    host.page.evaluate(STOPPED)
    taken = host.taken(2)
    host.page.evaluate(AT_ONCE, ["role-Don", "role-Sheriff", "role-Sheriff"])
    taken.wait_for()
    host.page.evaluate(AT_ONCE, ["role-Sheriff"])
    host.page.evaluate("goOn()")
    host.tap("role-Citizen")
    cards = [(action["seat"], action["role"]) for action in host.kept()[at:]]
    assert cards == [(1, "Don"), (2, "Sheriff"), (3, "Citizen")]


def test_a_seat_tapped_twice_within_a_blink_keeps_the_card_of_the_set_up_night(phone: Phone, server: Server) -> None:
    played = dealt("night", TEN)
    played.until("cards")
    host = go_on(phone, server, played)
    at = host.at
    host.page.evaluate(STOPPED)
    taken = host.taken()
    host.see("seat-4").tap()
    taken.wait_for()
    taken = host.taken()  # counted from here: the tap on Next may be through before the next line
    host.page.evaluate(AT_ONCE, ["seat-4", "next"])
    host.page.evaluate("goOn()")
    taken.wait_for()
    assert [(action["do"], action.get("role")) for action in host.kept()[at:]] == [("role", "Don"), ("next", None)]


def test_points_given_twice_within_a_blink_are_given_once(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, mafia_wins())
    host.page.evaluate(STOPPED)
    with host.sheet("seats", "seat-2", "bonus"):
        taken = host.taken()
        host.page.evaluate(AT_ONCE, ["bonus-give", "bonus-give"])
        taken.wait_for()
        host.page.evaluate(AT_ONCE, ["bonus-give"])
        host.page.evaluate("goOn()")
    with host.sheet("menu"):
        host.tap("language-ru")
    assert [action["do"] for action in host.kept()[-2:]] == ["bonus", "set"]
    assert host.kept()[-3]["do"] != "bonus"
