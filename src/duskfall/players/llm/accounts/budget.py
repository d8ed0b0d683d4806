"""The budget: no call is sent that could cost more than what is left."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.prices import price_of
from duskfall.players.llm.model import Model
from duskfall.players.llm.settings import ModelError

OPTION = "--max-cost"


class Spent(Stopped):
    """A budget that does not allow the next call."""


@dataclass(slots=True, eq=False)
class Hold:
    """The amount reserved for a call in progress."""

    cost: float  # dollars; the maximum until the actual cost is known


class Budget:
    """A limit in dollars for all games of a dispatcher. A call's maximum cost is reserved until the call is over."""

    def __init__(self, most: float, spent: float = 0.0) -> None:
        """Create a budget of `most` dollars, of which `spent` are already used, as in a resumed game."""
        self.most, self.spent = most, spent
        self._holds: dict[Hold, float] = {}
        self._settled = asyncio.Event()

    def check(self, model: Model) -> None:
        """Raise `ModelError` if a model's price is unknown, so that no budget can be enforced."""
        if price_of(model) is None:
            raise ModelError(
                f"{OPTION}: the price of {model.called} is not known: add ?price=IN/OUT (dollars a million tokens)"
            )

    @asynccontextmanager
    async def hold(self, most: float) -> AsyncIterator[Hold]:
        """Reserve the maximum cost of a call, and count its actual cost at the end.

        Waits as long as calls in progress may still leave enough; raises `Spent` if there are none.
        """
        while not self._fits(most):
            if not self._holds:
                raise Spent(self._over())
            await self._settled.wait()
        hold = Hold(most)
        self._holds[hold] = most
        try:
            yield hold
        finally:
            self._settle(hold)

    def _settle(self, hold: Hold) -> None:
        del self._holds[hold]
        self.spent += hold.cost
        settled, self._settled = self._settled, asyncio.Event()
        settled.set()

    def _fits(self, most: float) -> bool:
        return self.spent + sum(self._holds.values()) + most <= self.most

    def _over(self) -> str:
        return f"the next call could exceed {OPTION} ${self.most:.2f} (spent ${self.spent:.4f} so far)"
