"""The rooms beside the live table: front door, rules, rulings desk, a game against bots."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from duskfall.cases.check import failures
from duskfall.cases.load import read_file
from duskfall.cases.script import play
from duskfall.core.facts import Died
from duskfall.rules import BOOKS
from tests.e2e.hosting import Host
from tests.e2e.phone import LOADING_MS, Phone, take_shot, wait_until_still
from tests.e2e.phone import phone as new_phone
from tests.e2e.serving import Server
from tests.patience import until

TITLES = {"en": "Rules", "ru": "Правила", "zh": "规则"}
SKIP = "document.querySelector('[data-test=skip]')?.click()"  # it goes by itself when all is told
ANSWERED = "JSON.parse(localStorage.getItem('duskfall.solo')).answers.length"  # how many are kept
# Draws that are always the same: the game against bots is dealt alike in every run.
SAME_DRAWS = "crypto.getRandomValues = (list) => list.fill(12345)"


def at(phone: Phone, address: str, *tests: str) -> Host:
    """Open the page, and go through these doors."""
    host = Host(phone)
    host.page.goto(address)
    for test in tests:
        host.see(test).tap()
    return host


def test_the_ear_of_these_tests_hears_what_goes_wrong(browser: Browser, server: Server) -> None:
    heard = new_phone(browser)
    heard.page.goto(server.address)
    heard.page.evaluate("fetch('nowhere')")
    heard.page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'x = 1' }))")
    heard.page.evaluate("setTimeout(() => { throw new Error('broken') })")
    heard.page.evaluate("new Promise((done) => setTimeout(done))")
    wanted = ("404", "Content Security Policy", "CSP: script-src", "broken")
    until(
        lambda: heard.page.title() and all(any(trouble in told for told in heard.watch.troubles) for trouble in wanted)
    )
    heard.context.close()


@pytest.mark.parametrize("language", TITLES)
def test_the_front_door_in_every_language(language: str, phones: Callable[..., Phone], server: Server) -> None:
    host = at(phones(language), server.lan)  # it speaks the language of the device
    expect(host.page.locator("html")).to_have_attribute("lang", language)
    expect(host.see("go-rules")).to_contain_text(TITLES[language])
    for book in BOOKS:
        expect(host.see(f"game-{book}")).to_be_visible()
    take_shot(host.page, f"home-{language}", whole=True)


def test_over_plain_http_the_page_says_that_it_needs_its_server(phone: Phone, server: Server) -> None:
    host = at(phone, server.lan)
    assert not host.page.evaluate("isSecureContext")
    expect(host.see("offline")).to_contain_text("plain http")
    host.see("go-host").tap()
    host.see("new").tap()
    expect(host.see("online-only")).to_contain_text("plain http")
    host.name(1, "Ann")
    assert phone.engine() == "server"
    assert [action["do"] for action in host.kept()] == ["set"]
    assert (server.evenings / f"{host.evening}.jsonl").is_file()


def test_a_server_without_pyodide_says_so_too(phone: Phone, server: Server) -> None:
    said = {"version": "1", "languages": {}, "pyodide": False, "known": True}
    phone.page.route("**/api/hello", lambda route: route.fulfill(json=said))
    phone.page.route("**/sw.js", lambda route: route.fulfill(content_type="text/javascript", body=""))
    host = at(phone, server.address)
    expect(host.see("offline")).to_contain_text("without the engine")
    assert phone.engine() == "server"


def test_the_rules_of_a_game_with_their_citations(phone: Phone, server: Server) -> None:
    host = at(phone, server.lan, "go-rules")
    for book in BOOKS:
        expect(host.see(f"rules-{book}")).to_be_visible()
    host.see("rules-city-mafia").tap()
    expect(host.see("rules-page")).to_contain_text("Mistress")
    take_shot(host.page, "rules")
    host.see("rules-page").locator("[data-rule]").first.tap()
    expect(host.see("citation").locator("blockquote")).not_to_be_empty()
    take_shot(host.page, "citation")
    host.see("close").tap()
    host.see("picture").tap()
    expect(host.page.locator("dialog svg").last).to_be_visible()
    no_wider_than_the_phone(host.page)


def test_a_dispute_is_ruled_and_kept_as_a_case(phone: Phone, server: Server, tmp_path: Path) -> None:
    host = at(phone, server.lan, "go-desk")
    for act, target in {"act-kill-1": 6, "act-visit-6": 7, "act-heal-5": 7}.items():
        host.see(act).tap()
        host.page.locator(f'details[open] [data-test="option-{target}"]').tap()
        expect(host.page.locator("details[open] [data-test^=option]")).to_have_count(0)
    expect(host.see("act-heal-5")).to_contain_text("Gus")
    # The Mistress dies, and whom she visited: a heal does not stop the drag (E7, loverDragSavable is off).
    expect(host.see("ruling")).to_contain_text("Gus")
    take_shot(host.page, "desk", whole=True)
    host.see("desk-name").fill("A heal does not stop the drag")
    file = tmp_path / "case.yaml"
    file.write_text(host.save("desk-save"), encoding="utf-8")
    host.page.reload()  # what was set is kept on the device
    expect(host.see("ruling")).to_contain_text("Gus")
    expect(host.see("desk-name")).to_have_value("A heal does not stop the drag")
    case = read_file(file)[0]
    assert case.name == "A heal does not stop the drag"
    assert not failures(case)
    assert "heal: {Eli: Gus}" in file.read_text(encoding="utf-8")
    died = [(fact.seat, fact.causes) for fact in play(case)[0].facts if isinstance(fact, Died)]
    assert died == [(6, ("kill",)), (7, ("drag",))]
    no_wider_than_the_phone(host.page)


def test_a_vote_is_closed_by_counts_and_kept_so(phone: Phone, server: Server, tmp_path: Path) -> None:
    host = at(phone, server.lan, "go-desk")
    host.see("desk-moment").tap()
    host.see("phase-day").tap()
    host.see("ballot-vote").tap()
    host.page.locator('[data-test="vote-4"]').select_option("1")
    expect(host.see("ruling")).to_contain_text("#1 Ann is voted out")
    host.see("by-counts-vote").tap()
    for seat in (1, 2):
        for _ in range(3):
            host.see(f"count-{seat}-more").tap()  # faster than the server answers: no tap is lost
    expect(host.see("ruling")).to_contain_text("Vote: #1 Ann 3, #2 Bob 3.")
    take_shot(host.page, "desk-counts", whole=True)
    host.see("ballot-revote").tap()
    host.see("by-counts-revote").tap()
    for _ in range(2):
        host.page.locator('details[open] [data-test="count-2-more"]').tap()
    expect(host.see("ruling")).to_contain_text("#2 Bob is voted out")
    file = tmp_path / "case.yaml"
    file.write_text(host.save("desk-save"), encoding="utf-8")
    (case,) = read_file(file)
    assert not failures(case)
    assert case.items[0].counts == {"vote": [{"Ann": 3, "Bob": 3}], "revote": [{"Bob": 2}]}
    host.see("by-names-revote").tap()
    expect(host.see("ruling")).to_contain_text("Nobody is voted out")
    no_wider_than_the_phone(host.page)


def test_a_game_against_bots_to_its_end(phone: Phone, server: Server) -> None:
    phone.context.add_init_script(SAME_DRAWS)
    host = at(phone, server.lan, "go-play")
    host.see("rules-city-mafia").tap()
    host.see("name").fill("Robin")
    host.see("begin").tap()
    play_on(host)
    expect(host.see("over")).to_be_visible()
    take_shot(host.page, "solo-over", whole=True)
    host.see("watch").tap()
    expect(host.see("film")).to_contain_text("Robin")


def test_a_speech_is_shown_as_the_bots_will_hear_it_before_it_is_said(phone: Phone, server: Server) -> None:
    phone.context.add_init_script(SAME_DRAWS)
    host = at(phone, server.lan, "go-play")
    host.see("rules-ai-mafia").tap()
    host.see("name").fill("Robin")
    host.see("begin").tap()
    here = host.page.locator('[data-test="skip"], [data-test="answer"], [data-test="say"]:enabled')
    here.first.wait_for(timeout=LOADING_MS)
    while not host.page.locator('[data-test="turn-say"] [data-test="say"]:enabled').count():
        which = here.first.get_attribute("data-test")
        if which == "say":
            host.see("say").tap()  # nothing, to one's own team
        else:
            answer(host) if which == "answer" else host.page.evaluate(SKIP)
        here.first.wait_for(timeout=LOADING_MS)
    kept = host.page.evaluate("JSON.parse(localStorage.getItem('duskfall.solo'))")
    script = "async (params) => (await duskfall.openEngine()).call('solo', params)"
    seen = host.page.evaluate(script, kept["params"] | {"answers": kept["answers"]})
    one, two, *_ = [seat["name"] for seat in seen["seats"] if seat["alive"] and not seat["you"]]
    secrets = [item["text"] for item in seen["items"] if item["private"] and item["kind"] == "line"]
    assert any(text.startswith("Robin is ") for text in secrets)
    for text in secrets:  # the card is hidden until it is held, and so is what tells of it
        expect(host.page.locator("ol.story")).not_to_contain_text(text)
    host.see("speech").fill(f"{one} and {two} are sus.")
    host.see("say").tap()  # too soon: it is shown first how it will be heard
    expect(host.see("heard")).to_have_text(f"Heard as: accuses {one}; accuses {two}")
    take_shot(host.page, "solo-heard")
    expect(host.see("speech")).to_have_value(f"{one} and {two} are sus.")
    host.see("speech").fill(f"{one} is sus.")
    expect(host.see("heard")).to_have_text(f"Heard as: accuses {one}")
    host.see("say").tap()  # to nobody: it is not said, and stays where it was written
    expect(host.page.get_by_role("alert")).to_have_text("That was not taken: a question says whom it is for.")
    expect(host.see("speech")).to_have_value(f"{one} is sus.")
    host.see("to").select_option(one)
    expect(host.see("heard")).to_have_text(f"Heard as: accuses {one}")
    host.see("say").tap()
    expect(host.page.locator("body")).to_contain_text(f"{one} is sus.")


@pytest.mark.parametrize("language", ["ru", "zh"])
def test_bots_speak_the_language_of_the_page(language: str, phones: Callable[..., Phone], server: Server) -> None:
    phone = phones(language)
    phone.context.add_init_script(SAME_DRAWS)
    host = at(phone, server.lan, "go-play")
    host.see("rules-city-mafia").tap()
    host.see("begin").tap()
    host.see("skip").tap()  # all that is said before one's own turn
    host.page.locator('[data-test="answer"], [data-test="say"]').first.wait_for(timeout=LOADING_MS)
    kept = host.page.evaluate("JSON.parse(localStorage.getItem('duskfall.solo'))")
    assert kept["params"]["tongue"] == language
    take_shot(host.page, f"solo-{language}")
    script = "async (params) => (await duskfall.openEngine()).call('solo', params)"
    seen = host.page.evaluate(script, kept["params"] | {"answers": [], "language": "en"})  # whoever looks on
    said = [item["text"] for item in seen["items"] if item["kind"] == "said"]
    assert said
    assert not any("I am" in text or " the " in text for text in said)


def play_on(host: Host) -> None:
    """Your turn: the first seat or word that is offered, or not a word; until the game is over."""
    shot, reloaded = False, False
    here = host.page.locator('[data-test="skip"], [data-test="answer"], [data-test="say"]:enabled, [data-test="over"]')
    for _ in range(200):
        here.first.wait_for(timeout=LOADING_MS)
        which = here.first.get_attribute("data-test")
        if which == "over":
            return
        if which == "answer":
            if not shot:
                take_shot(host.page, "solo-turn")
                shot = True
            answer(host)
        elif which == "say" and not reloaded:
            host.page.reload()  # a game in the middle is kept, answer by answer
            reloaded = True
        elif which == "say":
            host.see("say").tap()
        else:
            host.page.evaluate(SKIP)
    raise AssertionError("this game does not end")


def answer(host: Host) -> None:
    """Tap the first seat or word, and say that this is it."""
    option = host.page.locator('[data-test^="option-"]:enabled')
    if option.count():
        option.first.tap()
        forbidden = host.see("toast").filter(has_text="Tap again")
        host.page.locator('[data-test^="option-"][aria-pressed="true"]').or_(forbidden).first.wait_for()
        if forbidden.count():
            option.first.tap()  # a forbidden one: it will be void
    before = host.page.evaluate(ANSWERED)
    host.see("answer").tap()
    until(lambda: host.page.evaluate(ANSWERED) != before)


def no_wider_than_the_phone(page: Page) -> None:
    """Nothing makes the whole page scroll sideways."""
    wait_until_still(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
