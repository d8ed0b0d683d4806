"""A room while it is open: its lock, its timer, and the pages that look at it."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from duskfall.room.coach import Aside
from duskfall.room.game.guests import ModelsRefusedError
from duskfall.room.people.who import Who
from duskfall.room.refused import Refused
from duskfall.room.room import Room
from duskfall.room.sent.feed import Feed
from duskfall.tell.tongue import LANGUAGES, say, speaking
from duskfall.web.tables.frames import written
from duskfall.web.tables.page import POLICY, Page
from duskfall.wire.room import RoomHello, RoomNews

T = TypeVar("T")
AGAIN = 5.0  # seconds after which a room that could not go on tries again: the disk was full, for one
SOON = 0.001  # seconds: others have their turn, too
log = logging.getLogger("duskfall.web")


class Noted(Protocol):
    """Is told in a turn that a table has changed, and whether it is open still, or the next server should open it."""

    def __call__(self, table: Table, open: bool, /) -> None: ...


class PutAway(Exception):
    """This table was closed meanwhile: open it again."""


class Visit(NamedTuple):
    """A page at a table: as whom, in which language, and what it has been sent."""

    who: Who
    language: str
    feed: Feed


class Table:
    """Whatever happens to a room happens here: one thing after another, and off the loop that serves all others."""

    def __init__(self, room: Room, work: Executor, aside: Executor, now: Callable[[], float], noted: Noted) -> None:
        self.room, self.visits = room, dict[Page, Visit]()
        self.quiet_since = now()
        self._work, self._aside, self._now, self._noted = work, aside, now, noted
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked: dict[Page, Callable[[], str]] = {}  # replies that are still to be worked out
        self._thinking: set[Page] = set()
        self._told: list[tuple[Page, str, bool]] = []  # in this turn: frames, and whether it is the page's last
        self._version, self._stuck = -1, ""
        self.closed = False

    async def turn(self, deed: Callable[[], T]) -> T:
        """Do this, play on as far as is due, and send every page what is new; raises what the deed raises."""
        async with self._lock:
            if self.closed:
                raise PutAway
            loop = asyncio.get_running_loop()
            result, due = await loop.run_in_executor(self._work, self._turn, deed)
            self._send()
            self._think()
            self._wait(due)
        return result()

    async def close(self, quiet_for: float = 0) -> bool:
        """Let go of the room; not if it has to be `quiet_for` so many seconds, and is not."""
        async with self._lock:
            if self.closed or (quiet_for and not self._is_quiet(quiet_for)):
                return self.closed
            self.closed = True
            self._wait(None)
            await asyncio.get_running_loop().run_in_executor(self._work, self._put_away, not quiet_for)
            return True

    def _put_away(self, again: bool) -> None:
        """Close the room; `again`: the next server opens it at once."""
        self.room.close()
        self._noted(self, again)

    def _is_quiet(self, seconds: float) -> bool:
        return not self.visits and self.room.state != "playing" and self._now() - self.quiet_since > seconds

    async def go_on(self) -> None:
        """It is time: play on as far as is due."""
        with suppress(PutAway):
            await self.turn(_nothing)

    # -- in a turn, under the lock, in another thread ----------------------------------------------------------

    def enter(self, page: Page, hello: RoomHello, language: str, most: int) -> Who:
        """A page comes, and is sent what it has not; the oldest of those who showed the same secret gives way."""
        who = self.room.who(hello)
        alike = [each for each, visit in self.visits.items() if visit.who == who and (who.key or who.creator)]
        for each in alike[: len(alike) - most + 1]:
            with speaking(self.visits[each].language):
                self._tell(each, {"gone": say("You have opened this seat on too many devices.")})
            self._forget(each)
        self.room.arrived(who)
        visit = self.visits[page] = Visit(who, language, self.room.feed(who, language))
        self._tell(page, visit.feed.news(*(_count(hello.get(name)) for name in ("game", "have", "chat"))))
        return who

    def leave(self, page: Page) -> None:
        """A page is gone."""
        if page in self.visits:
            self._forget(page)

    def do(self, page: Page, frame: Mapping[str, Any]) -> None:
        """A page does something; it alone is told why not."""
        visit = self.visits.get(page)
        if visit is None:
            return
        try:
            with speaking(visit.language):
                if frame.get("do") == "language":
                    self.visits[page] = visit._replace(language=language_of(frame))
                    visit.feed.speak(language_of(frame))
                    self._tell(page, visit.feed.news())
                elif reply := self.room.do(visit.who, frame):
                    self._answer(page, visit.language, reply)
        except Refused as error:
            tell_operator(error)
            self._tell(page, {"refused": str(error)})
        except OSError as error:
            with speaking(visit.language):
                self._tell(page, {"refused": say("This could not be kept: {why}.", why=error.strerror or "")})

    def _answer(self, page: Page, language: str, reply: RoomNews | Aside) -> None:
        """Tell it, or have it worked out; a page waits for one such reply at a time."""
        if isinstance(reply, dict):
            self._tell(page, reply)
        elif page in self._thinking:
            raise Refused(say("This is being worked out already."))
        else:
            self._asked[page] = partial(_worked_out, reply, language)

    def _forget(self, page: Page) -> None:
        self.room.left(self.visits.pop(page).who)
        self.quiet_since = self._now()

    def _turn(self, deed: Callable[[], T]) -> tuple[Callable[[], T], float | None]:
        """Do it and play on; what each page has not seen yet is rendered here, too."""
        result = _outcome(deed)
        try:
            due = self.room.advance()
            if self._version != (version := self.room.version):
                self._noted(self, True)
                for page, visit in self.visits.items():
                    self._tell(page, visit.feed.news())
                self._version = version
        except Exception as error:  # a room that cannot go on must not take the others with it
            self._complain(error)
            due = self._now() + AGAIN
        else:
            self._stuck = ""
        return result, due

    def _complain(self, error: Exception) -> None:
        """Log why the table cannot go on: once, no matter how often it is tried again."""
        if where(error) != self._stuck:
            log.error("table %s cannot go on: %s", self.room.id, where(error))
            self._stuck = where(error)

    def _tell(self, page: Page, news: RoomNews | None) -> None:
        """Put news in line: they are sent when the turn is over."""
        if news:
            self._told.append((page, written(news), bool(news.get("gone"))))

    # -- on the loop -------------------------------------------------------------------------------------------

    def _send(self) -> None:
        told, self._told = self._told, []
        for page, text, last in told:
            page.send(text)
            if last:
                page.close(POLICY)

    def _wait(self, due: float | None) -> None:
        if self._timer:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = None if due is None else loop.call_later(max(SOON, due - self._now()), self._wake)

    def _wake(self) -> None:
        self._keep(self.go_on())

    def _think(self) -> None:
        """Work out what was asked for, beside the tables: the game goes on meanwhile."""
        asked, self._asked = self._asked, {}
        for page, reply in asked.items():
            self._thinking.add(page)
            self._keep(self._reply(page, reply))

    async def _reply(self, page: Page, reply: Callable[[], str]) -> None:
        try:
            text = await asyncio.get_running_loop().run_in_executor(self._aside, reply)
            if page in self.visits:
                page.send(text)
        finally:
            self._thinking.discard(page)

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """A task lives as long as somebody holds it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _worked_out(reply: Aside, language: str) -> str:
    """The frame of a reply; a mistake of ours is told to the log, and the page need not wait for ever."""
    with speaking(language):
        try:
            return written(reply())
        except Exception as error:
            log.error("a reply could not be worked out: %s", where(error))
            return written({"refused": say("This cannot be done now.")})


def _nothing() -> None:
    """Nothing was done; the clock was."""


def _outcome(deed: Callable[[], T]) -> Callable[[], T]:
    """What came of a deed, to be returned or raised later."""
    try:
        result = deed()
    except Exception as error:
        raised = error

        def fail() -> T:
            raise raised

        return fail
    return lambda: result


def _count(said: object) -> int:
    """How much a page says that it has; nothing, if it says something else."""
    return said if type(said) is int and said > 0 else 0


def language_of(said: Mapping[str, Any]) -> str:
    """The language that a page wants; English if it is none of ours."""
    found = said.get("language")
    return found if isinstance(found, str) and found in LANGUAGES else "en"


def tell_operator(error: Refused) -> None:
    """Log why models cannot play, before a deal: a page is only told which kind of trouble it is."""
    if isinstance(error, ModelsRefusedError):
        log.error("a table cannot start: %s", error.told)


def where(error: BaseException) -> str:
    """A mistake of ours, without the words in it: they may hold what nobody should read in a log."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    return f"{type(error).__name__}" + "".join(f" at {each.filename}:{each.lineno}" for each in place)
