"""A seat's model: drawing its persona, and the settings in effect, as written to and read from game records."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from duskfall.players.llm import personas
from duskfall.players.llm.model import Model, read_model, short, with_variant
from duskfall.players.llm.providers import STRICT
from duskfall.players.llm.settings import ModelError
from duskfall.players.llm.variants import PLAIN, Variant, read_variant

ASKED = ("language", "temperature", "top_p", "effort", "deadline", "context", "answer", "notes", "primer")
"""The settings recorded with their values in effect. Persona and prompt are recorded separately, the price is not."""

FROM_FILES = ("persona", "prompt")  # settings that may name a file


def cast(model: Model, seed: int) -> Model:
    """Return the model for a player with this seed; draws the persona if the model leaves it open."""
    if model.manner:
        return model
    name, manner = personas.cast(model.persona, seed)
    return replace(model, persona=name, manner=manner)


def in_effect(model: Model, left_out: Collection[str]) -> dict[str, Any]:
    """Return the settings in effect for a seat's model; those its server does not take are listed in `left_out`."""
    provider = model.provider
    asked = {name: getattr(model, name) for name in ASKED}
    wire = {"schema": provider.schemas == STRICT, "seed": bool(provider.seed)}
    found = {name: value for name, value in (asked | wire).items() if _is_set(value) and name not in left_out}
    persona = {"persona": model.persona} if model.persona else {}
    manner = {"manner": model.manner} if model.manner else {}
    prompt = {"prompt": _named(model.prompt)} if model.prompt != PLAIN else {}
    return persona | manner | prompt | found | ({"left_out": sorted(left_out)} if left_out else {})


def _is_set(value: object) -> bool:
    """Return whether a setting has a value; 0 is a value, as for the temperature."""
    return bool(value) or (value == 0 and value is not False)


def recorded(kind: str, found: Mapping[str, Any], files: bool = True) -> Model:
    """Return the model named `kind` with the settings `found` in a record of its seat.

    The recorded text of a persona or prompt takes the place of its file, which may be gone. Without `files`, no file is
    read even if the record lacks its text: a record from someone else must not choose files to read on this machine.
    """
    known = [name for name in FROM_FILES if (name in found or not files) and f"{name}=" in kind]
    if short(kind) != kind:  # its prompt is written out there
        known = [name for name in known if name != "prompt"]
    model = read_model(kind, known)
    if "prompt" in known and "prompt" in found:
        model = with_variant(model, _variant(kind, found["prompt"]))
    persona, manner = found.get("persona"), str(found.get("manner", ""))
    if not isinstance(persona, str) or (not manner and personas.split_file(persona)[0]):
        return model  # a record holds a persona's text, and must never make anyone open a file
    return replace(model, persona=persona, manner=manner)


def names_file(kind: str) -> bool:
    """Return whether a model's name names a file of this machine, whose text the model would be sent."""
    settings = (part.partition("=") for part in kind.partition("?")[2].split("&"))
    given = {name: unquote(value) for name, _, value in settings if name in FROM_FILES}
    return bool(personas.split_file(given.get("persona", ""))[0]) or "{" not in given.get("prompt", "{")


def _named(variant: Variant) -> dict[str, Any]:
    return ({"name": variant.name} if variant.name else {}) | variant.as_data()


def _variant(kind: str, found: object) -> Variant:
    try:
        parts = dict(found) if isinstance(found, dict) else {}
        return read_variant(parts, str(parts.pop("name", "")))
    except ValueError as error:
        raise ModelError(f"{short(kind)}: the prompt in the record: {error}") from None
