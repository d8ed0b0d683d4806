"""Models with their own prompts in a league file, such as `coached: {model: openai:gpt-5-mini, prompt: {…}}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from duskfall.core.problem import unknown
from duskfall.players.base import PlayerError
from duskfall.players.llm.casting import ASKED
from duskfall.players.llm.model import Model, is_model, read_model
from duskfall.players.llm.prompts.digest import prompt_digest
from duskfall.players.llm.variant_files import read_file
from duskfall.players.llm.variants import PLAIN, Variant, read_variant, written

KEYS = ("model", "prompt")
ODD, LONGEST = re.compile(r"[^\w .-]+"), 40  # characters a prompt's name can't have; its maximum length


def entrant_of(name: str, given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the kind and the identity of a model with its own prompt; the kind contains the whole prompt.

    Raises PlayerError: one line that says what is wrong.
    """
    for key in given:
        if key not in KEYS:
            raise PlayerError(f"players.{name}: {unknown('key', str(key), KEYS)} (there are: {', '.join(KEYS)})")
    kind = given.get("model")
    if not isinstance(kind, str) or not is_model(kind):
        raise PlayerError(f"players.{name}: model is the name of a model, as in openai:gpt-5-mini")
    try:
        variant = _variant(name, given.get("prompt", {}))
        kind = kind if variant.as_data() == {} else f"{kind}{'&' if '?' in kind else '?'}prompt={written(variant)}"
        return kind, model_identity(read_model(kind))
    except ValueError as error:
        raise PlayerError(f"players.{name}: {error}") from None


def model_identity(model: Model) -> dict[str, Any]:
    """Return what identifies a model as a player: the model, its non-default settings, and the digest of its prompt."""
    usual = Model("", model.provider, "", "")
    settings = {each: getattr(model, each) for each in ASKED}
    named = {"provider": model.provider.name, "model": model.name}
    own = {} if model.provider.base else {"base": model.base}
    chosen = {each: value for each, value in settings.items() if value != getattr(usual, each)}
    variant = {"variant": model.prompt.as_data()} if model.prompt != PLAIN else {}
    persona = {} if model.manner or not model.persona else {"persona": model.persona}
    return named | own | {"settings": persona | chosen, "prompt": prompt_digest(model)} | variant


def _variant(name: str, given: object) -> Variant:
    if isinstance(given, str):
        return read_file(given)
    try:
        return read_variant(given, ODD.sub("-", name)[:LONGEST])
    except ValueError as error:
        raise ValueError(f"prompt: {error}") from None
