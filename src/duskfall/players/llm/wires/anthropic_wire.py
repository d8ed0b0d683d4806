"""The client for Anthropic's models: streamed messages, with repeated parts marked for caching."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from anthropic import AsyncAnthropic

from duskfall.players.llm.calls import ASSISTANT, SYSTEM, USER, Message, Request, Usage
from duskfall.players.llm.model import Model, key
from duskfall.players.llm.wires.draft import Draft, at, count
from duskfall.players.llm.wires.events import Event
from duskfall.players.llm.wires.habits import Part
from duskfall.players.llm.wires.sdk import PATIENCE, ErrorBody, SdkWire, data_or_text

CACHED = {"cache_control": {"type": "ephemeral"}}
SHARE = {"minimal": 0.25, "low": 0.25, "medium": 0.5, "high": 0.75}
"""The share of an answer's tokens for thinking, by effort; for older models, which need a number of tokens."""
LEAST = 1024  # minimum tokens for thinking

FORM, TEMPERATURE, TOP_P = "form", "temperature", "top_p"
EFFORT, ADAPTIVE, THINKING = "effort", "adaptive", "thinking"


class AnthropicWire(SdkWire):
    """A client for Anthropic's models."""

    def __init__(self, model: Model) -> None:
        secret = key(model)
        super().__init__(secret, model.base)
        self._client = AsyncAnthropic(
            api_key=secret, base_url=model.base, max_retries=0, timeout=PATIENCE, http_client=self._letterhead.client(),
            open_telemetry=False,
        )  # fmt: skip

    async def write(self, content: dict[str, Any]) -> None:
        """Have the provider's package build a request, so that the `Letterhead` can copy its address and headers."""
        await self._client.post("/v1/messages", body=content, cast_to=object)

    def fixed(self, request: Request) -> dict[str, Any]:
        """Return the fields that every request has."""
        front = _front(request.messages)
        made = {
            "model": request.model.name,
            "max_tokens": request.model.answer,
            "messages": turns(request.messages[front:], request.stable - front),
            "stream": True,
        }
        return made | ({"system": system(request.messages[:front])} if front else {})

    def parts(self, request: Request) -> Iterator[Part]:
        """Yield the optional parts of a request, without those that the model has refused before."""
        model = request.model
        if request.schema is not None:
            form = {"format": {"type": "json_schema", "schema": request.schema}}
            yield from self._part(
                model, Part(FORM, "output_config", form, r"output.?(config(?!.effort)|format)|schema", "schema")
            )
        for name, value in ((TEMPERATURE, model.temperature), (TOP_P, model.top_p)):
            if value is not None:
                yield from self._part(model, Part(name, name, value, setting=name))
        if model.effort:
            yield from self._reasoning(model)

    def _reasoning(self, model: Model) -> Iterator[Part]:
        """Yield the parts for reasoning that the model supports: by effort, by a number of tokens, or none."""
        if model.effort == "none":
            yield from self._part(model, Part(THINKING, "thinking", {"type": "disabled"}, setting=EFFORT))
            return
        effort = {"effort": "low" if model.effort == "minimal" else model.effort}
        yield from self._part(model, Part(EFFORT, "output_config", effort, "effort", EFFORT))
        budget = max(LEAST, int(model.answer * SHARE[model.effort]))
        if self._habits.takes(model.name, ADAPTIVE):
            yield Part(ADAPTIVE, "thinking", {"type": "adaptive"}, "thinking|adaptive")
        elif budget < model.answer:
            thinking = {"type": "enabled", "budget_tokens": budget}
            yield from self._part(model, Part(THINKING, "thinking", thinking, setting=EFFORT))

    def _part(self, model: Model, part: Part) -> Iterator[Part]:
        if self._habits.takes(model.name, part.name):
            yield part

    def data(self, event: Event) -> object:
        """Return an event's data, None for pings and for events without a name; raise `ErrorBody` for an error."""
        if event.name == "error":
            raise ErrorBody(data_or_text(event.data))
        return json.loads(event.data) if event.name and event.name != "ping" else None

    def told(self, body: object) -> object:
        """Return the part of an error response's body that tells the reason."""
        return body

    def take(self, event: Any, draft: Draft) -> None:
        """Add an event's data, or a complete answer, to the draft; thinking is not part of the text."""
        kind = at(event, "type")
        if kind == "message_start":
            draft.usage = usage(at(event, "message", "usage"), None)
        elif kind == "content_block_delta":
            _write(at(event, "delta"), "text_delta", draft)
        elif kind in ("message_delta", "message"):
            content = at(event, "content")
            for part in content if isinstance(content, list) else ():
                _write(part, "text", draft)
            draft.stop = str(at(event, "delta", "stop_reason") or at(event, "stop_reason") or "")
            draft.usage = usage(at(event, "usage"), draft.usage)


def _write(part: Any, kind: str, draft: Draft) -> None:
    """Add a part's text to the draft if it is of this kind."""
    piece = at(part, "text")
    if at(part, "type") == kind and isinstance(piece, str):
        draft.write(piece)


def usage(told: Any, earlier: Usage | None) -> Usage | None:
    """Return the tokens of a call; new numbers replace earlier ones. Anthropic counts cached tokens separately.

    Returns None as long as no prompt tokens are reported: the usage of the call is then unknown, not zero.
    """
    before = earlier or Usage()
    cached = count(told, "cache_read_input_tokens") or before.cached
    stored = count(told, "cache_creation_input_tokens") or before.stored
    fresh = count(told, "input_tokens") or before.prompt - before.cached - before.stored
    reasoning = count(told, "output_tokens_details", "thinking_tokens") or before.reasoning
    took = Usage(fresh + cached + stored, cached, stored, count(told, "output_tokens") or before.answer, reasoning)
    return took if took.prompt else None


# -- messages ----------------------------------------------------------------------------------------------


def _front(messages: tuple[Message, ...]) -> int:
    """Return the number of leading system messages."""
    return next((at for at, message in enumerate(messages) if message.role != SYSTEM), len(messages))


def system(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    """Return the system part of a request; it is marked for caching, since all requests of a seat share it."""
    blocks = [_block(message) for message in messages]
    return [*blocks[:-1], blocks[-1] | CACHED]


def turns(messages: tuple[Message, ...], stable: int) -> list[dict[str, Any]]:
    """Return the conversation with user and assistant turns; message number `stable` is marked for caching."""
    made: list[dict[str, Any]] = []
    for number, message in enumerate(messages, 1):
        role = ASSISTANT if message.role == ASSISTANT else USER
        if not made or made[-1]["role"] != role:
            made.append({"role": role, "content": []})
        made[-1]["content"].append(_block(message) | (CACHED if number == stable else {}))
    return made


def _block(message: Message) -> dict[str, Any]:
    return {"type": "text", "text": message.text or "…"}  # the API refuses an empty text
