"""Prices of calls: as set by the user, or else from the offline data of genai-prices; otherwise unknown."""

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
FREE = ":free"  # the suffix of models without a price
Price = Callable[[Usage], float]
"""A function that returns the cost of a usage in dollars."""


def cost(model: Model, usage: Usage) -> float | None:
    """Return the cost in dollars of a call that starts now; None if unknown."""
    price = price_of(model)
    return None if price is None else price(usage)


def price_of(model: Model) -> Price | None:
    """Return the price of a call that starts now; None if unknown.

    It must be looked up for each call, because some prices depend on the hour.
    """
    if model.price is not None:
        return _named(*model.price)
    found = _listed(model.provider.prices, model.name)
    if found is None:
        return None
    prices = found.get_prices(datetime.now(UTC))
    if prices.input_mtok is not None and prices.output_mtok is not None:
        return _of_list(prices)
    return _named(0.0, 0.0) if model.name.endswith(FREE) else None  # a missing price alone does not mean that it is 0


def most(price: Price, prompt: int, answer: int) -> float:
    """Return the maximum cost in dollars of a call with these numbers of tokens, whatever part of it is cached."""
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
