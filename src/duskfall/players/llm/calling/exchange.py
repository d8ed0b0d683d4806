"""The dispatcher: runs the calls of all games on one event loop in a thread, with limits, a budget and a cassette."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from dataclasses import replace
from threading import Lock, Thread
from typing import Any

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.budget import Budget, Hold
from duskfall.players.llm.accounts.prefixes import Size
from duskfall.players.llm.accounts.prices import most, price_of
from duskfall.players.llm.accounts.sidecar import Sidecar
from duskfall.players.llm.calling.limits import Gate, Limits, Load
from duskfall.players.llm.calling.line import Line
from duskfall.players.llm.calling.loop import Loop
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calling.reach import Reach
from duskfall.players.llm.calling.sending import send
from duskfall.players.llm.calling.tape import Taken, Tape, TapePlace
from duskfall.players.llm.calling.waits import Waits
from duskfall.players.llm.calls import Hear, Request, Wire
from duskfall.players.llm.model import Model
from duskfall.players.llm.wires.find import wire

__all__ = ["Exchange", "Line"]

CLOSED = "the exchange is closed"
LIKELY = 500  # expected tokens of an answer
PARTING = 3.0  # seconds that a provider client gets to close its connections


class Exchange:
    """A dispatcher of calls to models, for any number of games and threads; its own thread starts with the first call.

    With `strict`, a call fails if the server does not take one of its settings.
    """

    def __init__(
        self, *, limits: Mapping[str, Limits] | None = None, budget: Budget | None = None, tape: Tape | None = None,
        strict: bool = False,
        wires: Callable[[Model], Wire] = wire, loop: Callable[[], asyncio.AbstractEventLoop] = Loop,
    ) -> None:  # fmt: skip
        self.budget, self.tape, self.strict = budget, tape, strict
        self.reach, self.waits = Reach(), Waits()
        self._limits, self._make_wire, self._make_loop = limits or {}, wires, loop
        self._wires: dict[tuple[str, str], Wire] = {}
        self._gates: dict[tuple[str, str], Gate] = {}
        self._lock, self._closed = Lock(), False
        self._thread: Thread | None = None
        self._ready: Future[asyncio.AbstractEventLoop] = Future()

    def line(self, label: str, sidecar: Sidecar | None = None) -> Line:
        """Return a client of this dispatcher for one game. Labels must be unique on a cassette."""
        return Line(self, label, sidecar)

    def busy(self, provider: str) -> Load:
        """Return the load on a provider's connections so far; of several addresses, only the first one used counts."""
        return next((gate.load() for (name, _), gate in self._gates.items() if name == provider), Load())

    # -- the thread ----------------------------------------------------------------------------------------

    def submit(self, work: Coroutine[Any, Any, object]) -> Future[object]:
        """Run a coroutine on the dispatcher's loop, from any thread; raise `Stopped` if the dispatcher is closed."""
        with self._lock:
            try:
                if self._closed:
                    raise Stopped(CLOSED)
                if self._thread is None:
                    self._start()
                loop = self._loop
            except BaseException:
                work.close()
                raise
            return asyncio.run_coroutine_threadsafe(work, loop)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        """The event loop, once it runs; raises `Stopped` if it can't start."""
        return self._ready.result()

    def _start(self) -> None:
        thread = Thread(target=self._run, name="duskfall-exchange", daemon=True)
        thread.start()
        self._thread = thread  # only now: `close` must not join a thread that was never started
        atexit.register(self.close)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=self._make_loop) as runner:
                runner.run(self._serve())
        except Exception as error:  # for example, too many open files
            if self._ready.done():
                raise
            self._ready.set_exception(Stopped(f"models cannot be reached: {error}"))

    async def _serve(self) -> None:
        self._end = asyncio.Event()
        self._ready.set_result(asyncio.get_running_loop())
        await self._end.wait()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        for each in self._wires.values():
            with suppress(Exception):  # nothing depends on the clients any more
                async with asyncio.timeout(PARTING):
                    await each.close()

    def close(self) -> None:
        """Cancel all calls in progress and end the thread; waiting for a cancelled answer raises Stopped."""
        with self._lock:
            first, self._closed = not self._closed, True
        if self._thread is None:
            return
        if first:
            atexit.unregister(self.close)
            with suppress(Stopped):  # the loop never ran
                self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    # -- one call ------------------------------------------------------------------------------------------

    async def call(
        self, place: TapePlace, request: Request, printed: Print, size: Size, limit: float, hear: Hear | None
    ) -> Taken:
        """Return the outcome of a call: from the cassette, or else live, in at most `limit` seconds."""
        if self.tape and (found := self.tape.find(place, printed)):
            if self.budget:
                self.budget.spent += found.charged
            return found
        taken = await self._live(request, size, limit, hear)
        if self.tape and not taken.final:  # a final failure, such as a wrong key, is fixed before the next run
            self.tape.write(place, printed, taken)
        return taken

    def forget(self, place: TapePlace) -> None:
        """Remove a question's calls from the cassette, because their outcome stops the run and must not be replayed."""
        if self.tape:
            self.tape.forget(place)

    async def _live(self, request: Request, size: Size, limit: float, hear: Hear | None) -> Taken:
        model, wire = request.model, self._wire(request.model)
        price, tokens = price_of(model), size.likely + min(LIKELY, model.answer)
        dearest = most(price, size.most, model.answer) if price else 0.0
        gate = self._gate(model)
        async with gate.enter(tokens), self._hold(dearest) as hold:
            taken = await send(wire, request, limit, hear, price, dearest)
            hold.cost = taken.charged
        if taken.usage:
            took = min(taken.usage.prompt + taken.usage.answer, size.most + model.answer)  # servers may report too many
            gate.correct(took - tokens)
        return taken

    def _hold(self, dearest: float) -> AbstractAsyncContextManager[Hold]:
        return self.budget.hold(dearest) if self.budget else nullcontext(Hold(0.0))

    def _wire(self, model: Model) -> Wire:
        at = model.provider.name, model.base
        if at not in self._wires:
            try:
                self._wires[at] = self._make_wire(model)
            except ValueError as error:
                raise Stopped(str(error)) from None
        return self._wires[at]

    def _gate(self, model: Model) -> Gate:
        """Return the rate gate of a model's address; a provider may have several addresses, such as local servers."""
        at, provider = (model.provider.name, model.base), model.provider
        if at not in self._gates:
            limits = self._limits.get(provider.name, Limits())
            connections = limits.connections or provider.connections
            self._gates[at] = Gate(replace(limits, connections=connections), self._loop.time)
        return self._gates[at]
