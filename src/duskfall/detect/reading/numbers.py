"""The numbers of the reading `claims`: data, fitted to games of scripted players (bench/reading.py)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources

ANY = ""  # the numbers for rulesets that nothing was fitted to: those of all the others together


@cache
def fitted() -> Mapping[str, Mapping[str, float]]:
    """The number of each feature, by ruleset."""
    text = resources.files("duskfall.detect.reading").joinpath("numbers.json").read_text(encoding="utf-8")
    return {ruleset: found["numbers"] for ruleset, found in json.loads(text).items()}


def numbers(ruleset: str) -> Mapping[str, float]:
    """The number of each feature in this ruleset; a feature without one tells nothing."""
    return fitted().get(ruleset, fitted()[ANY])
