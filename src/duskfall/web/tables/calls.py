"""The calls about a table that need no socket: what it can be made with, making, finding and joining it, its games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from duskfall.room.made.form import form
from duskfall.room.refused import Refused
from duskfall.tell.tongue import say
from duskfall.web.tables.hub import Hub, NoTable
from duskfall.web.tables.limits import PerAddress

Params = Mapping[str, Any]
Call = Callable[["Calls", Params], Awaitable[object]]


class TooOften(Refused):
    """An address asks for more than its share."""


class Calls:
    """Answers `POST /api/room`."""

    def __init__(self, hub: Hub) -> None:
        limits, now = hub.limits, hub.now
        self.hub = hub
        self._guesses = PerAddress(limits.guessing, now)
        films = PerAddress(limits.filming, now)
        self._rates = {
            "new": PerAddress(limits.making, now),
            "join": PerAddress(limits.joining, now),
            "film": films,
            "film_story": films,
            "film_known": films,
        }
        self._others = PerAddress(limits.calling, now)

    async def answer(self, name: object, params: Params, address: str) -> object:
        """The answer to a call; raises Refused, TooOften and OSError."""
        call = CALLS.get(name) if isinstance(name, str) else None
        if call is None:
            raise Refused(say("There is no call {name}.", name=str(name)[:40]))
        self.count(address, str(name))
        if "code" in params and self._guesses.of(address).left() < 1:
            raise TooOften(say("Too many wrong codes from where you are; try again in a minute."))
        try:
            return await call(self, params)
        except NoTable:
            self._guesses.of(address).take()
            raise

    def count(self, address: str, name: str = "") -> None:
        """One more call by this name, or any; raises TooOften."""
        if not self._rates.get(name, self._others).of(address).take():
            raise TooOften(say("Too much at once from where you are; try again in a minute."))

    async def _form(self, params: Params) -> object:
        return await self.hub.thread(form, params, self.hub.fills)

    async def _new(self, params: Params) -> object:
        return await self.hub.make(params.get("wish"))

    async def _find(self, params: Params) -> object:
        room = params.get("room") or await self.hub.room_of(params.get("code"))
        return await self.hub.turn(room, lambda table: table.room.found())

    async def _join(self, params: Params) -> object:
        return await self.hub.turn(params.get("room"), lambda table: table.room.join(params.get("name")))

    async def _record(self, params: Params) -> object:
        wanted = [params.get(name) for name in ("game", "secret", "creator")]
        return await self.hub.turn(params.get("room"), lambda table: table.room.record(*wanted))


CALLS: dict[str, Call] = {
    "form": Calls._form,
    "new": Calls._new,
    "find": Calls._find,
    "join": Calls._join,
    "record": Calls._record,
}
