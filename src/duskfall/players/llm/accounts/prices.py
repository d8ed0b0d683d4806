"""What calls cost: as the user says, else by the list of genai-prices, read offline; else it is not known."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from duskfall.players.llm.calls import Usage
from duskfall.players.llm.model import Model

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, ModelPrice

MILLION = 1_000_000
FREE = ":free"
Price = Callable[[Usage], float]
"""What such a usage costs, in dollars."""


def cost(model: Model, usage: Usage) -> float | None:
    """The dollars of a call that begins now; None: not known."""
    price = price_of(model)
    return None if price is None else price(usage)


def price_of(model: Model) -> Price | None:
    """The price of a call that begins now; None: not known. It is looked up once a call: some change with the hour."""
    if model.price is not None:
        return _named(*model.price)
    found = _listed(model.provider.prices, model.name)
    if found is None:
        return None
    prices = found.get_prices(datetime.now(UTC))
    if prices.input_mtok is not None and prices.output_mtok is not None:
        return _of_list(prices)
    return _named(0.0, 0.0) if model.name.endswith(FREE) else None  # the list leaves out what it does not know, too


def most(price: Price, prompt: int, answer: int) -> float:
    """The most that a call with so many tokens can cost, whatever is cached."""
    usages = (Usage(prompt, *cached, answer) for cached in ((0, 0), (0, prompt), (prompt, 0)))
    return max(price(usage) for usage in usages)


def _named(dollars_in: float, dollars_out: float) -> Price:
    return lambda usage: (usage.prompt * dollars_in + usage.answer * dollars_out) / MILLION


def _of_list(prices: ModelPrice) -> Price:
    from genai_prices import Usage as Listed

    def price(usage: Usage) -> float:
        took = Listed(
            input_tokens=usage.prompt, cache_read_tokens=min(usage.cached, usage.prompt),
            cache_write_tokens=max(0, min(usage.stored, usage.prompt - usage.cached)), output_tokens=usage.answer,
        )  # fmt: skip
        return float(prices.calc_price(took)["total_price"])

    return price


@cache
def _listed(provider: str, name: str) -> ModelInfo | None:
    if not provider:
        return None
    try:
        from genai_prices.data_snapshot import get_snapshot

        return get_snapshot().find_provider_model(name.removeprefix("models/"), None, provider, None)[1]
    except (ImportError, LookupError):
        return None
