"""What can be known at a table from one seat: chances, what is certain, and how that was found."""

from typing import TypedDict


class SideChance(TypedDict):
    """A side, by its place in the book from 1, and the chance that a seat is of it."""

    side: str
    team: int
    chance: float


class RoleChance(TypedDict):
    """A role, and the chance that a seat holds it now."""

    role: str
    chance: float


class SeatKnown(TypedDict):
    """What can be known of a seat."""

    seat: int
    name: str
    alive: bool
    you: bool
    sides: list[SideChance]
    roles: list[RoleChance]  # the likeliest first
    certain: str  # the role or the side, if there is no doubt of it


class WhatIsKnown(TypedDict):
    """What can be known from a seat; without seats where it cannot be counted, and then it is told why."""

    known: bool
    coming: bool  # it is not known yet: ask again
    seats: list[SeatKnown]
    certain: list[str]
    found: list[str]  # from which layer, how exact, out of how much
