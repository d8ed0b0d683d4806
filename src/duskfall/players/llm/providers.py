"""The known providers of models, one entry each.

Request parts that a model turns out not to support are left out of later requests, see `Habits`.
"""

from __future__ import annotations

from dataclasses import dataclass

OPENAI, ANTHROPIC, INSPECT = "openai", "anthropic", "inspect_ai"
"""The protocols, named after the Python package that implements each of them."""

STRICT, JSON, NONE = "strict", "json", "none"
"""Support for structured output: by JSON schema, as any JSON object, or none."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A provider of models: its address, the environment variable of its key, and what its API supports."""

    name: str
    base: str  # the base URL; empty: it is part of the model's name
    key: str = ""  # the environment variable that holds the key; empty: none is needed
    protocol: str = OPENAI
    spare: str = ""  # a second environment variable that may hold the key
    open: bool = False  # whether it can be used without a key
    schemas: str = STRICT
    bounds: bool = False  # whether a schema may bound lengths: maxLength, maxItems
    seed: str = "seed"  # the field for the seed; empty: there is none
    limit: str = "max_tokens"  # the field for the maximum tokens of an answer
    effort: str = "reasoning_effort"  # the field for the effort; `reasoning` takes an object instead of a word
    usage: bool = True  # whether a streamed answer reports its tokens only on request
    cache_key: str = ""  # the field that routes calls with the same beginning to the same cache
    marked: str = ""  # the prefix of models that need cache marks, as Anthropic's own API always does
    either: bool = False  # whether effort and temperature exclude each other
    deadline: float = 120.0  # default seconds for one question
    connections: int = 16  # default number of parallel connections; a local server may handle one at a time
    prices: str = ""  # the name in genai-prices; empty: prices are unknown


COMPLETION = "max_completion_tokens"

_ALL = (
    Provider(
        "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", limit=COMPLETION, cache_key="prompt_cache_key",
        prices="openai",
    ),
    Provider(
        "anthropic", "https://api.anthropic.com", "ANTHROPIC_API_KEY", ANTHROPIC, seed="", either=True,
        prices="anthropic",
    ),
    Provider(
        "openrouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY", effort="reasoning", marked="anthropic/",
        prices="openrouter",
    ),
    Provider(
        "gemini", "https://generativelanguage.googleapis.com/v1beta/openai", "GEMINI_API_KEY", spare="GOOGLE_API_KEY",
        seed="", prices="google",
    ),
    Provider("xai", "https://api.x.ai/v1", "XAI_API_KEY", limit=COMPLETION, prices="x-ai"),
    Provider("deepseek", "https://api.deepseek.com", "DEEPSEEK_API_KEY", schemas=JSON, seed="", prices="deepseek"),
    Provider(
        "mistral", "https://api.mistral.ai/v1", "MISTRAL_API_KEY", seed="random_seed", usage=False, prices="mistral"
    ),
    Provider("groq", "https://api.groq.com/openai/v1", "GROQ_API_KEY", limit=COMPLETION, prices="groq"),
    Provider("together", "https://api.together.ai/v1", "TOGETHER_API_KEY", prices="together"),
    Provider("ollama", "http://localhost:11434/v1", "OLLAMA_API_KEY", open=True, bounds=True, connections=1),
    # inspect_ai applies its own limits on connections.
    Provider("inspect", "inspect_ai", protocol=INSPECT, open=True, deadline=3600.0, connections=256),
    Provider("http", "", "DUSKFALL_HTTP_KEY", open=True, bounds=True, connections=4),  # llama.cpp, vLLM, LM Studio
)  # fmt: skip

PROVIDERS = {each.name: each for each in _ALL}
