"""Personas and languages: how a player speaks, as data; never what it knows or wants."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from duskfall.core.chance import pick

ANY = "any"  # where one is drawn for each seat and game


def known() -> tuple[str, ...]:
    """The names of all personas."""
    return tuple(_data()["personas"])


def drawn(seed: int) -> str:
    """One of them, for a player with this seed."""
    return pick(seed, "persona", 0, known())


def words(name: str) -> str:
    """What a persona is told of itself."""
    return _find("personas", name, "persona")


def language(code: str) -> str:
    """In which language to speak, said in that language too."""
    return _find("languages", code, "language")


def _find(table: str, name: str, what: str) -> str:
    found = _data()[table]
    if name not in found:
        raise ValueError(f"unknown {what} {name!r}: known are {', '.join(found)}")
    return found[name]


@cache
def _data() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files(__package__).joinpath("personas.toml").read_text("utf-8"))
