"""Who serves models: a line of data each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a provider's models are reached, with which key, and what is special about it."""

    name: str
    base: str  # of the address; empty: named with the model
    key: str  # the environment variable that holds the key; empty: none is needed
    protocol: str = "openai"  # or anthropic
