"""The context in which a rule is evaluated: the game's state, the rule's owner, who acted, and on whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

Value = bool | int | float | str


class Deed(Protocol):
    """An action of this night, as rules see it."""

    @property
    def verb(self) -> str: ...
    @property
    def actor(self) -> int: ...
    @property
    def target(self) -> int: ...
    @property
    def blocked(self) -> bool: ...
    @property
    def is_visit(self) -> bool: ...  # whether it leads the actor to another seat


class OneNight(Protocol):
    """The state of this night, as rules see it."""

    @property
    def acts(self) -> Sequence[Deed]: ...
    @property
    def dead(self) -> int: ...  # seats that die tonight
    @property
    def killed(self) -> Mapping[str, int]: ...  # by verb: seats on which an attack landed


class Position(Protocol):
    """The state of a game, as rules see it. Sets of seats are bit masks."""

    @property
    def everyone(self) -> int: ...  # all seats, dead or alive
    @property
    def alive(self) -> int: ...  # seats that are really alive
    @property
    def public(self) -> int: ...  # seats that the table believes alive
    @property
    def removed(self) -> int: ...  # seats that the moderator has removed
    @property
    def out(self) -> int: ...  # seats that today's vote sends out
    @property
    def night(self) -> int: ...
    @property
    def day(self) -> int: ...
    @property
    def flags(self) -> Mapping[str, Value]: ...  # values of the house rules
    @property
    def teams(self) -> Mapping[str, int]: ...  # team -> its members, dead or alive
    @property
    def holding(self) -> Mapping[str, int]: ...  # role -> its holders, dead or alive
    @property
    def marks(self) -> Mapping[str, int]: ...  # mark -> seats that bear it
    @property
    def assigned(self) -> Mapping[tuple[str, int], int]: ...  # (deal, seat) -> seat assigned to it
    @property
    def last(self) -> Mapping[tuple[str, int], tuple[int, int]]: ...  # (action, seat; 0: the team) -> night, target
    @property
    def tonight(self) -> OneNight: ...


class Scene:
    """The context in which a rule is evaluated: the state, the rule's owner, who acted, on whom (0: nobody)."""

    __slots__ = ("actor", "me", "state", "target")

    def __init__(self, state: Position, me: int = 0, actor: int = 0, target: int = 0) -> None:
        self.state, self.me, self.actor, self.target = state, me, actor, target
