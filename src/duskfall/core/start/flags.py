"""House rules: their default values, and checks of given values against the ruleset's declarations."""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.core.problem import Problem, closest
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value


class FlagError(Problem):
    """An unknown house rule, or a value that it cannot take."""


def read_flags(rules: Ruleset, given: Mapping[str, object]) -> dict[str, Value]:
    """Return the values of all house rules: the given ones, checked, and the defaults of the others."""
    return defaults(rules) | given_flags(rules, given)


def defaults(rules: Ruleset) -> dict[str, Value]:
    """Return the default value of each house rule."""
    return {flag.name: flag.default for flag in rules.flags}


def unnamed(rules: Ruleset) -> dict[str, Value]:
    """Return the value of each house rule in games that don't name it because they began before it existed."""
    return {flag.name: flag.default if flag.before is None else flag.before for flag in rules.flags}


def hosted(rules: Ruleset) -> dict[str, Value]:
    """Return the default value of each house rule at a table that a host runs."""
    return {flag.name: flag.default if flag.hosted is None else flag.hosted for flag in rules.flags}


def given_flags(rules: Ruleset, given: Mapping[str, object]) -> dict[str, Value]:
    """Return only the given house rules, checked; raise `FlagError` for an unknown rule or an invalid value."""
    flags: dict[str, Value] = {}
    known = {flag.name: flag for flag in rules.flags}
    for name, value in given.items():
        if name not in known:
            text = "unknown flag {name} in {rules} (it has: {flags})"
            if near := closest(str(name), known):
                text = "unknown flag {name} in {rules}, did you mean {near}? (it has: {flags})"
            slots = {"name": repr(name), "rules": rules.id, "near": repr(near), "flags": ", ".join(known)}
            raise FlagError(text, **slots)
        flags[name] = _read(known[name], value)
    return flags


def _read(flag: Flag, value: object) -> Value:
    if flag.values:
        if value in flag.values:
            return str(value)
        text = "flag {flag}: {value} is none of {values}"
        raise FlagError(text, flag=flag.name, value=repr(value), values=", ".join(flag.values))
    if isinstance(flag.default, bool):
        words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise FlagError("flag {flag}: {value} is neither true nor false", flag=flag.name, value=repr(value))
    return _number(flag, value)


def _number(flag: Flag, value: object) -> Value:
    try:
        number = float(str(value))
    except ValueError:
        raise FlagError("flag {flag}: {value} is not a number", flag=flag.name, value=repr(value)) from None
    if isinstance(value, bool) or not 0 <= number <= 1000:
        raise FlagError("flag {flag}: {value} is not a number from 0 to 1000", flag=flag.name, value=repr(value))
    if isinstance(flag.default, int):
        if number != int(number) or number < flag.least:
            text = "flag {flag}: {value} is not a whole number from {least} on"
            raise FlagError(text, flag=flag.name, value=repr(value), least=flag.least)
        return int(number)
    return number
