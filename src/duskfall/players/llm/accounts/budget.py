"""The budget: no call goes out that could cost more than what is left."""

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
    """The budget does not allow the next call."""


@dataclass(slots=True, eq=False)
class Hold:
    """What is held back for a call that is under way."""

    cost: float  # the most that it can be, until it is known


class Budget:
    """So many dollars for all the games of an exchange; what a call can cost at most is held back until it is over."""

    def __init__(self, most: float, spent: float = 0.0) -> None:
        """`spent` is what was spent before: a resumed game goes on counting."""
        self.most, self.spent = most, spent
        self._holds: dict[Hold, float] = {}
        self._settled = asyncio.Event()

    def check(self, model: Model) -> None:
        """Raises ModelError if a model's price is not known, so that it cannot be kept to a budget."""
        if price_of(model) is None:
            raise ModelError(
                f"{OPTION}: the price of {model.called} is not known: add ?price=IN/OUT (dollars a million tokens)"
            )

    @asynccontextmanager
    async def hold(self, most: float) -> AsyncIterator[Hold]:
        """Hold back what a call can cost, and in the end count what it did.

        It waits while calls under way may yet leave enough, and raises Stopped when none can.
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
