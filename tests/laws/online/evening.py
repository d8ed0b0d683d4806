"""A game of the laws at a table on a server: people who know nothing but their pages, under a clock moved by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.view import View
from duskfall.room import dealing, kept
from duskfall.room import room as rooms
from duskfall.room.game import fillers
from duskfall.room.game.playing import WAIT
from duskfall.room.people.who import Who
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.room.sent.feed import Feed
from duskfall.table.kept import journal
from duskfall.tell.tongue import speaking
from duskfall.web.tables.frames import written

from ..received import Side
from ..tables import Answerer

START = 1000.0
dealt: list[Game] = []  # the game that is played, for planted leaks, which look where nobody may
CLOCKS = {"speech": 30, "choice": 20, "secret": 15, "word": 10}
LAST = START + 330  # nights, days and the second night: what comes later is of the same kinds
MOMENTS = 20_000  # at which something may happen before we say that a game does not end


@dataclass(frozen=True)
class Manner:
    """How people behave: who is one, how long each thinks, and who never answers."""

    people: frozenset[int]
    thinks: Mapping[int, float]  # seconds before what all see
    ponders: Mapping[int, float]  # before what is done in secret: a task, real or not
    silent: frozenset[int] = frozenset()
    absent: frozenset[int] = frozenset()  # they do what is to be done in secret, and nothing else
    delay: int = 0
    gossip: str = ""  # what the dead say among themselves; one word a line
    coach: bool = False
    far: bool = False  # whoever fills a chair is asked from afar, thinks as long as people do, and is heard meanwhile


class Decided:
    """The answers of a script; who has nothing to say declines where that is allowed."""

    def __init__(self, answers: Answerer, silent: frozenset[int]) -> None:
        self.answers, self.silent = answers, silent

    def __call__(self, game: Game, ask: Ask) -> object:
        if ask.seat in self.silent:
            return None
        value = self.answers(game, ask)
        if value is not None and not game.void(ask, value):
            return value
        return "" if ask.speech else ask.words[-1] if ask.words else None


@dataclass
class Page:
    """What one page was sent, with its moments, and what it has of it."""

    hello: dict[str, Any]
    who: Who
    feed: Feed
    frames: list[tuple[float, str]] = field(default_factory=list)
    has: dict[str, Any] = field(default_factory=dict)
    events: int = 0
    lines: int = 0
    gossiped: bool = False
    seen: set[tuple[str, int]] = field(default_factory=set)  # questions that were thought about

    def take(self, now: float, news: Any) -> None:
        self.frames.append((now, written(news)))
        self.has.update(news)
        if "events" in news:
            self.events = news["since"] + len(news["events"])
        if "chat" in news:
            self.lines = news["chat_since"] + len(news["chat"])


def wished(side: Side, manner: Manner) -> dict[str, Any]:
    """The table as its creator wants it."""
    table = side.table
    return {
        "rules": table.book, "seats": len(table.roles), "deck": ", ".join(sorted(table.roles)),
        "flags": dict(table.flags), "talk": table.talk, "clocks": CLOCKS, "delay": manner.delay,
        "coach": manner.coach,
    }  # fmt: skip


class Evening:
    """One game: the room, its pages, and who does what when."""

    def __init__(self, folder: Path, side: Side, manner: Manner) -> None:
        self.time, self.side, self.manner = START, side, manner
        self.answers = Decided(side.answers, manner.silent)
        self.pages: dict[str, Page] = {}
        self.later: list[tuple[float, int, Callable[[], object]]] = []
        self._order, self._seeds, self._secrets = count(), count(7), count()
        self.stopped, self.told = 0.0, -1
        self.room, made = Room.new(
            folder, wished(side, manner), now=lambda: self.time, code="BCDF",
            tokens=lambda: f"secret-{next(self._secrets)}", seeds=lambda: next(self._seeds),
        )  # fmt: skip
        self.creator = self.come("creator", creator=made["creator"])
        for seat in sorted(manner.people):
            self.come(str(seat), secret=self.room.join(side.table.names[seat - 1])["secret"])

    # -- pages ---------------------------------------------------------------------------------------------

    def come(self, name: str, language: str = "en", **hello: Any) -> Page:
        """A page comes, or comes back with what it has."""
        who = self.room.who(hello)  # type: ignore[arg-type]
        feed, before = self.room.feed(who, language), self.pages.get(name)
        self.room.arrived(who)
        page = self.pages[name] = Page(hello, who, feed)
        if before:
            page = self.pages[name] = replace(before, who=who, feed=feed)
        if news := feed.news(page.has.get("game", 0), page.events, page.lines):
            page.take(self.time, news)
        self.tell()
        return page

    def go(self, name: str) -> None:
        """A page goes."""
        self.room.left(self.pages[name].who)

    def tell(self) -> None:
        """Every page is sent what is new to it; a room of the same version has nothing new."""
        before, self.told = self.told, self.room.version
        if before == self.told:
            return
        for page in self.pages.values():
            while (news := page.feed.news()) is not None:
                page.take(self.time, news)

    def do(self, name: str, deed: str, **more: Any) -> None:
        """A page does something; the reply or the refusal is a frame of its own."""
        page = self.pages[name]
        try:
            with speaking(page.feed.language):
                reply = self.room.do(page.who, {"do": deed, **more})
                reply = reply() if callable(reply) else reply  # what is worked out beside the table
            if reply:
                page.take(self.time, reply)
        except Refused as why:
            page.take(self.time, {"refused": str(why)})
        self.tell()

    def asks(self, name: str, what: Callable[[], object]) -> None:
        """A page calls by HTTP; what it is told is a frame of its own."""
        try:
            found = what()
        except Refused as why:
            found = {"error": str(why)}
        self.pages[name].frames.append((self.time, written(found)))

    # -- time ----------------------------------------------------------------------------------------------

    def at(self, moment: float, deed: Callable[[], object]) -> None:
        """Something will be done."""
        heappush(self.later, (moment, next(self._order), deed))

    def play(self, until: str = "") -> None:
        """Until the end, or the first fact of a kind that is shown; nothing after that is compared."""
        self.do("creator", "start")
        for _ in range(MOMENTS):
            when = self.room.advance()
            self.tell()
            if self._stops(until) or self.time > LAST:
                self.stopped = self.stopped or LAST
                return
            self._think()
            moments = [each for each in (when, self.later[0][0] if self.later else None) if each is not None]
            assert moments, "nothing goes on"
            self.time = max(self.time, min(moments))
            while self.later and self.later[0][0] <= self.time:
                heappop(self.later)[2]()
        raise AssertionError("the game does not end")

    def _stops(self, until: str) -> bool:
        playing = self.room.playing
        assert playing is not None
        last = (until, Ended.__name__)
        shown = playing.game.facts[: playing.showing.shown]
        self.stopped = next(
            (at for at, fact in zip(playing.showing.moments, shown, strict=True) if type(fact).__name__ in last), 0.0
        )
        return bool(self.stopped) or self.room.state != "playing"

    # -- people --------------------------------------------------------------------------------------------

    def _think(self) -> None:
        for name, page in self.pages.items():
            if not name.isdigit() or int(name) in self.manner.silent:
                continue
            now = page.has.get("now")
            if now and not now["you"]["alive"] and not page.gossiped:
                page.gossiped = True
                for word in self.manner.gossip.split():
                    self.do(name, "chat", text=word)
            for form in now["forms"] if now else ():
                if (form["verb"], form["number"]) not in page.seen:
                    page.seen.add((form["verb"], form["number"]))
                    secret = not now["floor"]
                    if not secret and int(name) in self.manner.absent:
                        continue
                    takes = (self.manner.ponders if secret else self.manner.thinks)[int(name)]
                    self.at(self.time + takes, lambda name=name, form=form: self._reply(name, form))

    def _reply(self, name: str, form: Mapping[str, Any]) -> None:
        """Answer as a person would: first name every seat that is not offered, then what the script says."""
        self._name_the_others(name, form)
        assert self.room.playing is not None
        value: object = form["options"][0]["value"] if form["options"] else "Hm."
        game = self.room.playing.game
        ask = next((ask for ask in game.asks if (ask.seat, ask.verb) == (int(name), form["verb"])), None)
        if ask:
            value = self.answers(game, ask)
        if value is not None:
            self.do(name, "answer", verb=form["verb"], number=form["number"], value=value)

    def _name_the_others(self, name: str, form: Mapping[str, Any]) -> None:
        """Try every seat that a real question does not offer; the refusals are compared like all frames."""
        seats = {*range(1, len(self.side.table.roles) + 1)}
        offered = seats & {option["seat"] for option in form["options"] if not option["barred"]}
        for seat in sorted(seats - offered):
            if offered and form["verb"] != WAIT:
                self.do(name, "answer", verb=form["verb"], number=form["number"], value=seat)

    # -- what came of it -----------------------------------------------------------------------------------

    def received(self, name: str) -> list[tuple[float, str]]:
        """All frames of a page before the end, and when they came."""
        return [(at, text) for at, text in self.pages[name].frames if at < self.stopped]


class Bot:
    """A player in an empty chair, who follows the script, too."""

    blind = False

    def __init__(self, answers: Answerer) -> None:
        self.answers = answers

    def answer(self, ask: Ask, view: View) -> object:
        return self.answers(dealt[0], ask)


@dataclass
class Coming:
    """An answer that is there after a while; of a speech, its words grow until then."""

    value: object
    begun: float
    seconds: float
    now: Callable[[], float]

    @property
    def words(self) -> str:
        text = self.value["text"] if isinstance(self.value, dict) and "text" in self.value else self.value
        part = min(1.0, (self.now() - self.begun) / self.seconds)
        return text[: int(len(text) * part)] if isinstance(text, str) else ""

    def done(self) -> bool:
        return self.now() - self.begun >= self.seconds

    def result(self) -> object:
        return self.value

    def cancel(self) -> None:
        pass


class Far(Bot):
    """The same from afar, as models are."""

    def __init__(self, answers: Answerer, manner: Manner, now: Callable[[], float]) -> None:
        super().__init__(answers)
        self.manner, self.now = manner, now

    def begin(self, ask: Ask, view: View) -> Coming:
        takes = self.manner.ponders if view.phase == NIGHT else self.manner.thinks
        return Coming(self.answer(ask, view), self.now(), takes[ask.seat], self.now)

    def recall(self, ask: Ask, view: View, answer: object) -> None:
        pass


@contextmanager
def cards(side: Side, manner: Manner, bot: Callable[[], object]) -> Iterator[None]:
    """In here everybody sits in their own chair, with the cards as the laws have them; nothing waits for a disk."""
    names, people = side.table.names, sorted(manner.people)
    chairs = iter(people)

    def start(*args: Any, **named: Any) -> Game:
        dealt[:] = [side.table.start()]
        return dealt[0]

    with ExitStack() as stack:
        for owner, name, fake in (
            (rooms, "pick", lambda *args: next(chairs)),
            (dealing, "bot_names", lambda *args: [each for seat, each in enumerate(names, 1) if seat not in people]),
            (dealing, "Game", SimpleNamespace(start=start)),
            (fillers, "find", lambda kind: lambda seed: bot()),
            (journal, "sync", lambda descriptor: None),
            (journal, "sync_folder", lambda folder: None),
            (kept, "sync", lambda descriptor: None),
            (kept, "sync_folder", lambda folder: None),
        ):
            stack.enter_context(patch.object(owner, name, fake))
        yield


@contextmanager
def seated(folder: Path, side: Side, manner: Manner) -> Iterator[Evening]:
    """A table of the laws, without a server."""
    answers = Decided(side.answers, manner.silent)
    far = lambda: Far(answers, manner, lambda: evening.time)  # noqa: E731
    with cards(side, manner, far if manner.far else lambda: Bot(answers)):
        evening = Evening(folder, side, manner)
        yield evening
        evening.room.close()
