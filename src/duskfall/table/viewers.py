"""Through whose eyes a game may be looked at: whoever still plays it sees no more than their own seat does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duskfall.core.facts import Ended, Fact, HandedOver
from duskfall.core.record import Record
from duskfall.players.base import HUMAN


def viewers(names: Sequence[str], kinds: Sequence[str] = ()) -> list[int | None]:
    """Through whose eyes we may look, first of all through the first: 0 is the public, None the moderator.

    A person who plays sees no more than their own seat does; several at one terminal share what is public.
    """
    people = [seat for seat, kind in enumerate(kinds, 1) if kind == HUMAN]
    if not people:
        return [None, *range(len(names) + 1)]
    return [*people, 0] if len(people) == 1 else [0]


def own_seats(viewer: int | None, seats: int) -> list[int]:
    """Whose own papers a viewer may read: the moderator everybody's, a seat its own, the public nobody's."""
    return list(range(1, seats + 1)) if viewer is None else [viewer] if viewer else []


def playing(record: Record) -> tuple[str, ...]:
    """The kinds of player in the seats of a game that is not over and that people play; else none."""
    if any(isinstance(fact, Ended) for fact in record.facts):
        return ()
    kinds = players_now(record.players, record.facts)
    return kinds if HUMAN in kinds else ()


def players_now(kinds: Iterable[str], facts: Iterable[Fact]) -> tuple[str, ...]:
    """The kind of player in each seat, after all that was handed over."""
    seats = dict(enumerate(kinds, 1))
    for fact in facts:
        if isinstance(fact, HandedOver) and fact.seat in seats:
            seats[fact.seat] = fact.player
    return tuple(seats.values())
