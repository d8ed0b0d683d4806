"""The client for providers with OpenAI's protocol: streamed chat completions."""

from __future__ import annotations

import json
import os
from collections.abc import Container, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Any

from openai import AsyncOpenAI, omit

from duskfall.players.llm.calls import SCHEMA, SYSTEM, Message, Request, Usage
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model, key
from duskfall.players.llm.providers import COMPLETION, JSON, STRICT
from duskfall.players.llm.wires.draft import Draft, at, count, dollars
from duskfall.players.llm.wires.events import Event
from duskfall.players.llm.wires.faults import tells_error
from duskfall.players.llm.wires.habits import Part
from duskfall.players.llm.wires.sdk import PATIENCE, ErrorBody, SdkWire, data_or_text

ERROR = "error"
NOBODY = "none"  # a placeholder: the package requires a key, local servers ignore it
CACHED = {"cache_control": {"type": "ephemeral"}}
SYSTEM_ROLE = "system"  # the request part whose messages have a system role
NO_SYSTEM = (
    r"system.?(role|message|prompt).{0,40}not|not.{0,40}system.?(role|message|prompt)|got system"
    r"|roles must alternate|only user|developer instruction.{0,40}not|role\b.{0,60}\bnot\b.{0,40}system"
    r"|(invalid|unknown|unsupported).{0,20}\brole\b.{0,40}system|\brole\b.{0,5}system\b.{0,40}\b(not|invalid|unknown)\b"
    r"|user\W{1,5}(or|and)?\W{0,2}assistant|first message.{0,40}user"
)
NO_FORM = r"response.?format|structured.?output|guided|grammar"
COMPLAINTS = {STRICT: rf"{NO_FORM}|schema", JSON: rf"{NO_FORM}|json_?object|json.?mode"}
NO_REASONING = r"not support (thinking|reasoning)|(thinking|reasoning) is not"


class OpenAIWire(SdkWire):
    """A client for a provider with OpenAI's protocol."""

    def __init__(self, model: Model) -> None:
        super().__init__(key(model), model.base)
        own = model.provider.name == "openai"
        secret = self._key or NOBODY
        self._client = AsyncOpenAI(
            api_key=secret, base_url=model.base, max_retries=0, timeout=PATIENCE, http_client=self._letterhead.client(),
            default_headers=None if own else _only(secret),
        )  # fmt: skip
        if not own:
            self._client.organization = self._client.project = None

    async def write(self, content: dict[str, Any]) -> None:
        """Have the provider's package build a request, so that the `Letterhead` can copy its address and headers."""
        await self._client.post("/chat/completions", body=content, cast_to=object)

    def fixed(self, request: Request) -> dict[str, Any]:
        """Return the fields that every request has."""
        name = request.model.name
        bare = [] if self._habits.takes(name, SYSTEM_ROLE) else turns(request, system=False)
        return {"model": name, "messages": bare, "stream": True}

    def parts(self, request: Request) -> Iterator[Part]:
        """Yield the optional parts of a request, without those that the model has refused before."""
        model, provider = request.model, request.model.provider
        for part in (
            self._system(request),
            self._form(request),
            self._limit(model),
            Part("seed", provider.seed, request.seed, setting="seed") if provider.seed else None,
            _number("temperature", model.temperature),
            _number("top_p", model.top_p),
            _effort(provider.effort, model.effort) if model.effort else None,
            Part("usage", "stream_options", {"include_usage": True}) if provider.usage else None,
            Part("cache key", provider.cache_key, _cache_key(request)) if provider.cache_key else None,
        ):
            if part is not None and self._habits.takes(model.name, part.name):
                yield part

    def _form(self, request: Request) -> Part | None:
        """Return the part that asks for the answer's format, as strictly as the model supports it."""
        if request.schema is None:
            return None
        strict = request.model.provider.schemas == STRICT and self._habits.takes(request.model.name, STRICT)
        named = {"name": "answer", "strict": True, "schema": request.schema}
        value = {"type": "json_schema", "json_schema": named} if strict else {"type": "json_object"}
        level = STRICT if strict else JSON
        wanted = request.model.provider.schemas in (STRICT, JSON)
        return Part(level, "response_format", value, COMPLAINTS[level], SCHEMA * strict) if wanted else None

    def _system(self, request: Request) -> Part | None:
        """Return the part with the conversation including a system turn, None if the model refuses system turns."""
        takes = self._habits.takes(request.model.name, SYSTEM_ROLE)
        return Part(SYSTEM_ROLE, "messages", turns(request, system=True), NO_SYSTEM) if takes else None

    def _limit(self, model: Model) -> Part:
        """Return the part that limits the tokens of an answer; newer and older models use different names for it."""
        other = {COMPLETION: "max_tokens", "max_tokens": COMPLETION}[model.provider.limit]
        field = model.provider.limit if self._habits.takes(model.name, model.provider.limit) else other
        return Part(field, field, model.answer, setting="answer")

    def data(self, event: Event) -> object:
        """Return an event's data; raise `ErrorBody` if the event reports an error."""
        found = data_or_text(event.data) if event.name == ERROR else json.loads(event.data)
        if event.name == ERROR or tells_error(found):
            raise ErrorBody(self.told(found))
        return found

    def told(self, body: object) -> object:
        """Return the part of an error response's body that tells the reason."""
        return at(body, ERROR) or body

    def take(self, event: Any, draft: Draft) -> None:
        """Add a chunk or a complete answer to the draft; reasoning is not part of the text."""
        choice = at(event, "choices", 0)
        if fault := at(choice, ERROR):  # OpenRouter reports errors of other providers here
            raise ErrorBody(fault)
        said = at(choice, "delta") or at(choice, "message")
        if piece := _text(at(said, "content")):
            draft.write(piece)
        if at(said, "refusal"):
            draft.stop = "refusal"
        draft.stop = draft.stop or str(at(choice, "finish_reason") or "")
        draft.usage = usage(event) or draft.usage
        if (cost := dollars(at(event, "usage", "cost"))) is not None:
            draft.cost = cost


# -- messages ----------------------------------------------------------------------------------------------


def turns(request: Request, system: bool) -> list[dict[str, Any]]:
    """Return the conversation; without `system`, the system message becomes the beginning of the first turn."""
    messages, stable = request.messages, request.stable
    if not system and len(messages) > 1 and messages[0].role == SYSTEM:
        first = Message(messages[1].role, f"{messages[0].text}\n\n{messages[1].text}")
        messages, stable = (first, *messages[2:]), stable - 1
    marked = request.model.provider.marked
    marks = {1, stable} if marked and request.model.name.startswith(marked) else set[int]()
    numbered = enumerate(messages, 1)
    return [_turn(role, list(some), marks) for role, some in groupby(numbered, key=lambda each: each[1].role)]


def _turn(role: str, some: Sequence[tuple[int, Message]], marks: Container[int]) -> dict[str, Any]:
    """Return consecutive messages of one role as one turn; messages whose number is in `marks` get a cache mark."""
    if not any(number in marks for number, _ in some):
        return {"role": role, "content": "\n\n".join(message.text for _, message in some)}
    parts = [{"type": "text", "text": message.text} | (CACHED if number in marks else {}) for number, message in some]
    return {"role": role, "content": parts}


def _cache_key(request: Request) -> str:
    """Return a key that all calls of a seat share, and no others: a digest of its conversation's beginning."""
    begins = compact([*request.messages[:2]])
    return sha256(begins.encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _number(name: str, value: float | None) -> Part | None:
    """Return the part for a numeric setting, whose name is nearly the same for all servers; None if it is not set."""
    words = rf"\b{name.replace('_', '.?')}\b"
    return None if value is None else Part(name, name, value, words, setting=name)


def _effort(field: str, effort: str) -> Part:
    value = {"effort": effort} if field == "reasoning" else effort
    return Part("effort", field, value, rf"\b{field}\b|effort|{NO_REASONING}", "effort")


def _only(secret: str) -> Any:
    """Return headers for a provider other than OpenAI, without those that the environment sets for OpenAI.

    The package would otherwise send OPENAI_CUSTOM_HEADERS to every provider.
    """
    lines = os.environ.get("OPENAI_CUSTOM_HEADERS", "").split("\n")
    foreign = (line.partition(":")[0].strip() for line in lines if ":" in line)
    return dict.fromkeys(foreign, omit) | {"Authorization": f"Bearer {secret}"}


def _text(content: Any) -> str:
    """Return the text of a message's content, which is a string or a list of parts."""
    if isinstance(content, list):
        return "".join(_text(at(part, "text")) for part in content if at(part, "type") == "text")
    return content if isinstance(content, str) else ""


def usage(event: Any) -> Usage | None:
    """Return the tokens of a call from an event, in any of the formats that servers use; None if it has none."""
    told = at(event, "usage") or at(event, "x_groq", "usage")
    timed = at(event, "timings")  # llama.cpp
    if not told and not timed:  # most events hold only a word
        return None
    cached = (
        count(told, "prompt_tokens_details", "cached_tokens")
        or count(told, "prompt_cache_hit_tokens")
        or count(timed, "cache_n")
    )
    prompt = count(told, "prompt_tokens") or count(timed, "prompt_n") + count(timed, "cache_n")
    answer = count(told, "completion_tokens") or count(timed, "predicted_n")
    if not prompt:  # no call has an empty prompt, so the usage is unknown
        return None
    reasoning = count(told, "completion_tokens_details", "reasoning_tokens")
    return Usage(prompt, cached, count(told, "prompt_tokens_details", "cache_write_tokens"), answer, reasoning)
