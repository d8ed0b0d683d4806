"""The exact identity of an entrant: a bot's version, or a model with its settings and the digest of its prompt."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from shutil import which

from duskfall.players.base import PlayerError
from duskfall.players.find import BOTS, SPEAKS, find, installed
from duskfall.players.foreign.kinds import EXEC, Foreign, is_foreign, read_foreign
from duskfall.players.llm.model import is_model, read_model

SHORT = 16  # hexadecimal digits of a digest
SOURCES = {".py", ".json"}


def identity(kind: str) -> dict[str, object]:
    """Return what identifies a player of this kind; it's equal for as long as the player is the same.

    Raises PlayerError if there is no player of this kind.
    """
    if is_model(kind):
        from duskfall.arena.variants import model_identity

        return model_identity(read_model(kind))
    if is_foreign(kind):
        return _program(read_foreign(kind))
    find(kind)  # imports a third-party bot now
    return {"version": _version(_module(kind))}


def _program(foreign: Foreign) -> dict[str, object]:
    """Return the identity of an external player.

    A program is identified by the digest of the files that its command names, a server by its name alone.
    """
    words = foreign.place if foreign.way == EXEC else ()
    files = [Path(which(word) or word) for word in words]
    return {"kind": foreign.kind, "version": _digest({str(file): file for file in files if _is_file(file)})}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # the word is too long for a file name
        return False


def _module(kind: str) -> str:
    """Return the name of the module that defines a bot."""
    name = kind.partition(":")[0]
    ours = BOTS.get(name if name in SPEAKS else kind, "")
    return (ours or installed().get(kind, name)).partition(":")[0]


def _version(module: str) -> str:
    """Return the digest of a module's source.

    For a package, it covers all of its modules, and the packages that its STANDS_ON lists. It's empty for a module
    without a file.
    """
    found = sys.modules.get(module)
    place = getattr(found, "__file__", None)
    if place is None:
        return ""
    file = Path(place)
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    below = getattr(found, "STANDS_ON", ())
    return _digest({each.relative_to(file.parent).as_posix(): each for each in files} | _all_of(below))


def _all_of(packages: Sequence[str]) -> dict[str, Path]:
    """Return the source and data files of these packages, by package and relative path."""
    found = {}
    for package in packages:
        (folder,) = import_module(package).__path__
        for each in sorted(Path(folder).rglob("*")):
            if each.suffix in SOURCES:
                found[f"{package}/{each.relative_to(folder).as_posix()}"] = each
    return found


def _digest(files: Mapping[str, Path]) -> str:
    """Return the digest of these files and their names. Raises PlayerError if a file can't be read."""
    digest = sha256()
    for name, file in files.items():
        digest.update(f"{name}\0".encode())
        try:
            digest.update(file.read_bytes())
        except OSError as error:
            raise PlayerError(f"{file}: {error.strerror}") from None
    return digest.hexdigest()[:SHORT]
