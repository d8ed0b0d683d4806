"""A game as chapters of a page, one a phase, from one view; each item says what it changes at the table."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import NamedTuple

from duskfall.core import facts
from duskfall.core.facts import Fact
from duskfall.core.view import View
from duskfall.draw.night_picture import night_picture
from duskfall.replay.asked import Asked
from duskfall.replay.pieces import marked, piece, pieces
from duskfall.study.phases import phases
from duskfall.study.sight import role_of, teams
from duskfall.study.weights import weights
from duskfall.tell.facts.sentences.voted import ALIKE
from duskfall.tell.facts.why import why_of_night
from duskfall.tell.names import hour
from duskfall.tell.tongue import row, say, word

SETTLED = (facts.Overturned, facts.Landed, facts.Died, facts.MarkSet)  # drawn as one picture at the end of a night


class Chapter(NamedTuple):
    """A phase, with all facts of it."""

    title: str
    phase: str  # deal, night, day, end
    night: int  # its number, if it is a night
    facts: Sequence[Fact]


class Chair(NamedTuple):
    """What the table shows of one seat."""

    alive: bool
    role: str
    team: int  # in the order of the rule book, from 1; 0: not known
    titles: str
    ballot: int | str  # whom this seat voted for


def chapters(seen: Iterable[Fact]) -> list[Chapter]:
    """The deal, each night and day, and the end."""
    found = []
    for phase in phases(seen):
        end = next((at for at, fact in enumerate(phase.facts) if isinstance(fact, facts.Ended)), len(phase.facts))
        title = hour(*phase.place) if phase.before else say("The deal")
        found.append(Chapter(title, phase.place[0] or "deal", phase.night, phase.facts[:end]))
        if phase.facts[end:]:
            found.append(Chapter(say("The end"), "end", 0, phase.facts[end:]))
    return found


def account(
    seen: Sequence[Fact], names: Sequence[str], seat: int | None, ending: Sequence[str] = (), asked: Asked | None = None
) -> str:
    """All chapters as HTML, out of nothing but the facts that this seat may see; the ending is for the last one.

    `asked` puts controls at what models did.
    """
    teller = ChapterTeller(names, seat, ending, asked)
    return "".join(teller.told(chapter, seen) for chapter in chapters(seen))


class ChapterTeller:
    """Tells chapter by chapter, and keeps the table as it was told last."""

    def __init__(self, names: Sequence[str], seat: int | None, ending: Sequence[str], asked: Asked | None) -> None:
        self.names, self.view, self.ending, self.asked = names, View(seat), ending, asked
        self.ballots: dict[int, int | str] = {}
        self.chairs: list[Chair] = []

    def told(self, chapter: Chapter, seen: Sequence[Fact]) -> str:
        """One chapter; its heading clears the table of the last one."""
        first = chapter.facts[0] if chapter.facts else None
        if isinstance(first, facts.PhaseBegan):
            self._take(first)
        head = self._changing(f"<h2>{marked(chapter.title)}</h2>")
        items = "".join(self._items(chapter, seen)) or piece("line slight", say("The table sleeps."))
        return f'<section class="chapter" data-phase="{escape(chapter.phase)}">{head}<ol>{items}</ol></section>\n'

    def _items(self, chapter: Chapter, seen: Sequence[Fact]) -> Iterator[str]:
        """All that is told of a phase; at the end of a night, the moderator is shown its picture."""
        drawn = self.view.seat is None and chapter.phase == "night"
        for fact in chapter.facts:
            if isinstance(fact, facts.PhaseBegan) or (drawn and isinstance(fact, SETTLED)):
                continue
            if drawn and isinstance(fact, facts.Announced):
                yield from self._picture(chapter, seen)
                drawn = False
            self._take(fact)
            yield from self._told(fact)
        if drawn:
            yield from self._picture(chapter, seen)

    def _told(self, fact: Fact) -> Iterator[str]:
        """The table changes when all is told; at the end all is known with the verdict."""
        if self.ending and isinstance(fact, facts.Ended):
            first, *others = self.ending
            yield from (self._changing(first), *others)
        else:
            control = self.asked.at(fact) if self.asked else ""
            heavy = weights(fact, self.view) if isinstance(fact, facts.Voted) else ALIKE
            *before, last = pieces(fact, self.names, self.view.seat is None, control, heavy)
            yield from (*before, self._changing(last))

    def _picture(self, chapter: Chapter, seen: Sequence[Fact]) -> Iterator[str]:
        """A night as the moderator knows it: drawn, and explained."""
        roles = {seat: role_of(self.view, seat) for seat in range(1, len(self.names) + 1)}
        svg = night_picture(chapter.facts, self.names, roles)
        lines = "".join(f"<li>{marked(line)}</li>" for line in why_of_night(seen, self.names, chapter.night))
        if svg:
            yield piece("picture", f'<div class="sheet">{svg}</div><ul class="why">{lines}</ul>')

    # -- the table -------------------------------------------------------------------------------------

    def _take(self, fact: Fact) -> None:
        self.view.take(fact)
        if isinstance(fact, facts.PhaseBegan | facts.Voted | facts.Ended):
            self.ballots = dict(fact.ballots) if isinstance(fact, facts.Voted) else {}

    def _changing(self, element: str) -> str:
        """The element, with what it changes at the table."""
        change = self._change()
        return re.sub(r"^<\w+", lambda opening: f'{opening[0]} data-table="{change}"', element) if change else element

    def _change(self) -> str:
        """The chairs that look otherwise than before, as JSON that may stand in an attribute."""
        order = list(dict.fromkeys(teams(self.view).values()))
        now = [self._chair(seat, order) for seat in range(1, len(self.names) + 1)]
        old: list[Chair | None] = [*self.chairs] or [None] * len(now)
        self.chairs = now
        changed = {seat: new for seat, (was, new) in enumerate(zip(old, now, strict=True), 1) if was != new}
        return escape(json.dumps(changed, ensure_ascii=False, separators=(",", ":"))) if changed else ""

    def _chair(self, seat: int, order: list[str]) -> Chair:
        role = role_of(self.view, seat)
        team = teams(self.view).get(role, "")
        titles = row(word(title, "title") for title, holder in self.view.titles.items() if holder == seat)
        number = order.index(team) + 1 if team else 0
        ballot = self.ballots.get(seat, 0)
        voted = word(ballot, "word") if isinstance(ballot, str) else ballot
        return Chair(seat not in self.view.dead, word(role, "role") if role else "", number, titles, voted)
