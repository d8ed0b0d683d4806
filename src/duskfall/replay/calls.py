"""One call to a model, as it is shown to whoever may read it; see `sent` for how it is made again from a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from duskfall.core.ask import Ask


@dataclass(frozen=True, slots=True)
class Sent:
    """One call: which question of the seat's it was for, how often it had been tried, all that went out, what came."""

    ask: Ask
    moment: int  # so many facts had come to pass
    call: int
    messages: tuple[tuple[str, str], ...]  # by whom, and the text
    schema: Mapping[str, Any]
    digest: str  # of the whole request
    verified: bool  # whether the file of calls has the same digest
    outcome: str  # ok, or how it failed
    came: str  # what came back; without the file of calls, the answer as it was recorded
