"""Target matching: which seat or option a model means by `Bob`, `#3`, `**Bob** (seat 3)`, `I vote for Bob`, `no one`.

There is no guessing: a second name, or a word that is not known to be harmless next to a name, makes a text unclear.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from duskfall.players.llm.quote import labels
from duskfall.players.person.typed import fold

LIMIT = 200  # maximum characters of a choice
DECLINES = (
    "nobody", "no one", "noone", "none", "no-one", "skip", "abstain", "pass", "no vote",
    "никто", "никого", "воздерживаюсь", "пропускаю", "пас", "无人", "没有人", "弃权", "跳过",
)  # fmt: skip
AROUND = frozenset({
    "i", "will", "my", "the", "a", "an", "is", "it", "s", "vote", "votes", "voting", "voted", "choose", "choice",
    "pick", "select", "answer", "target", "final", "decision", "for", "to", "on", "seat", "player", "number",
    "you", "your", "teammate",
    "я", "мой", "голосую", "голос", "за", "выбираю", "выбор", "игрок", "игрока", "место", "номер",
    "我", "我投", "我投票给", "我选", "我选择", "投", "投给", "投票", "投票给", "选", "选择", "号", "玩家",
})  # fmt: skip
REASON = re.compile(r"\b(?:because|since|потому что|так как)\b|因为", re.IGNORECASE)
# No letter of another word may stand next to a name, except in scripts that write words without spaces.
BEFORE, AFTER = r"(?<![^\W\u3040-\u9fff])", r"(?![^\W\u3040-\u9fff])"
NUMBER = r"(?:#\s*|(?<![-−.]))(?P<number>\d{1,9})(?!%)"
NEITHER = 0  # the value of a name that could mean two players


class Unclear(ValueError):
    """A text that names a player or option, but not clearly which."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The known words of one table: the names of its players, the options, and harmless words around them."""

    labels: tuple[str, ...]
    known: Mapping[str, int | str]  # folded names and other words, with the seat or option of each
    around: frozenset[str]
    shape: re.Pattern[str]

    def of(self, said: str) -> int | str | None:
        """Return the seat or option that a text means, None if it names none; raise `Unclear` if it is ambiguous."""
        if len(said) > LIMIT:
            return None
        if said in self.labels:
            return self.labels.index(said) + 1
        text = fold(said)
        named = {text} & self.known.keys()
        values = {self.known[text]} if named else {self._value(found) for found in self.shape.finditer(text)}
        if not values:
            return None
        if len(values) > 1 or NEITHER in values or not (named or self._alone(text)):
            raise Unclear
        return values.pop()

    def _value(self, found: re.Match[str]) -> int | str:
        if not found["number"]:
            return self.known[found[0]]
        number = int(found["number"])
        bearers = {seat for name, seat in self.known.items() if str(number) in re.findall(r"\d+", name)}
        return NEITHER if bearers - {number} else number

    def _alone(self, text: str) -> bool:
        """Return whether only harmless words surround the name, except for a reason after it."""
        said, *_ = REASON.split(text, maxsplit=1)
        rest = self.shape.sub(" ", said)
        return self.shape.search(said) is not None and {*re.findall(r"\w+", rest)} <= self.around


@lru_cache(maxsize=256)
def meaning(names: tuple[str, ...], words: tuple[tuple[str, str], ...] = (), around: tuple[str, ...] = ()) -> Meaning:
    """Return the known words of a table with these players.

    `words` are pairs of a word and the option that it stands for; `around` are further harmless words.
    """
    called = labels(names)
    known: dict[str, int | str] = {fold(said): word for said, word in words}
    for seat, (name, label) in enumerate(zip(names, called, strict=True), 1):
        known.setdefault(fold(name), NEITHER if label.endswith(f"#{seat}") else seat)
    for seat, label in enumerate(called, 1):
        known[fold(label)] = seat
    return Meaning(called, known, AROUND.union(*map(_tokens, around)), _shape(known))


def _tokens(text: str) -> Iterable[str]:
    return re.findall(r"\w+", fold(text))


def _shape(known: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for any of these as whole words, the longest first, or for a number."""
    each = sorted(map(re.escape, filter(None, known)), key=len, reverse=True)
    return re.compile(rf"{BEFORE}(?:{'|'.join(each)}|{NUMBER}){AFTER}" if each else NUMBER)
