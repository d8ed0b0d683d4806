"""Writing source: lines with their indentation, fresh names, sets and numbers that fold where they are known."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

Code = int | str  # a number or a set of seats: known while compiling, or the source that computes it
Test = bool | str  # a condition likewise


class Writer:
    """Lines of Python source."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self.fresh = 0

    def line(self, text: str) -> None:
        """One line, at the depth of its block."""
        self.lines.append("    " * self.depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """A block under this head; one in which nothing is written passes."""
        self.line(head + ":")
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def when(self, test: Test) -> Iterator[bool]:
        """What is done if this holds; nothing is written where it never does. Yields whether it can hold."""
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
        """A name that nothing else has."""
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def let(self, stem: str, value: Code) -> str:
        """A fresh name for this value."""
        name = self.name(stem)
        self.line(f"{name} = {value}")
        return name

    def add(self, target: str, seats: Code) -> None:
        """These seats join a set."""
        if seats != 0:
            self.line(f"{target} |= {seats}")

    def drop(self, target: str, seats: Code) -> None:
        """These seats leave a set."""
        if seats != 0:
            self.line(f"{target} &= {inverse(seats)}")

    @contextmanager
    def each(self, seats: Code, *, single: bool = False) -> Iterator[str]:
        """What is done for each seat of a set, ascending; `single`: it never has more than one."""
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
    """All but these."""
    return ~seats if isinstance(seats, int) else f"~{seats}"


def both(*sets: Code) -> Code:
    """Those who are in all of these sets."""
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
    """Those who are in any of these sets."""
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
    """One set less another."""
    return both(a, inverse(b)) if b != 0 else a


def bit(seat: Code) -> Code:
    """The set of just this seat."""
    return 1 << seat if isinstance(seat, int) else f"(1 << {seat})"


def has(seats: Code, seat: Code) -> Test:
    """Whether a seat is in a set."""
    if seats == 0:
        return False
    return f"({seats} >> {seat} & 1 != 0)"


def some(seats: Code) -> Test:
    """Whether anybody is in a set."""
    return seats != 0 if isinstance(seats, int) else f"({seats} != 0)"


def all_of(*tests: Test) -> Test:
    """Whether all of these hold."""
    if any(test is False for test in tests):
        return False
    rest = [test for test in tests if isinstance(test, str)]
    return True if not rest else rest[0] if len(rest) == 1 else f"({' and '.join(rest)})"


def any_of(*tests: Test) -> Test:
    """Whether one of these holds."""
    if any(test is True for test in tests):
        return True
    rest = [test for test in tests if isinstance(test, str)]
    return False if not rest else rest[0] if len(rest) == 1 else f"({' or '.join(rest)})"


def no(test: Test) -> Test:
    """Whether this does not hold."""
    return not test if isinstance(test, bool) else f"(not {test})"


def as_number(test: Test) -> Code:
    """1 if this holds, else 0."""
    return int(test) if isinstance(test, bool) else f"(1 if {test} else 0)"
