"""Who serves models: a line of data each. What a model turns out not to take is left out by the wire, see habits.py."""

from __future__ import annotations

from dataclasses import dataclass

OPENAI, ANTHROPIC, INSPECT = "openai", "anthropic", "inspect_ai"
"""The protocols, by the package that speaks them."""

STRICT, JSON, NONE = "strict", "json", "none"
"""How the form of an answer is asked for: by its JSON schema; as JSON of whatever form; not at all."""


@dataclass(frozen=True, slots=True)
class Provider:
    """Where a provider's models are reached, with which key, and what is special about it."""

    name: str
    base: str  # of the address; empty: named with the model
    key: str = ""  # the environment variable that holds the key; empty: none is needed
    protocol: str = OPENAI
    spare: str = ""  # another variable in which the key may be
    open: bool = False  # whether it is also reached without a key
    schemas: str = STRICT
    bounds: bool = False  # whether a schema may bound lengths: maxLength, maxItems
    seed: str = "seed"  # the field for it; empty: there is none
    limit: str = "max_tokens"  # the field for the most tokens of an answer
    effort: str = "reasoning_effort"  # the field for it, or reasoning, an object
    usage: bool = True  # whether tokens have to be asked for when an answer is streamed
    cache_key: str = ""  # the field by which calls with the same beginning are sent to the same cache
    marked: str = ""  # how the names of models begin whose cache wants marks, as Anthropic's does everywhere
    either: bool = False  # whether effort and temperature exclude each other
    deadline: float = 120.0  # seconds for one ask, if nothing else is said
    connections: int = 16  # at once, if nothing else is said; a server of one's own may serve one after the other
    prices: str = ""  # as genai-prices calls it; empty: nobody names a price


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
    Provider("inspect", "inspect_ai", protocol=INSPECT, open=True, deadline=3600.0, connections=256),  # with its limits
    Provider("http", "", "DUSKFALL_HTTP_KEY", open=True, bounds=True, connections=4),  # llama.cpp, vLLM, LM Studio
)  # fmt: skip

PROVIDERS = {each.name: each for each in _ALL}
