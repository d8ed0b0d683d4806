"""Sending one call through a provider client: measures its time and cost, whether or not it succeeds."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from duskfall.players.llm.accounts.prices import Price
from duskfall.players.llm.calling.tape import Taken
from duskfall.players.llm.calls import TIMEOUT, TRANSPORT, TRUNCATED, Failed, Hear, Reply, Request, Usage, Wire

FREE = Usage()
"""The usage of a call that never reached a model."""


async def send(
    wire: Wire, request: Request, limit: float, hear: Hear | None, price: Price | None, dearest: float
) -> Taken:
    """Send a request and return its outcome, with its time and cost; failures are returned, not raised.

    `limit` is the time limit in seconds, `dearest` the maximum cost, charged if the actual cost is unknown.
    """
    clock = asyncio.get_running_loop().time
    began = clock()
    first: float | None = None

    def listen(text: str) -> None:
        nonlocal first
        first = clock() if first is None else first
        if hear:
            hear(text)

    taken = await _send(wire, request, limit, listen, price, dearest)
    spoke = None if first is None else round(first - began, 6)
    return replace(taken, seconds=round(clock() - began, 6), first=spoke)


async def _send(wire: Wire, request: Request, limit: float, hear: Hear, price: Price | None, dearest: float) -> Taken:
    try:
        async with asyncio.timeout(limit):
            reply = await wire.send(request, hear)
    except Failed as failed:
        return _failed(failed, price, dearest)
    except TimeoutError:
        return _failed(Failed(TIMEOUT, f"no answer in {limit:.3g} seconds"), price, dearest)
    except Exception as error:  # its text may hold what was sent, the key included
        return _failed(Failed(TRANSPORT, type(error).__name__), price, dearest)
    return _replied(reply, price, dearest)


def _replied(reply: Reply, price: Price | None, dearest: float) -> Taken:
    cost = _cost(reply.usage, price) if reply.cost is None else reply.cost
    charged = dearest if cost is None else cost
    return Taken(reply.text, usage=reply.usage, cost=cost, charged=charged, left_out=reply.left_out)


def _failed(failed: Failed, price: Price | None, dearest: float) -> Taken:
    """Return the outcome of a failed call; one that broke off is charged the maximum, since its cost is unknown."""
    free = failed.usage == FREE or (failed.usage is None and (failed.final or failed.wait is not None))
    broken = failed.kind in (TRANSPORT, TIMEOUT) and not free
    cost = 0.0 if free else None if broken else _cost(failed.usage, price)
    least = broken or cost is None or failed.kind == TRUNCATED
    return Taken(
        failed.text, failed.kind, failed.why, failed.wait, failed.final, failed.later, failed.usage, cost,
        dearest if least else cost or 0.0, left_out=failed.left_out,
    )  # fmt: skip


def _cost(usage: Usage | None, price: Price | None) -> float | None:
    return None if usage is None or price is None else price(usage)
