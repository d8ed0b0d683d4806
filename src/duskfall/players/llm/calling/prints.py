"""Fingerprints of requests, used by the cassette: digests of all parts, and descriptions of differences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any

from duskfall.players.llm.calls import Message, Request
from duskfall.players.llm.lines import compact
from duskfall.players.llm.model import Model

SHOWN, BEFORE = 48, 12  # characters of an excerpt; how many of them stand before the difference
START = ""  # the predecessor of a prompt's first message
Parts = Mapping[str, Mapping[str, Any]]


class Print:
    """A request's fingerprints: digests of the model with its settings, of the answer's schema, and of the messages.

    The digest of a message includes the digest of the message before it.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.model = _digest({"model": settings(request.model)})
        self.schema = _digest({"schema": request.schema})
        self.prompt = START
        for message in request.messages:
            self.prompt = _after(self.prompt, message)
        self.names = {"model": self.model, "schema": self.schema, "prompt": self.prompt}
        self.whole = _digest(self.names)

    @property
    def parts(self) -> dict[str, dict[str, Any]]:
        """The parts of the request by their digests, as they are written on a cassette."""
        found: dict[str, dict[str, Any]] = {
            self.model: {"model": settings(self.request.model)},
            self.schema: {"schema": self.request.schema},
        }
        last = START
        for message in self.request.messages:
            part = {"after": last, "role": message.role, "text": message.text}
            last = _after(last, message)
            found[last] = part
        return found


def settings(model: Model) -> dict[str, Any]:
    """Return the settings of a model that affect its answers beyond the prompt; the address is left out."""
    return {
        "provider": model.provider.name, "name": model.name, "temperature": model.temperature, "effort": model.effort,
        "answer": model.answer,
    } | ({} if model.top_p is None else {"top_p": model.top_p})  # fmt: skip


def unlike(parts: Parts, names: Mapping[str, str], now: Print) -> str:
    """Describe how a request differs from a recorded one, given by `parts` and the digests in `names`.

    Returns an empty string if they are equal.
    """
    if names["prompt"] != now.prompt:
        return _unlike_messages(messages(parts, names["prompt"]), messages(now.parts, now.prompt))
    for name, called in (("model", "the model"), ("schema", "the form of the answer")):
        if names[name] != now.names[name]:
            return called + _unlike_data(parts[names[name]][name], now.parts[now.names[name]][name])
    return ""


def messages(parts: Parts, last: str) -> list[Message]:
    """Return the messages of a prompt, up to the one with the digest `last`."""
    found = []
    while last != START:
        part = parts[last]
        found.append(Message(part["role"], part["text"]))
        last = part["after"]
    return found[::-1]


def _unlike_messages(old: Sequence[Message], new: Sequence[Message]) -> str:
    for number, (was, now) in enumerate(zip(old, new, strict=False), 1):
        if was.role != now.role:
            return f"message {number} is of the {now.role}, on the tape of the {was.role}"
        if was.text != now.text:
            return f"message {number} ({now.role}){_unlike_text(was.text, now.text)}"
    return f"it has {len(new)} messages, on the tape {len(old)}"


def _unlike_text(old: str, new: str) -> str:
    at = next((at for at, (was, now) in enumerate(zip(old, new, strict=False)) if was != now), min(len(old), len(new)))
    return f", character {at + 1}: it is {_excerpt(new, at)}, on the tape {_excerpt(old, at)}"


def _excerpt(text: str, at: int) -> str:
    """Return some characters around a position, with unprintable ones escaped."""
    start = max(0, at - BEFORE)
    found = text[start : start + SHOWN]
    return f"{'…' if start else ''}{found!r}{'…' if start + SHOWN < len(text) else ''}"


def _unlike_data(old: Any, new: Any) -> str:
    """Return the path to the first difference, and the difference."""
    if isinstance(old, dict) and isinstance(new, dict) and [*old] == [*new]:
        return _first((f".{key}", old[key], new[key]) for key in new)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return _first((f"[{at}]", *pair) for at, pair in enumerate(zip(old, new, strict=True)))
    return f": it is {_excerpt(compact(new), 0)}, on the tape {_excerpt(compact(old), 0)}"


def _first(pairs: Iterator[tuple[str, Any, Any]]) -> str:
    return next((way + _unlike_data(old, new) for way, old, new in pairs if compact(old) != compact(new)), "")


def _digest(data: object) -> str:
    return sha256(compact(data).encode("utf-8", "backslashreplace")).hexdigest()[:32]


@lru_cache(maxsize=65_536)
def _after(last: str, message: Message) -> str:
    """Return the digest of a message after another. Cached, since most of a prompt was sent before."""
    return _digest([last, *message])
