"""Screens of the host page at the sizes where they failed: signs, the desk by night, big votes, settings."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.beginning import dealt, go_on, seated
from tests.e2e.phone import Phone, measured, take_shot, wait_until_still
from tests.e2e.serving import Server
from tests.e2e.test_nights import ACTS, CARDS
from tests.e2e.test_votes import AT_ONCE, SMALL, TEN
from tests.host.hosting import Host as Played

SIDEWAYS = {"viewport": {"width": 844, "height": 390}}
NARROW = {"viewport": {"width": 360, "height": 740}}
WIDE = {"viewport": {"width": 1280, "height": 800}}
FOURTEEN = (*TEN, "Kim", "Lea", "Max", "Nia")
LABELS = "(tiles) => tiles.map((tile) => tile.innerText + tile.ariaLabel)"
# Buttons that are wider than the sheet or their own box.
TOO_WIDE = """(body) => [...body.querySelectorAll('button, a, summary')].filter((button) => {
  const [box, room] = [button.getBoundingClientRect(), button.parentElement.getBoundingClientRect()]
  return box.width && (box.right > room.right + 1 || button.scrollWidth > button.clientWidth + 1)
}).map((button) => button.innerText)"""


def city(names: tuple[str, ...] = TEN, **settings: object) -> Played:
    """A game of city mafia with real cards."""
    cards = (*CARDS, *["Citizen"] * (len(names) - len(CARDS)))
    return dealt("cards", names, cards, **{"round": False, "deck": ", ".join(cards), **settings})


def test_under_a_sign_the_eye_shows_nobodys_role(phones: Callable[..., Phone], server: Server) -> None:
    played = dealt("links", TEN, rules="werewolf")
    played.until("night", "kill")
    victim = next(one["seat"] for one in played.screen["forms"][0]["options"] if not one["barred"])
    played.pick("kill", victim)
    played.until("night", "antidote")
    host = go_on(phones(**SMALL), server, played)
    with host.held():
        expect(host.see("sign")).to_have_text(f"{victim}, {TEN[victim - 1]}")
        labels = host.page.locator(".tile").evaluate_all(LABELS)
        take_shot(host.page, "witch-sign")
    assert not [label for label in labels if any(role in label for role in ("Werewolf", "Villager", "Seer", "Hunter"))]
    assert all(name in label for name, label in zip(TEN, labels, strict=True))


def test_on_a_round_of_the_table_each_reads_only_their_own_sign(phones: Callable[..., Phone], server: Server) -> None:
    played = city(round=True)
    acts = {**ACTS, "heal": 7}
    played.until("night")
    while played.screen["showing"] != "round":
        for form in played.screen["forms"]:
            if form["verb"] in acts:
                played.do("pick", seat=form["seat"], verb=form["verb"], value=acts[form["verb"]])
        played.do("next")
    host = go_on(phones(**SMALL), server, played)
    with host.held():
        expect(host.see("secret")).to_contain_text("Show silently to 5. Eli")
    host.see("told-6").tap()
    with host.held():
        expect(host.see("secret")).not_to_contain_text("Eli")
        assert not host.see("sign").count()
    host.see("told-5").tap()
    with host.held():
        expect(host.see("sign")).to_contain_text("was attacked, and lives")
        assert "Doctor" not in host.see("secret").inner_text() + " ".join(host.page.locator(".tile").all_inner_texts())
        take_shot(host.page, "round-sign")


def test_without_a_round_a_sign_covers_the_ruling_below_it(phones: Callable[..., Phone], server: Server) -> None:
    played = city()
    played.night(**{**ACTS, "heal": 7})
    host = go_on(phones(**SMALL), server, played)
    expect(host.see("ruling")).to_be_visible()
    with host.held():
        expect(host.see("sign")).to_contain_text("was attacked, and lives")
        expect(host.see("ruling")).to_be_hidden()
        expect(host.see("to-desk")).to_be_hidden()
        take_shot(host.page, "ruling-sign-alone")
    expect(host.see("ruling")).to_be_visible()


def test_without_a_round_each_reads_only_their_own_of_several_signs(
    phones: Callable[..., Phone], server: Server
) -> None:
    played = dealt("links", TEN, rules="town-of-agents", round=False)
    played.until("night")
    acts = {(3, "jail"): 7, (3, "execute"): "yes", (10, "shoot"): 9}
    while played.screen["place"] == "night":
        for form in played.screen["forms"]:
            if value := acts.get((form["seat"], form["verb"])):
                played.do("pick", seat=form["seat"], verb=form["verb"], value=value)
        played.do("next")
    host = go_on(phones(**SMALL), server, played)
    with host.held():
        expect(host.see("sign")).to_have_count(2)
    host.see("told-10").tap()
    with host.held():
        expect(host.see("sign")).to_have_text(["Your attack failed: the target was immune"])
        expect(host.see("ruling")).to_be_hidden()
        take_shot(host.page, "ruling-signs")
    host.see("told-1").tap()
    with host.held():
        expect(host.see("secret")).to_have_text("There is nothing to show.")


def test_the_desk_by_night_opens_dark_and_covered(phones: Callable[..., Phone], server: Server) -> None:
    played = city()
    played.night(**ACTS)
    host = go_on(phones(color_scheme="light", **SMALL), server, played)
    host.see("to-desk").tap()
    for _ in range(2):
        expect(host.see("desk-covered")).to_be_visible()
        expect(host.page.locator("html")).to_have_attribute("data-dim", "true")
        colour = host.page.locator("body").evaluate("(body) => getComputedStyle(body).backgroundColor")
        assert max(int(part) for part in colour.strip("rgb()").split(",")) < 16, colour
        shown = host.page.locator("body").inner_text()
        assert not [role for role in set(CARDS) if role in shown]
        expect(host.see("ruling")).to_have_count(0)
        with host.held():
            expect(host.see("ruling")).to_contain_text("Ida dies")
        expect(host.see("ruling")).to_have_count(0)
        take_shot(host.page, "desk-covered")
        host.page.reload()
    with host.held("desk-uncover"):
        expect(host.see("act-kill-1")).to_be_visible()
    host.see("desk-cover").tap()
    expect(host.see("act-kill-1")).to_have_count(0)
    host.see("home").tap()
    expect(host.see("stage")).to_have_attribute("data-dim", "true")


def test_an_empty_vote_is_counted_only_at_the_second_tap(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(**SMALL), server, nominated(3, 6))
    at = host.at
    host.see("next").tap()
    expect(host.see("toast")).to_contain_text("all 10 would count for 6, Fay")
    take_shot(host.page, "vote-empty")
    assert host.at == at
    host.tap("next")
    assert "Leaves the table by the vote: 6, Fay" in host.said


def covers(button: Locator, tiles: Locator) -> bool:
    """Return whether the button lies over a tile."""
    wait_until_still(button.page)
    top = (button.bounding_box() or {"y": 0})["y"]
    return any((box := tile.bounding_box()) and box["y"] + box["height"] > top + 1 for tile in tiles.all())


@pytest.mark.parametrize("look", [SMALL, {}, WIDE], ids=["small", "usual", "wide"])
def test_the_vote_of_fourteen_fits_with_the_button_for_all_others(
    phones: Callable[..., Phone], server: Server, look: dict[str, object]
) -> None:
    played = city(FOURTEEN)
    played.until("ballot")
    host = go_on(phones(**look), server, played)
    expect(host.see("others")).to_be_in_viewport(ratio=1)
    take_shot(host.page, "vote-14")
    assert measured(host.page.locator("main"), "(main) => main.scrollHeight <= main.clientHeight")
    assert not covers(host.see("others"), host.page.locator('[data-test^="voter-"]'))


def test_a_vote_on_a_phone_on_its_side_is_seen_whole(phones: Callable[..., Phone], server: Server) -> None:
    played = city(FOURTEEN)
    played.until("ballot")
    host = go_on(phones(**SIDEWAYS), server, played)
    take_shot(host.page, "vote-14-sideways")
    for test in ("others", "voter-14", "candidate-14", "next"):
        expect(host.see(test)).to_be_in_viewport(ratio=1)


def nominated(*seats: int, **settings: object) -> Played:
    """A vote among these, whom the first speakers have nominated."""
    played = city(flags={"nominations": True}, **settings)
    played.until("speech")
    for seat in seats:
        form = played.screen["forms"][0]
        played.do("pick", seat=form["seat"], verb=form["verb"], value={"nominate": seat})
        played.do("next")
    played.until("ballot")
    return played


@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_vote_among_four_covers_no_seat_of_a_narrow_phone(
    phones: Callable[..., Phone], server: Server, language: str
) -> None:
    host = go_on(phones(locale=language, **NARROW), server, nominated(10, 9, 8, 7, language=language))
    take_shot(host.page, f"vote-four-{language}")
    assert not covers(host.see("others"), host.page.locator('[data-test^="voter-"]'))
    host.see("by-counts").tap()
    take_shot(host.page, f"counts-four-{language}")
    assert not covers(host.see("count-rest"), host.page.locator('[data-test^="count-for-"]'))


def test_counts_of_three_and_a_vote_among_five_fit_a_phone_on_its_side(
    phones: Callable[..., Phone], server: Server
) -> None:
    host = go_on(phones(**SIDEWAYS), server, nominated(10, 9, 8, 7, 6))
    for test in ("candidate-6", "voter-10"):
        expect(host.see(test)).to_be_in_viewport(ratio=1)
    host = go_on(phones(**SIDEWAYS), server, nominated(10, 9, 8))
    host.see("by-counts").tap()
    take_shot(host.page, "counts-three-sideways")
    assert not covers(host.see("count-rest"), host.page.locator('[data-test^="count-for-"]'))


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU", "zh-CN"])
def test_the_clock_and_the_steps_fit_a_narrow_phone(phones: Callable[..., Phone], server: Server, locale: str) -> None:
    played = city(language=locale[:2])
    played.until("speech")
    for _ in range(3):
        played.do("next")
    host = go_on(phones(locale=locale, **NARROW), server, played)
    assert measured(host.page.locator(".timer"), TOO_WIDE) == []
    take_shot(host.page, f"clock-narrow-{locale}")
    host.back(3)
    with host.sheet("menu", "fold-audit", "audit-show"):
        lines = host.see("audit").locator("li .grow")
        lines.last.wait_for()
        take_shot(host.page, f"steps-narrow-{locale}")
        assert min(lines.evaluate_all("(all) => all.map((line) => line.clientWidth)")) >= 100


def test_the_rest_of_the_votes_goes_to_whom_was_tapped(phones: Callable[..., Phone], server: Server) -> None:
    played = city()
    played.until("ballot")
    host = go_on(phones(**SMALL), server, played)
    host.see("by-counts").tap()
    expect(host.see("count-rest")).to_be_disabled()
    host.tap("count-7-more")
    host.tap("count-7-more")
    host.see("count-for-2").tap()
    expect(host.see("count-rest")).to_have_text("The rest for 2. Bob: 8")
    take_shot(host.page, "counts-rest")
    assert measured(host.page.locator("main"), "(main) => main.scrollHeight <= main.clientHeight")
    taken = host.taken(2)
    host.page.evaluate(AT_ONCE, ["count-rest", "next"])
    taken.wait_for()
    assert [action.get("counts") for action in host.kept()[-2:]] == [{"7": 2, "2": 8}, None]
    assert "Leaves the table by the vote: 2, Bob" in host.said


def test_a_best_move_that_was_taken_back_is_one_tap_away(phone: Phone, server: Server) -> None:
    played = city()
    played.night(**ACTS)
    played.until("speech")
    played.do("best", seat=9, named=[1, 2, 3])
    played.do("next")
    host = go_on(phone, server, played)
    host.back(2)
    assert not host.see("best-again-9").count(), "Take again brings it back"
    host.foul(3)
    take_shot(host.page, "best-again")
    host.tap("best-again-9")
    expect(host.see("best-again-9")).to_have_count(0)
    expect(host.see("best")).to_have_text("Best move of Ida: 1, 2, 3")


def test_the_buttons_of_the_protocol_break_no_word(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(locale="ru-RU", **NARROW), server, city(language="ru"))
    with host.sheet("menu"):
        share = host.see("share")
        share.scroll_into_view_if_needed()
        take_shot(host.page, "protocol-buttons-ru")
        assert measured(share, "(button) => button.clientHeight < 60"), "one line"


def test_club_rules_are_one_tap_and_remembered(phones: Callable[..., Phone], server: Server) -> None:
    host = go_on(phones(**SMALL), server, seated())
    assert "§" not in host.see("fold-flags").locator("..").evaluate("(fold) => fold.textContent"), "ids are for files"
    host.tap("club")
    assert host.kept()[-1]["key"] == "club"
    take_shot(host.page, "club")
    host.page.evaluate("location.hash = '/host'")
    host.see("new").tap()
    expect(host.see("stage")).to_have_attribute("data-at", "1")
    expect(host.see("club")).to_have_attribute("aria-checked", "true")
    host.tap("club")
    host.page.evaluate("location.hash = '/host'")
    host.see("new").tap()
    expect(host.see("stage")).to_have_attribute("data-at", "0")


def test_numbers_dates_and_buttons_fit_the_language(phones: Callable[..., Phone], server: Server) -> None:
    played = city(language="ru")
    played.until("speech")
    played.do("bonus", seat=3, points=0.25)
    host = go_on(phones(locale="ru-RU", **SMALL), server, played)
    expect(host.see("takes-back")).to_contain_text("0,25")
    with host.sheet("menu", "tables", "fold-device"):
        assert measured(host.see("menu-sheet"), TOO_WIDE) == []
        take_shot(host.page, "menu-small-ru")
    british, american, german = (
        go_on(phones(locale=locale), server, seated()) for locale in ("en-GB", "en-US", "de-DE")
    )
    european = r"\s\d\d:\d\d\s·\s"
    for each, clock in ((british, european), (american, r"[AP]M\s·\s"), (german, european)):
        each.page.evaluate("location.hash = '/host'")
        expect(each.see(f"open-{each.evening}").or_(each.see("evenings").locator("a")).first).to_be_visible()
        expect(each.see("evenings")).to_contain_text(re.compile(clock), use_inner_text=True)
