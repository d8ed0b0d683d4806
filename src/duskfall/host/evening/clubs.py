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
    """The settings in which club practice differs from a book."""

    flags: dict[str, Value]
    round: bool


@cache
def _all_club_rules() -> dict[str, ClubRules]:
    text = files("duskfall.host.evening").joinpath("clubs.toml").read_text(encoding="utf-8")
    return {rules: ClubRules(found["flags"], found["round"]) for rules, found in tomllib.loads(text).items()}


def club_rules(rules: str) -> ClubRules | None:
    """Return how clubs play this ruleset; None where they play it by the book."""
    return _all_club_rules().get(rules)


def describe_club_rules(club: ClubRules) -> str:
    """Say in one line what is different at a table of a club."""
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
