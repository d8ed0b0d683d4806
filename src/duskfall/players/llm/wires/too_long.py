"""Prompts that are too long for a model: reads the limit from the server's error and suggests settings."""

from __future__ import annotations

import re

from duskfall.players.llm.model import Model
from duskfall.players.llm.wires.draft import count

NUMBER = r"(\d{1,3}(?:,\d{3})+|\d{3,8})\b"
LIMITS = re.compile(
    rf"context (?:size|window|length) (?:is|of)(?: only)? {NUMBER}|context size \({NUMBER} tokens\)"
    rf"|(?:<=|>) {NUMBER}|tokens allowed \({NUMBER}\)|with {NUMBER} maximum context"
)
"""By wording: OpenAI, vLLM, llama-cpp-python and LM Studio; llama.cpp; TGI and Anthropic; Gemini; Mistral."""
SPARE, STEP = 0.9, 100  # a safety margin, since our token count is an estimate; rounding to readable numbers
LEAST = 1_000  # minimum of the setting `context`


def told(body: object, complaint: str) -> int:
    """Return the limit of tokens in an error's body, from llama.cpp's field or from the text; 0 if there is none."""
    error = body.get("error", body) if isinstance(body, dict) else None
    found = LIMITS.search(complaint)
    return count(error, "n_ctx") or (int(next(filter(None, found.groups())).replace(",", "")) if found else 0)


def hint(model: Model, limit: int) -> str:
    """Return a hint on the settings to change. It names no model: at night, nobody may learn which one was asked."""
    if not limit:
        return "the prompt is longer than the model takes; set context lower, as in ?context=4000"
    answer = min(model.answer, limit // 4)
    context = max(LEAST, int((limit - answer) * SPARE) // STEP * STEP)
    more = f"&answer={answer}" if answer < model.answer else ""
    return f"the model takes {limit} tokens in all; set ?context={context}{more}, or let the server take more"
