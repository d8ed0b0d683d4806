"""Calls that are open to all: rules, and finished games that are brought along. Tables come first."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from starlette.requests import Request

from duskfall.host.service import Service
from duskfall.web.app import asked
from duskfall.web.replies import CannotRead
from duskfall.web.tables.calls import Calls, TooOften
from duskfall.web.tables.limits import address_of

OPEN = frozenset({"rules", "rulesets", "seat", "film", "film_story"})  # calls that need nothing but what they bring
MOST, EACH = 32, 8  # calls that are read or answered at a time: of all, and of one address


class OpenCalls:
    """Answers them one at a time in a thread of their own: a long game that is shown again holds up no table."""

    def __init__(self, calls: Calls) -> None:
        self.calls, self.service = calls, Service()
        self._work = ThreadPoolExecutor(1, "call")
        self._busy: Counter[str] = Counter()

    async def answer(self, request: Request) -> object:
        """The answer; raises CannotRead."""
        address = address_of(request.scope)
        if self._busy[address] >= EACH or self._busy.total() >= MOST:
            raise CannotRead(503, "the server is busy; try again in a moment")
        self._busy[address] += 1
        try:
            return await self._answered(request, address)
        finally:
            self._busy[address] -= 1
            self._busy += Counter()  # what is zero goes

    async def _answered(self, request: Request, address: str) -> object:
        name, params = await asked(request)
        if name not in OPEN:
            raise CannotRead(403, "this server keeps tables; for that, start `duskfall host`")
        try:
            self.calls.count(address, name)
        except TooOften as error:
            raise CannotRead(429, str(error)) from None
        return await asyncio.get_running_loop().run_in_executor(self._work, self.service.call, name, params)
