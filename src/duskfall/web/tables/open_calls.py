"""Calls that are open to all: rules, and finished games that are brought along. Tables come first."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from duskfall.host.service import Service
from duskfall.web.app import LONGEST, asked
from duskfall.web.replies import CannotRead, body, reply
from duskfall.web.tables.calls import Calls, TooOften
from duskfall.web.tables.limits import address_of

T = TypeVar("T")
OPEN = frozenset(
    {"rules", "rulesets", "seat", "film", "film_story", "film_known"}
)  # calls that need nothing but what they bring
SLOW = frozenset({"film_known"})  # of these, those that take a while
MOST, EACH = 32, 8  # calls that are read or answered at a time: of all, and of one address


class OpenCalls:
    """Answers them one at a time, in a thread of their own or in that of the slow ones: no table waits for them."""

    def __init__(self, calls: Calls) -> None:
        self.calls, self.service = calls, Service()
        self._work, self._slow = ThreadPoolExecutor(1, "call"), ThreadPoolExecutor(1, "slow call")
        self._busy: Counter[str] = Counter()

    async def answer(self, request: Request) -> Response:
        """The answer; raises CannotRead."""
        address = address_of(request.scope, self.calls.hub.limits.behind_proxy)
        if self._busy[address] >= EACH or self._busy.total() >= MOST:
            raise CannotRead(503, "the server is busy; try again in a moment")
        self._busy[address] += 1
        try:
            return await self._answered(request, address)
        finally:
            self._busy[address] -= 1
            self._busy += Counter()  # what is zero goes

    async def _answered(self, request: Request, address: str) -> Response:
        name, params = await self._thread(asked, await body(request, LONGEST))
        if name not in OPEN:
            raise CannotRead(403, "this server keeps tables; for that, start `duskfall host`")
        try:
            self.calls.count(address, name)
        except TooOften as error:
            raise CannotRead(429, str(error)) from None
        if name in SLOW:
            return await asyncio.get_running_loop().run_in_executor(self._slow, self._reply, name, params)
        return await self._thread(self._reply, name, params)

    def _reply(self, name: str, params: dict[str, Any]) -> Response:
        return reply(self.service.call(name, params))

    async def _thread(self, what: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._work, what, *args)
