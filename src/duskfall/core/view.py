"""Views: the events that a seat may see, and the state they add up to. Players learn of a game in no other way."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.core.facts import (
    Announced,
    Became,
    Began,
    Dealt,
    Ended,
    Fact,
    Fell,
    Knows,
    Out,
    PhaseBegan,
    Removed,
    Shown,
    TitleHeld,
)


def visible(fact: Fact, seat: int | None) -> bool:
    """Return whether a seat may see an event. None is the moderator, who sees every event; 0 is the public."""
    return seat is None or fact.to >> seat & 1 == 1


class View:
    """A table as one seat sees it, updated event by event."""

    __slots__ = (
        "day", "dead", "facts", "known", "living", "names", "night", "over", "phase", "role", "seat", "team",
        "titles",
    )  # fmt: skip

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.facts: list[Fact] = []
        self.names: tuple[str, ...] = ()
        self.role = self.team = self.phase = ""
        self.night = self.day = 0
        self.living: list[int] = []
        self.dead: dict[int, str] = {}  # seat -> shown role
        self.known: dict[int, str] = {}  # roles of other seats that this seat knows for certain
        self.titles: dict[str, int] = {}
        self.over: Ended | None = None

    def take(self, fact: Fact) -> None:
        """Update the view with one more event; events that this seat may not see are ignored."""
        if not visible(fact, self.seat):
            return
        self.facts.append(fact)
        if isinstance(fact, Began):
            self.names = fact.names
            self.living = list(range(1, len(fact.names) + 1))
        elif isinstance(fact, PhaseBegan):
            self.phase = fact.phase
            if fact.phase == "night":
                self.night = fact.number
            else:
                self.day = fact.number
        elif isinstance(fact, Dealt | Became):
            self._learn_role(fact.seat, fact.role, fact.team)
        elif isinstance(fact, Knows):
            if fact.role:
                self.known[fact.seat] = fact.role
        elif isinstance(fact, Shown):
            self.known[fact.seat] = fact.role
        elif isinstance(fact, Announced):
            for seat, shown in fact.dead:
                self._bury(seat, shown)
        elif isinstance(fact, Out | Fell):
            self._bury(fact.seat, fact.shown)
        elif isinstance(fact, Removed):
            self._bury(fact.seat, "removed")
        elif isinstance(fact, TitleHeld):
            self.titles[fact.title] = fact.seat
        elif isinstance(fact, Ended):
            self.over = fact
            self.known = dict(enumerate(fact.roles, 1))

    def _learn_role(self, seat: int, role: str, team: str) -> None:
        if seat == self.seat:
            self.role, self.team = role, team
        else:
            self.known[seat] = role

    def _bury(self, seat: int, shown: str) -> None:
        self.dead[seat] = shown
        if seat in self.living:
            self.living.remove(seat)


def view(facts: Iterable[Fact], seat: int | None) -> View:
    """Return the view of a seat after these events; None is the moderator, 0 the public."""
    found = View(seat)
    for fact in facts:
        found.take(fact)
    return found
