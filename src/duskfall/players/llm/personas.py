"""Personas and languages: texts on how a model player speaks, never on what it knows or wants."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

from duskfall.core.chance import pick

ANY = "any"  # a persona that is drawn for each seat and game
FILE = ".toml"  # the extension of persona files; a colon and a persona's name may follow
LONGEST = 1000  # maximum characters of a persona


def known() -> tuple[str, ...]:
    """Return the names of all built-in personas."""
    return tuple(_data()["personas"])


def drawn(seed: int) -> str:
    """Draw the name of a built-in persona for a player with this seed."""
    return pick(seed, "persona", 0, known())


def words(name: str) -> str:
    """Return the text of a built-in persona; raise ValueError if there is none with this name."""
    return _find(_data()["personas"], name, "persona")


def language(code: str) -> str:
    """Return the instruction to speak a language, in that language too; raise ValueError if it is unknown."""
    return _find(_data()["languages"], code, "language")


def cast(persona: str, seed: int) -> tuple[str, str]:
    """Return the name of the persona for a player with this seed, and its text if it comes from a file."""
    if persona == ANY:
        return drawn(seed), ""
    path, named = split_file(persona)
    if not path:
        return persona, ""
    found = of_file(path)
    name = named or pick(seed, "persona", 0, tuple(found))
    return name, _find(found, name, "persona")


def split_file(persona: str) -> tuple[str, str]:
    """Split `people.toml:name` into the file and the name in it; both are empty for a built-in persona."""
    path, colon, name = persona.rpartition(":")
    for file, named in ((persona, ""), (path, name if colon else "")):
        if file.endswith(FILE):
            return file, named
    return "", ""


@cache
def of_file(path: str) -> Mapping[str, str]:
    """Load the texts of the personas in a user's file, by name; raise ValueError with a one-line reason."""
    try:
        found = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except ValueError as error:  # not TOML, or not text
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
