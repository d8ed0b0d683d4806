"""People at a table under a clock that is moved by hand; they know nothing but what their feeds have brought."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from duskfall.room.people.who import Who
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.room.sent.feed import Feed

START = 1000.0


class Clock:
    """The time, which only moves when it is told to."""

    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> float:
        return self.time


def drawn(seed: int) -> Iterator[Any]:
    """Seeds and secrets that are the same in every run."""
    return count(seed * 1_000_003 + 17)


@dataclass
class Page:
    """What a browser would have: everything that its feed has brought, put together."""

    who: Who
    feed: Feed
    name: str = ""
    game: int = 0
    events: list[Any] = field(default_factory=list)
    now: dict[str, Any] = field(default_factory=dict)
    clock: Any = None
    board: dict[str, Any] = field(default_factory=dict)
    chat: list[Any] = field(default_factory=list)
    story: Any = None
    live: str = ""
    gone: str = ""
    frames: list[tuple[float, Any]] = field(default_factory=list)  # when each came

    def take(self, time: float, **have: int) -> None:
        while (news := self.feed.news(**have)) is not None:
            have = {}
            self.frames.append((time, news))
            if "game" in news and news["game"] != self.game:
                self.game, self.events, self.now = news["game"], [], {}
            if "events" in news:
                assert news["since"] <= len(self.events)
                self.events[news["since"] :] = news["events"]
            if "chat" in news:
                assert news["chat_since"] == len(self.chat)
                self.chat += news["chat"]
            for name in ("now", "clock", "board", "story", "live", "gone"):
                if name in news:
                    setattr(self, name, news[name])  # type: ignore[literal-required]


class Table:
    """A room, its pages, and a clock; it can be dropped and opened again at any time."""

    def __init__(self, folder: Path, wish: dict[str, Any], seed: int = 1) -> None:
        self.folder, self.clock, self.pages = folder, Clock(), list[Page]()
        self._seeds, self._tokens = drawn(seed), (f"secret-{number:020d}" for number in count())
        self.hellos: list[dict[str, Any]] = []
        self.room, self.made = Room.new(folder, wish, now=self.clock, code="BCDF", tokens=self._token, seeds=self._seed)

    def _token(self) -> str:
        return next(self._tokens)

    def _seed(self) -> int:
        return next(self._seeds)

    def sit(self, name: str) -> Page:
        """Somebody joins and connects."""
        joined = self.room.join(name)
        return self.connect({"secret": joined["secret"]}, name)

    def creator(self) -> Page:
        """The creator connects."""
        return self.connect({"creator": self.made["creator"], "secret": self.made["secret"]}, "creator")

    def connect(self, hello: dict[str, Any], name: str = "") -> Page:
        who = self.room.who(hello)  # type: ignore[arg-type]
        self.room.arrived(who)
        page = Page(who, self.room.feed(who, str(hello.get("language", "en"))), name)
        self.pages.append(page)
        self.hellos.append(hello)
        self.tell()
        return page

    def do(self, page: Page, deed: str, **more: Any) -> Any:
        """A page does something; everybody is told what follows."""
        try:
            return self.room.do(page.who, {"do": deed, **more})
        finally:
            self.tell()

    def refused(self, page: Page, deed: str, **more: Any) -> str:
        """Why a page may not do something."""
        try:
            self.do(page, deed, **more)
        except Refused as why:
            return str(why)
        return ""

    def tell(self) -> None:
        for page in self.pages:
            page.take(self.clock())

    def settle(self) -> float | None:
        """Play on as far as is due, and tell everybody; when there is more."""
        when = self.room.advance()
        self.tell()
        return when

    def wait(self, seconds: float) -> None:
        """So much time passes, moment by moment."""
        until = self.clock.time + seconds
        while (when := self.settle()) is not None and when <= until:
            assert when > self.clock.time - 1e-9
            self.clock.time = max(when, self.clock.time)
        self.clock.time = until
        self.settle()

    def restart(self) -> None:
        """The process dies without grace, and another goes on; the pages come back with what they have."""
        room = self.room
        room.kept.file.close()  # as the system does with what a dead process held
        if room.playing:
            room.playing.journal.file.close()
        self.room = Room.open(self.folder, now=self.clock, tokens=self._token, seeds=self._seed)
        for page, hello in zip(self.pages, self.hellos, strict=True):
            page.who = self.room.who(hello)  # type: ignore[arg-type]
            self.room.arrived(page.who)
            page.feed = self.room.feed(page.who, str(hello.get("language", "en")))
            page.take(self.clock(), game=page.game, have=len(page.events), chat=len(page.chat))

    # -- people who play -----------------------------------------------------------------------------------

    def answer(self, page: Page, draw: Random) -> bool:
        """A person answers what their page asks, by nothing but what stands there."""
        forms = page.now.get("forms", [])
        if not forms:
            return False
        form = forms[0]
        self.do(page, "answer", verb=form["verb"], number=form["number"], value=reply(form, draw))
        return True

    def play(self, people: list[Page], draw: Random, steps: int = 20_000) -> None:
        """Everybody answers as soon as they are asked, until the game is over."""
        for _ in range(steps):
            when = self.settle()
            if self.room.state != "playing":
                return
            answered = [self.answer(page, draw) for page in people]
            if not any(answered):
                assert when is not None, "nothing goes on"
                self.clock.time = max(self.clock.time, when)
        raise AssertionError("the game does not end")


def reply(form: dict[str, Any], draw: Random) -> Any:
    """Something that the form allows."""
    if form["kind"] == "speech":
        said: dict[str, Any] = {"text": draw.choice(["", "I have nothing to hide.", "Let us wait."])}
        if form["nominees"]:
            said["nominate"] = draw.choice(form["nominees"])["value"]
        if form["addresses"] and said["text"]:  # a question says whom it is for
            said["to"] = draw.choice(form["addresses"])["value"]
        return said
    value = draw.choice(form["options"])["value"]
    return {"target": value, "as": draw.choice(form["roles"])["value"]} if form["roles"] else value
