"""Who went to whom, as far as the facts tell, and who was told of it."""

from __future__ import annotations

from duskfall.core.facts import Chose, Fact, Landed, Overturned, Told


class Visits:
    """All visits so far. Who set out for somebody may have been seen there, whatever came of it."""

    def __init__(self) -> None:
        self.paid: set[tuple[int, int]] = set()  # by whom, to whom
        self.told: set[tuple[int, int, int]] = set()  # who was told, of whom, at whose door

    def take(self, fact: Fact) -> None:
        """Hear one more fact."""
        match fact:
            case Chose():
                self.paid.add((fact.seat, fact.target))
            case Landed() | Overturned():  # whoever went for the team
                self.paid.add((fact.actor, fact.on))
            case Told():
                for other in fact.seats:
                    self.told |= {(fact.seat, other, fact.target), (fact.seat, fact.target, other)}
            case _:
                pass

    def may_report(self, seat: int, visitor: int, at: int) -> bool:
        """Whether this seat may say in good faith that somebody was at somebody's door."""
        return (visitor, at) in self.paid or (seat, visitor, at) in self.told
