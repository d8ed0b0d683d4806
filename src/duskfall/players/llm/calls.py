"""One call to a model: what goes out, what comes back, and how it can fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from duskfall.players.llm.model import Model

SYSTEM, USER, ASSISTANT = "system", "user", "assistant"

TRANSPORT, TIMEOUT = "transport", "timeout"
REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL = "refusal", "truncated", "empty", "unparsable", "illegal"
FAILURES = (TRANSPORT, TIMEOUT, REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL)
"""How a call can fail: not reached or broken off, too slow, unwilling, cut short, without a word, no answer, no choice
that the rules allow."""

SCHEMA = "schema"  # how it is called where a server does not take it
Schema = Mapping[str, Any]
Hear = Callable[[str], None]
"""Told all that was written so far, whenever more has come."""


class Message(NamedTuple):
    """One turn of a conversation."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """What goes out to a model."""

    model: Model
    messages: tuple[Message, ...]
    schema: Schema | None = None  # the form of the answer
    seed: int = 0  # for providers that take one
    stable: int = 0  # so many messages in front come again, byte for byte, with the next request: worth caching
    strict: bool = False  # whether a setting that the server does not take is a failure, instead of left out


class Usage(NamedTuple):
    """What a call took, in tokens; the prompt's include the cached, the answer's the reasoning."""

    prompt: int = 0
    cached: int = 0  # of the prompt: read from the provider's cache
    stored: int = 0  # of the prompt: written to it
    answer: int = 0
    reasoning: int = 0  # of the answer


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: the text, what it took, and the price in dollars where the provider names one itself."""

    text: str
    usage: Usage | None = None
    cost: float | None = None
    left_out: tuple[str, ...] = ()  # of what was to be set: what the server does not take


class Failed(Exception):
    """A call that brought no answer: one of FAILURES, and in a few words what happened; never a key."""

    def __init__(
        self, kind: str, why: str = "", *, wait: float | None = None, later: bool = False, final: bool = False,
        text: str = "", usage: Usage | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"{kind}: {why}" if why else kind)
        self.kind, self.why = kind, why
        self.wait = wait  # seconds that the provider asks for before the next call
        self.later = later  # whether the server is there, and only wants to be asked later
        self.final = final  # whether trying again is of no use: a wrong key, an unknown model
        self.text, self.usage = text, usage  # what had come until then, and what it took, if that is known
        self.left_out: tuple[str, ...] = ()  # of what was to be set: what the server does not take


class Wire(Protocol):
    """A way to a provider's models."""

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """The answer to a request; raises Failed, of the first four classes or EMPTY, and nothing else."""
        ...

    async def close(self) -> None:
        """Give the connections back."""
        ...
