"""The preflight check: one short call to every model before the deal, so that problems show before the game starts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future, wait
from random import Random
from typing import NamedTuple, TypeVar

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.prefixes import Prefixes
from duskfall.players.llm.answers.schema import choice, record
from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.calling.patience import Patience
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calling.tape import Taken, TapePlace
from duskfall.players.llm.calls import SYSTEM, TIMEOUT, TRANSPORT, USER, Message, Request
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model

LABEL = "preflight"  # the label of these calls on a cassette
HELLO = (
    Message(SYSTEM, "You are about to play a game. Answer with one JSON object and nothing around it."),
    Message(USER, 'Are you there? Answer in JSON: {"here": "yes"}.'),
)
FORM = record({"here": choice(["yes"])}, strict=True)
UNREACHED = (TRANSPORT, TIMEOUT)
"""The failures that matter here. The quality of answers is not checked."""


class Found(NamedTuple):
    """The result of a preflight check: a one-line problem, or the settings that the server does not take."""

    wrong: str = ""
    left_out: tuple[str, ...] = ()


Waiting = Callable[[Mapping[str, str], float], None]
"""A callback for every second of waiting: the last failure of each pending model (or ""), and the seconds so far."""

T = TypeVar("T")
TICK = 1.0  # seconds


def preflight(exchange: Exchange, models: Iterable[Model], waiting: Waiting | None = None) -> dict[str, Found]:
    """Check all models in parallel and return the results by model name.

    A complete cassette without preflight calls gives a good result for every model.
    """
    known = list(models)
    tape = exchange.tape
    if tape and tape.complete and LABEL not in tape.labels:  # from an earlier version, or with bots only
        return {model.kind: Found() for model in known}
    told: dict[str, str] = {}
    work = {model.kind: exchange.submit(_reach(exchange, model, told)) for model in known}
    found = wait_for_all(work, waiting, told)
    return {kind: each for kind, each in found.items() if isinstance(each, Found)}


def wait_for_all(
    work: Mapping[str, Future[T]], waiting: Waiting | None = None, told: Mapping[str, str] | None = None
) -> dict[str, T]:
    """Wait for all futures and return their results by model; call `waiting` every second with those pending."""
    began = time.monotonic()
    while left := wait(work.values(), TICK).not_done:
        if waiting:
            reasons = told or {}
            names = {kind: reasons.get(kind, "") for kind, future in work.items() if future in left}
            waiting(names, time.monotonic() - began)
    return {kind: future.result() for kind, future in work.items()}


async def _reach(exchange: Exchange, model: Model, told: dict[str, str]) -> Found:
    """Call a model until it answers or retrying is pointless; keeps the last failure's reason in `told`."""
    patience = Patience(model.deadline, Random(model.kind))
    try:
        while True:
            taken = await _call(exchange, model, patience)
            patience.spend(taken.seconds)
            if taken.failed not in UNREACHED:
                exchange.reach.came_through(model)
                return Found(left_out=taken.left_out)
            pause = None if taken.final else patience.pause(taken.failed, taken.wait, taken.later)
            if pause is None:
                return Found(f"{model.called}: {patience.told(taken.why)}")
            told[model.kind] = taken.why
            await asyncio.sleep(pause)
    except Stopped as stopped:  # for example, the budget is used up
        return Found(str(stopped))


async def _call(exchange: Exchange, model: Model, patience: Patience) -> Taken:
    request = Request(model, HELLO, FORM, strict=exchange.strict)
    place = TapePlace(LABEL, 0, 0, model.kind, patience.calls + 1)
    size = Prefixes().size(HELLO).beside(compact(FORM))
    return await exchange.call(place, request, Print(request), size, patience.limit, None)
