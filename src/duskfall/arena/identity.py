"""What exactly an entrant is: a bot's version, or a model with its settings and the digest of its prompt."""

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

SHORT = 16  # hexadecimal digits
SOURCES = {".py", ".json"}


def identity(kind: str) -> dict[str, object]:
    """The same as long as the player is the same; raises PlayerError if there is none of this kind."""
    if is_model(kind):
        from duskfall.arena.variants import model_identity

        return model_identity(read_model(kind))
    if is_foreign(kind):
        return _program(read_foreign(kind))
    find(kind)  # imported now, if it is somebody else's
    return {"version": _version(_module(kind))}


def _program(foreign: Foreign) -> dict[str, object]:
    """A program is known by the files that its command names; a server is what it is called, and nothing more."""
    words = foreign.place if foreign.way == EXEC else ()
    files = [Path(which(word) or word) for word in words]
    return {"kind": foreign.kind, "version": _digest({str(file): file for file in files if _is_file(file)})}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a word that is too long for a name
        return False


def _module(kind: str) -> str:
    """The module that a bot comes from."""
    name = kind.partition(":")[0]
    ours = BOTS.get(name if name in SPEAKS else kind, "")
    return (ours or installed().get(kind, name)).partition(":")[0]


def _version(module: str) -> str:
    """The digest of a module's source; of a package, that of all its modules, and of what it says it stands on."""
    found = sys.modules.get(module)
    place = getattr(found, "__file__", None)
    if place is None:
        return ""
    file = Path(place)
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    below = getattr(found, "STANDS_ON", ())
    return _digest({each.relative_to(file.parent).as_posix(): each for each in files} | _all_of(below))


def _all_of(packages: Sequence[str]) -> dict[str, Path]:
    """The source and the data of these packages, by their places."""
    found = {}
    for package in packages:
        (folder,) = import_module(package).__path__
        for each in sorted(Path(folder).rglob("*")):
            if each.suffix in SOURCES:
                found[f"{package}/{each.relative_to(folder).as_posix()}"] = each
    return found


def _digest(files: Mapping[str, Path]) -> str:
    """Of files and their names."""
    digest = sha256()
    for name, file in files.items():
        digest.update(f"{name}\0".encode())
        try:
            digest.update(file.read_bytes())
        except OSError as error:
            raise PlayerError(f"{file}: {error.strerror}") from None
    return digest.hexdigest()[:SHORT]
