"""House rules as clubs play them, chosen for a table in one tap."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from duskfall.tell.phrases import house_rule
from duskfall.tell.text import capital, shown
from duskfall.tell.tongue import say, semicolons, word
from duskfall.vocabulary.scene import Value


class ClubRules(NamedTuple):
    """The settings in which clubs deviate from a ruleset."""

    flags: dict[str, Value]
    round: bool


@cache
def _all_club_rules() -> dict[str, ClubRules]:
    text = files("duskfall.host.evening").joinpath("clubs.toml").read_text(encoding="utf-8")
    return {rules: ClubRules(found["flags"], found["round"]) for rules, found in tomllib.loads(text).items()}


def club_rules(rules: str) -> ClubRules | None:
    """Return the settings that clubs use with this ruleset; None if they use its own."""
    return _all_club_rules().get(rules)


def describe_club_rules(club: ClubRules) -> str:
    """Describe in one line how a club's table differs."""
    parts = [
        house_rule(name) if value is True else say("{rule}: {value}", rule=house_rule(name), value=_value(value))
        for name, value in club.flags.items()
    ]
    parts.append(
        say("a round of the table ends the night")
        if club.round
        else say("no round of the table at the end of the night")
    )
    return f"{capital(semicolons(parts))}."


def _value(value: Value) -> str:
    return word(shown(value), "flag")
