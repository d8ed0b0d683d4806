"""The settings of a table file, by key, and how the value of each is read, from YAML or from the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a word: put it in quotes")
    return value


MOST_GAMES = 10_000_000
LARGEST = 1 << 63


def whole(least: int = -LARGEST, most: int = LARGEST) -> Callable[[Any], int]:
    """Reads a whole number within these limits."""

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            limits = f" from {least} to {most}" if most < LARGEST else ""
            huge = type(value) is int and abs(value) > LARGEST
            raise ValueError(f"{'this number' if huge else repr(value)} is not a whole number{limits or ' of 63 bits'}")
        return value

    return read


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value < 1e6:
        raise ValueError(f"{value!r} is not a number from 0 on")
    return float(value)


def _seconds(value: Any) -> float:
    try:
        return _number(float(value) if isinstance(value, str) else value)
    except ValueError:
        raise ValueError(f"{value!r} is not a number of seconds from 0 on") from None


def _switch(value: Any) -> bool:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if str(value).lower() not in words:
        raise ValueError(f"{value!r} is neither true nor false")
    return words[str(value).lower()]


def _jobs(value: Any) -> int:
    if str(value).lower() == "auto":
        return 0
    if not (str(value).isascii() and str(value).isdigit()):
        raise ValueError(f"{value!r} is neither a number of processes nor auto")
    return int(value)


def _viewer(value: Any) -> str:
    """A word, or the number of a seat."""
    return str(value) if type(value) is int else _text(value)


def _path(value: Any) -> Path:
    path = value if isinstance(value, Path) else Path(_text(value))
    if "\0" in str(path):
        raise ValueError(f"{str(path)!r} cannot be the name of a file")
    return path


def line(value: Any) -> str:
    """A line with commas, from one or from a list."""
    return ", ".join(_items(value))


def _items(value: Any) -> tuple[str, ...]:
    """A line with commas, or a list."""
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise ValueError(f"{value!r} is neither a line with commas nor a list")
    return tuple(_text(part).strip() for part in parts)


def _deck(value: Any) -> tuple[str, ...]:
    """A line, a list, or roles with their numbers."""
    if not isinstance(value, dict):
        return _items(value)
    for role, count in value.items():
        if type(count) is not int or not 0 <= count <= 99:
            raise ValueError(f"{role}: {count!r} is not a number of cards")
    return tuple(f"{role}*{count}" for role, count in value.items() if count)


def _flags(value: Any) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} does not name house rules with their values, as in maxRounds: 20")
    return {str(name): setting for name, setting in value.items()}


def _money(value: Any) -> float:
    text = str(value).strip().removeprefix("$")
    try:
        amount = float(text) if type(value) is not bool else -1.0
    except ValueError:
        amount = -1.0
    if not 0 <= amount < 1e6:
        raise ValueError(f"{value!r} is not an amount of dollars, as 2.50")
    return amount


def _limits(value: Any) -> Mapping[str, Any]:
    from duskfall.players.llm.calling.limits import read_limits

    return read_limits(line([f"{name}={number}" for name, number in value.items()] if type(value) is dict else value))


def _probe(value: Any) -> bool:
    if value != PROBES:
        raise ValueError(f"{value!r} cannot be probed: there are only {PROBES}")
    return True


PROBES = "votes"
READERS: Mapping[str, Callable[[Any], Any]] = {
    "rules": _text, "seats": whole(1, 60), "deck": _deck, "cards": _deck, "flags": _flags, "players": line,
    "names": _items, "seed": whole(0, LARGEST - 1), "talk": _switch, "speed": _number, "as": _viewer, "record": _path,
    "games": whole(1, MOST_GAMES), "jobs": _jobs, "json": _switch, "plain": _switch, "max-cost": _money,
    "limits": _limits, "tape": _path, "probe": _probe, "night-clock": _seconds, "strict-settings": _switch,
    "coach": _switch,
}  # fmt: skip
