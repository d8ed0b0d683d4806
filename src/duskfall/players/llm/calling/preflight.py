"""Before the deal: every model is asked for one word, so that what is wrong is told before anything is played."""

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

LABEL = "preflight"  # how it is called on a tape
HELLO = (
    Message(SYSTEM, "You are about to play a game. Answer with one JSON object and nothing around it."),
    Message(USER, 'Are you there? Answer in JSON: {"here": "yes"}.'),
)
FORM = record({"here": choice(["yes"])}, strict=True)
UNREACHED = (TRANSPORT, TIMEOUT)
"""The failures that matter here: how well a model answers, the game will show."""


class Found(NamedTuple):
    """What became of it: what is wrong, in a line, or else which settings the server does not take."""

    wrong: str = ""
    left_out: tuple[str, ...] = ()


Waiting = Callable[[Mapping[str, str], float], None]
"""Told every second which models are waited for, with what is known of the reason, and for how many seconds so far."""

T = TypeVar("T")
TICK = 1.0  # seconds


def preflight(exchange: Exchange, models: Iterable[Model], waiting: Waiting | None = None) -> dict[str, Found]:
    """Reach all these models, together; by their names."""
    known = list(models)
    tape = exchange.tape
    if tape and tape.complete and LABEL not in tape.labels:  # of an earlier version, or of nothing but bots
        return {model.kind: Found() for model in known}
    told: dict[str, str] = {}
    work = {model.kind: exchange.submit(_reach(exchange, model, told)) for model in known}
    found = wait_for_all(work, waiting, told)
    return {kind: each for kind, each in found.items() if isinstance(each, Found)}


def wait_for_all(
    work: Mapping[str, Future[T]], waiting: Waiting | None = None, told: Mapping[str, str] | None = None
) -> dict[str, T]:
    """Wait for work on several models; every second it is told which of them are waited for, and why."""
    began = time.monotonic()
    while left := wait(work.values(), TICK).not_done:
        if waiting:
            reasons = told or {}
            names = {kind: reasons.get(kind, "") for kind, future in work.items() if future in left}
            waiting(names, time.monotonic() - began)
    return {kind: future.result() for kind, future in work.items()}


async def _reach(exchange: Exchange, model: Model, told: dict[str, str]) -> Found:
    """Call it until it answers, or there is no use; `told` has what became of the last call."""
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
    except Stopped as stopped:  # no money for it, for one
        return Found(str(stopped))


async def _call(exchange: Exchange, model: Model, patience: Patience) -> Taken:
    request = Request(model, HELLO, FORM, strict=exchange.strict)
    place = TapePlace(LABEL, 0, 0, model.kind, patience.calls + 1)
    size = Prefixes().size(HELLO).beside(compact(FORM))
    return await exchange.call(place, request, Print(request), size, patience.limit, None)
