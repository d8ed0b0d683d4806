"""The writer of generated source: indented lines, fresh names, and expressions that fold where values are known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

Code = int | str  # a number or a set of seats: its value if known while generating, else the source that computes it
Test = bool | str  # a condition likewise


class Writer:
    """Lines of generated Python source."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self.fresh = 0

    def line(self, text: str) -> None:
        """Write a line at the current depth."""
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write a block with this header; an empty block gets `pass`."""
        self.line(head + ":")
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def when(self, test: Test) -> Iterator[bool]:
        """Write a block that runs if the condition holds, and yield whether it can hold.

        If it's known to fail, what was written in the block is deleted.
        """
        if test is True:
            yield True
        elif test is False:
            kept, depth = len(self.lines), self.depth
            yield False
            del self.lines[kept:]
            self.depth = depth
        else:
            with self.block(f"if {test}"):
                yield True

    def name(self, stem: str) -> str:
        """Return a name that isn't used yet."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def let(self, stem: str, value: Code) -> str:
        """Assign a value to a fresh name; return the name."""
        name = self.name(stem)
        self.line(f"{name} = {value}")
        return name

    def add(self, target: str, seats: Code) -> None:
        """Add these seats to a set."""
        if seats != 0:
            self.line(f"{target} |= {seats}")

    def drop(self, target: str, seats: Code) -> None:
        """Remove these seats from a set."""
        if seats != 0:
            self.line(f"{target} &= {inverse(seats)}")

    @contextmanager
    def each(self, seats: Code, *, single: bool = False) -> Iterator[str]:
        """Write a block that runs for each seat of a set, in ascending order, and yield the seat's name.

        `single`: the set never has more than one seat.
        """
        if seats == 0:
            kept, depth = len(self.lines), self.depth
            yield "0"
            del self.lines[kept:]
            self.depth = depth
            return
        left, seat = self.let("left", seats), self.name("seat")
        with self.block(f"{'if' if single else 'while'} {left} != 0"):
            self.line(f"{seat} = first({left})")
            if not single:
                self.line(f"{left} &= {left} - 1")
            yield seat


def inverse(seats: Code) -> Code:
    """Return the complement of a set."""
    return ~seats if isinstance(seats, int) else f"~{seats}"


def both(*sets: Code) -> Code:
    """Return the intersection of these sets."""
    known, rest = -1, []
    for each in sets:
        if isinstance(each, int):
            known &= each
        elif each not in rest:
            rest.append(each)
    if known == 0 or not rest:
        return known
    parts = rest if known == -1 else [*rest, str(known)]
    return parts[0] if len(parts) == 1 else f"({' & '.join(parts)})"


def either(*sets: Code) -> Code:
    """Return the union of these sets."""
    known, rest = 0, []
    for each in sets:
        if isinstance(each, int):
            known |= each
        elif each not in rest:
            rest.append(each)
    parts = rest if known == 0 and rest else [*rest, str(known)]
    if not rest:
        return known
    return parts[0] if len(parts) == 1 else f"({' | '.join(parts)})"


def less(a: Code, b: Code) -> Code:
    """Return the seats of the first set that aren't in the second."""
    return both(a, inverse(b)) if b != 0 else a


def bit(seat: Code) -> Code:
    """Return the set of this one seat."""
    return 1 << seat if isinstance(seat, int) else f"(1 << {seat})"


def has(seats: Code, seat: Code) -> Test:
    """Return the condition that a seat is in a set."""
    if seats == 0:
        return False
    return f"({seats} >> {seat} & 1 != 0)"


def some(seats: Code) -> Test:
    """Return the condition that a set isn't empty."""
    return seats != 0 if isinstance(seats, int) else f"({seats} != 0)"


def all_of(*tests: Test) -> Test:
    """Return the condition that all of these hold."""
    if any(test is False for test in tests):
        return False
    rest = [test for test in tests if isinstance(test, str)]
    return True if not rest else rest[0] if len(rest) == 1 else f"({' and '.join(rest)})"


def any_of(*tests: Test) -> Test:
    """Return the condition that at least one of these holds."""
    if any(test is True for test in tests):
        return True
    rest = [test for test in tests if isinstance(test, str)]
    return False if not rest else rest[0] if len(rest) == 1 else f"({' or '.join(rest)})"


def no(test: Test) -> Test:
    """Return the negation of a condition."""
    return not test if isinstance(test, bool) else f"(not {test})"


def as_number(test: Test) -> Code:
    """Return 1 if the condition holds, else 0."""
    return int(test) if isinstance(test, bool) else f"(1 if {test} else 0)"
