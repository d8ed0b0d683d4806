"""What a model turned out not to take: it is left out from then on, instead of failing call after call."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple


class Part(NamedTuple):
    """Something of a request that could do without it."""

    name: str
    field: str
    value: Any
    words: str = ""  # by which a server complains of it; empty: by the field's name

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


def body(fixed: dict[str, Any], parts: Iterable[Part]) -> dict[str, Any]:
    """A request's body; parts of the same field are put together."""
    made = dict(fixed)
    for part in parts:
        both = isinstance(part.value, dict) and part.field in made
        made[part.field] = made[part.field] | part.value if both else part.value
    return made
