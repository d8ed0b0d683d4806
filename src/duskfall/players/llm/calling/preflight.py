"""Before the deal: every model is asked for one word, so that what is wrong is told before anything is played."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

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


def preflight(exchange: Exchange, models: Iterable[Model]) -> dict[str, Found]:
    """Reach all these models, together; by their names."""
    known = list(models)
    tape = exchange.tape
    if tape and tape.complete and LABEL not in tape.labels:  # of an earlier version, or of nothing but bots
        return {model.kind: Found() for model in known}
    work = [exchange.submit(_reach(exchange, model)) for model in known]
    found = [future.result() for future in work]
    return {model.kind: each for model, each in zip(known, found, strict=True) if isinstance(each, Found)}


async def _reach(exchange: Exchange, model: Model) -> Found:
    """Call it until it answers, or there is no use."""
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
                return Found(f"{model.called}: {taken.why}")
            await asyncio.sleep(pause)
    except Stopped as stopped:  # no money for it, for one
        return Found(str(stopped))


async def _call(exchange: Exchange, model: Model, patience: Patience) -> Taken:
    request = Request(model, HELLO, FORM, strict=exchange.strict)
    place = TapePlace(LABEL, 0, 0, model.kind, patience.calls + 1)
    size = Prefixes().size(HELLO).beside(compact(FORM))
    return await exchange.call(place, request, Print(request), size, patience.limit, None)
