"""Where a rule is read: what it may look at of a game, whose rule it is, who acted, on whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

Value = bool | int | float | str


class Deed(Protocol):
    """An act of this night, as a rule may look at it."""

    @property
    def verb(self) -> str: ...
    @property
    def actor(self) -> int: ...
    @property
    def target(self) -> int: ...
    @property
    def blocked(self) -> bool: ...
    @property
    def is_visit(self) -> bool: ...


class OneNight(Protocol):
    """What a rule may look at of this night."""

    @property
    def acts(self) -> Sequence[Deed]: ...
    @property
    def dead(self) -> int: ...
    @property
    def killed(self) -> Mapping[str, int]: ...


class Position(Protocol):
    """What a rule may look at of a game; sets of seats are bit masks."""

    @property
    def everyone(self) -> int: ...
    @property
    def alive(self) -> int: ...
    @property
    def public(self) -> int: ...
    @property
    def removed(self) -> int: ...
    @property
    def out(self) -> int: ...
    @property
    def night(self) -> int: ...
    @property
    def day(self) -> int: ...
    @property
    def flags(self) -> Mapping[str, Value]: ...
    @property
    def teams(self) -> Mapping[str, int]: ...
    @property
    def holding(self) -> Mapping[str, int]: ...
    @property
    def marks(self) -> Mapping[str, int]: ...
    @property
    def assigned(self) -> Mapping[tuple[str, int], int]: ...
    @property
    def last(self) -> Mapping[tuple[str, int], tuple[int, int]]: ...
    @property
    def tonight(self) -> OneNight: ...


class Scene:
    """Where a rule is read: the game's state, whose rule it is, who acted, on whom."""

    __slots__ = ("actor", "me", "state", "target")

    def __init__(self, state: Position, me: int = 0, actor: int = 0, target: int = 0) -> None:
        self.state, self.me, self.actor, self.target = state, me, actor, target
