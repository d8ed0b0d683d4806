"""Unsupported request parts: a part that a model has refused once is left out of all later requests."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from duskfall.players.llm.calls import SCHEMA, Request
from duskfall.players.llm.providers import OPENAI, STRICT

OURS = ("seed",)  # settings that are sent although the user can't set them


class Part(NamedTuple):
    """An optional part of a request."""

    name: str
    field: str
    value: Any
    words: str = ""  # a pattern of complaints about this part; empty: the field's name
    setting: str = ""  # the user's setting that this part puts into effect; empty: none

    def blamed(self, complaint: str) -> bool:
        """Return whether the server complains about this part."""
        return re.search(self.words or rf"\b{self.field}\b", complaint) is not None


class Habits:
    """The request parts that each model has refused."""

    def __init__(self) -> None:
        self._refused: defaultdict[str, set[str]] = defaultdict(set)

    def takes(self, model: str, part: str) -> bool:
        """Return whether a model has never refused a part."""
        return part not in self._refused[model]

    def learn(self, model: str, sent: Iterable[Part], complaint: str) -> bool:
        """Remember the parts that the server complains about; return whether there are any, so a retry makes sense."""
        blamed = {part.name for part in sent if part.blamed(complaint)}
        self._refused[model] |= blamed
        return bool(blamed)


def wanted(request: Request) -> tuple[str, ...]:
    """Return the names of all settings that should take effect for a request."""
    model = request.model
    asked = {
        "temperature": model.temperature is not None,
        "effort": bool(model.effort),
        "top_p": model.top_p is not None,
        "answer": model.provider.protocol == OPENAI,  # the other protocol requires it
        SCHEMA: request.schema is not None and model.provider.schemas == STRICT,
        "seed": bool(model.provider.seed),
    }
    return tuple(name for name, given in asked.items() if given)


def body(fixed: dict[str, Any], parts: Iterable[Part]) -> dict[str, Any]:
    """Return a request's body; parts with the same field are merged."""
    made = dict(fixed)
    for part in parts:
        both = isinstance(part.value, dict) and part.field in made
        made[part.field] = made[part.field] | part.value if both else part.value
    return made
