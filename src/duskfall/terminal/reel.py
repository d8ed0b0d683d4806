"""A position in a recorded game, moved step by step or phase by phase, in any view. It doesn't need the ruleset.

A step (code: beat) is one change of the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.facts import Fact, PhaseBegan
from duskfall.terminal.stage.stage import Stage


class Reel:
    """The steps of a record for one viewer, and the current position among them."""

    def __init__(self, facts: Sequence[Fact], seat: int | None) -> None:
        self.facts, self.seat = facts, seat
        self.beats: list[int] = []  # for each step, the index of its event
        self.phases: dict[str, int] = {}  # n1, d1 ... -> the number of steps after which the phase has begun
        stage = Stage(seat)
        for number, fact in enumerate(facts):
            self.beats += [number for _ in stage.take(fact)]
            if isinstance(fact, PhaseBegan):
                self.phases.setdefault(f"{fact.phase[:1]}{fact.number}", len(self.beats))
        self.to(1)

    def to(self, place: int) -> None:
        """Move to the position after so many steps."""
        self.place, self.moment, self.stage = 0, 0, Stage(self.seat)  # `moment`: the index of the current event
        self.run: Iterator[float] = self.stage.run(self.facts)
        for _ in range(max(1, min(place, len(self.beats)))):
            self.forward()

    def forward(self) -> float:
        """Take the next step; return its pause in seconds, or 0 at the end."""
        pause = next(self.run, 0.0)
        self.place = min(self.place + 1, len(self.beats))
        self.moment = self.beats[self.place - 1] if self.place else 0
        return pause

    @property
    def at_end(self) -> bool:
        """Return whether all steps have been shown."""
        return self.place >= len(self.beats)

    def back(self) -> None:
        """Go back one step."""
        self.to(self.place - 1)

    def next_phase(self) -> None:
        """Move to the beginning of the next phase, or to the end."""
        self.to(next((place for place in self.phases.values() if place > self.place), len(self.beats)))

    def last_phase(self) -> None:
        """Move to the beginning of this phase, or of the previous one if this one has just begun."""
        self.to(max((place for place in self.phases.values() if place < self.place), default=1))

    def to_start(self) -> None:
        """Move to the first step."""
        self.to(1)

    def to_end(self) -> None:
        """Move to the last step."""
        self.to(len(self.beats))

    def seen_by(self, seat: int | None) -> Reel:
        """Return a reel for another viewer at the same event."""
        other = Reel(self.facts, seat)
        other.to(sum(1 for number in other.beats if number <= self.moment))
        other.moment = self.moment  # kept even if this viewer isn't shown that event
        return other
