"""A vote under a hurried thumb: nothing moves, nothing is counted twice or lost, and all of it fits a small phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.e2e.beginning import dealt, go_on
from tests.e2e.hosting import Host
from tests.e2e.phone import Phone, take_shot
from tests.e2e.serving import Server

SMALL = {"viewport": {"width": 360, "height": 640}}
TEN = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon")
# Two taps with nothing between them, as a thumb that does not wait.
AT_ONCE = "(tests) => tests.forEach((test) => document.querySelector(`[data-test='${test}']`).click())"

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
    main = host.page.locator("main")
    assert main.evaluate("(main) => main.scrollHeight <= main.clientHeight")
    assert host.see("say").evaluate("(said) => said.scrollHeight <= said.parentElement.clientHeight")


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
