"""What the tests of both wires share: a call over real HTTP, and what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from duskfall.players.llm.calls import ASSISTANT, SYSTEM, USER, Failed, Hear, Message, Reply, Request, Wire
from duskfall.players.llm.model import Model, read_model
from duskfall.players.llm.providers import PROVIDERS
from duskfall.players.llm.wires.find import wire
from tests.llm.fakes import Hurried
from tests.llm.scripted import Line, Scripted, scripted
from tests.patience import PATIENCE

KEY = "sk-very-secret-0123456789abcdef"
SCHEMA = {"type": "object", "properties": {"choice": {"enum": ["Ann", "Bob"]}}, "required": ["choice"]}
MESSAGES = (
    Message(SYSTEM, "The rules."),
    Message(USER, "Night 1."),
    Message(ASSISTANT, '{"choice":"Ann"}'),
    Message(USER, "Day 1."),
)
QUIET = 0.2  # seconds, for bytes on their way from one socket to another

Outcome = Reply | Failed


def run(test: Coroutine[Any, Any, None]) -> None:
    """A test of its own event loop, that ends in any case."""
    asyncio.run(asyncio.wait_for(test, PATIENCE))


def run_hurried(test: Coroutine[Any, Any, None]) -> None:
    """The same with a clock that goes on only when nobody has anything more to send."""
    with asyncio.Runner(loop_factory=lambda: Hurried(QUIET)) as runner:
        runner.run(test)


def set_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same key for every provider, and none of the settings of whoever runs the tests."""
    for provider in PROVIDERS.values():
        if provider.key:
            monkeypatch.setenv(provider.key, KEY)
        monkeypatch.delenv(f"{provider.name.upper()}_BASE_URL", raising=False)


def request(model: Model, **changes: Any) -> Request:
    """A question of a game."""
    return replace(Request(model, MESSAGES, SCHEMA, seed=7, stable=3), **changes)


async def outcome(way: Wire, asked: Request, hear: Hear | None = None) -> Outcome:
    """What comes of a call; what fails shows no key."""
    try:
        return await way.send(asked, hear)
    except Failed as error:
        found = error
    shown = f"{found} {found!r} {found.__dict__} {found.__cause__}"
    assert KEY[:12] not in shown
    assert KEY[-12:] not in shown
    assert found.why.isprintable()
    assert len(found.why) < 400
    return found


async def asked(kind: str, *script: Line, path: str = "/v1", **changes: Any) -> tuple[list[Outcome], Scripted]:
    """A call for each line of a script, one after the other, by one wire."""
    async with scripted(*script) as server:
        model = replace(read_model(kind), base=server.address + path)
        way = wire(model)
        found: list[Outcome] = []
        while server.script:
            left = len(server.script)
            found.append(await outcome(way, request(model, **changes)))
            assert len(server.script) < left, f"the server was not reached: {found[-1]}"
        await way.close()
        return found, server


async def failed(kind: str, line: Line, **more: Any) -> Failed:
    """The failure that such a response is."""
    (found,), _ = await asked(kind, line, **more)
    assert isinstance(found, Failed)
    return found


async def cancelled(kind: str, line: Line, path: str, when: Callable[[Scripted, list[str]], Awaitable[object]]) -> None:
    """A call that is cancelled: the server sees that the client hangs up."""
    async with scripted(line) as server:
        model = replace(read_model(kind), base=server.address + path)
        way, heard = wire(model), list[str]()
        call = asyncio.create_task(way.send(request(model), heard.append))
        await when(server, heard)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await server.gone.wait()
        await way.close()


async def request_came(server: Scripted, heard: list[str]) -> None:
    """Until a request has come."""
    await server.begun.wait()


async def words_came(server: Scripted, heard: list[str]) -> None:
    """Until something of the answer has been heard."""
    while not heard:
        await asyncio.sleep(0.001)
