"""Personas and languages: how a player speaks, as data; never what it knows or wants."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from duskfall.core.chance import pick

ANY = "any"  # where one is drawn for each seat and game
FILE = ".toml"  # how the name of a file of personas ends; one of it may be named behind a colon
LONGEST = 1000  # characters of a persona


def known() -> tuple[str, ...]:
    """The names of all personas."""
    return tuple(_data()["personas"])


def drawn(seed: int) -> str:
    """One of them, for a player with this seed."""
    return pick(seed, "persona", 0, known())


def words(name: str) -> str:
    """What a persona is told of itself."""
    return _find(_data()["personas"], name, "persona")


def language(code: str) -> str:
    """In which language to speak, said in that language too."""
    return _find(_data()["languages"], code, "language")


def cast(persona: str, seed: int) -> tuple[str, str]:
    """The persona of a player with this seed, and, if it is of a file, what it is told of itself."""
    if persona == ANY:
        return drawn(seed), ""
    path, named = split_file(persona)
    if not path:
        return persona, ""
    found = of_file(path)
    name = named or pick(seed, "persona", 0, tuple(found))
    return name, _find(found, name, "persona")


def split_file(persona: str) -> tuple[str, str]:
    """`people.toml` or `people.toml:name` as the file and the name in it; no file: it is one of ours."""
    path, colon, name = persona.rpartition(":")
    for file, named in ((persona, ""), (path, name if colon else "")):
        if file.endswith(FILE):
            return file, named
    return "", ""


@cache
def of_file(path: str) -> Mapping[str, str]:
    """The personas of a user's file: a name and a text each; raises ValueError, one line on what is wrong."""
    try:
        found = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # no TOML, or no text at all
        raise ValueError(f"{path}: {' '.join(str(error).split())}") from None
    found = found.get("personas", found)
    for name, text in found.items() if isinstance(found, dict) else [("", None)]:
        if not isinstance(text, str) or not 0 < len(text.strip()) <= LONGEST:
            raise ValueError(f'{path}: {name or "personas"} is not as in name = "You are blunt."')
    if not found:
        raise ValueError(f'{path}: there is no persona in it, as in name = "You are blunt."')
    return {name: " ".join(text.split()) for name, text in found.items()}


def _find(found: Mapping[str, str], name: str, what: str) -> str:
    if name not in found:
        raise ValueError(f"unknown {what} {name!r}: known are {', '.join(found)}")
    return found[name]


@cache
def _data() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files(__package__).joinpath("personas.toml").read_text("utf-8"))
