"""One game of an evening as its host walks through it: the kernel's game, where the host stands, what is noted."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, assert_never

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Ended, HandedOver, Removed
from duskfall.core.plan.compile import Plan
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.core.start.setup import Setup
from duskfall.core.view import View, view
from duskfall.host.evening.host_table import ON_PHONES, HostTable
from duskfall.host.protocol.game_sheet import Best, Bonus, Foul, GameSheet, HostNote, When
from duskfall.host.seat_card import fragment
from duskfall.study.phases import begun, the_deal
from duskfall.tell.host.cues import Cue, belongs, night_script
from duskfall.tell.tongue import spoken
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value

# Where a host stands: the places of a walk through the facts of a game.
Standing = Literal["night", "ruling", "read", "call", "ask", "victory", "over"]
AT_NIGHT: Final = "night"
AT_RULING: Final = "ruling"
AT_READ: Final = "read"
AT_CALL: Final = "call"
AT_ASK: Final = "ask"
AT_VICTORY: Final = "victory"
AT_END: Final = "over"
Draft = dict[tuple[int, str], object]  # by seat and verb


class Live:
    """A game at the table. Whatever changes it is an action of the evening."""

    __slots__ = (
        "began", "best", "bonus", "called", "calling", "counts", "cue", "drafts", "ended", "fouls", "game", "links",
        "night_flags", "night_from", "notes", "number", "place", "read", "script", "silenced", "table", "until",
    )  # fmt: skip

    def __init__(self, number: int, rules: Ruleset, setup: Setup, table: HostTable, at: str = "") -> None:
        self.number, self.table, self.began, self.ended = number, table, at, ""
        self.game = Game(rules, setup)
        self.place: Standing = AT_READ
        self.read = self._first() if setup.start else 0  # facts that the table has heard of
        self.until = self.read  # at a place to read: facts that are read now
        self.night_from = 0  # where the facts of this night begin
        self.night_flags: dict[str, Value] = {}
        self.script: tuple[Cue, ...] = ()
        self.cue = 0
        self.called: set[tuple[int, int]] = set()  # which steps of which days were called
        self.calling = -1  # the step of the day that is called now
        self.drafts: Draft = {}
        self.counts: dict[str, dict[str, float]] = {}
        self.silenced: set[int] = set()
        self.fouls: list[Foul] = []
        self.best: list[Best] = []
        self.bonus: list[Bonus] = []
        self.notes: list[HostNote] = []
        self.links: list[str] = []  # to each seat's own card, once they are wanted

    def _first(self) -> int:
        return len(the_deal(self.game.facts))

    def copy(self, table: HostTable, over: bool = False) -> Live:
        """The same game, apart, at this table; one that is over for good keeps its own and shares the game."""
        other = Live.__new__(Live)
        for slot in self.__slots__:
            value = getattr(self, slot)
            setattr(other, slot, value.copy() if isinstance(value, dict | list | set) else value)
        if not over:
            other.table, other.game = table, self.game.copy()
        return other

    # -- what is known of it -----------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The book."""
        return self.game.plan.rules

    @property
    def deck(self) -> tuple[str, ...]:
        """The cards that were dealt, which everybody may know."""
        return tuple(sorted(self.game.setup.roles))

    @property
    def names(self) -> list[str]:
        """Who sits where now."""
        names = list(self.game.names)
        for fact in self.game.facts:
            if isinstance(fact, HandedOver):
                names[fact.seat - 1] = fact.player
        return names

    @property
    def result(self) -> Ended | None:
        """How it ended, once the kernel says so."""
        return self.game.over

    @property
    def confirmed(self) -> bool:
        """Whether the host has confirmed the result."""
        return self.place == AT_END

    @property
    def phase(self) -> tuple[str, int]:
        """The night or day in which the host stands."""
        return begun(self.game.facts[: max(self.read, self.until)])[1]

    def known(self) -> View:
        """The table as it has heard of it."""
        return view((fact for fact in self.game.facts[: self.until] if fact.to == EVERYONE), 0)

    def seated(self) -> list[int]:
        """Who is in the game, as far as the table has heard; a removal is seen by all at once."""
        gone = {fact.seat for fact in self.game.facts if isinstance(fact, Removed)}
        return [seat for seat in self.known().living if seat not in gone]

    def link(self, seat: int) -> str:
        """The link to a seat's own card, where cards are dealt by phone: a player may have lost it."""
        if self.table.deal not in ON_PHONES:
            return ""
        if not self.links:
            dealt = self.game.facts[: self._first()]
            self.links = [fragment(view(dealt, each)) for each in range(1, len(self.game.names) + 1)]
        return self.links[seat - 1]

    def when(self, at: str) -> When:
        """This moment."""
        return When(*self.phase, at)

    def foul_count(self, seat: int) -> int:
        """How many fouls a seat has."""
        return sum(foul.by for foul in self.fouls if foul.seat == seat)

    def sheet(self) -> GameSheet:
        """All that is kept of it."""
        return GameSheet(
            self.game, self.began, self.ended, tuple(self.fouls), tuple(self.best), tuple(self.bonus),
            tuple(self.notes), tuple(self.names), self.table.scoring or None,
        )  # fmt: skip

    # -- the night ---------------------------------------------------------------------------------------

    def enter_night(self, index: int) -> None:
        """The night that begins with this fact is called from its first cue."""
        self.place, self.night_from, self.read, self.until, self.cue = AT_NIGHT, index, index + 1, index + 1, 0
        self.night_flags = dict(self.game.state.flags)
        self.script = self.spoken_script()

    def spoken_script(self) -> tuple[Cue, ...]:
        """The cues of this night in the language now spoken."""
        flags = tuple(self.night_flags.items())
        return _script(self.game.plan, self.deck, flags, self.table.call_all, self.table.round, spoken())

    @property
    def in_this_night(self) -> bool:
        """Whether the kernel is still in the night that the host calls."""
        _, (_, night) = begun(self.game.facts[: self.night_from + 1])
        state = self.game.state
        return state.phase == NIGHT and state.night == night and not state.over

    @property
    def all_called(self) -> bool:
        """Whether only the last cue is left: it wakes the table up, which sleeps on while the host reads the ruling."""
        return self.cue >= len(self.script) - 1

    @property
    def waking(self) -> bool:
        """Whether the table has heard nothing since this night began."""
        return bool(self.script) and self.read == self.night_from + 1

    def asks_here(self) -> tuple[Ask, ...]:
        """The open asks that are recorded where the host stands."""
        asks = self.game.asks
        match self.place:
            case "night":
                return self._asks_of_night()
            case "call":
                return tuple(ask for ask in asks if ask.verb in called_verbs(self.rules, self.calling))
            case "ask":
                return asks
            case "ruling" | "read" | "victory" | "over":
                return ()
            case _ as never:
                assert_never(never)

    def _asks_of_night(self) -> tuple[Ask, ...]:
        """Those of the cue where the host stands; all, once only the last cue is left."""
        if not self.in_this_night:
            return ()
        asks = self.game.asks
        if self.all_called:
            return asks
        cue, roles = self.script[self.cue], self.game.state.roles
        return tuple(ask for ask in asks if belongs(cue, ask, roles[ask.seat], self.rules))


def called_verbs(rules: Ruleset, step: int) -> tuple[str, ...]:
    """What may be asked at a step of the day that is called whoever is there."""
    found = rules.day[step]
    verbs: tuple[str, ...] = getattr(found, "verbs", ())
    asking = (trigger.name for role in rules.roles for trigger in role.triggers if trigger.ask is not None)
    return verbs or tuple(asking)


@lru_cache(maxsize=256)
def _script(
    plan: Plan, deck: tuple[str, ...], flags: tuple[tuple[str, Value], ...], call_all: bool, rounds: bool, language: str
) -> tuple[Cue, ...]:
    """The cues of a night: every night the same, and asked for again with every screen."""
    return night_script(plan.rules, deck, dict(flags), call_all=call_all, rounds=rounds)
