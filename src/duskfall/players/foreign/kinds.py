"""A player in another process by name: `exec:./bot?seconds=2`, `tcp:localhost:7000`, `unix:/run/bot.sock`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from shutil import which
from typing import Any
from urllib.parse import quote, unquote

from duskfall.players.base import PlayerError
from duskfall.tell.tongue import LANGUAGES

EXEC, TCP, UNIX = "exec", "tcp", "unix"
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
ESCAPED = "%2C is a comma, %2A a star, %3F a question mark"


@dataclass(frozen=True, slots=True)
class Foreign:
    """A program that is started for each seat of a game, or a server that is there; and what it may take."""

    kind: str  # as it was named
    way: str  # EXEC, TCP or UNIX
    place: tuple[str, ...]  # the words of a command; a host and a port; a path
    seconds: float = 10.0  # for one answer
    game: float = 600.0  # seconds for all answers of a game
    memory: int = 512  # MiB, of a program that is started here
    language: str = "en"  # in which it is to speak
    env: tuple[str, ...] = ()  # variables of the environment that a program gets beside the usual ones

    def limits(self) -> dict[str, float]:
        """What it may take, as it is told."""
        here = {"memory": self.memory} if self.way == EXEC else {}
        return {"seconds": self.seconds, "game": self.game, **here}


def is_foreign(kind: str) -> bool:
    """Whether this names a player in another process, rightly or wrongly."""
    way, colon, _ = kind.partition(":")
    return bool(colon) and way in PLACES


def read_foreign(kind: str) -> Foreign:
    """The player that is named; raises PlayerError, a line that says what is wrong with the name."""
    way, _, rest = kind.partition(":")
    place, _, settings = rest.partition("?")
    try:
        return Foreign(kind, way, PLACES[way](unquote(place)), **_settings(way, settings))
    except PlayerError as error:
        raise PlayerError(f"{kind}: {error}") from None


def with_settings(kind: str, settings: Mapping[str, object]) -> str:
    """The name of a player with these settings, as a file has them by keys; those in the name come first."""
    parts = [f"{name}={quote(str(value), safe='+')}" for name, value in settings.items()]
    return f"{kind}{'&' if '?' in kind else '?'}{'&'.join(parts)}" if parts else kind


def ready(foreign: Foreign) -> None:
    """Raises PlayerError, a line that says what to do, if there is no such program."""
    if foreign.way == EXEC and which(foreign.place[0]) is None:
        name = foreign.place[0]
        hint = f"a file here is ./{name}, if it may be run; a script is python3 {name}" if "/" not in name else ""
        raise PlayerError(
            f"{foreign.kind}: there is no program {name}" + (f" ({hint})" if hint else " that may be run")
        )


# -- places ------------------------------------------------------------------------------------------------


def _command(text: str) -> tuple[str, ...]:
    """The words of a command, as a shell splits them; no shell is asked."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PlayerError(f"{str(error).lower()} in the command ({ESCAPED})") from None
    if not words or "\0" in text:
        raise PlayerError("the command is missing, as in exec:./bot")
    return tuple(words)


def _address(text: str) -> tuple[str, ...]:
    host, _, port = text.rpartition(":")
    if not host.strip("[]") or not (port.isascii() and port.isdigit() and 0 < int(port[:6]) < 1 << 16):
        raise PlayerError("the address is not as tcp:localhost:7000")
    return host.strip("[]"), port


def _path(text: str) -> tuple[str, ...]:
    if not text.strip() or "\0" in text:
        raise PlayerError("the path is missing, as in unix:/run/bot.sock")
    return (text,)


PLACES: Mapping[str, Callable[[str], tuple[str, ...]]] = {EXEC: _command, TCP: _address, UNIX: _path}


# -- settings ----------------------------------------------------------------------------------------------


def _settings(way: str, text: str) -> dict[str, Any]:
    """What is written behind the question mark."""
    readers = {name: read for name, read in SETTINGS.items() if way == EXEC or name not in STARTED}
    found: dict[str, Any] = {}
    for part in filter(None, text.split("&")):
        name, _, value = part.partition("=")
        if name not in readers:
            raise PlayerError(f"unknown setting {name!r} (there are: {', '.join(readers)})")
        if name in found:
            raise PlayerError(f"{name} is set twice")
        found[name] = readers[name](unquote(value))
    return found


def _number(name: str, low: float, high: float, kind: type[int] | type[float] = float) -> Callable[[str], float]:
    def read(value: str) -> float:
        try:
            number = kind(value)
        except ValueError:
            number = -1
        if not low <= number <= high:
            raise PlayerError(f"{name} is a number from {low} to {high}, not {value!r}")
        return number

    return read


def _language(value: str) -> str:
    if value not in LANGUAGES:
        raise PlayerError(f"unknown language {value!r} (there are: {', '.join(LANGUAGES)})")
    return value


def _variables(value: str) -> tuple[str, ...]:
    names = tuple(value.split("+"))
    if not all(map(VARIABLE.fullmatch, names)):
        raise PlayerError(f"env is names of variables, as in env=HF_TOKEN+LANGUAGE, not {value!r}")
    return names


SETTINGS: Mapping[str, Callable[[str], object]] = {
    "seconds": _number("seconds", 0.01, 3600),
    "game": _number("game", 0.01, 86_400),
    "memory": _number("memory", 16, 1 << 20, int),
    "language": _language,
    "env": _variables,
}
STARTED = ("memory", "env")  # settings of programs that are started here
