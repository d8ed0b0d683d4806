"""The whole state of a game as plain data: what lasts, what holds tonight, and the position in the flow."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

from duskfall.core.ask import Ask, Choice, Speech
from duskfall.core.facts import Fact
from duskfall.vocabulary.cards import Role
from duskfall.vocabulary.effects import Effect, Tier
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.scene import Value

NIGHT, DAY = "night", "day"
T = TypeVar("T")
StepBegun = tuple[str, int, int]  # a step reached, even if skipped: phase, index, events before


class Act:
    """An action of this night: an actor, a target, and the effects."""

    __slots__ = ("actor", "blocked", "does", "role", "rule", "settled", "target", "verb", "visits")

    def __init__(
        self,
        verb: str,
        actor: int,
        target: int,
        does: tuple[Effect, ...],
        visits: bool,
        rule: str,
        role: str = "",
    ) -> None:
        self.verb, self.actor, self.target, self.does = verb, actor, target, does
        self.visits, self.rule, self.role = visits, rule, role
        self.blocked = self.settled = False

    @property
    def is_visit(self) -> bool:
        """Return whether the action leads its actor to the target; an action on oneself is no visit (G7)."""
        return self.visits and self.actor != self.target

    def copy(self) -> Act:
        """Return an independent copy."""
        act = Act(self.verb, self.actor, self.target, self.does, self.visits, self.rule, self.role)
        act.blocked, act.settled = self.blocked, self.settled
        return act


class Due(NamedTuple):
    """A trigger that will fire on a later night, with its owner and with the actor and target that set it off."""

    night: int
    trigger: str
    me: int
    actor: int
    target: int


class Tonight:
    """The state of one night, kept apart from what lasts; replaced at the next dusk."""

    __slots__ = ("acts", "dead", "fired", "guards", "held", "killed", "links", "mail", "noticed", "shown")

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.held = 0  # seats blocked at an earlier step: not asked any more
        self.dead = 0
        self.killed: dict[str, int] = {}  # by verb: seats on which an attack landed
        self.fired: dict[str, int] = {}  # by trigger: seats for which it fired
        self.guards: list[tuple[int, str, Tier, int]] = []  # target, action, tier, actor
        self.links: list[tuple[str, int, int, str]] = []  # name, actor, target, rule
        self.shown: dict[int, str] = {}
        self.noticed: set[tuple[int, str, int]] = set()  # seat, notice, seat it is about
        self.mail: list[tuple[int, Fact]] = []  # delivered at dawn to living seats; 0: to all

    def copy(self) -> Tonight:
        """Return an independent copy."""
        other = _copy(self, Tonight.__new__(Tonight))
        other.acts = [act.copy() for act in self.acts]
        return other


class State:
    """The full state of a game; only events and the log are kept elsewhere."""

    __slots__ = (
        "alive", "asked", "assigned", "at", "cards", "counted", "cowins", "day", "dealt", "due", "everyone", "first",
        "flags", "floor", "heard", "holding", "last", "lost", "lot", "marks", "met", "names", "night", "nominees",
        "open", "out", "over", "pending", "phase", "public", "quiet", "refusals", "removed", "roles", "rounds",
        "spoken", "step", "talk", "teams", "titles", "tonight", "used", "vote_cancelled",
    )  # fmt: skip

    def __init__(self, names: tuple[str, ...], roles: list[Role], flags: dict[str, Value], talk: bool) -> None:
        self.names, self.flags, self.talk = names, flags, talk
        self.roles: list[str] = ["", *(role.name for role in roles)]  # by seat number
        self.dealt = tuple(self.roles)
        self.everyone = self.alive = self.public = (2 << len(names)) - 2
        self.removed = 0
        self.holding: dict[str, int] = {}
        self.teams: dict[str, int] = {}
        for seat, role in enumerate(roles, 1):
            self.holding[role.name] = self.holding.get(role.name, 0) | 1 << seat
            self.teams[role.team] = self.teams.get(role.team, 0) | 1 << seat
        self.marks: dict[str, int] = {}
        self.cards: dict[str, int] = {}
        self.titles: dict[str, int] = {}
        self.assigned: dict[tuple[str, int], int] = {}
        self.used: dict[tuple[str, int], int] = {}  # by action and seat (0: the team)
        self.lost: set[tuple[str, int]] = set()
        self.last: dict[tuple[str, int], tuple[int, int]] = {}  # by action and seat (0: the team): night, target
        self.due: list[Due] = []
        self.cowins: dict[int, str] = {}
        self.phase, self.night, self.day, self.rounds = "", 0, 0, 0
        self.first = 0  # seat that speaks first today with Order.FOLLOWING; 0: no day yet
        self.quiet, self.met = 0, self.alive  # rounds in a row without a loss; the living when the last one ended
        self.tonight = Tonight()
        self.nominees: list[int] = []
        self.out = 0
        self.vote_cancelled = False
        self.counted: tuple[dict[int | str, float], float] | None = None  # by a host: votes, number not cast
        self.lot: tuple[str, tuple[int, ...]] | None = None  # open tie-break draw: verb of the vote, tied seats
        self.pending: list[tuple[int, str]] = []  # dying seats with a choice, and the trigger
        self.over = False
        self.step = 0
        self.at: Any = None  # progress of the current step, in a class of its own; None: not begun
        self.asked = [0] * (len(names) + 1)  # questions to each seat; a seat may know only its own count
        self.floor: Ask | None = None  # the question to the current speaker
        self.open: dict[tuple[int, str], Ask] = {}  # open choices, by seat and action
        self.heard: dict[str, dict[int, tuple[Ask, Choice]]] = {}  # sealed answers, by action and seat
        self.spoken: tuple[Ask, Speech] | None = None
        self.refusals: list[tuple[Ask, str]] = []

    def become(self, seat: int, old: Role, new: Role) -> None:
        """Change the role of a seat."""
        bit = 1 << seat
        self.roles[seat] = new.name
        self.holding[old.name] &= ~bit
        self.teams[old.team] &= ~bit
        self.holding[new.name] = self.holding.get(new.name, 0) | bit
        self.teams[new.team] = self.teams.get(new.team, 0) | bit

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.names[seat - 1]

    def living(self) -> tuple[int, ...]:
        """Return the publicly living seats in order."""
        return bits(self.public)

    def copy(self) -> State:
        """Return an independent copy."""
        other = _copy(self, State.__new__(State))
        other.tonight = self.tonight.copy()
        other.heard = {verb: dict(answers) for verb, answers in self.heard.items()}
        if hasattr(self.at, "copy"):
            other.at = self.at.copy()
        return other


def next_living(state: State, seat: int) -> int:
    """Return the next publicly living seat after this one, in seat order around the table; 0 if nobody lives."""
    after = state.public >> seat + 1 << seat + 1 or state.public
    return (after & -after).bit_length() - 1 if after else 0


_CONTAINERS = (dict, list, set)


def _copy(source: T, target: T) -> T:
    """Copy all slots to `target`; containers are copied one level deep, since their items never change."""
    for slot in source.__slots__:  # type: ignore[attr-defined]
        value = getattr(source, slot)
        setattr(target, slot, value.copy() if isinstance(value, _CONTAINERS) else value)
    return target
