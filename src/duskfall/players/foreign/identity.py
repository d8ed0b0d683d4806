"""What exactly a foreign player is, as far as it can be seen from here."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from duskfall.players.foreign.kinds import EXEC, SETTINGS, read_foreign

SHORT = 16  # hexadecimal digits


def foreign_identity(kind: str) -> dict[str, object]:
    """The same as long as its command, its settings, and the files that the command names are the same.

    What those files load, an image of a container or a server may change without being noticed.
    """
    foreign = read_foreign(kind)
    usual = read_foreign(f"{foreign.way}:{kind.partition(':')[2].partition('?')[0]}")
    chosen = {name: getattr(foreign, name) for name in SETTINGS if getattr(foreign, name) != getattr(usual, name)}
    files = [Path(word) for word in foreign.place if foreign.way == EXEC and Path(word).is_file()]
    digests = {str(file): sha256(file.read_bytes()).hexdigest()[:SHORT] for file in files}
    return {"place": list(foreign.place), "settings": chosen, "files": digests}
