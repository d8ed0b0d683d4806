"""Limits: read from a line, kept in every minute, shared by all games; and how busy the connections are."""

from __future__ import annotations

import asyncio
import random

import pytest

from duskfall.players.llm.calling.limits import Gate, Limits, Rate, read_limits
from duskfall.players.llm.calls import Hear, Reply, Request, Usage
from tests.llm.fakes import GOOD, Desk, hurried, model, script


def test_limits_are_read_from_one_line() -> None:
    assert read_limits("openai.requests=500, openai.tokens=200000 ,ollama.connections=2") == {
        "openai": Limits(500, 200_000),
        "ollama": Limits(connections=2),
    }
    assert read_limits("") == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("opnai.requests=5", "no provider is called 'opnai' (there are: openai, anthropic,"),
        ("openai.request=5", "nothing to limit is called 'request' (there are: requests, tokens, connections)"),
        ("openai=5", "nothing to limit is called ''"),
        ("openai.tokens", "not a number from 1 on, as in openai.tokens=100"),
        ("openai.tokens=0", "not a number from 1 on"),
        ("openai.tokens=-4", "not a number from 1 on"),
        ("openai.tokens=1e5", "not a number from 1 on"),
        ("openai.tokens=²", "not a number from 1 on"),
    ],
)
def test_a_wrong_limit_is_one_clear_line(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=r"^limit '") as error:
        read_limits(text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


def in_any_minute(taken: list[tuple[float, int]]) -> int:
    """The most that was taken in any 60 seconds."""
    return max(sum(amount for at, amount in taken if start <= at < start + 60 - 1e-6) for start, _ in taken)


@pytest.mark.parametrize("most", [1, 2, 7, 60, 500])
def test_no_minute_sees_more_requests_than_allowed_and_hardly_any_fewer(most: int) -> None:
    async def run() -> list[tuple[float, int]]:
        rate, clock, taken = Rate(most), asyncio.get_running_loop().time, []

        async def one() -> None:
            await rate.take(1)
            taken.append((clock(), 1))

        await asyncio.gather(*(one() for _ in range(most * 3)))
        return taken

    taken = hurried(run())
    assert in_any_minute(taken) <= most
    assert taken[-1][0] - taken[0][0] < 4 * 60


def test_no_minute_sees_more_tokens_than_allowed_and_the_large_do_not_starve() -> None:
    async def run() -> tuple[list[tuple[float, int]], list[int]]:
        rate, clock, chance = Rate(10_000), asyncio.get_running_loop().time, random.Random(1)
        taken, order = [], []

        async def one(number: int, amount: int) -> None:
            await rate.take(amount)
            taken.append((clock(), amount))
            order.append(number)

        sizes = [chance.choice([10, 500, 1600]) for _ in range(60)]
        await asyncio.gather(*(one(number, amount) for number, amount in enumerate(sizes)))
        return taken, order

    taken, order = hurried(run())
    assert in_any_minute(taken) <= 10_000
    assert order == sorted(order)


def test_a_call_larger_than_a_minutes_allowance_waits_instead_of_failing() -> None:
    async def run() -> float:
        rate, clock = Rate(600), asyncio.get_running_loop().time
        began = clock()
        await rate.take(1800)
        return clock() - began

    assert 120 < hurried(run()) < 240


def test_tokens_that_were_guessed_wrong_are_made_up_for() -> None:
    async def run() -> list[float]:
        clock = asyncio.get_running_loop().time
        gate = Gate(Limits(tokens=600, connections=16), clock)
        began, at = clock(), []
        for more in (500, -600, 0):
            async with gate.enter(100):
                at.append(clock() - began)
            gate.correct(more)
        return at

    first, second, third = hurried(run())
    assert first == pytest.approx(0, abs=1e-6)
    assert second > 50  # 500 too few were counted
    assert third == pytest.approx(second)  # 600 too many were


def test_a_waiting_call_can_be_given_up() -> None:
    async def run() -> int:
        rate = Rate(60)
        await rate.take(10)
        task = asyncio.create_task(rate.take(50))
        await asyncio.sleep(1)
        task.cancel()
        await asyncio.wait([task])
        await asyncio.wait_for(rate.take(10), 30)
        return rate.debt

    assert hurried(run()) == 0


def test_all_games_share_the_limits_of_a_provider() -> None:
    async def behave(request: Request, hear: Hear | None) -> Reply:
        await asyncio.sleep(2)
        return Reply(GOOD, Usage(90, answer=10))

    limits = {"openai": Limits(requests=30, connections=3), "ollama": Limits(connections=1)}
    with Desk(behave, limits=limits) as desk:
        lines = [desk.exchange.line(f"seed {number}") for number in range(5)]
        asks = []
        for desk.line in lines:
            asks += [desk.begin(number) for number in range(12)]
            asks.append(desk.begin(50, model=model(provider="ollama")))
        assert all(ask.result() for ask in asks)
        loads = desk.exchange.busy("openai"), desk.exchange.busy("ollama")
        assert desk.exchange.busy("groq").share == 0
    hosted = [(at, 1) for at, each in zip(desk.wire.at, desk.wire.requests, strict=True) if each.model == desk.model]
    assert len(hosted) == 60
    assert in_any_minute(hosted) <= 30
    assert desk.wire.most_under_way <= 3 + 1
    assert loads[0].used == pytest.approx(120)
    assert loads[0].connections == 3
    assert loads[1] == (pytest.approx(10), pytest.approx(10), 1)
    assert loads[1].share == pytest.approx(1)


def test_how_busy_the_connections_are_counts_only_while_they_are_wanted() -> None:
    async def run() -> list[float]:
        gate = Gate(Limits(connections=4), asyncio.get_running_loop().time)

        async def call(seconds: float) -> None:
            async with gate.enter(0):
                await asyncio.sleep(seconds)

        await asyncio.gather(*(call(10) for _ in range(4)))
        shares = [gate.load().share]
        await asyncio.sleep(1000)
        shares.append(gate.load().share)
        await call(10)
        return [*shares, gate.load().share, gate.load().used, gate.load().wanted]

    assert hurried(run()) == pytest.approx([1, 1, 50 / 80, 50, 20])


def test_without_limits_nothing_but_connections_is_waited_for() -> None:
    async def run() -> list[float]:
        clock, at = asyncio.get_running_loop().time, []
        gate, began = Gate(Limits(connections=2), clock), clock()

        async def call() -> None:
            async with gate.enter(10**9):
                at.append(clock() - began)
                await asyncio.sleep(1)

        await asyncio.gather(*(call() for _ in range(6)))
        return at

    assert hurried(run()) == pytest.approx([0, 0, 1, 1, 2, 2], abs=1e-6)


def test_a_server_of_ones_own_is_not_asked_by_all_at_once() -> None:
    for provider, at_once in (("ollama", 1), ("http", 4), ("openai", 16)):
        with Desk(script([1.0] * 30)) as desk:
            seated = model(provider=provider)
            asks = [desk.begin(number, model=seated) for number in range(1, 31)]
            assert all(ask.result() for ask in asks)
            assert desk.exchange.busy(provider).connections == at_once
        assert 1 <= desk.wire.most_under_way <= at_once
