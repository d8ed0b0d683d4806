"""Prices and the budget: unknown is never nothing, and no run ever costs more than it may."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.budget import Budget
from duskfall.players.llm.accounts.ledger import Key
from duskfall.players.llm.accounts.prefixes import APIECE, AROUND, Prefixes
from duskfall.players.llm.accounts.prices import cost, most, price_of
from duskfall.players.llm.calling.line import Asked, Line
from duskfall.players.llm.calls import REFUSAL, TIMEOUT, TRANSPORT, Failed, Hear, Message, Reply, Request, Usage
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model
from tests.llm.fakes import GOOD, USED, Desk, Said, hurried, model, prompt, script


def listed(name: str, provider: str = "openai") -> Model:
    return model(name, provider, price=None)


# -- prices ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "provider", "dollars"),
    [
        ("gpt-5-mini", "openai", 600 * 0.25 + 400 * 0.025 + 100 * 2),
        ("gpt-5-mini-2025-08-07", "openai", 600 * 0.25 + 400 * 0.025 + 100 * 2),
        ("claude-sonnet-4-5", "anthropic", 300 * 3 + 400 * 0.3 + 300 * 3.75 + 100 * 15),
        ("claude-sonnet-4-5-20250929", "anthropic", 300 * 3 + 400 * 0.3 + 300 * 3.75 + 100 * 15),
        ("openai/gpt-5-mini", "openrouter", 600 * 0.25 + 400 * 0.025 + 100 * 2),
        ("openai/gpt-5-mini-20250807", "openrouter", 600 * 0.25 + 400 * 0.025 + 100 * 2),
        ("models/gemini-2.5-flash", "gemini", 600 * 0.3 + 400 * 0.03 + 100 * 2.5),
        ("grok-4", "xai", 600 * 3 + 400 * 0.75 + 100 * 15),
        ("llama-3.3-70b-versatile", "groq", 1000 * 0.59 + 100 * 0.79),
        ("meta-llama/Llama-3.3-70B-Instruct-Turbo", "together", 1100 * 0.88),
        ("mistral-large-latest", "mistral", 1000 * 2 + 100 * 6),
        ("meta-llama/llama-3.3-70b-instruct:free", "openrouter", 0),
    ],
)
def test_listed_models_are_priced_with_their_cached_tokens(name: str, provider: str, dollars: float) -> None:
    """Written by hand from the price lists; tokens written to a cache cost extra where a price is named for that."""
    assert cost(listed(name, provider), Usage(1000, 400, 300, 100, 40)) == pytest.approx(dollars / 1e6)


@pytest.mark.parametrize(
    ("name", "provider"),
    [
        ("gpt-99-huge", "openai"),
        ("somebody/something:free", "openrouter"),
        ("llama3.2:3b", "ollama"),
        ("gpt-5-mini", "http"),
        ("gemma-3-27b-it", "gemini"),  # listed, but without a price
        ("text-embedding-3-small", "openai"),  # with a price for one direction only
    ],
)
def test_what_is_not_listed_is_not_known_and_never_nothing(name: str, provider: str) -> None:
    assert cost(listed(name, provider), USED) is None


def test_the_users_price_comes_first() -> None:
    assert cost(model("gpt-5-mini", price=(2.0, 4.0)), Usage(1000, 500, 0, 10)) == pytest.approx(2040 / 1e6)
    assert cost(model("x", "ollama", price=(0.0, 0.0)), USED) == 0


def test_odd_numbers_from_a_server_are_no_reason_to_fail() -> None:
    assert (cost(listed("gpt-5-mini"), Usage(10, 5000, 70, 1)) or 0) > 0


@pytest.mark.parametrize("name", ["gpt-5-mini", "deepseek-chat", "claude-sonnet-4-5"])
def test_nothing_costs_more_than_the_most(name: str) -> None:
    provider = {"d": "deepseek", "c": "anthropic"}.get(name[0], "openai")
    price, chance = price_of(listed(name, provider)), random.Random(name)
    assert price
    for _ in range(300):
        prompt_tokens, answer = chance.randrange(400_000), chance.randrange(9000)
        cached = chance.randrange(prompt_tokens + 1)
        stored = chance.randrange(prompt_tokens - cached + 1)
        used = Usage(chance.choice([prompt_tokens, prompt_tokens // 2]), cached // 2, stored // 2, answer)
        assert price(used) <= most(price, prompt_tokens, answer) + 1e-12


# -- how long a prompt can be ------------------------------------------------------------------------------


def test_a_prompt_is_bounded_by_its_bytes_and_by_what_was_counted_before() -> None:
    prefixes = Prefixes()
    first = prompt("You play.", "Привет!").messages
    size = prefixes.size(first).beside("{}")
    assert size.most == AROUND + 9 + 13 + 2 + 2 * APIECE
    prefixes.counted(first, 77)
    more = (*first, Message("assistant", "да"), Message("user", "ok"))
    assert prefixes.size(more).beside("{}").most == 77 + 4 + 2 + 2 + 2 * APIECE
    assert prefixes.size(more).beside("{}").likely < 77 + 8
    probe = (*first, Message("user", "And now?"))
    prefixes.counted(probe, 99)
    assert prefixes.size(more).beside("{}").counted == 77  # a question on the side is no part of what follows
    assert prefixes.size(prompt("You play!", "Привет!").messages).beside("{}").counted == 0


# -- the budget --------------------------------------------------------------------------------------------


def test_a_model_without_a_price_cannot_be_kept_to_a_budget() -> None:
    with pytest.raises(ValueError, match=r"^--max-cost: the price of ollama:x is not known: add \?price=IN/OUT"):
        Budget(1.0).check(listed("x", "ollama"))
    Budget(1.0).check(listed("gpt-5-mini"))


def test_a_run_stops_before_the_budget_is_exceeded_and_says_so() -> None:
    budget = Budget(0.5)
    with Desk(script([GOOD] * 999), budget=budget) as desk:
        asks = [desk.begin(number) for number in range(500)]
        told = [_told(ask) for ask in asks]
        spent = desk.line.ledger.total().cost
    assert spent == pytest.approx(budget.spent)
    assert told[0] == ""
    assert told[-1] == f"the next call could exceed --max-cost $0.50 (spent ${spent:.4f} so far)"
    assert 0.5 - 0.0421 < budget.spent <= 0.5  # 4000 tokens of an answer, and a short prompt, are held back


def _told(ask: Asked) -> str:
    try:
        ask.result()
    except Stopped as error:
        return str(error)
    return ""


def test_a_resumed_game_goes_on_counting() -> None:
    with Desk(script([GOOD]), budget=Budget(0.5, spent=0.499)) as desk:
        with pytest.raises(Stopped, match=r"spent \$0\.4990 so far"):
            desk.ask()
        assert not desk.wire.requests


@pytest.mark.parametrize(
    ("failed", "full"),
    [
        (Failed(TIMEOUT), True),
        (Failed(TRANSPORT, "dropped"), True),
        (Failed(TRANSPORT, "dropped in the middle", usage=Usage(900, answer=1)), True),
        (Failed(TRANSPORT, "cannot be reached", usage=Usage()), False),
        (Failed(TRANSPORT, "429", wait=1.0), False),
        (Failed(REFUSAL, usage=Usage(1000)), None),
    ],
)
def test_a_failed_call_counts_with_what_it_can_have_cost(failed: Failed, full: bool | None) -> None:
    budget = Budget(10.0)
    with Desk(script([failed, Reply(GOOD, Usage(0, 0, 0, 0), 0.0)]), budget=budget) as desk:
        desk.ask()
        total = desk.line.ledger.total()
    assert budget.spent == pytest.approx(total.charged)
    if full is None:
        assert (budget.spent, total.cost) == (pytest.approx(0.001), pytest.approx(0.001))
    elif full:
        assert budget.spent > 0.04
        assert total.cost is None
    else:
        assert (budget.spent, total.cost) == (0, 0)


def test_a_cancelled_call_counts_with_what_it_can_have_cost() -> None:
    async def run() -> float:
        budget = Budget(1.0)

        async def call() -> None:
            async with budget.hold(0.3):
                await asyncio.sleep(99)

        task = asyncio.create_task(call())
        await asyncio.sleep(1)
        task.cancel()
        await asyncio.wait([task])
        return budget.spent

    assert hurried(run()) == 0.3


def test_who_waits_goes_on_when_others_leave_enough() -> None:
    async def run() -> tuple[list[float], float]:
        budget, began = Budget(1.0), asyncio.get_running_loop().time()
        at: list[float] = []

        async def call() -> None:
            async with budget.hold(0.6) as hold:
                at.append(asyncio.get_running_loop().time() - began)
                await asyncio.sleep(10)
                hold.cost = 0.1

        await asyncio.gather(*(call() for _ in range(5)))
        return at, budget.spent

    assert hurried(run()) == (pytest.approx([0, 10, 20, 30, 40], abs=1e-6), pytest.approx(0.5))


class Bill:
    """A provider that takes as many tokens as anyone could, and charges for calls that are broken off, too."""

    def __init__(self, seed: int, most_dollars: float) -> None:
        self.chance, self.most, self.total = random.Random(seed), most_dollars, 0.0

    async def __call__(self, request: Request, hear: Hear | None) -> Reply:
        await asyncio.sleep(self.chance.random() * 3)
        kind = self.chance.random()
        if kind < 0.1:
            raise Failed(TRANSPORT, "cannot be reached", usage=Usage())
        used = self._used(request)
        price = price_of(request.model)
        assert price
        self.total += price(used)
        assert self.total <= self.most + 1e-9
        if kind < 0.2:
            await asyncio.sleep(1e6)
        if kind < 0.3:
            raise Failed(TRANSPORT, "dropped", usage=self.chance.choice([None, Usage(used.prompt, answer=1)]))
        return Reply("what?" if kind < 0.4 else GOOD, used)

    def _used(self, request: Request) -> Usage:
        inside = sum(len(each.text.encode()) + APIECE for each in request.messages)
        tokens = AROUND + inside + len(compact(request.schema))
        stored = self.chance.choice([0, tokens])
        return Usage(tokens, 0, stored, self.chance.choice([request.model.answer, 10]))


@pytest.mark.parametrize("seed", range(12))
def test_no_run_is_ever_billed_more_than_its_budget(seed: int) -> None:
    """Four games at once, whose provider takes all that it may, until there is no more to spend."""
    chance = random.Random(seed)
    dollars = chance.choice([0.2, 1.0, 3.0])
    bill, budget = Bill(seed, dollars), Budget(dollars)
    kind = chance.choice([model(deadline=30.0), listed("claude-sonnet-4-5", "anthropic")])
    with Desk(bill, budget=budget) as desk:
        lines = [desk.exchange.line(f"seed {number}") for number in range(4)]
        stopped = _play(desk, lines, kind)
        charged = sum(line.ledger.total().charged for line in lines)
    assert stopped
    assert bill.total <= budget.spent + 1e-9 <= dollars + 1e-6
    assert charged <= budget.spent + 1e-9
    assert bill.total > dollars / 4 or dollars < 0.5


def _play(desk: Desk, lines: list[Line], kind: Model) -> int:
    """Rounds of all games at once, until each of them was stopped; how many asks were."""
    going, stopped, talk = dict.fromkeys(range(len(lines))), 0, ["You play, and so do we."]
    for number in range(1, 400):
        talk += [f"Question {number}: whom do you suspect? " * 20, GOOD]
        asks = [(at, _ask(lines[at], seat, number, talk, kind, desk)) for at in going for seat in (1, 2, 3)]
        for at, ask in asks:
            if told := _told(ask):
                assert "--max-cost" in told
                going.pop(at, None)
                stopped += 1
        if not going:
            return stopped
    raise AssertionError("nobody was stopped")


def _ask(line: Line, seat: int, number: int, talk: list[str], kind: Model, desk: Desk) -> Asked:
    said: Any = Said(prompt(*talk[:-1], f"You are {seat}.").messages)
    return line.ask(kind, Key(seat, number, "vote"), said, desk.form)  # type: ignore[arg-type]
