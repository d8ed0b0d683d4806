"""A model by name, as `openai:gpt-5-mini?effort=low` or `http://localhost:8080/v1#qwen`, and the settings it plays with."""

from __future__ import annotations

from dataclasses import dataclass

from duskfall.players.llm.providers import Provider


@dataclass(frozen=True, slots=True)
class Model:
    """A model of a provider, with its settings."""

    kind: str  # as it was named
    provider: Provider
    name: str  # as the provider calls it
    base: str  # where it is reached
    persona: str = ""  # of personas.toml; empty: none
    language: str = "en"  # in which it speaks: en, ru, zh
    temperature: float | None = None
    effort: str = ""  # of reasoning: low, medium, high; empty: as the provider has it
    deadline: float = 120.0  # seconds for one ask, all its tries included
    context: int = 24_000  # tokens of a prompt beyond which old days are folded
    answer: int = 4_000  # tokens of an answer at most, reasoning included
    price: tuple[float, float] | None = None  # dollars for a million tokens in and out, where the user names them
