"""The wire to Anthropic's models: messages, streamed, with what comes again marked for their cache."""

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
"""Of the tokens of an answer: what older models, which want a number, may think with."""
LEAST = 1024  # tokens to think with

FORM, TEMPERATURE, TOP_P = "form", "temperature", "top_p"
EFFORT, ADAPTIVE, THINKING = "effort", "adaptive", "thinking"


class AnthropicWire(SdkWire):
    """A way to Anthropic's models."""

    def __init__(self, model: Model) -> None:
        secret = key(model)
        super().__init__(secret)
        self._client = AsyncAnthropic(
            api_key=secret, base_url=model.base, max_retries=0, timeout=PATIENCE, http_client=self._letterhead.client(),
            open_telemetry=False,
        )  # fmt: skip

    async def write(self, content: dict[str, Any]) -> None:
        """Have the package address a request."""
        await self._client.post("/v1/messages", body=content, cast_to=object)

    def fixed(self, request: Request) -> dict[str, Any]:
        """What every request has."""
        front = _front(request.messages)
        made = {
            "model": request.model.name,
            "max_tokens": request.model.answer,
            "messages": turns(request.messages[front:], request.stable - front),
            "stream": True,
        }
        return made | ({"system": system(request.messages[:front])} if front else {})

    def parts(self, request: Request) -> Iterator[Part]:
        """What it has if the model takes it."""
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
        """As the model knows it: by effort, by a number of tokens, or not at all."""
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
        """What an event brings: one without a name is none of theirs, and a ping only says that more will come."""
        if event.name == "error":
            raise ErrorBody(data_or_text(event.data))
        return json.loads(event.data) if event.name and event.name != "ping" else None

    def told(self, body: object) -> object:
        """Of the body of a refusal: what tells why."""
        return body

    def take(self, event: Any, draft: Draft) -> None:
        """An event of an answer, or a whole one; thinking is no part of its text."""
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
    """The text of a part of this kind."""
    piece = at(part, "text")
    if at(part, "type") == kind and isinstance(piece, str):
        draft.write(piece)


def usage(told: Any, earlier: Usage | None) -> Usage | None:
    """The tokens that a call took, the later word counting; what is cached is not in the count of the input.

    None as long as no prompt is counted: such a call is not free, nobody knows what it took.
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
    """How many messages in front are the system's."""
    return next((at for at, message in enumerate(messages) if message.role != SYSTEM), len(messages))


def system(messages: tuple[Message, ...]) -> list[dict[str, Any]]:
    """The system's part, the same in every request of a seat: to be cached."""
    blocks = [_block(message) for message in messages]
    return [*blocks[:-1], blocks[-1] | CACHED]


def turns(messages: tuple[Message, ...], stable: int) -> list[dict[str, Any]]:
    """The conversation, user and assistant by turns; cached as far as it comes again."""
    made: list[dict[str, Any]] = []
    for number, message in enumerate(messages, 1):
        role = ASSISTANT if message.role == ASSISTANT else USER
        if not made or made[-1]["role"] != role:
            made.append({"role": role, "content": []})
        made[-1]["content"].append(_block(message) | (CACHED if number == stable else {}))
    return made


def _block(message: Message) -> dict[str, Any]:
    return {"type": "text", "text": message.text or "…"}  # an empty one is refused
