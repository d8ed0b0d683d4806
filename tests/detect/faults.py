"""Faults planted into the engine: into what it reads, and into the program that steps worlds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from duskfall.batch.program import Program
from duskfall.batch.rows import Kind
from duskfall.detect import count, evidence, posterior

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong, and how it is planted."""

    name: str
    plant: Plant

    def __str__(self) -> str:
        return self.name


def written(*changes: tuple[str, str]) -> Plant:
    """Another text in the programs of worlds that have it, in one place each."""
    right = count._program

    def wrong(table: Any, flags: Any) -> Program:
        made = right(table, flags)
        text = made.text
        for old, new in changes:
            text = text.replace(old, new, 1)
        return Program(text, made.scratch, made.state, made.rows, made.recipes, made.places)

    return lambda patch: patch.setattr(count, "_program", wrong)


def read(**changes: Any) -> Plant:
    """Something else in the evidence."""
    right = evidence.evidence
    return lambda patch: patch.setattr(
        posterior, "evidence", lambda sight, free=frozenset(): replace(right(sight, free), **changes)
    )


def function(module: Any, name: str, wrong: Any) -> Plant:
    """Another function in a module."""
    return lambda patch: patch.setattr(module, name, wrong)


def ignored(kind: Kind) -> Plant:
    """Rows of a kind say nothing: that they are there is all that is looked at."""
    right = evidence._rows

    def wrong(*args: Any) -> Iterator[Any]:
        return (evidence._freed(row) if row.kind == kind else row for row in right(*args))

    return function(evidence, "_rows", wrong)


def _all_alike(table: Any, viewer: int, rows: Any) -> tuple[int, ...]:
    return tuple(2 if seat == viewer else 1 for seat in range(1, table.seats + 1))


def _as_shown(right: Any) -> Any:
    def wrong(table: Any, names: Any, needs: Any, rows: Any) -> tuple[str, ...]:
        found = list(right(table, names, needs, rows))
        for row in rows:
            word = names.words[row.b] if row.kind == Kind.GONE else ""
            if word in table.deck:
                found[row.a - 1] = word
        return tuple(found)

    return wrong


def _first_set_of_cards(right: Any) -> Any:
    return lambda self: list(right(self))[:1]


FAULTS = (
    Fault("a choice has no weight", written(("weight /= Q[at + 2]", "weight /= 1"))),
    Fault("a role that is named has no weight", written(("weight /= roles", "weight /= 1"))),
    Fault("equal worlds lose their weight", written(("Y[H[2 * spot + 1]] += weight", "Y[H[2 * spot + 1]] += 0.0"))),
    Fault(
        "a missing answer is an answer like any other",
        written(("missing < T[MISSING])", "missing <= T[MISSING])"), ("if left > T[MISSING]:", "if left > 9:")),
    ),
    Fault("only the first target is assigned", written(("while way < T[WAYS]:", "while way < 1:"))),
    Fault("another lot", written(("return L[at + 3]\n    return first(among)", "return first(among)"))),
    Fault("who else was told is not looked at", written(("and L[at + 1] == to\n", "\n"))),
    Fault("what the world shows more is not looked at", written(("1 if L[GOING] != 0 else 2", "2"))),
    Fault("a game that has ended goes on", read(going=False)),
    Fault("roles never change", read(changing=False)),
    Fault("results are ignored", ignored(Kind.TOLD)),
    Fault("notices are ignored", ignored(Kind.NOTICED)),
    Fault("roles of the dead are ignored", ignored(Kind.GONE)),
    Fault("mates are ignored", ignored(Kind.KNOWS)),
    Fault("a shown role is always true", function(evidence, "_cards", _as_shown(evidence._cards))),
    Fault("all seats are alike", function(evidence, "_alike", _all_alike)),
    Fault("it never matters who sits first", function(evidence, "_orders", lambda table, needs: ())),
    Fault("cards lie where they lie", function(count.Count, "_cards", _first_set_of_cards(count.Count._cards))),
)  # fmt: skip
