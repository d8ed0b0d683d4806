"""The whole position of a game as plain data: what lasts, what holds tonight, and where the flow stands."""

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
StepBegun = tuple[str, int, int]  # a step of the flow, needed or not: its phase, its place there, after how many facts


class Act:
    """One act of this night: who does what to whom."""

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
        """Whether it leads its actor to the target (G7: never to oneself)."""
        return self.visits and self.actor != self.target

    def copy(self) -> Act:
        """The same act, apart."""
        act = Act(self.verb, self.actor, self.target, self.does, self.visits, self.rule, self.role)
        act.blocked, act.settled = self.blocked, self.settled
        return act


class Due(NamedTuple):
    """What a trigger will do on a later night: whose it is, and who had done what to whom."""

    night: int
    trigger: str
    me: int
    actor: int
    target: int


class Tonight:
    """One night's scratch, apart from what lasts."""

    __slots__ = ("acts", "dead", "fired", "guards", "held", "killed", "links", "mail", "noticed", "shown")

    def __init__(self) -> None:
        self.acts: list[Act] = []
        self.held = 0  # blocked at a step that is over: not asked any more
        self.dead = 0
        self.killed: dict[str, int] = {}  # by verb: on whom it landed
        self.fired: dict[str, int] = {}  # by trigger: for whom it fired
        self.guards: list[tuple[int, str, Tier, int]] = []  # on whom, by which act, how strong, whose
        self.links: list[tuple[str, int, int, str]] = []  # name, from whom, to whom, by which rule
        self.shown: dict[int, str] = {}
        self.noticed: set[tuple[int, str, int]] = set()  # seat, notice, about whom
        self.mail: list[tuple[int, Fact]] = []  # to be delivered at dawn, if its seat lives

    def copy(self) -> Tonight:
        """The same night, apart."""
        other = _copy(self, Tonight.__new__(Tonight))
        other.acts = [act.copy() for act in self.acts]
        return other


class State:
    """Everything that a game is, facts and answers aside."""

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
        self.used: dict[tuple[str, int], int] = {}  # by act and seat; 0: the team as one
        self.lost: set[tuple[str, int]] = set()
        self.last: dict[tuple[str, int], tuple[int, int]] = {}  # by act and seat (0: the team as one): night, target
        self.due: list[Due] = []
        self.cowins: dict[int, str] = {}
        self.phase, self.night, self.day, self.rounds = "", 0, 0, 0
        self.first = 0  # the seat that begins today's speech where each day follows on the last; 0: no day yet
        self.quiet, self.met = 0, self.alive  # rounds in a row in which nobody left, and who lived when the last ended
        self.tonight = Tonight()
        self.nominees: list[int] = []
        self.out = 0
        self.vote_cancelled = False
        self.counted: tuple[dict[int | str, float], float] | None = None  # by a host: the votes, and those not cast
        self.lot: tuple[str, tuple[int, ...]] | None = None  # what chance is to decide: which vote, and between whom
        self.pending: list[tuple[int, str]] = []  # seats whose death lets them choose, by trigger
        self.over = False
        self.step = 0
        self.at: Any = None  # the scratch of the current step
        self.asked = [0] * (len(names) + 1)  # how often each seat was asked: a seat may know its own count only
        self.floor: Ask | None = None  # who has the word
        self.open: dict[tuple[int, str], Ask] = {}  # the choices that are asked for, by seat and act
        self.heard: dict[str, dict[int, tuple[Ask, Choice]]] = {}  # sealed answers, by act and seat
        self.spoken: tuple[Ask, Speech] | None = None
        self.refusals: list[tuple[Ask, str]] = []

    def become(self, seat: int, old: Role, new: Role) -> None:
        """A seat takes another role."""
        bit = 1 << seat
        self.roles[seat] = new.name
        self.holding[old.name] &= ~bit
        self.teams[old.team] &= ~bit
        self.holding[new.name] = self.holding.get(new.name, 0) | bit
        self.teams[new.team] = self.teams.get(new.team, 0) | bit

    def name(self, seat: int) -> str:
        """The name of a seat."""
        return self.names[seat - 1]

    def living(self) -> tuple[int, ...]:
        """The publicly living, in seat order."""
        return bits(self.public)

    def copy(self) -> State:
        """The same position, apart."""
        other = _copy(self, State.__new__(State))
        other.tonight = self.tonight.copy()
        other.heard = {verb: dict(answers) for verb, answers in self.heard.items()}
        if hasattr(self.at, "copy"):
            other.at = self.at.copy()
        return other


def next_living(state: State, seat: int) -> int:
    """Return the next publicly living seat after this one, in seat order and round the table; 0 if nobody lives."""
    after = state.public >> seat + 1 << seat + 1 or state.public
    return (after & -after).bit_length() - 1 if after else 0


_CONTAINERS = (dict, list, set)


def _copy(source: T, target: T) -> T:
    """Slot by slot; containers one level deep, for what they hold never changes."""
    for slot in source.__slots__:  # type: ignore[attr-defined]
        value = getattr(source, slot)
        setattr(target, slot, value.copy() if isinstance(value, _CONTAINERS) else value)
    return target
