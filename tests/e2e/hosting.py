"""A host at the page: what a person who runs a table does with a thumb, in a host's own verbs.

Every verb waits until the page has taken what was tapped, and one tap is one action of the evening.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.phone import LOADING_MS, Phone, take_shot, wait_until_still

NOBODY = re.compile(r"Nobody is recorded\.|No vote is marked")
FIVE = ("Ann", "Bob", "Cid", "Dee", "Eli")
# A thumb that taps once need not wait out the blink (BLINK_MS of Stage.svelte) in which a second tap would be none.
NO_BLINK = """{
  const later = setTimeout
  window.setTimeout = (work, ms, ...given) => later(work, ms === 250 ? 0 : ms, ...given)
}"""
RESTED = "body:not(:has([data-resting]))"
READ_KEPT = """async (id) => {
  const open = indexedDB.open('duskfall', 1)
  await new Promise((done, failed) => { open.onsuccess = done; open.onerror = failed })
  const mine = IDBKeyRange.bound([id, 0], [id, Infinity])
  const asked = open.result.transaction('actions').objectStore('actions').getAll(mine)
  await new Promise((done, failed) => { asked.onsuccess = done; asked.onerror = failed })
  open.result.close()
  return asked.result
}"""


class Host:
    """The thumb of a host, and the eyes."""

    def __init__(self, phone: Phone, shots: str = "") -> None:
        self.phone, self.page, self.shots = phone, phone.page, shots
        self.shot_count = 0
        self.names: list[str] = []
        self.swift = False  # whether a tap on a seat by night goes on
        phone.context.add_init_script(NO_BLINK)

    # -- the page --------------------------------------------------------------------------------------------

    def begin(self, address: str) -> None:
        """Open the page, and a new evening in it."""
        self.page.goto(address)
        self.see("go-host").tap()
        self.see("new").tap()
        self.see("stage").wait_for(timeout=LOADING_MS)

    def open(self, address: str, evening: str, at: int) -> None:
        """Open the page, and an evening of so many actions that the server has."""
        self.page.goto(address)
        self.page.evaluate("(evening) => { location.hash = `/host/${evening}` }", evening)
        self.page.locator(f'[data-test="stage"][data-at="{at}"]').wait_for(timeout=LOADING_MS)

    def reload(self) -> None:
        """The tab is lost, and opened again."""
        self.page.reload()
        self.see("stage").wait_for(timeout=LOADING_MS)

    def see(self, test: str) -> Locator:
        """What stands under this name in the page."""
        return self.page.locator(f'[data-test="{test}"]')

    def text(self, test: str) -> str:
        """Its words."""
        return self.see(test).inner_text()

    def tap(self, test: str, actions: int = 1) -> None:
        """Tap it, and wait until so many actions more are kept."""
        taken = self.taken(actions, rested=True)
        self.see(test).tap()
        taken.wait_for()

    def rested(self) -> None:
        """Wait until the blink is over in which a second tap would be none."""
        self.page.locator(RESTED).wait_for()

    def middle(self, test: str) -> tuple[int, int]:
        """Where the thumb finds it; a button shrinks while it is pressed, its middle stays."""
        wait_until_still(self.page)
        box = self.see(test).bounding_box()
        assert box
        return round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)

    def shot(self, name: str, whole: bool = False) -> None:
        """A picture of the screen, for people to look at."""
        if not self.shots:
            return
        self.shot_count += 1
        take_shot(self.page, f"{self.shots}-{self.shot_count:02d}-{name}", whole)

    @contextmanager
    def held(self, what: str | Locator = "eye") -> Iterator[None]:
        """Hold a button for the length of the block."""
        self.rested()
        button = self.see(what) if isinstance(what, str) else what
        button.last.wait_for()
        wait_until_still(self.page)
        box = button.last.bounding_box()  # of the sheet that lies above, if one is open
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        try:
            yield
        finally:
            self.page.mouse.up()

    # -- where we are ----------------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many actions are behind the screen."""
        return int(self.see("stage").get_attribute("data-at") or 0)

    def taken(self, actions: int = 1, *, rested: bool = False) -> Locator:
        """The stage, once so many actions more are behind it; the first one may bring the evening's language along.

        They are counted from here, or from the end of the blink if that is waited for.
        """
        stage = self.page.locator(f'{RESTED} [data-test="stage"]') if rested else self.see("stage")
        at = int(stage.get_attribute("data-at") or 0)
        counts = [at + actions] if at else [actions, actions + 1]
        return self.page.locator(",".join(f'[data-test="stage"][data-at="{count}"]' for count in counts))

    @property
    def taps(self) -> int:
        """How often the screen was tapped so far."""
        return int(self.page.evaluate("sessionStorage.taps ?? 0"))

    @property
    def place(self) -> str:
        """The kind of the screen."""
        return self.see("stage").get_attribute("data-place") or ""

    @property
    def title(self) -> str:
        """The night or day."""
        return self.text("title")

    @property
    def said(self) -> str:
        """What is to be read aloud; empty if nothing is."""
        return str(self.see("say").evaluate_all("(all) => all.map((say) => say.innerText).join()"))

    @property
    def evening(self) -> str:
        """The id of the evening."""
        return str(self.page.evaluate("location.hash")).rpartition("/")[2]

    def called(self, seat: int) -> str:
        """A player as the script calls one."""
        return f"{seat}, {self.names[seat - 1]}"

    def kept(self) -> list[dict[str, Any]]:
        """What this device has on its disk."""
        found: list[dict[str, Any]] = self.page.evaluate(READ_KEPT, self.evening)
        return found

    def synced(self) -> None:
        """Wait until the server has all of it."""
        expect(self.see("status")).to_have_attribute("data-status", "synced", timeout=LOADING_MS)

    def save(self, test: str) -> str:
        """Tap what gives a file; its text."""
        with self.page.expect_download() as download:
            self.see(test).tap()
        return Path(download.value.path()).read_text(encoding="utf-8")

    # -- the table and the cards -----------------------------------------------------------------------------

    def name(self, seat: int, name: str) -> None:
        """Type a name."""
        self.see(f"name-{seat}").fill(name)
        taken = self.taken()
        self.see(f"name-{seat}").press("Enter")
        taken.wait_for()

    def sit(self, names: Sequence[str]) -> None:
        """Type everybody's name that is another than before."""
        for seat, name in enumerate(names, 1):
            if self.see(f"name-{seat}").input_value() != name:
                self.name(seat, name)
        self.names = list(names)

    def deal(self, how: str) -> None:
        """Choose how, and deal."""
        if self.see(f"deal-{how}").get_attribute("aria-checked") != "true":
            self.tap(f"deal-{how}")
        self.next()

    def hand_out(self, roles: Sequence[str]) -> None:
        """Real cards: who holds what, from seat 1 on."""
        for role in roles:
            self.tap(f"role-{role}")

    def call_cards(self, roles: Sequence[str]) -> None:
        """The set-up night: each role is called, and those who raise a hand are tapped."""
        while self.place != "read":
            if self.place == "cards":
                called = self.said.rstrip(".").rpartition(": ")[2]
                held = [seat for seat, role in enumerate(roles, 1) if role == called]
                for seat in held:
                    self.tap(f"seat-{seat}")
                if held and self.swift:
                    continue
            self.next()

    # -- on and back -----------------------------------------------------------------------------------------

    def next(self) -> None:
        """The big button; once more where the page asks whether really nobody was named."""
        there = self.taken(rested=True)
        asked = self.see("toast").filter(has_text=NOBODY)
        self.see("next").tap()
        there.or_(asked).first.wait_for()
        if not there.count():  # the question itself may be gone by now
            self.see("next").tap()
            there.wait_for()

    def unlock(self) -> None:
        """Hold the host's lock until it opens."""
        with self.held("unlock"):
            self.see("back").wait_for()

    def hand_back(self) -> None:
        """The last player has looked; the host takes the phone, unlocks it, and begins the game."""
        self.see("next").tap()
        self.see("give-back").wait_for()
        self.unlock()
        self.next()

    def back(self, times: int = 1) -> None:
        """Take back."""
        for _ in range(times):
            self.tap("back")

    def back_to(self, title: str, place: str) -> int:
        """Take back until this screen; how often that was."""
        for times in range(300):
            if (self.title, self.place) == (title, place):
                return times
            self.back()
        raise AssertionError(f"never back at {title}, {place}")

    # -- the day ---------------------------------------------------------------------------------------------

    def speeches(self, *seats: int, nominate: Mapping[int, int] | None = None) -> None:
        """These speak, in this order, and some of them nominate."""
        for seat in seats:
            assert self.place == "speech", (self.place, self.said)
            assert self.called(seat) in self.said, self.said
            if nominate and seat in nominate:
                self.tap(f"nominate-{nominate[seat]}")
            self.next()

    def reads(self, *parts: str) -> None:
        """The text to be read aloud has all of this in it; it is read."""
        assert self.place == "read", (self.place, self.said)
        for part in parts:
            assert part in self.said, (part, self.said)
        self.next()

    def vote(self, votes: Mapping[int | str, Sequence[int]], rest: int | str | None = None) -> None:
        """Tap candidates and who votes for each; all others may vote for one. Then they are counted."""
        assert self.place == "ballot", (self.place, self.said)
        for whom, voters in votes.items():
            self.see(f"candidate-{whom}").tap()
            for voter in voters:
                self.tap(f"voter-{voter}")
            expect(self.see(f"tally-{whom}")).to_have_text(str(len(voters)))
        if rest is not None:
            self.see(f"candidate-{rest}").tap()
            self.tap("others")
        self.next()

    def count(self, votes: Mapping[int | str, int]) -> None:
        """Count hands instead."""
        self.see("by-counts").tap()
        for whom, hands in votes.items():
            for _ in range(hands):
                self.tap(f"count-{whom}-more")
        self.next()

    @contextmanager
    def sheet(self, *tests: str) -> Iterator[None]:
        """Tap through to a sheet, which is closed at the end of the block."""
        for test in tests:
            self.see(test).tap()
        yield
        while self.see("close").count():
            shown = self.see("close").element_handle()
            self.see("close").tap()
            shown.wait_for_element_state("hidden")  # below it may be another one

    def foul(self, seat: int, times: int = 1) -> None:
        """Note fouls of a seat, while somebody speaks or all vote: a long press each."""
        tile = self.see(f"seat-{seat}").or_(self.see(f"nominate-{seat}")).or_(self.see(f"voter-{seat}"))
        for _ in range(times):
            taken = self.taken()
            self.rested()
            with self.held(tile):
                taken.wait_for()

    def switch(self, flag: str) -> None:
        """Switch a house rule in the middle of a game."""
        with self.sheet("menu", "fold-flags"):
            self.tap(f"flag-{flag}")
            expect(self.see(f"pending-{flag}")).to_be_visible()

    def speak(self, language: str) -> None:
        """Another language from now on."""
        with self.sheet("menu"):
            self.tap(f"language-{language}")
            expect(self.page.locator("html")).to_have_attribute("lang", language)

    def best_move(self, seat: int, *named: int) -> None:
        """Whom one of the first who were killed takes for black."""
        self.see("best").tap()
        self.see(f"best-of-{seat}").tap()
        expect(self.see("best-sheet").locator(".speaking")).to_have_count(0)  # it would look like one who is named
        for each in named:
            self.see(f"best-{each}").tap()
        self.shot("best-move")
        self.tap("best-done")

    # -- the night -------------------------------------------------------------------------------------------

    def asked(self) -> str:
        """The act that is recorded at this cue; empty if none is."""
        forms = self.page.locator('[data-test^="ask-"]')
        found: list[str] = forms.evaluate_all("(forms) => forms.map((form) => form.dataset.test)")
        assert len(found) < 2, found
        return found[0].removeprefix("ask-") if found else ""

    def pick(self, seat: int) -> None:
        """Record whom they name."""
        self.tap(f"option-{seat}")

    def pick_anyway(self, seat: int) -> str:
        """Record a pick that the rules forbid; the reason that is shown for it."""
        place = self.middle(f"option-{seat}")
        self.see(f"option-{seat}").tap()
        expect(self.see("toast")).to_contain_text("Tap again")
        assert self.middle(f"option-{seat}") == place, "the second tap finds the same seat"
        with self.held():
            expect(self.see("toast")).not_to_contain_text("hold the eye")
            reason = self.text("toast")
        self.tap(f"option-{seat}")
        return reason

    def cues(self) -> Iterator[str]:
        """Every cue of a night, to be dealt with before the next one; what is recorded at it."""
        while self.place == "night":
            at = self.at
            yield self.asked()
            if self.at == at or not self.swift:
                self.next()

    def go_on(self) -> None:
        """Let a tap on a seat by night go on."""
        with self.sheet("menu", "fold-device"):
            self.see("go-on").tap()
        self.swift = True

    def night(self, **acts: int) -> list[str]:
        """A whole night; all that was said."""
        said = []
        for verb in self.cues():
            said.append(self.said)
            if verb in acts:
                self.pick(acts.pop(verb))
        assert not acts, f"nobody was asked for {acts}"
        return said

    def ruling(self) -> str:
        """What the host reads alone; then it is read out."""
        assert self.place == "ruling", (self.place, self.said)
        found = self.text("ruling")
        self.next()
        return found
