"""Who sits where: people with their secrets, bots and models, and chairs that nobody has taken yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from duskfall.players.base import HUMAN
from duskfall.players.llm.model import is_model
from duskfall.room.people.secret import opens
from duskfall.wire.room import ChairKind

AWAY = 3  # questions that a person may miss in a row; then a bot answers for them


@dataclass(slots=True)
class Seat:
    """A chair: its person, if it has one, who plays it now, and whether the person is there."""

    number: int
    name: str = ""
    secret: str = ""  # the hash of the secret that opens it; empty: no person has this chair
    player: str = ""  # the kind of player in the game; empty: none is dealt
    away: int = 0
    here: int = 0  # connections

    @property
    def person(self) -> bool:
        """Whether the chair is somebody's."""
        return bool(self.secret)

    @property
    def kind(self) -> ChairKind:
        """Who answers for it now."""
        if not self.player or self.player == HUMAN:
            return "person" if self.secret else "open"
        return "model" if is_model(self.player) else "bot"


@dataclass(slots=True)
class Chairs:
    """All chairs of a table, from seat 1."""

    seats: list[Seat] = field(default_factory=list)

    @classmethod
    def of(cls, count: int) -> Chairs:
        """So many chairs, all free."""
        return cls([Seat(number) for number in range(1, count + 1)])

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats)

    def __len__(self) -> int:
        return len(self.seats)

    def __getitem__(self, number: int) -> Seat:
        return self.seats[number - 1]

    @property
    def free(self) -> list[int]:
        """The chairs that nobody has."""
        return [seat.number for seat in self.seats if not seat.person]

    @property
    def people(self) -> list[Seat]:
        """The chairs of people."""
        return [seat for seat in self.seats if seat.person]

    def opened_by(self, secret: object) -> Seat | None:
        """The chair that a secret opens; all are compared, so that the time tells nothing."""
        found = [seat for seat in self.seats if opens(secret, seat.secret)]
        return found[0] if found else None

    def resize(self, count: int) -> None:
        """So many chairs; people move up where theirs are taken away."""
        people = [seat for seat in self.people if seat.number > count]
        self.seats = [*self.seats[:count], *(Seat(number) for number in range(len(self.seats) + 1, count + 1))]
        for seat, number in zip(people, self.free, strict=False):
            self.seats[number - 1] = seat
            seat.number = number
