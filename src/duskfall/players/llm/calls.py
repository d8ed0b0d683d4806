"""Types of a call to a model: the request, the reply, the failures, and the protocol of clients that send it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from duskfall.players.llm.model import Model

SYSTEM, USER, ASSISTANT = "system", "user", "assistant"

TRANSPORT, TIMEOUT = "transport", "timeout"
REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL = "refusal", "truncated", "empty", "unparsable", "illegal"
FAILURES = (TRANSPORT, TIMEOUT, REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL)
"""The ways a call can fail: connection failed or broke off, too slow, model declined, cut short, no text, not readable,
not a choice that the rules allow."""

SCHEMA = "schema"  # the name of the answer's schema among the settings that a server does not take
Schema = Mapping[str, Any]
Hear = Callable[[str], None]
"""A callback that gets the whole text so far whenever more of it has arrived."""


class Message(NamedTuple):
    """One turn of a conversation."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request to a model."""

    model: Model
    messages: tuple[Message, ...]
    schema: Schema | None = None  # the JSON schema of the answer
    seed: int = 0  # for providers that take one
    stable: int = 0  # the number of leading messages that the next request repeats byte for byte: worth caching
    strict: bool = False  # whether the call fails if the server does not take a setting; otherwise it is left out


class Usage(NamedTuple):
    """The tokens that a call used."""

    prompt: int = 0
    cached: int = 0  # the part of the prompt that was read from the provider's cache
    stored: int = 0  # the part of the prompt that was written to the provider's cache
    answer: int = 0
    reasoning: int = 0  # the part of the answer that is reasoning


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's reply to a request."""

    text: str
    usage: Usage | None = None
    cost: float | None = None  # in dollars, if the provider reports it
    left_out: tuple[str, ...] = ()  # requested settings that the server does not take


class Failed(Exception):
    """A call that brought no answer: `kind` is one of `FAILURES`, `why` a short reason that never contains a key."""

    def __init__(
        self, kind: str, why: str = "", *, wait: float | None = None, later: bool = False, final: bool = False,
        text: str = "", usage: Usage | None = None,
    ) -> None:  # fmt: skip
        super().__init__(f"{kind}: {why}" if why else kind)
        self.kind, self.why = kind, why
        self.wait = wait  # seconds to wait before the next call, if the provider asks for that
        self.later = later  # whether the server is only busy and asks to be called again later
        self.final = final  # whether a retry is pointless: a wrong key, an unknown model
        self.text, self.usage = text, usage  # the text received until the failure, and its tokens if known
        self.left_out: tuple[str, ...] = ()  # requested settings that the server does not take


class Wire(Protocol):
    """A client for a provider's models."""

    async def send(self, request: Request, hear: Hear | None = None) -> Reply:
        """Return the reply to a request; raise only `Failed`, as TRANSPORT, TIMEOUT, REFUSAL, TRUNCATED or EMPTY."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...
