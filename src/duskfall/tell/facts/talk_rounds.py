"""Headings for the parts and rounds of a day's talk."""

from __future__ import annotations

from duskfall.study.talks import TalkRound
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, word


def heading(found: TalkRound) -> str:
    """Return the heading for the part of the talk that begins, or for one of its rounds."""
    part = capital(word(found.part, "part"))
    if not found.number:
        return say("{part}: the word goes round until all pass.", part=part)
    if found.of == 1:
        return say("{part}: one turn each.", part=part)
    return say("{part}: round {number} of {rounds}.", part=part, number=found.number, rounds=found.of)


def which_round(found: TalkRound | None) -> str:
    """Return the line that numbers a round of talk; empty for None, or if there is only one round."""
    if found is None or found.of < 2:
        return ""
    return say("Round {number} of {rounds}.", number=found.number, rounds=found.of)
