"""Limits: how many requests and tokens a minute a provider may get, and how many connections it has at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from duskfall.players.llm.providers import PROVIDERS

MINUTE = 60.0
BURST = 6  # the part of a minute's allowance that may go out at once


@dataclass(frozen=True, slots=True)
class Limits:
    """What a provider may get from all the games of an exchange."""

    requests: int = 0  # a minute; 0: any number
    tokens: int = 0  # a minute; 0: any number
    connections: int = 0  # 0: as many as the provider has


WORDS = tuple(each.name for each in fields(Limits))


def read_limits(text: str) -> dict[str, Limits]:
    """The limits by provider, from `openai.requests=500, openai.tokens=200000, ollama.connections=2`."""
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
    """How busy a provider's connections were: seconds of use, summed over them, and seconds in which any was wanted."""

    used: float = 0.0
    wanted: float = 0.0
    connections: int = 1

    @property
    def share(self) -> float:
        """The part of the connections that was in use while any call was waiting or under way."""
        return self.used / (self.wanted * self.connections) if self.wanted else 0.0


class Gate:
    """The one way to a provider: calls pass it in the order in which they come."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits, self._clock = limits, clock
        self._requests = Rate(limits.requests) if limits.requests else None
        self._tokens = Rate(limits.tokens) if limits.tokens else None
        self._slots = asyncio.Semaphore(limits.connections)
        self._present = self._inside = 0
        self._since = self._used = self._wanted = 0.0

    @asynccontextmanager
    async def enter(self, tokens: int) -> AsyncIterator[None]:
        """Wait for the turn of a call that will take about so many tokens, and hold a connection."""
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
        """A call took so many tokens more, or less, than it was let in for."""
        if self._tokens:
            self._tokens.debt += more

    def load(self) -> Load:
        """How busy the connections were until now."""
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
    """So much a minute, whichever minute is looked at, for those who ask in turn.

    Only one who takes more at once than may go out at once brings its minute above that, by the difference.
    """

    def __init__(self, most: int) -> None:
        from aiolimiter import AsyncLimiter

        burst = max(1.0, most / BURST)
        # What flows in a minute after a burst stays below most + 1, so whole amounts come to at most `most`.
        self._bucket = AsyncLimiter(burst, burst * MINUTE / (most + 1 - burst))
        self._turn = asyncio.Lock()  # the bucket itself prefers the small, and lets nobody take more than it holds
        self.debt = 0  # what was used beyond what was taken

    async def take(self, amount: int) -> None:
        """Wait until so much may be used, and what others have used too much is made up for."""
        async with self._turn:
            owed: float = amount + self.debt
            self.debt = min(0, amount + self.debt)
            while owed > 0:
                piece = min(owed, self._bucket.max_rate)
                await self._bucket.acquire(piece)
                owed -= piece
