"""House rules: their values, read and checked against the ruleset's own declarations."""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.core.expr import Value
from duskfall.core.words import Flag, Ruleset


class FlagError(ValueError):
    """A house rule that this ruleset does not have, or a value that it cannot take."""


def read_flags(rules: Ruleset, given: Mapping[str, object]) -> dict[str, Value]:
    """All house rules in force: the defaults, and what was given."""
    flags = {flag.name: flag.default for flag in rules.flags}
    known = {flag.name: flag for flag in rules.flags}
    for name, value in given.items():
        if name not in known:
            raise FlagError(f"unknown flag {name!r} in {rules.id} (it has: {', '.join(known)})")
        flags[name] = _read(known[name], value)
    return flags


def _read(flag: Flag, value: object) -> Value:
    if flag.values:
        if value in flag.values:
            return str(value)
        raise FlagError(f"flag {flag.name}: {value!r} is none of {', '.join(flag.values)}")
    if isinstance(flag.default, bool):
        words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise FlagError(f"flag {flag.name}: {value!r} is neither true nor false")
    return _number(flag, value)


def _number(flag: Flag, value: object) -> Value:
    try:
        number = float(str(value))
    except ValueError:
        raise FlagError(f"flag {flag.name}: {value!r} is not a number") from None
    if isinstance(value, bool) or not 0 <= number <= 1000:
        raise FlagError(f"flag {flag.name}: {value!r} is not a number from 0 to 1000")
    if isinstance(flag.default, int):
        if number != int(number) or number < flag.least:
            raise FlagError(f"flag {flag.name}: {value!r} is not a whole number from {flag.least} on")
        return int(number)
    return number
