"""A model in a seat: its persona, once that is drawn, and the settings that are in effect, for the record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from duskfall.players.llm import personas
from duskfall.players.llm.model import Model, read_model, short, with_variant
from duskfall.players.llm.providers import STRICT
from duskfall.players.llm.settings import ModelError
from duskfall.players.llm.variants import PLAIN, Variant, read_variant

ASKED = ("language", "temperature", "top_p", "effort", "deadline", "context", "answer", "notes", "primer")
"""The settings that are recorded as they are in effect; persona, prompt and price are a matter of their own."""

FROM_FILES = ("persona", "prompt")  # settings that may name a file


def cast(model: Model, seed: int) -> Model:
    """The model of a player with this seed: where a persona is to be drawn, it is."""
    if model.manner:
        return model
    name, manner = personas.cast(model.persona, seed)
    return replace(model, persona=name, manner=manner)


def in_effect(model: Model, left_out: Collection[str]) -> dict[str, Any]:
    """What a seat's model plays with; a setting that its server does not take is not in it, and is named as such."""
    provider = model.provider
    asked = {name: getattr(model, name) for name in ASKED}
    wire = {"schema": provider.schemas == STRICT, "seed": bool(provider.seed)}
    found = {name: value for name, value in (asked | wire).items() if _is_set(value) and name not in left_out}
    persona = {"persona": model.persona} if model.persona else {}
    manner = {"manner": model.manner} if model.manner else {}
    prompt = {"prompt": _named(model.prompt)} if model.prompt != PLAIN else {}
    return persona | manner | prompt | found | ({"left_out": sorted(left_out)} if left_out else {})


def _is_set(value: object) -> bool:
    """Whether a setting has a value: a temperature of 0 is one."""
    return bool(value) or (value == 0 and value is not False)


def recorded(kind: str, found: Mapping[str, Any], files: bool = True) -> Model:
    """The model of this kind with what a record has of its seat: files of personas and prompts may be gone.

    Without `files` none is read, even where the record does not have its text: a record that somebody else wrote must
    not choose which files of this machine are read.
    """
    known = [name for name in FROM_FILES if (name in found or not files) and f"{name}=" in kind]
    if short(kind) != kind:  # its prompt is written out there
        known = [name for name in known if name != "prompt"]
    model = read_model(kind, known)
    if "prompt" in known and "prompt" in found:
        model = with_variant(model, _variant(kind, found["prompt"]))
    persona, manner = found.get("persona"), str(found.get("manner", ""))
    if not isinstance(persona, str) or (not manner and personas.split_file(persona)[0]):
        return model  # a record has the words of a persona, and never sends anybody to a file for them
    return replace(model, persona=persona, manner=manner)


def _named(variant: Variant) -> dict[str, Any]:
    return ({"name": variant.name} if variant.name else {}) | variant.as_data()


def _variant(kind: str, found: object) -> Variant:
    try:
        parts = dict(found) if isinstance(found, dict) else {}
        return read_variant(parts, str(parts.pop("name", "")))
    except ValueError as error:
        raise ModelError(f"{short(kind)}: the prompt in the record: {error}") from None
