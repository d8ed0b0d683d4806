"""The line to one foreign player, in a thread of its own from the first letter to the last; the late are left."""

from __future__ import annotations

import asyncio
import atexit
import time
from asyncio import IncompleteReadError, LimitOverrunError, StreamReader
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import NamedTuple

from duskfall.players.foreign.ends import Ends, open_ends
from duskfall.players.foreign.kinds import Foreign
from duskfall.players.foreign.letters import LINE, read_answer
from duskfall.players.llm.accounts.ledger import OK
from duskfall.players.llm.calls import TIMEOUT, TRANSPORT, TRUNCATED, UNPARSABLE, Failed

OPEN: set[Thread] = set()  # whoever ends the program waits until all of them have ended, too
OPENING = 10.0  # seconds in which a server has to be reached
TOO_LONG = f"a line of more than {LINE} bytes"


class Came(NamedTuple):
    """What became of a question."""

    answer: object = None
    outcome: str = OK  # or one of FAILURES
    why: str = ""
    seconds: float = 0.0


class ProgramLine:
    """Puts questions one after another, each with its time, as long as the player is there; it is not begun again."""

    def __init__(self, foreign: Foreign) -> None:
        self.foreign = foreign
        self.ends: Ends | None = None
        self.outbox: list[bytes] = []  # until there is somebody to read them
        self.gone = ""  # why it is not asked any more
        self.left = foreign.game  # seconds
        self.ended, self.farewell = False, b""
        self.turn, self.opened, self.last = asyncio.Lock(), asyncio.Event(), asyncio.Event()
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self._run, name=f"duskfall {foreign.kind}", daemon=True)
        self.thread.start()

    def ask(self, letter: bytes, number: int) -> Future[Came]:
        """Put a question; who no longer wants the answer does not call back the letter."""
        self.loop.call_soon_threadsafe(self._write, letter)
        return asyncio.run_coroutine_threadsafe(self._ask(number), self.loop)

    def end(self, farewell: bytes = b"") -> None:
        """Nothing more is asked; with a farewell it may end by itself, else it is ended."""
        if not self.ended:
            self.ended, self.farewell = True, farewell
            OPEN.add(self.thread)
            with suppress(RuntimeError):  # it has broken down, and its loop is closed
                self.loop.call_soon_threadsafe(self.last.set)

    # -- the thread ----------------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
                runner.run(self._live())
        finally:
            OPEN.discard(self.thread)

    async def _live(self) -> None:
        try:
            async with asyncio.timeout(OPENING):
                self.ends = await open_ends(self.foreign)
        except OSError as error:
            self.gone = error.strerror or str(error) or f"it was not reached in {OPENING:g} seconds"
        for letter in self.outbox:
            self._write(letter)
        self.opened.set()
        await self.last.wait()
        self._write(self.farewell)
        if self.ends:
            await self.ends.close(mercy=bool(self.farewell))

    def _write(self, letter: bytes) -> None:
        if self.gone:
            return
        if self.ends is None:
            self.outbox.append(letter)
        elif not self.ends.writer.is_closing():
            self.ends.writer.write(letter)

    # -- one question --------------------------------------------------------------------------------------

    async def _ask(self, number: int) -> Came:
        async with self.turn:
            began, left = time.monotonic(), self.left
            try:
                answer, outcome, why = await self._in_time(number), OK, ""
            except Failed as failed:
                answer, outcome, why = None, failed.kind, failed.why
            finally:
                self.left = left - (time.monotonic() - began)
            return Came(answer, outcome, why, left - self.left)

    async def _in_time(self, number: int) -> object:
        """The answer; raises Failed."""
        limit = min(self.foreign.seconds, self.left)
        if limit <= 0 and not self.gone:
            raise Failed(TIMEOUT, f"the {self.foreign.game:g} seconds of its game are used up")
        try:
            async with asyncio.timeout(limit):
                await self.opened.wait()
                if self.ends and not self.gone:
                    return await self._answer(self.ends.reader, number)
        except TimeoutError:
            raise Failed(TIMEOUT, f"no answer in {limit:g} seconds") from None
        except LimitOverrunError:
            await self._lose(TOO_LONG)
            raise Failed(TRUNCATED, TOO_LONG) from None
        except (IncompleteReadError, OSError):
            await self._lose()
        raise Failed(TRANSPORT, self.gone)

    async def _answer(self, reader: StreamReader, number: int) -> object:
        """What comes with this number; what comes with an earlier one is late."""
        while True:
            found = read_answer(await reader.readuntil())
            if found.number == number:
                return found.value
            if found.number > number:
                raise Failed(UNPARSABLE, f"an answer to question {found.number}, which was not asked")

    async def _lose(self, why: str = "") -> None:
        """It is gone, or has to go."""
        if self.ends:
            self.gone = why or await self.ends.why()
            await self.ends.close(mercy=False)


def _wait_for_all() -> None:
    for thread in tuple(OPEN):
        thread.join()


atexit.register(_wait_for_all)
