"""The wire to whoever speaks OpenAI's protocol: chat completions, streamed."""

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
NOBODY = "none"  # the package wants a key; a local server does not look at it
CACHED = {"cache_control": {"type": "ephemeral"}}
SYSTEM_ROLE = "system"  # the part of a request that has one
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
    """A way to a provider that speaks OpenAI's protocol."""

    def __init__(self, model: Model) -> None:
        super().__init__(key(model))
        own = model.provider.name == "openai"
        secret = self._key or NOBODY
        self._client = AsyncOpenAI(
            api_key=secret, base_url=model.base, max_retries=0, timeout=PATIENCE, http_client=self._letterhead.client(),
            default_headers=None if own else _only(secret),
        )  # fmt: skip
        if not own:
            self._client.organization = self._client.project = None

    async def write(self, content: dict[str, Any]) -> None:
        """Have the package address a request."""
        await self._client.post("/chat/completions", body=content, cast_to=object)

    def fixed(self, request: Request) -> dict[str, Any]:
        """What every request has."""
        name = request.model.name
        bare = [] if self._habits.takes(name, SYSTEM_ROLE) else turns(request, system=False)
        return {"model": name, "messages": bare, "stream": True}

    def parts(self, request: Request) -> Iterator[Part]:
        """What it has if the model takes it."""
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
        """How the form of the answer is asked for: as strictly as the model takes it."""
        if request.schema is None:
            return None
        strict = request.model.provider.schemas == STRICT and self._habits.takes(request.model.name, STRICT)
        named = {"name": "answer", "strict": True, "schema": request.schema}
        value = {"type": "json_schema", "json_schema": named} if strict else {"type": "json_object"}
        level = STRICT if strict else JSON
        wanted = request.model.provider.schemas in (STRICT, JSON)
        return Part(level, "response_format", value, COMPLAINTS[level], SCHEMA * strict) if wanted else None

    def _system(self, request: Request) -> Part | None:
        """The conversation with a turn of the system's own."""
        takes = self._habits.takes(request.model.name, SYSTEM_ROLE)
        return Part(SYSTEM_ROLE, "messages", turns(request, system=True), NO_SYSTEM) if takes else None

    def _limit(self, model: Model) -> Part:
        """The most tokens of an answer: newer models know one name for it, older ones the other."""
        other = {COMPLETION: "max_tokens", "max_tokens": COMPLETION}[model.provider.limit]
        field = model.provider.limit if self._habits.takes(model.name, model.provider.limit) else other
        return Part(field, field, model.answer, setting="answer")

    def data(self, event: Event) -> object:
        """What an event brings; some servers tell of an error by one."""
        found = data_or_text(event.data) if event.name == ERROR else json.loads(event.data)
        if event.name == ERROR or tells_error(found):
            raise ErrorBody(self.told(found))
        return found

    def told(self, body: object) -> object:
        """Of the body of a refusal: what tells why."""
        return at(body, ERROR) or body

    def take(self, event: Any, draft: Draft) -> None:
        """A chunk of an answer, or a whole one; reasoning is no part of its text."""
        choice = at(event, "choices", 0)
        if fault := at(choice, ERROR):  # OpenRouter tells so what became of a provider behind it
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
    """The conversation; where there is no role for the system, its part begins the first turn."""
    messages, stable = request.messages, request.stable
    if not system and len(messages) > 1 and messages[0].role == SYSTEM:
        first = Message(messages[1].role, f"{messages[0].text}\n\n{messages[1].text}")
        messages, stable = (first, *messages[2:]), stable - 1
    marked = request.model.provider.marked
    marks = {1, stable} if marked and request.model.name.startswith(marked) else set[int]()
    numbered = enumerate(messages, 1)
    return [_turn(role, list(some), marks) for role, some in groupby(numbered, key=lambda each: each[1].role)]


def _turn(role: str, some: Sequence[tuple[int, Message]], marks: Container[int]) -> dict[str, Any]:
    """Messages of one role in a row as one turn; what comes again is marked for a cache that wants to be told."""
    if not any(number in marks for number, _ in some):
        return {"role": role, "content": "\n\n".join(message.text for _, message in some)}
    parts = [{"type": "text", "text": message.text} | (CACHED if number in marks else {}) for number, message in some]
    return {"role": role, "content": parts}


def _cache_key(request: Request) -> str:
    """The same for all calls of a seat, and for nobody else's: made of how its conversation begins."""
    begins = compact([*request.messages[:2]])
    return sha256(begins.encode("utf-8", "backslashreplace")).hexdigest()[:32]


def _number(name: str, value: float | None) -> Part | None:
    """A setting that everybody calls nearly the same."""
    words = rf"\b{name.replace('_', '.?')}\b"
    return None if value is None else Part(name, name, value, words, setting=name)


def _effort(field: str, effort: str) -> Part:
    value = {"effort": effort} if field == "reasoning" else effort
    return Part("effort", field, value, rf"\b{field}\b|effort|{NO_REASONING}", "effort")


def _only(secret: str) -> Any:
    """Without the headers that the environment means for OpenAI: the package would send them to all others too."""
    lines = os.environ.get("OPENAI_CUSTOM_HEADERS", "").split("\n")
    foreign = (line.partition(":")[0].strip() for line in lines if ":" in line)
    return dict.fromkeys(foreign, omit) | {"Authorization": f"Bearer {secret}"}


def _text(content: Any) -> str:
    """Most send text; some send a list of parts, of which some are text."""
    if isinstance(content, list):
        return "".join(_text(at(part, "text")) for part in content if at(part, "type") == "text")
    return content if isinstance(content, str) else ""


def usage(event: Any) -> Usage | None:
    """The tokens that a call took, in any of the ways in which servers tell them."""
    told = at(event, "usage") or at(event, "x_groq", "usage")
    timed = at(event, "timings")  # of llama.cpp
    if not told and not timed:  # most events bring a word, and nothing else
        return None
    cached = (
        count(told, "prompt_tokens_details", "cached_tokens")
        or count(told, "prompt_cache_hit_tokens")
        or count(timed, "cache_n")
    )
    prompt = count(told, "prompt_tokens") or count(timed, "prompt_n") + count(timed, "cache_n")
    answer = count(told, "completion_tokens") or count(timed, "predicted_n")
    if not prompt:  # there is no such call: nothing of it can be priced
        return None
    reasoning = count(told, "completion_tokens_details", "reasoning_tokens")
    return Usage(prompt, cached, count(told, "prompt_tokens_details", "cache_write_tokens"), answer, reasoning)
