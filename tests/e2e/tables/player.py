"""Somebody at a table, by the page alone: makes it or joins it, looks, answers by taps or by keys."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Locator, Page, Route, TimeoutError

from tests.e2e.axe import barriers
from tests.e2e.phone import Phone, take_shot, wait_until_still

SOON_MS = 10_000  # a question may end while it is answered
OVER = "over"
CODE = 4  # letters
LOOK = """() => {
  const all = (test) => document.querySelector(`[data-test${test}]`)
  const rest = (kind) => all(`^="${kind}"`)?.dataset.test.slice(kind.length) ?? ''
  const { dataset, ariaBusy } = document.querySelector('.prompt') ?? { dataset: {} }
  return [
    all('=over') ? 'over' : rest('table-'), rest('turn-'), dataset.number ?? '', ariaBusy === 'true',
    ...['=back', '=seat-sheet', '=speech'].map((test) => !!all(test)),
  ]
}"""
SEEN = set[tuple[str, str]]()  # screens that axe has looked at, by their size


class Sight(NamedTuple):
    """What a page shows at a moment, looked at once: every look costs the browser as much as what it looks at."""

    place: str
    turn: str
    number: str  # of the question that is open; two that follow each other may be of one kind
    busy: bool  # whether the answer is on its way
    away: bool
    sheet: bool
    speech: bool


NOTHING = Sight("", "", "", busy=False, away=False, sheet=False, speech=False)


@dataclass
class Player:
    """One page at a table."""

    phone: Phone
    name: str
    keys: bool = False  # whether they answer by the keyboard
    spoke: bool = False
    looked: set[str] = field(default_factory=set)
    sight: Sight = NOTHING  # what they saw when they last looked

    @property
    def page(self) -> Page:
        """Their page."""
        return self.phone.page

    @property
    def size(self) -> str:
        """Of their screen, in a word."""
        return "desk" if self.keys else "phone"

    def see(self, test: str) -> Locator:
        """A piece of the page by its name for tests."""
        return self.page.locator(f'[data-test="{test}"]')

    # -- before the game -------------------------------------------------------------------------------------

    def makes(self, address: str, rules: str, **clocks: int) -> str:
        """Make a table of ten at which bots take no time; its code. Clocks may be shorter than the page offers."""
        self.page.route("**/api/room", lambda route: _shortened(route, clocks))
        self.page.goto(address)
        self.see("rules").select_option(rules)
        self.see("name").fill(self.name)
        self.see("fold-clocks").click()
        self.see("pace-instant").click()
        self.see("open-table").click()
        self.see("lobby").wait_for()
        return "".join(self.see("room-code").inner_text().split())[:CODE]

    def joins(self, address: str) -> None:
        """Come in by the code in this address."""
        self.page.goto(address)
        self.see("name").fill(self.name)
        self.see("join").click()
        self.see("lobby").wait_for()

    # -- in the game -----------------------------------------------------------------------------------------

    @property
    def now(self) -> Sight:
        """What they have before them."""
        self.sight = Sight(*self.page.evaluate(LOOK))
        return self.sight

    @property
    def place(self) -> str:
        """Where they are: lobby, night, day and so on, over; empty while the page loads."""
        return self.now.place

    @property
    def turn(self) -> str:
        """What they are asked; empty if nothing."""
        return self.now.turn

    @property
    def events(self) -> int:
        """How much they have been told."""
        return int(self.page.locator("[data-events]").get_attribute("data-events") or 0)

    def acts(self, now: Sight) -> None:
        """Answer what is asked, if something is."""
        if now.away:  # too slow for three questions: a bot has taken the seat
            with suppress(TimeoutError):
                self.see("back").click(timeout=SOON_MS)
        if now.sheet:  # the question was over when a seat was tapped
            self.page.keyboard.press("Escape")
        if not now.turn or now.busy:
            return
        with suppress(TimeoutError):  # it is over, or the machine is busy: whoever is still asked answers again
            self._speak() if now.speech else self._choose()

    def _speak(self) -> None:
        """Accuse somebody on the first day, after that pass; what was heard is said at the second press."""
        if not self.spoke and self.place == "day" and self.see("do-accuse").count():
            if self.see("to").count():  # a question says whom it is for
                self.see("to").select_option(index=1, timeout=SOON_MS)
            if self.see("do-accuse").get_attribute("aria-pressed", timeout=SOON_MS) != "true":
                self.see("do-accuse").click(timeout=SOON_MS)
            self.page.locator('[data-test^="about-"]:enabled').first.click(timeout=SOON_MS)
            self.see("heard").wait_for(timeout=SOON_MS)
            self.spoke = True
        self.see("say").click(timeout=SOON_MS)

    def _choose(self) -> None:
        """The last seat that may be named; in a hidden step all look as if they might."""
        chosen = self.page.locator("button.choose[aria-pressed=true]")
        seats: list[str] = self.page.locator("button.choose:not(.you)").evaluate_all(
            "(seats) => seats.map((seat) => seat.dataset.test)"
        )
        for seat in reversed(seats):
            if self.keys:
                self.page.keyboard.type(f"{int(seat.removeprefix('seat-')):02}")
            else:
                self.see(seat).click(timeout=SOON_MS)
            if chosen.count():
                break
        if not seats:
            self.page.locator(".prompt .words button").first.click(timeout=SOON_MS)
        if self.keys and seats:
            self.page.keyboard.press("Enter")
        else:
            self.see("answer").click(timeout=SOON_MS)

    # -- how it looks ----------------------------------------------------------------------------------------

    def looks(self, screen: str, shot: str) -> None:
        """The first time on a screen: a picture, no sideways scrolling, and nothing serious for axe to say."""
        if screen in self.looked:
            return
        self.looked.add(screen)
        wait_until_still(self.page)
        take_shot(self.page, shot)
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{shot} scrolls sideways"
        if (self.size, screen) in SEEN:  # the same screen of another game
            return
        SEEN.add((self.size, screen))
        assert barriers(self.page) == [], shot


def _shortened(route: Route, clocks: dict[str, int]) -> None:
    """A call that makes a table gets these clocks; any other goes on as it is."""
    body = json.loads(route.request.post_data or "{}")
    if body.get("name") == "new":
        body["params"]["wish"]["clocks"] = clocks
    route.continue_(post_data=json.dumps(body))


def cast(player: Player) -> str:
    """Who was what, as the end shows it."""
    return re.sub(r"\s+", " ", player.see("cast").inner_text())
