"""Turns events into steps on the screen, each with the pause that it takes to read it.

A step (code: beat) is one change of the screen. Used by live games and by replays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap

from rich.text import Text

from duskfall.core import facts
from duskfall.core.facts import Fact
from duskfall.core.view import View, visible
from duskfall.replay.fates import verdict
from duskfall.study.sight import by_votes, rules_of
from duskfall.study.talks import TalkRound, round_of
from duskfall.study.weights import weights
from duskfall.tell.facts.sentences.done import dawn
from duskfall.tell.facts.sentences.voted import times
from duskfall.tell.facts.talk_rounds import heading
from duskfall.tell.facts.why import why_of_night
from duskfall.tell.text import capital, safe, shown, spaced
from duskfall.terminal.stage.board import NOTHING, Now
from duskfall.terminal.stage.frame import Frame, phase_title
from duskfall.terminal.stage.looks import PRIVATE, look, murmured, passing, player, words
from duskfall.terminal.stage.pauses import BALLOT, DARK, DEAL, DEATH, DECK, HEADING, PART, PASS, reading

SETTLED = (facts.Overturned, facts.Landed, facts.Died)  # at night they are shown only at dawn, in the explanation


class Stage:
    """The content of the screen for one viewer; `take` shows an event step by step."""

    def __init__(self, seat: int | None) -> None:
        self.view = View(seat)
        self.lines: list[Text] = []
        self.now = NOTHING
        self.passed: list[facts.Skipped] = []  # the passes that the last line shows
        self.murmur = 0, ""  # the seat that is being asked or is speaking, and the words so far
        self.round: TalkRound | None = None  # the last talk round that got a heading
        self.due = False  # whether the moderator hasn't seen the explanation of the night yet

    def take(self, fact: Fact) -> Iterator[float]:
        """Change the screen for an event; yield after each step, with its pause in seconds."""
        self.murmur = 0, ""
        if not visible(fact, self.view.seat):
            return
        if self.due and isinstance(fact, facts.PhaseBegan | facts.Ended):
            yield from self._explain()
        if isinstance(fact, facts.Announced):
            yield from self._dawn(fact)
            return
        self.view.take(fact)
        if isinstance(fact, facts.Said | facts.Skipped):
            yield from self._talk(fact)
        if isinstance(fact, facts.Skipped):
            yield self._pass(fact)
            return
        self.passed = []
        if isinstance(fact, facts.Voted):
            yield from self._ballot(fact)
        elif isinstance(fact, facts.PhaseBegan):
            yield self._turn_page(fact)
        elif isinstance(fact, facts.Ended):
            yield from self._end(fact)
        elif isinstance(fact, facts.Said):
            yield from self._speech(fact)
        elif not (isinstance(fact, SETTLED) and self.view.phase == "night"):
            self.now = self.now._replace(speaker=0)
            yield self._add(look(fact, self.view), self._deal(fact))

    def run(self, all_facts: Iterable[Fact]) -> Iterator[float]:
        """Show several events; yield the pause after each step."""
        for fact in all_facts:
            yield from self.take(fact)

    def frame(self, width: int, height: int, note: str = "", footer: str = "") -> Frame:
        """Return the current screen."""
        seat, heard = self.murmur
        lines = [*self.lines, murmured(seat, heard, self.view)] if seat else self.lines
        now = self.now._replace(speaker=seat) if seat else self.now
        return Frame(self.view, lines, width, height, now, note, footer)

    def _deal(self, fact: Fact) -> float:
        """Return the pause after an event of the deal, 0 for other events; the moderator sees the deck only briefly."""
        if isinstance(fact, facts.Began):
            return DECK if self.view.seat is not None else DEAL
        return DEAL if isinstance(fact, facts.Dealt | facts.Knows) else 0

    def _add(self, line: Text, pause: float = 0) -> float:
        self.lines.append(line)
        return pause or reading(line.plain)

    def _pass(self, fact: facts.Skipped) -> float:
        """Show a pass, on the same line as the passes just before it; return the pause."""
        self.now = self.now._replace(speaker=0)
        if self.passed and (self.passed[-1].to, self.passed[-1].part) == (fact.to, fact.part):
            self.lines.pop()
        else:
            self.passed = []
        self.passed.append(fact)
        return self._add(passing(self.passed, self.view), PASS)

    def _talk(self, turn: facts.Said | facts.Skipped) -> Iterator[float]:
        """Show a heading if a part or a round of the talk begins with this turn."""
        found = round_of(turn, self.view)
        if found and found != self.round:
            self.round, self.passed = found, []
            yield self._add(Text(heading(found), "bold"), PASS)

    def _turn_page(self, fact: facts.PhaseBegan) -> float:
        self.round = None
        self.now, self.due = NOTHING, fact.phase == "night" and self.view.seat is None
        self.lines = [Text(phase_title(self.view), "bold"), Text()]
        return HEADING

    def _dawn(self, fact: facts.Announced) -> Iterator[float]:
        """Show the end of a night: an empty screen, each death by itself, and the reasons for the moderator."""
        self.passed = []
        if self.view.phase == "night":
            self.lines, self.now = [], NOTHING
            yield DARK
            self.now = Now(dawn=True)
        over, *deaths = dawn(fact, self.view.names)
        yield self._add(Text(over, "italic"), DARK)
        for number, told in enumerate(deaths):
            self.view.take(fact._replace(dead=fact.dead[number : number + 1]))
            yield self._add(words(told, self.view, "bold"), DEATH)
        if self.due:
            yield from self._explain()

    def _explain(self) -> Iterator[float]:
        """Show why the night ended as it did: which actions succeeded, which were overturned, by which rule."""
        self.due = False
        self.lines.append(Text())
        for reason in why_of_night(self.view.facts, self.view.names, self.view.night):
            yield self._add(Text.assemble((PRIVATE, "dim"), words(reason, self.view)))

    def _speech(self, fact: facts.Said) -> Iterator[float]:
        """Show a speech; a long one in parts, so that each can be read before it scrolls away."""
        self.now = self.now._replace(speaker=fact.seat)
        *parts, last = wrap(safe(fact.text), PART) or [""]
        for part in parts:
            yield self._add(look(fact._replace(text=f"{part} …", claims=()), self.view))
        yield self._add(look(fact._replace(text=last), self.view))

    def _ballot(self, fact: facts.Voted) -> Iterator[float]:
        """Show an opened ballot vote by vote, then the sums."""
        heavy = weights(fact, self.view)
        self.now = Now(weights=tuple(heavy.items()))
        yield self._add(Text(f"{capital(spaced(fact.verb))}:", "bold"), BALLOT)
        for seat, voted in fact.ballots:
            self.now = self.now._replace(ballots=(*self.now.ballots, (seat, voted)))
            who = player(self.view, seat), times(seat, heavy)
            line = Text.assemble("  ", *who, (" → ", "dim"), self._target(voted))
            yield self._add(line, BALLOT)
        self.now = self.now._replace(tally=fact.tally)
        parts = [Text.assemble(self._target(target), f" {shown(votes)}") for target, votes in by_votes(fact)]
        yield self._add(Text.assemble("  ", Text(", ").join(parts) if parts else "no ballots"))

    def _end(self, fact: facts.Ended) -> Iterator[float]:
        """Show who has won and why."""
        self.now = NOTHING
        self.lines.append(Text())
        won, because = verdict(fact, rules_of(self.view))
        yield self._add(Text(won, "bold"))
        if because:
            yield self._add(words(because, self.view))

    def _target(self, voted: int | str) -> Text:
        return player(self.view, voted) if isinstance(voted, int) and voted else Text(safe(str(voted)))
