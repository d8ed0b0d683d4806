"""A prompt that is longer than a model takes: how long it may be, as far as the server says, and what to set."""

from __future__ import annotations

import re

from duskfall.players.llm.model import Model
from duskfall.players.llm.wires.draft import count

NUMBER = r"(\d{1,3}(?:,\d{3})+|\d{3,8})\b"
LIMITS = re.compile(
    rf"context (?:size|window|length) (?:is|of)(?: only)? {NUMBER}|context size \({NUMBER} tokens\)"
    rf"|(?:<=|>) {NUMBER}|tokens allowed \({NUMBER}\)|with {NUMBER} maximum context"
)
"""How servers tell it: OpenAI, vLLM, llama-cpp-python and LM Studio; llama.cpp; TGI and Anthropic; Gemini; Mistral."""
SPARE, STEP = 0.9, 100  # our count of tokens is a guess, and people like round numbers
LEAST = 1_000  # tokens of a context that can be set


def told(body: object, complaint: str) -> int:
    """The limit in an error's body, by a field of llama.cpp's or in words; 0 if it is not told."""
    error = body.get("error", body) if isinstance(body, dict) else None
    found = LIMITS.search(complaint)
    return count(error, "n_ctx") or (int(next(filter(None, found.groups())).replace(",", "")) if found else 0)


def hint(model: Model, limit: int) -> str:
    """What to do about it, without a name: by night nobody may know which model is asked."""
    if not limit:
        return "the prompt is longer than the model takes; set context lower, as in ?context=4000"
    answer = min(model.answer, limit // 4)
    context = max(LEAST, int((limit - answer) * SPARE) // STEP * STEP)
    more = f"&answer={answer}" if answer < model.answer else ""
    return f"the model takes {limit} tokens in all; set ?context={context}{more}, or let the server take more"
