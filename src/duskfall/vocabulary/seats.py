"""Sets of seats as data: the nouns of the rules ("every visitor of the target")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from duskfall.vocabulary.scene import Scene


@dataclass(frozen=True, slots=True)
class Who:
    """A set of seats, described by a rule."""

    def mask(self, scene: Scene) -> int:
        """Return the seats in this scene, as a bit mask."""
        raise NotImplementedError

    def __bool__(self) -> NoReturn:
        raise TypeError("sets of seats are combined by & | -, not by and, or, not")

    def __or__(self, other: Who) -> Who:
        return Either(self, other)

    def __and__(self, other: Who) -> Who:
        return Both(self, other)

    def __sub__(self, other: Who) -> Who:
        return Without(self, other)


@dataclass(frozen=True, slots=True)
class Either(Who):
    """The seats in at least one of two sets: `a | b`."""

    a: Who
    b: Who

    def mask(self, scene: Scene) -> int:
        return self.a.mask(scene) | self.b.mask(scene)


@dataclass(frozen=True, slots=True)
class Both(Who):
    """The seats in both sets: `a & b`."""

    a: Who
    b: Who

    def mask(self, scene: Scene) -> int:
        return self.a.mask(scene) & self.b.mask(scene)


@dataclass(frozen=True, slots=True)
class Without(Who):
    """The seats in one set but not in another: `a - b`."""

    a: Who
    b: Who

    def mask(self, scene: Scene) -> int:
        return self.a.mask(scene) & ~self.b.mask(scene)


@dataclass(frozen=True, slots=True)
class Everyone(Who):
    """All seats, dead or alive."""

    def mask(self, scene: Scene) -> int:
        return scene.state.everyone


@dataclass(frozen=True, slots=True)
class Living(Who):
    """The seats that the table believes alive (G11)."""

    def mask(self, scene: Scene) -> int:
        return scene.state.public


@dataclass(frozen=True, slots=True)
class Survivors(Who):
    """The seats that are really alive: deaths count before they are announced."""

    def mask(self, scene: Scene) -> int:
        return scene.state.alive & ~scene.state.tonight.dead


@dataclass(frozen=True, slots=True)
class DeadTonight(Who):
    """The seats that died this night."""

    def mask(self, scene: Scene) -> int:
        return scene.state.tonight.dead


@dataclass(frozen=True, slots=True)
class Removed(Who):
    """The seats that the moderator has removed from the game, tonight or earlier (G12)."""

    def mask(self, scene: Scene) -> int:
        return scene.state.removed


@dataclass(frozen=True, slots=True)
class VotedOut(Who):
    """The seats that today's vote sends out."""

    def mask(self, scene: Scene) -> int:
        return scene.state.out


@dataclass(frozen=True, slots=True)
class Self(Who):
    """The owner of the rule."""

    def mask(self, scene: Scene) -> int:
        return 1 << scene.me if scene.me else 0


@dataclass(frozen=True, slots=True)
class Actor(Who):
    """The seat that acted."""

    def mask(self, scene: Scene) -> int:
        return 1 << scene.actor if scene.actor else 0


@dataclass(frozen=True, slots=True)
class Target(Who):
    """The seat that was acted on."""

    def mask(self, scene: Scene) -> int:
        return 1 << scene.target if scene.target else 0


@dataclass(frozen=True, slots=True)
class Team(Who):
    """All members of a team, dead or alive."""

    team: str

    def mask(self, scene: Scene) -> int:
        return scene.state.teams.get(self.team, 0)


@dataclass(frozen=True, slots=True)
class Holders(Who):
    """All holders of these roles, dead or alive."""

    roles: tuple[str, ...]

    def mask(self, scene: Scene) -> int:
        holding, found = scene.state.holding, 0
        for role in self.roles:
            found |= holding.get(role, 0)
        return found


@dataclass(frozen=True, slots=True)
class Marked(Who):
    """All seats that bear a mark."""

    mark: str

    def mask(self, scene: Scene) -> int:
        return scene.state.marks.get(self.mark, 0)


@dataclass(frozen=True, slots=True)
class Assigned(Who):
    """The seat that the deal assigned to the owner of the rule."""

    deal: str

    def mask(self, scene: Scene) -> int:
        seat = scene.state.assigned.get((self.deal, scene.me), 0)
        return 1 << seat if seat else 0


@dataclass(frozen=True, slots=True)
class Named(Who):
    """The targets of this action tonight; with `by`, only those that these seats named."""

    verb: str
    by: Who | None = None

    def mask(self, scene: Scene) -> int:
        by = -1 if self.by is None else self.by.mask(scene)
        found = 0
        for act in scene.state.tonight.acts:
            if act.verb == self.verb and not act.blocked and by >> act.actor & 1:
                found |= 1 << act.target
        return found


@dataclass(frozen=True, slots=True)
class Actors(Who):
    """The seats that use this action tonight on any of these seats."""

    verb: str
    on: Who

    def mask(self, scene: Scene) -> int:
        on, found = self.on.mask(scene), 0
        for act in scene.state.tonight.acts:
            if act.verb == self.verb and not act.blocked and on >> act.target & 1:
                found |= 1 << act.actor
        return found


@dataclass(frozen=True, slots=True)
class Visitors(Who):
    """The seats that visit any of these tonight (G7: never themselves); with `blocked`, also those who were blocked."""

    of: Who
    blocked: bool = False

    def mask(self, scene: Scene) -> int:
        of, found = self.of.mask(scene), 0
        for act in scene.state.tonight.acts:
            if act.is_visit and of >> act.target & 1 and (self.blocked or not act.blocked):
                found |= 1 << act.actor
        return found


@dataclass(frozen=True, slots=True)
class Visited(Who):
    """The seats that these visit tonight (G7: never themselves); with `blocked`, also those a block kept them from."""

    by: Who
    blocked: bool = False

    def mask(self, scene: Scene) -> int:
        by, found = self.by.mask(scene), 0
        for act in scene.state.tonight.acts:
            if act.is_visit and by >> act.actor & 1 and (self.blocked or not act.blocked):
                found |= 1 << act.target
        return found


@dataclass(frozen=True, slots=True)
class Victims(Who):
    """The seats on which an attack of one of these actions landed tonight."""

    verbs: tuple[str, ...]

    def mask(self, scene: Scene) -> int:
        killed, found = scene.state.tonight.killed, 0
        for verb in self.verbs:
            found |= killed.get(verb, 0)
        return found


@dataclass(frozen=True, slots=True)
class LastNight(Who):
    """The seat that the owner of the rule, or its team for a team's action, named with this action last night."""

    verb: str

    def mask(self, scene: Scene) -> int:
        last = scene.state.last
        night, seat = last.get((self.verb, scene.me)) or last.get((self.verb, 0), (0, 0))  # 0: the team as one
        return 1 << seat if seat and night == scene.state.night - 1 else 0


@dataclass(frozen=True, slots=True)
class FirstOf(Who):
    """The first living seat, in seat order, of the first of these sets that has one."""

    sets: tuple[Who, ...]

    def mask(self, scene: Scene) -> int:
        for who in self.sets:
            found = who.mask(scene) & scene.state.alive
            if found:
                return found & -found
        return 0


EVERYONE, LIVING, SURVIVORS = Everyone(), Living(), Survivors()
DEAD_TONIGHT, REMOVED, VOTED_OUT = DeadTonight(), Removed(), VotedOut()
SELF, ACTOR, TARGET = Self(), Actor(), Target()
