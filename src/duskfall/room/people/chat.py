"""What is said outside of the game: in the lobby and after the end to all, during a game among the dead."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from unicodedata import category

from duskfall.core.facts import EVERYONE
from duskfall.room.refused import Refused
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say
from duskfall.wire.room import ChatLine

LONGEST = 500  # characters of a line
THE_HOST = later("The host")
MOST = 300  # lines that are told to whoever comes


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line, and who may read it: those who could when it was said."""

    seat: int
    name: str
    text: str
    to: int  # a set of seats; EVERYONE

    def reads(self, seat: int | None) -> bool:
        """Whether a viewer may read it; whoever sees all reads all."""
        return seat is None or self.to == EVERYONE or bool(seat and self.to >> seat & 1)

    def wire(self) -> ChatLine:
        """For the page."""
        return {
            "name": safe(self.name) or say(THE_HOST),
            "seat": self.seat,
            "text": safe(self.text),
            "dead": self.to != EVERYONE,
        }


class Chat:
    """The last lines of a table; each viewer counts all that they may read, also those that are forgotten."""

    def __init__(self) -> None:
        self.lines: list[Spoken] = []
        self.forgotten: Counter[int] = Counter()  # by who might read them

    @property
    def said(self) -> int:
        """How many lines there were."""
        return len(self.lines) + self.forgotten.total()

    def add(self, line: Spoken) -> None:
        """One more; where there are too many, the older half is forgotten."""
        self.lines.append(line)
        if len(self.lines) > 2 * MOST:
            self.forgotten.update(each.to for each in self.lines[:MOST])
            del self.lines[:MOST]

    def read(self, seat: int | None, since: int) -> tuple[int, list[ChatLine]]:
        """What a viewer may read from this line on, and how many lines they might read before that."""
        at = max(0, since - self.forgotten.total())
        before = sum(count for to, count in self.forgotten.items() if Spoken(0, "", "", to).reads(seat))
        before += sum(line.reads(seat) for line in self.lines[:at])
        return before, [line.wire() for line in self.lines[at:] if line.reads(seat)]


def clean_line(given: object) -> str:
    """A line of chat that can be seen; else why it is none."""
    text = given if isinstance(given, str) else ""
    line = " ".join("".join(" " if category(each) in ("Cc", "Zl", "Zp") else each for each in text).split())
    if not line:
        raise Refused(say("There is nothing to say."))
    if len(line) > LONGEST:
        raise Refused(say("A line has at most {most} characters.", most=LONGEST))
    return line
