"""The settings after a model's name, as in `?effort=low&language=ru`: their names, valid values and parsers."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping
from urllib.parse import unquote

from duskfall.core.problem import unknown
from duskfall.players.base import PlayerError

LANGUAGES = ("en", "ru", "zh")
EFFORTS = ("none", "minimal", "low", "medium", "high")


class ModelError(PlayerError):
    """An invalid model name, or a model that lacks something it needs, such as a package or a key."""


def read_settings(text: str, known: Collection[str] = ()) -> dict[str, object]:
    """Parse the settings after the question mark; skip those in `known`. Raises `ModelError` for an invalid one."""
    found: dict[str, object] = {}
    for part in filter(None, text.split("&")):
        name, _, value = part.partition("=")
        if name in found:
            raise ModelError(f"{name} is set twice")
        if name not in known:
            found[name] = _reader(name)(unquote(value))
    return found


def _reader(name: str) -> Callable[[str], object]:
    if name not in SETTINGS:
        raise ModelError(f"{unknown('setting', name, SETTINGS)} (there are: {', '.join(SETTINGS)})")
    return SETTINGS[name]


# -- values ------------------------------------------------------------------------------------------------


def _number(name: str, low: float, high: float) -> Callable[[str], float]:
    def read(value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise ModelError(f"{name} is a number from {low:g} to {high:g}, not {value!r}")
        return number

    return read


def _whole(name: str, low: int, high: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not (value.isascii() and value.isdigit() and len(value) < 10 and low <= int(value) <= high):
            raise ModelError(f"{name} is a whole number from {low} to {high}, not {value!r}")
        return int(value)

    return read


def _one_of(name: str, words: Iterable[str]) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value not in words:
            raise ModelError(f"{unknown(name, value, words)} (there are: {', '.join(words)})")
        return value

    return read


def _persona(value: str) -> str:
    from duskfall.players.llm import personas  # reads a file, which most models do not need

    if not personas.split_file(value)[0]:
        return _one_of("persona", (*personas.known(), personas.ANY))(value)
    try:
        personas.cast(value, 0)
    except ValueError as error:
        raise ModelError(f"persona: {error}") from None
    return value


def _prompt(value: str) -> object:
    from duskfall.players.llm import variant_files, variants  # most models have the usual prompt

    try:
        return variants.read_written(value) if "{" in value else variant_files.read_file(value)
    except ValueError as error:
        raise ModelError(f"prompt: {error}") from None


def _switch(name: str) -> Callable[[str], bool]:
    def read(value: str) -> bool:
        if value not in ("yes", "no"):
            raise ModelError(f"{name} is yes or no, not {value!r}")
        return value == "yes"

    return read


def _price(value: str) -> tuple[float, float]:
    """Parse dollars per million tokens in and out, as in `0.25/2`."""
    read = _number("price", 0, 10_000)
    prices = value.split("/")
    if len(prices) != 2:
        raise ModelError(f"price is dollars for a million tokens in and out, as 0.25/2, not {value!r}")
    return read(prices[0]), read(prices[1])


SETTINGS: Mapping[str, Callable[[str], object]] = {
    "persona": _persona,
    "language": _one_of("language", LANGUAGES),
    "temperature": _number("temperature", 0, 2),
    "top_p": _number("top_p", 0, 1),
    "effort": _one_of("effort", EFFORTS),
    "deadline": _number("deadline", 1, 3600),
    "context": _whole("context", 1_000, 2_000_000),
    "answer": _whole("answer", 64, 200_000),
    "notes": _switch("notes"),
    "primer": _switch("primer"),
    "prompt": _prompt,
    "price": _price,
}
