"""The shelf: where games are kept that nobody asked to record, so that the last one can go on."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import FileIO
from pathlib import Path

from duskfall.core.play.game import Game
from duskfall.table.kept.journal import CALLS, Journal, calls_path, lock
from duskfall.table.kept.resume import START

KEPT = 50  # finished games, and as many that are not; older ones make room
OPENING = 2  # lines before the first fact
HEAD = 64 * 1024  # bytes that a line of the opening may have
TAIL = 64 * 1024  # bytes at the end of a file in which its game ends, if it does


def folder() -> Path:
    """The folder of the shelf, under the user's state as the XDG base directories have it."""
    state = os.environ.get("XDG_STATE_HOME", "")
    base = Path(state) if os.path.isabs(state) else Path("~/.local/state").expanduser()
    return base / "duskfall" / "games"


def place(rules_id: str) -> Path | None:
    """A path for a new game; None where none can be kept."""
    try:
        shelf = folder()
        shelf.mkdir(mode=0o700, parents=True, exist_ok=True)
        _make_room()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home
        return None
    if not os.access(shelf, os.W_OK | os.X_OK):
        return None
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S.%fZ")
    return shelf / f"{moment}-{rules_id}-{secrets.token_hex(3)}.jsonl"


def series_folder(rules_id: str) -> Path:
    """A folder for a new series of games; raises OSError where none can be kept."""
    moment = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
    return folder().with_name("series") / f"{moment}-{rules_id}-{secrets.token_hex(3)}"


def journal(
    game: Game, kinds: Sequence[str], models: Mapping[str, object] | None = None, coach: bool = False
) -> Journal | None:
    """The journal of a new game; None where none can be kept."""
    path = place(game.plan.rules.id)
    try:
        return Journal(path, game, kinds, models, coach) if path else None
    except OSError:
        return None


def last() -> Path | None:
    """The newest game on the shelf."""
    return next((path for path in _newest_first() if _stage(path) != "empty"), None)


def last_unfinished() -> Path | None:
    """The newest game on the shelf that can go on."""
    return next((path for path in _newest_first() if _stage(path) == "begun"), None)


def _newest_first() -> Iterator[Path]:
    try:
        names = sorted(os.listdir(folder()), reverse=True)
    except (OSError, RuntimeError):
        return iter(())
    return (folder() / name for name in names if name.endswith(".jsonl") and not name.endswith(CALLS))


def _make_room() -> None:
    """The oldest finished games go, and the oldest others, but for those that are being played."""
    games = [(path, _stage(path) == "over") for path in _newest_first()]
    for wanted in (True, False):
        alike = [path for path, over in games if over == wanted]
        for path in alike[KEPT - 1 :]:  # the new game will be one more
            _remove(path)


def _remove(path: Path) -> None:
    with suppress(OSError), FileIO(path, "rb") as file:  # OSError: it is Busy, or not ours
        lock(file, path)
        path.unlink(missing_ok=True)
        calls_path(path).unlink(missing_ok=True)


def _stage(path: Path) -> str:
    """Whether a game is `over`, has `begun`, or is `empty`: killed before it could begin, or not to be read."""
    try:
        with path.open("rb") as file:
            opening = [file.readline(HEAD) for _ in range(OPENING)]
            begun = opening[0].startswith(START) and all(line.endswith(b"\n") for line in opening)
            file.seek(max(0, os.fstat(file.fileno()).st_size - TAIL))
            return _last_word(file.read(), "begun" if begun else "empty")
    except OSError:
        return "empty"


def _last_word(lines: bytes, stage: str) -> str:
    """The stage after these lines: a game that is over can be taken back."""
    for line in lines.split(b"\n"):
        if line.startswith(b'{"fact":"Ended"'):
            stage = "over"
        elif line.startswith(b'{"keep"'):
            stage = "begun"
    return stage
