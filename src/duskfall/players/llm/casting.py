"""A model in a seat: its persona, once that is drawn, and the settings that are in effect, for the record."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from duskfall.players.llm import personas
from duskfall.players.llm.model import Model
from duskfall.players.llm.providers import STRICT

ASKED = ("language", "temperature", "top_p", "effort", "deadline", "context", "answer", "notes", "primer")
"""The settings that are recorded as they are in effect; the persona and the price are a matter of their own."""


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
    found = {name: value for name, value in (asked | wire).items() if value and name not in left_out}
    persona = {"persona": model.persona} if model.persona else {}
    manner = {"manner": model.manner} if model.manner else {}
    return persona | manner | found | ({"left_out": sorted(left_out)} if left_out else {})


def recorded(model: Model, found: Mapping[str, Any]) -> Model:
    """The model with the persona that a record has for its seat: a file of personas may be gone."""
    persona, manner = found.get("persona"), found.get("manner", "")
    return replace(model, persona=persona, manner=str(manner)) if isinstance(persona, str) else model
