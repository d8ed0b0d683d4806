"""A recorded game as a reel: beat by beat forward and back, from phase to phase, in any view. It needs no rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.facts import Fact, PhaseBegan
from duskfall.terminal.stage.stage import Stage


class Reel:
    """The beats of a record for one viewer, and the place where it stands."""

    def __init__(self, facts: Sequence[Fact], seat: int | None) -> None:
        self.facts, self.seat = facts, seat
        self.beats: list[int] = []  # the fact of each beat
        self.phases: dict[str, int] = {}  # n1, d1 ... -> how many beats have been shown when it has begun
        stage = Stage(seat)
        for number, fact in enumerate(facts):
            self.beats += [number for _ in stage.take(fact)]
            if isinstance(fact, PhaseBegan):
                self.phases.setdefault(f"{fact.phase[:1]}{fact.number}", len(self.beats))
        self.to(1)

    def to(self, place: int) -> None:
        """Stand after so many beats."""
        self.place, self.moment, self.stage = 0, 0, Stage(self.seat)  # `moment`: the fact we are at
        self.run: Iterator[float] = self.stage.run(self.facts)
        for _ in range(max(1, min(place, len(self.beats)))):
            self.forward()

    def forward(self) -> float:
        """Show the next beat; its pause, or 0 at the end."""
        pause = next(self.run, 0.0)
        self.place = min(self.place + 1, len(self.beats))
        self.moment = self.beats[self.place - 1] if self.place else 0
        return pause

    @property
    def at_end(self) -> bool:
        """Whether nothing is left to show."""
        return self.place >= len(self.beats)

    def back(self) -> None:
        """Take back the last beat."""
        self.to(self.place - 1)

    def next_phase(self) -> None:
        """To the beginning of the next phase, or to the end."""
        self.to(next((place for place in self.phases.values() if place > self.place), len(self.beats)))

    def last_phase(self) -> None:
        """To the beginning of this phase, or of the one before if it has just begun."""
        self.to(max((place for place in self.phases.values() if place < self.place), default=1))

    def to_start(self) -> None:
        """To the first beat."""
        self.to(1)

    def to_end(self) -> None:
        """To the last beat."""
        self.to(len(self.beats))

    def seen_by(self, seat: int | None) -> Reel:
        """The same moment in another view."""
        other = Reel(self.facts, seat)
        other.to(sum(1 for number in other.beats if number <= self.moment))
        other.moment = self.moment  # also where this view was shown nothing
        return other
