"""What exactly an entrant is: a bot's version, or a model with its settings and the digest of its prompt."""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path

from duskfall.players.find import BOTS, GROUP, SPEAKS, find
from duskfall.players.llm.model import is_model, read_model

SHORT = 16  # hexadecimal digits


def identity(kind: str) -> dict[str, object]:
    """The same as long as the player is the same; raises PlayerError if there is none of this kind."""
    if is_model(kind):
        from duskfall.arena.variants import model_identity

        return model_identity(read_model(kind))
    find(kind)  # imported now, if it is somebody else's
    return {"version": _version(_module(kind))}


def _module(kind: str) -> str:
    """The module that a bot comes from."""
    installed = {entry.name: entry.module for entry in entry_points(group=GROUP)}
    name = kind.partition(":")[0]
    ours = BOTS.get(SPEAKS if name == SPEAKS else kind, "")
    return ours.partition(":")[0] or installed.get(kind, name)


def _version(module: str) -> str:
    """The digest of a module's source; of a package, that of all its modules."""
    place = getattr(sys.modules.get(module), "__file__", None)
    if place is None:
        return ""
    file = Path(place)
    files = sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]
    digest = sha256()
    for each in files:
        digest.update(f"{each.relative_to(file.parent).as_posix()}\0".encode())
        digest.update(each.read_bytes())
    return digest.hexdigest()[:SHORT]
