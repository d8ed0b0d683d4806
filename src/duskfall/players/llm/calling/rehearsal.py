"""The rehearsal: one sample question to each model before the deal, to measure its tokens and speed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.prefixes import Prefixes
from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.calling.preflight import Waiting, wait_for_all
from duskfall.players.llm.calling.prints import Print
from duskfall.players.llm.calling.tape import Taken, TapePlace
from duskfall.players.llm.calls import TIMEOUT, Request
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts.summary import estimate
from duskfall.players.llm.providers import STRICT

if TYPE_CHECKING:
    from duskfall.players.llm.prompts.conversation import Prompt

LABEL = "rehearsal"  # the label of these calls on a cassette
FEW = 200  # minimum uncached tokens of a prompt for measuring the speed


class Rehearsal(NamedTuple):
    """The tokens and seconds that a sample question to a model took."""

    estimated: int  # our estimate of the prompt's tokens
    prompt: int = 0  # the prompt's tokens as counted by the server; 0: not reported
    cached: int = 0  # the part of these that came from the provider's cache
    answer: int = 0  # tokens, including reasoning
    first: float | None = None  # seconds until the first word
    seconds: float = 0.0
    late: bool = False  # whether no answer came within half the deadline, the limit of a call in the game

    @property
    def scale(self) -> float:
        """The server's token count divided by our estimate; 1.0 if unknown."""
        return self.prompt / self.estimated if self.prompt and self.estimated else 1.0

    @property
    def reads(self) -> float | None:
        """The prompt tokens that the model reads per second; None if unknown."""
        fresh = (self.prompt or self.estimated) - self.cached
        if fresh < FEW:
            return None
        if self.late and self.first is None:
            return fresh / self.seconds if self.seconds else None  # an upper bound
        return fresh / self.first if self.first else None

    @property
    def writes(self) -> float | None:
        """The answer tokens that the model writes per second; None if unknown."""
        spent = self.seconds - (self.first or 0.0)
        return self.answer / spent if self.answer and self.first and spent > 0 else None


def rehearse(
    exchange: Exchange, prompts: Mapping[Model, Prompt], waiting: Waiting | None = None
) -> dict[str, Rehearsal]:
    """Send each model its sample question, in parallel, and return the measurements by model name.

    Models that fail other than by a timeout, without reporting tokens, are left out.
    """
    tape = exchange.tape
    if tape and tape.complete and LABEL not in tape.labels:  # from an earlier version
        return {}
    work = {model.kind: exchange.submit(_rehearse(exchange, model, prompt)) for model, prompt in prompts.items()}
    found = wait_for_all(work, waiting)
    return {kind: each for kind, each in found.items() if isinstance(each, Rehearsal)}


async def _rehearse(exchange: Exchange, model: Model, prompt: Prompt) -> Rehearsal | None:
    provider = model.provider
    schema = prompt.form.schema(strict=provider.schemas == STRICT, bounds=provider.bounds)
    request = Request(model, prompt.messages, schema, stable=prompt.stable, strict=exchange.strict)
    size = Prefixes().size(prompt.messages).beside(compact(schema))
    place = TapePlace(LABEL, 0, 0, model.kind, 1)
    estimated = sum(estimate(each.text) for each in prompt.messages)
    try:
        taken = await exchange.call(place, request, Print(request), size, model.deadline / 2, lambda _: None)
    except (Stopped, asyncio.CancelledError):
        return None
    return _read(taken, estimated)


def _read(taken: Taken, estimated: int) -> Rehearsal | None:
    if taken.failed and taken.failed != TIMEOUT and taken.usage is None:
        return None
    late = taken.failed == TIMEOUT
    if taken.usage is None:
        return Rehearsal(estimated, first=taken.first, seconds=taken.seconds, late=late)
    usage = taken.usage
    return Rehearsal(estimated, usage.prompt, usage.cached, usage.answer, taken.first, taken.seconds, late)
