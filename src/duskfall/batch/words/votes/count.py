"""Vote counts of all seats at once: bit k of plane j says whether seat k's count has 2**j in it."""

from __future__ import annotations

from duskfall.batch.making.maker import Maker
from duskfall.batch.making.write import Code
from duskfall.batch.words.exprs import WEIGHT_BITS


class Counter:
    """The counts of all seats, in binary planes, and the set of seats that were named."""

    def __init__(self, m: Maker, planes: int, digits: int = -1) -> None:
        self.m, self.digits = m, digits  # the binary digits that a ballot's weight can have
        self.named = m.out.let("named", 0)
        self.planes = [m.out.let("plane", 0) for _ in range(planes)]

    def add(self, seat: Code, weight: Code) -> None:
        """Write code that counts a ballot for this seat, given as a set; a ballot of weight 0 names nobody (G14)."""
        if weight == 0:
            return
        out = self.m.out
        named = f"({seat} if {weight} != 0 else 0)" if isinstance(weight, str) else seat
        out.line(f"{self.named} |= {named}")
        for place in range(len(self.planes)):
            if isinstance(weight, int):
                if weight >> place & 1:
                    self._ripple(place, str(seat))
            elif place < WEIGHT_BITS and self.digits >> place & 1:
                self._ripple(place, f"({seat} if {weight} >> {place} & 1 != 0 else 0)")

    def _ripple(self, place: int, carry: str) -> None:
        out = self.m.out
        carry = out.let("carry", carry)
        for plane in self.planes[place:]:
            out.line(f"{plane} ^= {carry}")
            out.line(f"{carry} &= ~{plane}")

    def leaders(self) -> str:
        """Write code that finds the seats with the most votes; return the name of their set."""
        out = self.m.out
        ahead = out.let("ahead", self.named)
        for plane in reversed(self.planes):
            more = out.let("more", f"{ahead} & {plane}")
            out.line(f"{ahead} = {more} if {more} != 0 else {ahead}")
        return ahead

    def of(self, seat: Code) -> str:
        """Return the source that computes the number of votes of a seat."""
        return " | ".join(f"({plane} >> {seat} & 1) << {j}" for j, plane in enumerate(self.planes))

    def most(self, ahead: str) -> str:
        """Write code that computes how many votes each of the leaders has; return the name of that number."""
        out = self.m.out
        parts = " | ".join(f"(1 if {ahead} & {plane} != 0 else 0) << {j}" for j, plane in enumerate(self.planes))
        return out.let("most", parts)
