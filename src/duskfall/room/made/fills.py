"""The players that may take empty chairs, under the names by which pages know them: never an address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from duskfall.players.llm.model import ADDRESSES, WHATEVER, is_model, short
from duskfall.tell.tongue import later, say

BOTS = {"scripted": later("Bots"), "random": later("Bots that choose at random")}
PRIVATE = re.compile(r"(?<=[?&])(?:price|deadline|context|answer)=[^&]*&?")  # settings that concern the operator alone


def fill_label(kind: str) -> str:
    """Return a kind of player in words for people; a model at an address is called by its name alone."""
    base = kind.partition(":")[0]
    if base in BOTS:
        return say(BOTS[base])
    return model_label(kind) if is_model(kind) else short(kind)


def model_label(kind: str) -> str:
    """Return the name of a model without its address, and without what concerns its operator alone."""
    name = short(kind)
    if name.startswith(ADDRESSES):
        place, _, settings = name.partition("?")
        name = (place.partition("#")[2] or WHATEVER) + (f"?{settings}" if settings else "")
    return PRIVATE.sub("", name).rstrip("?&")


def wire_names(fills: Sequence[str]) -> dict[str, str]:
    """Return by kind the name under which pages choose it; two models with one label are numbered."""
    found: dict[str, str] = {}
    for kind in fills:
        name = label = model_label(kind) if is_model(kind) else kind
        number = 1
        while name in found.values():
            number += 1
            name = f"{label} ({number})"
        found[kind] = name
    return found


def wire_name(kind: str, fills: Sequence[str]) -> str:
    """Return the name of a kind for pages, also of one that the server does not have any more."""
    return wire_names(fills).get(kind) or (model_label(kind) if is_model(kind) else kind)


def named_fill(given: object, fills: Sequence[str]) -> object:
    """Return the kind that a page means by this name; what is no name of these is returned as it is."""
    kinds = {name: kind for kind, name in wire_names(fills).items()}
    return kinds.get(given, given) if isinstance(given, str) and given not in fills else given
