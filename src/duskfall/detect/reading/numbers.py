"""The numbers of the reading `claims`: data, fitted to games of scripted players (bench/reading.py)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

ANY = ""  # the key for rulesets without numbers of their own: fitted to all others together


@cache
def fitted() -> Mapping[str, Mapping[str, float]]:
    """Return the number of each feature, by ruleset."""
    text = resources.files("duskfall.detect.reading").joinpath("numbers.json").read_text(encoding="utf-8")
    return {ruleset: found["numbers"] for ruleset, found in json.loads(text).items()}


def numbers(ruleset: str) -> Mapping[str, float]:
    """Return the number of each feature in this ruleset; a feature without a number tells nothing."""
    return fitted().get(ruleset, fitted()[ANY])
