"""What a compiled game keeps: single numbers by name, and arrays in W, those that last over a question first."""

from __future__ import annotations

from dataclasses import dataclass, field

ROW = 6  # integers of a row


@dataclass(slots=True)
class Layout:
    """The names of what lasts, and where arrays begin in W."""

    numbers: dict[str, int] = field(default_factory=dict)  # by name: its place in W between questions
    arrays: dict[str, int] = field(default_factory=dict)  # by name: where it begins
    sizes: dict[str, int] = field(default_factory=dict)
    passing: set[str] = field(default_factory=set)  # arrays that are empty at every question
    zeroed: set[str] = field(default_factory=set)  # arrays that may be read before they are written

    def number(self, name: str) -> str:
        """A number that lasts; 0 when the game begins."""
        self.numbers.setdefault(name, 0)
        return name

    def array(self, name: str, size: int, *, passing: bool = False, zero: bool = False) -> str:
        """An array; its name in the source is where it begins."""
        name = name.upper()
        if zero:
            self.zeroed.add(name)
        if passing and name not in self.sizes:
            self.passing.add(name)
        self.sizes[name] = max(size, self.sizes.get(name, 0))
        return name

    def settle(self) -> tuple[int, int]:
        """Give everything its place; how many integers last over a question, and how many there are."""
        at = RESERVED
        for name in self.numbers:
            self.numbers[name] = at
            at += 1
        for lasting in (True, False):
            if not lasting:
                state = at
            for name, size in self.sizes.items():
                if (name not in self.passing) is lasting:
                    self.arrays[name] = at
                    at += size
        return state, at


RESERVED = 2  # W[0]: the side that won, W[1]: rounds
