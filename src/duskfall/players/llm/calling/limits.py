"""Rate limits per provider: requests and tokens per minute, and parallel connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from duskfall.players.llm.providers import PROVIDERS

MINUTE = 60.0
BURST = 6  # a sixth of a minute's allowance may go out at once


@dataclass(frozen=True, slots=True)
class Limits:
    """A provider's limits, shared by all games of a dispatcher."""

    requests: int = 0  # per minute; 0: no limit
    tokens: int = 0  # per minute; 0: no limit
    connections: int = 0  # parallel connections; 0: the provider's default


WORDS = tuple(each.name for each in fields(Limits))


def read_limits(text: str) -> dict[str, Limits]:
    """Parse limits such as `openai.requests=500, ollama.connections=2`, by provider; raise ValueError if invalid."""
    found: dict[str, Limits] = {}
    for item in filter(None, map(str.strip, text.split(","))):
        provider, word, number = _read(item)
        found[provider] = replace(found.get(provider, Limits()), **{word: number})
    return found


def _read(item: str) -> tuple[str, str, int]:
    name, _, number = (part.strip() for part in item.partition("="))
    provider, _, word = name.partition(".")
    if provider not in PROVIDERS:
        raise ValueError(f"limit {item!r}: no provider is called {provider!r} (there are: {', '.join(PROVIDERS)})")
    if word not in WORDS:
        raise ValueError(f"limit {item!r}: nothing to limit is called {word!r} (there are: {', '.join(WORDS)})")
    if not (number.isascii() and number.isdigit() and int(number)):
        raise ValueError(f"limit {item!r}: not a number from 1 on, as in {provider}.{word}=100")
    return provider, word, int(number)


class Load(NamedTuple):
    """The load on a provider's connections."""

    used: float = 0.0  # seconds of use, summed over the connections
    wanted: float = 0.0  # seconds during which any call was waiting or in progress
    connections: int = 1

    @property
    def share(self) -> float:
        """The share of the connections, from 0 to 1, in use while any call was waiting or in progress."""
        return self.used / (self.wanted * self.connections) if self.wanted else 0.0


class Gate:
    """The rate and connection limits of one provider's address. Calls pass in the order of their arrival."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._requests = Rate(limits.requests) if limits.requests else None
        self._tokens = Rate(limits.tokens) if limits.tokens else None
        self._slots = asyncio.Semaphore(limits.connections)
        self._present = self._inside = 0
        self._since = self._used = self._wanted = 0.0

    @asynccontextmanager
    async def enter(self, tokens: int) -> AsyncIterator[None]:
        """Wait until a call of about `tokens` tokens may start, then hold a connection for it."""
        self._count(present=1)
        try:
            if self._requests:
                await self._requests.take(1)
            if self._tokens:
                await self._tokens.take(tokens)
            async with self._slots:
                self._count(inside=1)
                try:
                    yield
                finally:
                    self._count(inside=-1)
        finally:
            self._count(present=-1)

    def correct(self, more: int) -> None:
        """Charge the tokens that a call used beyond its estimate; negative if it used fewer."""
        if self._tokens:
            self._tokens.debt += more

    def load(self) -> Load:
        """Return how busy the connections have been until now."""
        passed = self._clock() - self._since
        used, wanted = self._used + self._inside * passed, self._wanted + bool(self._present) * passed
        return Load(used, wanted, self._limits.connections)

    def _count(self, present: int = 0, inside: int = 0) -> None:
        now = self._clock()
        self._used, self._wanted, _ = self.load()
        self._since = now
        self._present += present
        self._inside += inside


class Rate:
    """A limit for every span of one minute, first come, first served.

    Only a single amount larger than the allowed burst can exceed the limit, by the difference.
    """

    def __init__(self, most: int) -> None:
        from aiolimiter import AsyncLimiter

        burst = max(1.0, most / BURST)
        # A burst and the following minute's inflow stay below most + 1, so whole amounts sum to at most `most`.
        self._bucket = AsyncLimiter(burst, burst * MINUTE / (most + 1 - burst))
        self._turn = asyncio.Lock()  # the bucket alone would favor small amounts and refuse those above its size
        self.debt = 0  # the amount used beyond what was taken

    async def take(self, amount: int) -> None:
        """Wait until `amount` may be used, after working off the debt of earlier calls."""
        async with self._turn:
            owed: float = amount + self.debt
            self.debt = min(0, amount + self.debt)
            while owed > 0:
                piece = min(owed, self._bucket.max_rate)
                await self._bucket.acquire(piece)
                owed -= piece
