"""Stand-ins around the exchange: a wire that does what it is told, a form, a clock that need not be waited for."""

from __future__ import annotations

import asyncio
import json
import math
import selectors
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, NamedTuple

from duskfall.players.llm.accounts.ledger import Key
from duskfall.players.llm.calling.exchange import Exchange, Line
from duskfall.players.llm.calling.line import Asked
from duskfall.players.llm.calls import ASSISTANT, SYSTEM, UNPARSABLE, USER, Failed, Hear, Message, Reply, Request, Usage
from duskfall.players.llm.model import Model
from duskfall.players.llm.providers import PROVIDERS

SECRET = "sk-this-is-the-key-and-must-not-be-seen"
GOOD = '{"thought": "hm", "choice": "Ann"}'
LEGAL = ("Ann", "Bob")
PASSED = {"text": ""}
USED = Usage(1000, 600, 100, 50, 20)

Behave = Callable[[Request, Hear | None], Awaitable[Reply]]
"""What a fake wire does with a request."""


class _Jumping(selectors.DefaultSelector):
    """Where others would sleep until the next thing is due, this one puts the clock forward."""

    now = 1000.0

    def __init__(self, quiet: float, step: float) -> None:
        super().__init__()
        self.quiet, self.step = quiet, step

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(self.quiet if timeout else timeout)
        self.now += 1e-9  # even here, a look at the clock takes some time
        if not events and timeout is not None:
            self.now += min(max(0.0, timeout), self.step)
        return events


class Hurried(asyncio.SelectorEventLoop):
    """A loop on which nothing takes any time, and every pause is as long as it should be.

    Where servers on loopback answer, its time goes on only, by a step, when nothing at all came for a while: however
    busy the machine is, no deadline passes while anybody is served.
    """

    def __init__(self, quiet: float = 0.0, step: float = math.inf) -> None:
        self.jumping = _Jumping(quiet, step)
        super().__init__(self.jumping)

    def time(self) -> float:
        return self.jumping.now


def hurried(work: Awaitable[Any]) -> Any:
    """Run something on such a loop."""
    with asyncio.Runner(loop_factory=Hurried) as runner:
        return runner.run(_await(work))


async def _await(work: Awaitable[Any]) -> Any:
    return await work


class Said(NamedTuple):
    """A prompt."""

    messages: tuple[Message, ...]
    stable: int = 1
    tail: int = 0


def prompt(*texts: str) -> Said:
    """A system part, and turns by the user and the assistant from then on."""
    roles = (SYSTEM, *(USER, ASSISTANT) * len(texts))
    return Said(tuple(map(Message, roles, texts)))


class Form:
    """Asks for one of two names; whatever is no JSON object cannot be read."""

    def schema(self, strict: bool, bounds: bool) -> Mapping[str, Any]:
        return {"type": "object", "properties": {"choice": {"enum": list(LEGAL)}}, "strict": strict, "bounds": bounds}

    def read(self, text: str, prose: bool = True) -> object:
        try:
            found = json.loads(text)
        except ValueError:
            if prose and text.startswith("Speech: "):
                return {"text": text.removeprefix("Speech: ")}
            raise Failed(UNPARSABLE, "no JSON") from None
        return {"target": found["choice"]}

    def legal(self, answer: object) -> bool:
        return isinstance(answer, dict) and ("text" in answer or answer["target"] in LEGAL)

    def echoes(self, answer: object) -> bool:
        return False

    def to_pass(self, answer: object) -> object:
        return PASSED

    def write(self, answer: object) -> str:
        return json.dumps(answer)

    def repair(self, failure: str) -> str:
        return f"Once more, please ({failure})."


def model(name: str = "m", provider: str = "openai", **settings: Any) -> Model:
    """A model with a price, unless told otherwise."""
    base = PROVIDERS[provider].base or "http://127.0.0.1:1/v1"
    return Model(f"{provider}:{name}", PROVIDERS[provider], name, base, **{"price": (1.0, 10.0), **settings})


class FakeWire:
    """Does with each request what it is told, and keeps count."""

    def __init__(self, behave: Behave) -> None:
        self.behave = behave
        self.requests: list[Request] = []
        self.at: list[float] = []
        self.under_way = self.most_under_way = self.broken_off = 0
        self.closed = False
        self._key = SECRET

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        self.requests.append(request)
        self.at.append(asyncio.get_running_loop().time())
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            return await self.behave(request, hear)
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        finally:
            self.under_way -= 1

    async def close(self) -> None:
        self.closed = True


def script(steps: Iterable[Reply | Failed | str | float]) -> Behave:
    """One step a call: a text or a reply to give, a failure to raise, or seconds to hang."""
    rest = iter(steps)

    async def behave(request: Request, hear: Hear | None) -> Reply:
        step = next(rest)
        if isinstance(step, float):
            await asyncio.sleep(step)
            step = GOOD
        if isinstance(step, Failed):
            raise step
        reply = step if isinstance(step, Reply) else Reply(step, USED)
        if hear and reply.text:
            hear(reply.text)
        return reply

    return behave


class Desk:
    """An exchange with one fake wire and one line, on a hurried clock; to be used with `with`."""

    def __init__(self, behave: Behave, sidecar: Any = None, label: str = "seed 1", **settings: Any) -> None:
        self.wire = FakeWire(behave)
        self.exchange = Exchange(wires=lambda _: self.wire, **{"loop": Hurried, **settings})
        self.line: Line = self.exchange.line(label, sidecar)
        self.model, self.form = model(), Form()

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.exchange.close()

    def begin(self, number: int = 1, seat: int = 1, said: Said | None = None, **more: Any) -> Asked:
        """Put a question."""
        words = said or prompt("You play.", f"Question {number}?")
        return self.line.ask(more.pop("model", self.model), Key(seat, number, "vote"), words, self.form, **more)

    def ask(self, number: int = 1, **more: Any) -> object:
        """Put a question, and wait for the answer."""
        return self.begin(number, **more).result()
