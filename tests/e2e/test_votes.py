"""A vote under a hurried thumb: nothing moves, nothing is counted twice or lost, and all of it fits a small phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on
from tests.e2e.hosting import Host
from tests.e2e.phone import Phone, measured, take_shot
from tests.e2e.serving import Server

SMALL = {"viewport": {"width": 360, "height": 640}}
TEN = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon")
# Two taps with nothing between them, as a thumb that does not wait.
AT_ONCE = "(tests) => tests.forEach((test) => document.querySelector(`[data-test='${test}']`).click())"

WHOLE = "(said) => said.scrollHeight <= said.parentElement.clientHeight"
UNCUT = """(text) => [text, ...text.querySelectorAll('*')].every(
  (part) => part.scrollWidth <= part.clientWidth && part.scrollHeight <= part.clientHeight || !part.clientWidth)"""

# Each word stands on one line.
WORDS_WHOLE = """(label) => {
  const range = document.createRange()
  return [...label.textContent.matchAll(/\\S+/g)].every((word) => {
    range.setStart(label.firstChild, word.index)
    range.setEnd(label.firstChild, word.index + word[0].length)
    return range.getClientRects().length === 1
  })
}"""

# No timer of the page runs out before goOn().
STOPPED = """() => {
  const [really, waiting] = [setTimeout, []]
  window.setTimeout = (...timer) => { waiting.push(timer); return 0 }
  window.goOn = () => { window.setTimeout = really; waiting.forEach((timer) => really(...timer)) }
}"""


def voting(phone: Phone, server: Server) -> Host:
    """Ten at a table, at their first vote."""
    played = dealt("links", TEN)
    played.until("ballot")
    return go_on(phone, server, played)


def places(host: Host) -> list[tuple[int, int]]:
    """Where everything is that can be tapped in the vote."""
    return [host.middle(test) for test in ("candidate-1", "voter-1", "voter-10", "others", "back", "next")]


def test_all_others_and_the_count_in_one_breath(phone: Phone, server: Server) -> None:
    host = voting(phone, server)
    host.see("candidate-8").tap()
    host.tap("voter-1")
    host.see("candidate-7").tap()
    taken = host.taken(2)
    host.page.evaluate(AT_ONCE, ["others", "next"])
    taken.wait_for()
    assert [action["do"] for action in host.kept()[-3:]] == ["pick", "others", "next"]
    assert host.called(7) in host.said, "nine votes against one"
    host.back(2)
    expect(host.see("votes")).to_contain_text("Votes: 1 of 10.")


def test_nothing_moves_under_the_thumb_while_votes_are_tapped(phones: Callable[..., Phone], server: Server) -> None:
    for look in ({}, SMALL):
        host = voting(phones(**look), server)
        before = places(host)
        host.tap("voter-1")
        assert places(host) == before
        host.tap("voter-2")
        host.see("candidate-2").tap()
        host.tap("others")
        assert places(host) == before


def test_the_vote_of_ten_fits_a_small_phone(phones: Callable[..., Phone], server: Server) -> None:
    host = voting(phones(**SMALL), server)
    take_shot(host.page, "vote-small")
    assert measured(host.page.locator("main"), "(main) => main.scrollHeight <= main.clientHeight")
    assert measured(host.see("say"), WHOLE)


def test_hands_are_counted_by_every_tap_however_quick(phones: Callable[..., Phone], server: Server) -> None:
    host = voting(phones(**SMALL), server)
    host.see("by-counts").tap()
    assert measured(host.page.locator("main"), "(main) => main.scrollHeight <= main.clientHeight")
    take_shot(host.page, "counts-small")
    taken = host.taken(6)
    host.page.evaluate(AT_ONCE, [*["count-7-more"] * 3, *["count-2-more"] * 2, "next"])
    taken.wait_for()
    assert [action.get("counts") for action in host.kept()[-2:]] == [{"7": 3, "2": 2}, None]
    assert f"{host.called(7)}: 3" in host.said


@pytest.mark.parametrize("language", ["ru", "zh"])
def test_what_is_read_aloud_is_whole_after_a_change_of_language(
    phones: Callable[..., Phone], server: Server, language: str
) -> None:
    host = voting(phones(**SMALL), server)
    before = host.said
    host.speak(language)
    expect(host.see("say")).not_to_have_text(before)
    take_shot(host.page, f"vote-small-{language}")
    assert measured(host.see("say"), WHOLE)
    host.speak("en")
    expect(host.see("say")).to_have_text(before)
    assert measured(host.see("say"), WHOLE)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_for_whom_is_voted_is_told_in_whole_words_on_a_small_phone(
    phones: Callable[..., Phone], server: Server, language: str
) -> None:
    host = voting(phones(**SMALL), server)
    if language != "en":
        host.speak(language)
    host.see("candidate-10").tap()
    take_shot(host.page, f"vote-whom-{language}")
    for line in ("votes", "whom", "others"):
        assert measured(host.see(line), UNCUT), host.text(line)
    assert measured(host.page.locator("main"), "(main) => main.scrollHeight <= main.clientHeight")


def test_the_button_of_the_end_breaks_no_word(phones: Callable[..., Phone], server: Server) -> None:
    played = dealt("cards", TEN[:5], ("Don", "Mafia", "Sheriff", "Citizen", "Citizen"), language="ru")
    played.until("ballot")
    played.vote("vote", **{TEN[voter]: 3 for voter in (0, 1, 3)})
    played.until("victory")
    host = go_on(phones(locale="ru", **SMALL), server, played)
    take_shot(host.page, "victory-small-ru")
    assert measured(host.see("next-label"), WORDS_WHOLE), host.text("next")


def test_a_hold_in_the_vote_is_a_foul_and_no_vote(phone: Phone, server: Server) -> None:
    host = voting(phone, server)
    host.foul(3)
    expect(host.see("toast")).to_contain_text("A foul")
    expect(host.see("votes")).to_contain_text("Votes: 0 of 10.")
    assert [action["do"] for action in host.kept()[-2:]][1] == "foul"
    host.tap("voter-3")
    expect(host.see("votes")).to_contain_text("Votes: 1 of 10.")


def test_a_voter_twice_within_a_blink_is_one_tap_and_two_voters_are_two(phone: Phone, server: Server) -> None:
    host = voting(phone, server)
    host.page.evaluate(STOPPED)
    for taps in (["voter-1", "voter-1", "voter-2"], ["voter-1", "voter-2"]):  # at once, and when they have come through
        host.page.evaluate(AT_ONCE, taps)
        expect(host.see("votes")).to_contain_text("Votes: 2 of 10.")
    host.page.evaluate(AT_ONCE, ["others", "others"])
    expect(host.see("votes")).to_contain_text("Votes: 10 of 10.")
    host.page.evaluate(AT_ONCE, ["back", "back"])
    expect(host.see("votes")).to_contain_text("Votes: 2 of 10.")
    host.see("back").evaluate("(back) => back.click()")
    host.page.evaluate("goOn()")
    host.see("candidate-2").tap()
    host.tap("voter-3")
    assert [action["do"] for action in host.kept()[-5:]] == ["pick", "pick", "others", "back", "pick"]


def test_next_twice_within_a_blink_is_one_tap(phone: Phone, server: Server) -> None:
    host = go_on(phone, server, dealt("links"))
    host.rested()
    taken = host.taken()
    host.page.evaluate(STOPPED)  # the blink lasts until the second tap is there, however busy the machine is
    host.page.evaluate(AT_ONCE, ["next", "next"])
    taken.wait_for()
    host.see("next").evaluate("(next) => next.click()")  # the second tap of a thumb that bounces
    host.page.evaluate("goOn()")
    host.rested()
    assert [action["do"] for action in host.kept()[-2:]] == ["deal", "next"]
