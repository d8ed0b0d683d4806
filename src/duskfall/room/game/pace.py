"""How long what all see is looked at before the next: the same for everybody, whatever else has happened."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.core.facts import EVERYONE, Fact
from duskfall.terminal.stage.pauses import BALLOT, DARK, DEATH, HEADING
from duskfall.wire.room import Pace

LETTERS = 15  # read in a second, on a phone and with a thought
LEAST, LONGEST = 1.5, 20.0  # seconds of a speech
SLOWER: dict[Pace, float] = {"calm": 1.6, "usual": 1.0, "brisk": 0.5, "instant": 0.0}
WIDE = "\u2e80"  # from here on a character is a syllable or a word
SYLLABLE = 3  # letters that such a one is worth
LINE = 1.0  # any other line
LONG: dict[type[Fact], float] = {
    facts.Began: 1.0,
    facts.PhaseBegan: HEADING + DARK,
    facts.Skipped: 0.0,
    facts.HandedOver: 0.0,  # as often as somebody goes and comes back
    facts.Ended: 0.0,
    facts.Out: 2 * DEATH,
    facts.Fell: DEATH,
    facts.Shot: DEATH,
    facts.NobodyOut: DEATH,
    facts.Spared: DEATH,
    facts.Tied: DEATH,
    facts.TitleHeld: DEATH,
    facts.Shown: DEATH,
}


def look(fact: Fact, pace: Pace) -> float:
    """The seconds of a fact; one that not everybody gets takes none, else hidden things would move public ones."""
    if fact.to != EVERYONE:
        return 0.0
    return SLOWER[pace] * _seconds(fact)


def _seconds(fact: Fact) -> float:
    match fact:
        case facts.Said():
            return min(LONGEST, LEAST + _letters(fact.text) / LETTERS)
        case facts.Announced():
            return DARK + DEATH * max(1, len(fact.dead))
        case facts.Voted():
            return DARK + BALLOT * len(fact.ballots)
        case _:
            return LONG.get(type(fact), LINE)


def _letters(text: str) -> int:
    return sum(SYLLABLE if character >= WIDE else 1 for character in text)
