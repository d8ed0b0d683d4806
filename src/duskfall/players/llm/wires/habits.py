"""What a model turned out not to take: it is left out from then on, instead of failing call after call."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from duskfall.players.llm.calls import SCHEMA, Request
from duskfall.players.llm.providers import OPENAI, STRICT

OURS = ("seed",)  # what is wanted though nobody sets it


class Part(NamedTuple):
    """Something of a request that could do without it."""

    name: str
    field: str
    value: Any
    words: str = ""  # by which a server complains of it; empty: by the field's name
    setting: str = ""  # what it puts into effect, of the settings that a model is named with; empty: none of them

    def blamed(self, complaint: str) -> bool:
        """Whether the server complains of it."""
        return re.search(self.words or rf"\b{self.field}\b", complaint) is not None


class Habits:
    """By model: the parts that were refused once."""

    def __init__(self) -> None:
        self._refused: defaultdict[str, set[str]] = defaultdict(set)

    def takes(self, model: str, part: str) -> bool:
        """Whether a part has never been refused."""
        return part not in self._refused[model]

    def learn(self, model: str, sent: Iterable[Part], complaint: str) -> bool:
        """Remember what the server complains of; whether it is worth trying again without."""
        blamed = {part.name for part in sent if part.blamed(complaint)}
        self._refused[model] |= blamed
        return bool(blamed)


def wanted(request: Request) -> tuple[str, ...]:
    """What is to be set, by the names that users know."""
    model = request.model
    asked = {
        "temperature": model.temperature is not None,
        "effort": bool(model.effort),
        "top_p": model.top_p is not None,
        "answer": model.provider.protocol == OPENAI,  # the other protocol cannot do without it
        SCHEMA: request.schema is not None and model.provider.schemas == STRICT,
        "seed": bool(model.provider.seed),
    }
    return tuple(name for name, given in asked.items() if given)


def body(fixed: dict[str, Any], parts: Iterable[Part]) -> dict[str, Any]:
    """A request's body; parts of the same field are put together."""
    made = dict(fixed)
    for part in parts:
        both = isinstance(part.value, dict) and part.field in made
        made[part.field] = made[part.field] | part.value if both else part.value
    return made
