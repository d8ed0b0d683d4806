"""Choices that harm or help somebody: of which kind they are, and who else could have been named."""

from __future__ import annotations

from typing import Final, NamedTuple

from duskfall.arena.store.rows_taken import MADE, chosen
from duskfall.arena.store.witness import TakenAnswer
from duskfall.study.primer import BALLOT, BLOCK, ELECT, GUARD, HEIR, KILL, Primer

HARMS: Final = frozenset({BALLOT, KILL, BLOCK})
HELPS: Final = frozenset({GUARD, ELECT, HEIR})


class NamedChoice(NamedTuple):
    """A choice that was made, of one kind: whom it names, and who else could have been."""

    kind: str
    harms: bool
    target: int  # 0: nobody
    options: tuple[int, ...]  # the others
    free: bool  # whether nobody could be named


def choice_of(answer: TakenAnswer, book: Primer, names: tuple[str, ...]) -> NamedChoice | None:
    """The choice in an answer; none if it does neither or both, names its own seat, or did not count."""
    ask = answer.ask
    kinds = book.kinds(ask.verb) & (HARMS | HELPS)
    others = tuple(seat for seat in ask.seats if seat != ask.seat)
    if ask.speech or len(kinds) != 1 or not others:
        return None
    target, _, outcome = chosen(ask, answer.entry.value, names)
    if outcome != MADE or target == ask.seat:
        return None
    (kind,) = kinds
    return NamedChoice(kind, kind in HARMS, target, others, bool(ask.words) or ask.confirm)
