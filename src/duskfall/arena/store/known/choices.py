"""Choices that harm or help another player, by kind, with their alternatives."""

from __future__ import annotations

from typing import Final, NamedTuple

from duskfall.arena.store.rows_taken import MADE, chosen
from duskfall.arena.store.witness import TakenAnswer
from duskfall.study.primer import BALLOT, BLOCK, ELECT, GUARD, HEIR, KILL, Primer

HARMS: Final = frozenset({BALLOT, KILL, BLOCK})
HELPS: Final = frozenset({GUARD, ELECT, HEIR})


class NamedChoice(NamedTuple):
    """A choice of one kind: the seat that it names, and the seats that could have been named."""

    kind: str
    harms: bool
    target: int  # 0: nobody
    options: tuple[int, ...]  # all seats on offer but the player's own
    free: bool  # whether it was allowed to name nobody


def choice_of(answer: TakenAnswer, book: Primer, names: tuple[str, ...]) -> NamedChoice | None:
    """Return the choice in an answer, or None if it isn't one of exactly one kind that harms or helps.

    An answer that names its own seat, or that didn't count, is no choice either.
    """
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
