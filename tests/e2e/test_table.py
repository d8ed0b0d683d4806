"""The live table, piece by piece: how cards reach players, names typed in a hurry, clocks, evenings left and found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on, table
from tests.e2e.hosting import FIVE, NOBODY, READ_KEPT, Host
from tests.e2e.phone import Phone, measured, take_shot, wait_until_still
from tests.e2e.serving import Server

SPY_ON_BUZZ = "window.buzzed = []; navigator.vibrate = (pattern) => { buzzed.push(pattern); return true }"
TEN = [""] * 10
ROLES = ("Don", "Mafia", "Maniac", "Sheriff", "Doctor", "Mistress", "Citizen")


def test_the_phone_goes_round_and_shows_each_only_their_own_card(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, dealt("phone"))
    seen = []
    for name in FIVE:
        expect(host.see("peek-name")).to_have_text(name)
        assert not roles_in(host.page.locator("body").inner_text()), "a card is shown before it is held"
        assert not roles_in(host.page.locator("#app").inner_html()), "a card is in the page before it is held"
        expect(host.see("next")).to_be_disabled()
        with host.held("peek"):
            card = host.text("card")
            seen.append(next(iter(roles_in(card))))
            take_shot(host.page, "peek")
        expect(host.see("card")).to_have_count(0)
        if name != FIVE[-1]:
            host.next()
    host.hand_back()
    assert host.place == "read"
    with host.sheet("seats"), host.held("eye"):
        expect(host.see("seat-5")).to_contain_text(seen[-1])
        tiles = [host.text(f"seat-{seat}") for seat in range(1, 6)]
    assert [next(iter(roles_in(tile))) for tile in tiles] == seen


def roles_in(text: str) -> list[str]:
    """The roles that a text names, the first one first; the game's own name is none."""
    return re.findall(rf"(?<!City )\b({'|'.join(ROLES)})\b", text)


def test_a_back_while_the_phone_goes_round_needs_the_host(phone: Phone, server: Server) -> None:
    played = dealt("phone")
    played.do("next")  # Ann has seen her card
    host = go_on(phone, server, played)
    expect(host.see("peek-name")).to_have_text("Bob")
    expect(host.see("back")).to_have_count(0)  # Bob does not come to Ann's card by any tap
    for _ in range(3):
        host.see("unlock").tap()
    host.page.keyboard.press("PageUp")
    expect(host.see("peek-name")).to_have_text("Bob")
    take_shot(host.page, "peek-locked")
    host.unlock()
    host.back()
    expect(host.see("peek-name")).to_have_text("Ann")
    expect(host.see("unlock")).to_be_visible()


def test_the_last_player_gives_the_phone_back_locked(phone: Phone, server: Server) -> None:
    played = dealt("phone")
    for _ in FIVE[1:]:
        played.do("next")
    host = go_on(phone, server, played)
    with host.held("peek"):
        host.see("card").wait_for()
    at = host.at
    host.see("next").tap()
    expect(host.see("give-back")).to_be_visible()
    take_shot(host.page, "peek-give-back")
    expect(host.see("next")).to_be_disabled()
    for key in ("PageDown", "PageUp", "Control+y"):
        host.page.keyboard.press(key)
    host.see("unlock").tap()  # a tap is no hold
    for way in ("menu", "seats", "eye", "back", "peek", "card"):
        expect(host.see(way)).to_have_count(0)
    assert (host.place, host.at) == ("peek", at)
    host.unlock()
    host.see("back").tap()  # the last one wants to look once more
    expect(host.see("peek-name")).to_have_text(FIVE[-1])
    expect(host.see("unlock")).to_be_visible()
    host.hand_back()
    assert (host.place, host.at) == ("read", at + 1)
    host.back()
    expect(host.see("unlock")).to_be_visible()  # and again when it comes back to a player


def test_a_seat_link_opens_one_card_on_another_phone(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(), server, dealt("links"))
    take_shot(host.page, "links")
    host.see("qr-1").tap()
    take_shot(host.page, "qr")
    guest, cards = Host(phones()), {}
    for name, link in zip(FIVE, links(host), strict=False):
        guest.page.goto(link)  # without the key of the server
        expect(guest.page.locator(".hello")).to_have_text(name)
        assert not roles_in(guest.page.locator("#app").inner_html())
        with guest.held("peek"):
            cards[name] = guest.text("seat-card")
            known = [place for place, line in enumerate(cards[name].splitlines()) if "You know" in line]
            assert all(place < 4 for place in known), "whom one knows stands before what one can do"
        expect(guest.see("seat-card")).to_have_count(0)
    roles = {name: roles_in(card)[0] for name, card in cards.items()}
    assert sorted(roles.values()) == ["Citizen", "Citizen", "Don", "Mafia", "Sheriff"]  # CM-11
    black = {name for name, role in roles.items() if role in ("Don", "Mafia")}
    for name, card in cards.items():
        told = {other for other in FIVE if other in card} - {name}
        assert told == (black - {name} if name in black else set())
    guest.page.goto(f"{server.lan.partition('#')[0]}#/seat/nobody")
    expect(guest.see("trouble")).to_be_visible()


def links(host: Host) -> Iterator[str]:
    """The link of the seat whose picture is shown, and of those after it, round and round."""
    while True:
        link = host.see("qr").get_attribute("data-link") or ""
        yield link
        host.see("qr-next").tap()
        expect(host.see("qr")).not_to_have_attribute("data-link", link)


def test_a_guest_reads_the_card_in_the_language_of_their_phone(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(), server, dealt("links"))
    host.see("qr-2").tap()
    guest = Host(phones("ru-RU"))
    guest.page.goto(host.see("qr").get_attribute("data-link") or "")
    expect(guest.page.locator("html")).to_have_attribute("lang", "ru")
    with guest.held("peek"):
        card = guest.text("seat-card")
        take_shot(guest.page, "seat-card-ru")
    assert not roles_in(card)
    assert re.search("[а-я]", card)


def test_a_card_is_seen_whole_while_it_is_held(phones: Callable[..., Phone], server: Server) -> None:
    small = {"viewport": {"width": 375, "height": 620}}
    host = go_on(phones("ru-RU", **small), server, dealt("phone", TEN, language="ru"))
    for seat in range(1, 11):
        with host.held("peek"):
            assert whole(host, "card"), host.text("card")
            if seat == 1:
                take_shot(host.page, "peek-small-ru")
        if seat < 10:
            host.next()


def test_a_guest_sees_the_whole_card_while_it_is_held(phones: Callable[..., Phone], server: Server) -> None:
    small = {"viewport": {"width": 375, "height": 620}}
    host, guest = go_on(phones(), server, dealt("links", TEN)), Host(phones("ru-RU", **small))
    host.see("qr-1").tap()
    for seat, link in zip(range(1, 11), links(host), strict=False):
        guest.page.goto(link)
        guest.see("peek").wait_for()
        with guest.held("peek"):
            assert whole(guest, "seat-card"), guest.text("seat-card")
            if seat == 1:
                take_shot(guest.page, "seat-card-small-ru")


def whole(host: Host, test: str) -> bool:
    """Whether all of it is in sight, though nobody can scroll."""
    return bool(measured(host.see(test), "(card) => card.scrollHeight <= card.parentElement.clientHeight"))


def test_a_tap_far_down_the_table_does_not_jump_to_its_top(phone: Phone, server: Server) -> None:
    host = table(phone, server)
    host.see("fold-flags").tap()
    host.see("flag-nominations").scroll_into_view_if_needed()
    down = "document.querySelector('main').scrollTop"
    before = phone.page.evaluate(down)
    assert before > 0
    host.tap("flag-nominations")
    assert phone.page.evaluate(down) == before
    host.next()
    phone.page.wait_for_function(f"{down} === 0")


def test_what_is_read_aloud_breaks_no_word_and_no_number_from_its_name(
    phones: Callable[..., Phone], server: Server
) -> None:
    players = [f"Игрок{seat}" for seat in range(1, 11)]
    played = dealt("cards", players, (*ROLES, "Citizen", "Citizen", "Citizen"), language="ru")
    played.until("ballot")
    for voter, whom in enumerate((8, 8, 8, 9, 9, 9, None, 1, 1, 1), 1):
        played.do("pick", seat=voter, verb="vote", value=whom)
    played.do("next")
    host = go_on(phones("ru-RU"), server, played)
    assert "переголосование" in host.said
    unbroken = "(said) => { said.style.overflowWrap = 'normal'; return said.scrollWidth <= said.clientWidth }"
    assert measured(host.see("say"), unbroken)
    parts = host.page.locator("[data-test=say] .breath")
    assert "8, Игрок8: 3;" in parts.all_inner_texts()
    lines = "(parts) => parts.map((part) => part.offsetHeight / parseFloat(getComputedStyle(part).fontSize))"
    assert max(parts.evaluate_all(lines)) < 2


def test_every_role_is_within_a_narrow_screen(phones: Callable[..., Phone], server: Server) -> None:
    small = {"viewport": {"width": 360, "height": 640}}
    host = go_on(phones("ru-RU", **small), server, dealt("cards", TEN, language="ru"))
    wait_until_still(host.page)
    edges = "(roles) => roles.map((role) => role.getBoundingClientRect().right)"
    assert max(host.page.locator('[data-test^="role-"]').evaluate_all(edges)) <= 360


def test_names_typed_faster_than_the_server_answers_are_all_kept(phone: Phone, server: Server) -> None:
    host = Host(phone)
    host.begin(server.lan)
    for seat, name in enumerate(FIVE, 1):
        host.see(f"name-{seat}").fill(name)
        host.see(f"name-{seat}").press("Enter")
    host.page.locator('[data-test="stage"][data-at="5"]').wait_for()
    for seat, name in enumerate(FIVE, 1):
        expect(host.see(f"name-{seat}")).to_have_value(name)


def test_the_clock_warns_by_sound_and_buzz_and_outlives_a_reload(phone: Phone, server: Server) -> None:
    phone.context.add_init_script(SPY_ON_BUZZ)
    phone.page.clock.install()
    played = dealt("cards", roles=("Don", "Sheriff", "Mafia", "Citizen", "Citizen"))
    played.until("speech")
    host = go_on(phone, server, played)
    expect(host.see("time")).to_have_text("1:00")
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() + 600_000"))  # from now on it goes as we say
    host.see("timer").tap()
    phone.page.clock.run_for(49_500)
    assert phone.page.evaluate("buzzed") == []
    phone.page.clock.run_for(1_000)
    expect(host.see("time")).to_have_text("0:10")
    assert len(phone.page.evaluate("buzzed")) == 1
    take_shot(host.page, "clock-low")
    host.reload()
    expect(host.see("time")).to_have_text("0:10")
    phone.page.clock.run_for(10_000)
    expect(host.see("time")).to_have_text("0:00")
    assert len(phone.page.evaluate("buzzed")) == 1  # a new page: the end of the speech


def test_an_evening_is_left_found_carried_elsewhere_and_deleted(phones: Callable[..., Phone], server: Server) -> None:
    host = table(phones(), server)
    evening = host.evening
    with host.sheet("menu"):
        text = host.save("save-evening")
    host.see("menu").tap()
    host.see("leave").tap()
    host.see(f"open-{evening}").tap()
    expect(host.see("name-2")).to_have_value("Bob")
    host.see("menu").tap()
    host.see("leave").tap()
    expect(host.see(f"open-{evening}")).to_contain_text("City Mafia")
    other = Host(phones())
    other.page.goto(server.lan)
    other.see("go-host").tap()
    expect(other.see(f"open-{evening}")).to_be_visible()  # the server has it, too
    other.see("import").set_input_files(
        {"name": "evening.json", "mimeType": "application/json", "buffer": text.encode()}
    )
    expect(other.see("name-2")).to_have_value("Bob")
    assert other.evening != evening
    assert other.kept() == json.loads(text)["actions"]
    host.see(f"delete-{evening}").tap()
    host.see("delete-yes").tap()
    expect(host.see(f"delete-{evening}")).to_have_count(0)
    assert host.page.evaluate(READ_KEPT, evening) == []  # the server keeps what it has
    expect(host.see(f"open-{evening}")).to_be_visible()


def test_a_step_of_long_ago_is_gone_back_to_at_once(phone: Phone, server: Server) -> None:
    played = dealt("links")
    for _ in range(4):
        played.do("next")
    host = go_on(phone, server, played)
    before = host.place
    with host.sheet("menu", "fold-audit"):
        host.see("audit-show").tap()
        lines = host.see("audit").locator("li")
        deal = lines.filter(has_text=": The cards are dealt")
        deal.wait_for()
        told = lines.count()
        take_shot(host.page, "audit")
        deal.locator("button").tap()
        deal.locator("button").tap()
        expect(lines).to_have_count(told + 5)
    assert (before, host.place) == ("speech", "table")


def test_times_are_those_of_the_phone(phones: Callable[..., Phone], server: Server) -> None:
    host = table(phones(timezone_id="Asia/Shanghai"), server)
    host.deal("links")
    *_, how, deal = host.kept()
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00", each["at"]) for each in (how, deal))


def test_a_kill_that_nobody_tapped_is_asked_about(phone: Phone, server: Server) -> None:
    played = dealt("links")
    played.until("night", "kill")
    host = go_on(phone, server, played)
    at = host.at
    host.see("next").tap()
    expect(host.see("toast")).to_contain_text(NOBODY)
    assert host.at == at
    host.see("next").tap()
    expect(host.see("ask-kill")).to_have_count(0)
