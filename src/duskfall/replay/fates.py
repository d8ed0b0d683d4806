"""What became of everyone in a finished game, and who won by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from duskfall.core import facts
from duskfall.core.facts import Ended, Fact
from duskfall.core.view import view
from duskfall.rules.registry import known
from duskfall.study.phases import phases
from duskfall.study.winning import has_won
from duskfall.tell.facts.sentences import ended
from duskfall.tell.names import within
from duskfall.tell.rules.conditions import holds
from duskfall.tell.text import capital, cite, safe
from duskfall.tell.tongue import later, listed, say, told, word
from duskfall.vocabulary.ruleset import Wins

WHO, POINTS, LIE = later("Who was what"), later("Turning points"), later("The lie that lived longest")


class Fate(NamedTuple):
    """What became of one player."""

    seat: int
    name: str
    role: str
    team: str
    left: str  # how and when; empty for who lived
    won: bool

    @property
    def cells(self) -> tuple[str, ...]:
        """The player as a row of a table."""
        role, team = word(self.role, "role"), word(self.team, "team")
        result = say("won") if self.won else say("lost")
        return str(self.seat), safe(self.name), role, team, self.left or say("lives"), result


def fates(all_facts: Sequence[Fact]) -> list[Fate]:
    """What became of everyone, from all the facts of a finished game."""
    end, names = the_end(all_facts), view(all_facts, None).names
    teams = {fact.seat: fact.team for fact in all_facts if isinstance(fact, facts.Dealt | facts.Became)}
    left, found = dict(_departures(all_facts)), []
    for seat, (name, role) in enumerate(zip(names, end.roles, strict=True), 1):
        team = teams.get(seat, "")
        found.append(Fate(seat, name, role, team, left.get(seat, ""), has_won(end, seat, team)))
    return found


def _departures(all_facts: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    """How and when each player left, the last word on each last."""
    for phase in phases(all_facts):
        when = within(*phase.place) if phase.before else ""
        for fact in phase.facts:
            match fact:
                case facts.Died():
                    causes = listed(word(cause, "cause") for cause in fact.causes)
                    yield fact.seat, say("{when}, by {causes}", when=when, causes=causes) if causes else when
                case facts.Out():
                    yield fact.seat, say("{when}, voted out", when=when)
                case facts.Removed():
                    yield fact.seat, say("{when}, removed ({cause})", when=when, cause=word(fact.cause, "cause"))
                case _:
                    pass


def verdict(end: facts.Ended, rules: str) -> tuple[str, str]:
    """Who won, and what the rules say of it; the second is empty where the rules are not known."""
    because = ""
    if book := known(rules):
        lines = [win for win in book.wins if (win.side, win.reason) == (end.winner, end.reason)]
        because = next((_because(win) for win in lines), "")
    return safe(ended.verdict(end)), because


def _because(win: Wins) -> str:
    """What the rules say of a victory, with the citation."""
    return say("{reason}.", reason=capital(told(holds(win.when)))) + cite(win.rule)


def the_end(all_facts: Sequence[Fact]) -> Ended:
    """How it ended."""
    return next(fact for fact in reversed(all_facts) if isinstance(fact, facts.Ended))
