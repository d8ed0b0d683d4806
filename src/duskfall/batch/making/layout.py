"""The memory layout of a program: named numbers, and arrays in W. What lasts over a question comes first."""

from __future__ import annotations

from dataclasses import dataclass, field

ROW = 6  # integers in a row


@dataclass(slots=True)
class Layout:
    """The indexes in W of a program's numbers and arrays."""

    numbers: dict[str, int] = field(default_factory=dict)  # by name: the index in W between questions
    arrays: dict[str, int] = field(default_factory=dict)  # by name: the first index in W
    sizes: dict[str, int] = field(default_factory=dict)
    passing: set[str] = field(default_factory=set)  # arrays that are empty at every question
    zeroed: set[str] = field(default_factory=set)  # arrays that may be read before they are written

    def number(self, name: str) -> str:
        """Declare a number that lasts and is 0 when a game begins; return its name."""
        self.numbers.setdefault(name, 0)
        return name

    def array(self, name: str, size: int, *, passing: bool = False, zero: bool = False) -> str:
        """Declare an array of at least this size; return its name, which in the source is the array's first index.

        `passing`: it's empty at every question. `zero`: it may be read before it's written.
        """
        name = name.upper()
        if zero:
            self.zeroed.add(name)
        if passing and name not in self.sizes:
            self.passing.add(name)
        self.sizes[name] = max(size, self.sizes.get(name, 0))
        return name

    def settle(self) -> tuple[int, int]:
        """Assign all indexes; return how many integers last over a question, and how many there are."""
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


RESERVED = 2  # W[0] is the side that won, W[1] the number of rounds
