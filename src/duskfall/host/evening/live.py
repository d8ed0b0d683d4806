"""A hosted game: the engine's game, the host's position in it, which may lag behind, and what the host recorded."""

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

# Where a host stands: the stages in going through the events of a game.
Standing = Literal["night", "ruling", "read", "call", "ask", "victory", "over"]
AT_NIGHT: Final = "night"
AT_RULING: Final = "ruling"
AT_READ: Final = "read"
AT_CALL: Final = "call"
AT_ASK: Final = "ask"
AT_VICTORY: Final = "victory"
AT_END: Final = "over"
Draft = dict[tuple[int, str], object]  # drafted answers, by seat and verb


class Live:
    """A game at a hosted table. Only commands of the session change it."""

    __slots__ = (
        "began", "best", "bonus", "called", "calling", "counts", "cue", "drafts", "ended", "fouls", "game", "links",
        "night_flags", "night_from", "notes", "number", "place", "read", "script", "silenced", "table", "until",
    )  # fmt: skip

    def __init__(self, number: int, rules: Ruleset, setup: Setup, table: HostTable, at: str = "") -> None:
        self.number, self.table, self.began, self.ended = number, table, at, ""
        self.game = Game(rules, setup)
        self.place: Standing = AT_READ
        self.read = self._first() if setup.start else 0  # the number of events that the table has heard of
        self.until = self.read  # the number of events heard once the current ones are read
        self.night_from = 0  # the index of the event that began this night
        self.night_flags: dict[str, Value] = {}
        self.script: tuple[Cue, ...] = ()
        self.cue = 0
        self.called: set[tuple[int, int]] = set()  # the day and the step of each call made by day
        self.calling = -1  # the step of the day that is called now; -1: none
        self.drafts: Draft = {}
        self.counts: dict[str, dict[str, float]] = {}
        self.silenced: set[int] = set()
        self.fouls: list[Foul] = []
        self.best: list[Best] = []
        self.bonus: list[Bonus] = []
        self.notes: list[HostNote] = []
        self.links: list[str] = []  # fragments of the links to the cards, by seat; made when needed

    def _first(self) -> int:
        return len(the_deal(self.game.facts))

    def copy(self, table: HostTable, over: bool = False) -> Live:
        """Return an independent copy for this table. If `over`, it keeps its own table and shares the engine's game."""
        other = Live.__new__(Live)
        for slot in self.__slots__:
            value = getattr(self, slot)
            setattr(other, slot, value.copy() if isinstance(value, dict | list | set) else value)
        if not over:
            other.table, other.game = table, self.game.copy()
        return other

    # -- state --------------------------------------------------------------------------------------------

    @property
    def rules(self) -> Ruleset:
        """The ruleset."""
        return self.game.plan.rules

    @property
    def deck(self) -> tuple[str, ...]:
        """The roles that were dealt, sorted by name; everybody may know them."""
        return tuple(sorted(self.game.setup.roles))

    @property
    def names(self) -> list[str]:
        """The current players, by seat."""
        names = list(self.game.names)
        for fact in self.game.facts:
            if isinstance(fact, HandedOver):
                names[fact.seat - 1] = fact.player
        return names

    @property
    def result(self) -> Ended | None:
        """The end of the game; None until the engine has ended it."""
        return self.game.over

    @property
    def confirmed(self) -> bool:
        """Return whether the host has confirmed the result."""
        return self.place == AT_END

    @property
    def phase(self) -> tuple[str, int]:
        """The phase in which the host stands, with its number."""
        return begun(self.game.facts[: max(self.read, self.until)])[1]

    def known(self) -> View:
        """Return the game as the table has heard it: the public events up to where the host stands."""
        return view((fact for fact in self.game.facts[: self.until] if fact.to == EVERYONE), 0)

    def seated(self) -> list[int]:
        """Return the seats in the game, as far as the table has heard; everybody sees a removal at once."""
        gone = {fact.seat for fact in self.game.facts if isinstance(fact, Removed)}
        return [seat for seat in self.known().living if seat not in gone]

    def link(self, seat: int) -> str:
        """Return the fragment of the link to a seat's card; empty unless cards are dealt by phone.

        It stays available during the game, because a player may have lost the link.
        """
        if self.table.deal not in ON_PHONES:
            return ""
        if not self.links:
            dealt = self.game.facts[: self._first()]
            self.links = [fragment(view(dealt, each)) for each in range(1, len(self.game.names) + 1)]
        return self.links[seat - 1]

    def when(self, at: str) -> When:
        """Return the current moment; `at` is the time on the host's device."""
        return When(*self.phase, at)

    def foul_count(self, seat: int) -> int:
        """Return the number of fouls of a seat."""
        return sum(foul.by for foul in self.fouls if foul.seat == seat)

    def sheet(self) -> GameSheet:
        """Return the game with everything the host recorded."""
        return GameSheet(
            self.game, self.began, self.ended, tuple(self.fouls), tuple(self.best), tuple(self.bonus),
            tuple(self.notes), tuple(self.names), self.table.scoring or None,
        )  # fmt: skip

    # -- the night ---------------------------------------------------------------------------------------

    def enter_night(self, index: int) -> None:
        """Enter the night that begins with the event at `index`, at its first cue."""
        self.place, self.night_from, self.read, self.until, self.cue = AT_NIGHT, index, index + 1, index + 1, 0
        self.night_flags = dict(self.game.state.flags)
        self.script = self.spoken_script()

    def spoken_script(self) -> tuple[Cue, ...]:
        """Return the cues of this night in the current language."""
        flags = tuple(self.night_flags.items())
        return _script(self.game.plan, self.deck, flags, self.table.call_all, self.table.round, spoken())

    @property
    def in_this_night(self) -> bool:
        """Return whether the engine is still in the night that the host is calling."""
        _, (_, night) = begun(self.game.facts[: self.night_from + 1])
        state = self.game.state
        return state.phase == NIGHT and state.night == night and not state.over

    @property
    def all_called(self) -> bool:
        """Return whether only the last cue is left.

        That cue wakes the table, so the table sleeps on while the host reads the ruling.
        """
        return self.cue >= len(self.script) - 1

    @property
    def waking(self) -> bool:
        """Return whether the table has heard nothing since this night began."""
        return bool(self.script) and self.read == self.night_from + 1

    def asks_here(self) -> tuple[Ask, ...]:
        """Return the open questions that are answered where the host stands."""
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
        """Return the open questions of the current cue; all of them once only the last cue is left."""
        if not self.in_this_night:
            return ()
        asks = self.game.asks
        if self.all_called:
            return asks
        cue, roles = self.script[self.cue], self.game.state.roles
        return tuple(ask for ask in asks if belongs(cue, ask, roles[ask.seat], self.rules))


def called_verbs(rules: Ruleset, step: int) -> tuple[str, ...]:
    """Return the actions that a step of the day asks for. The host calls such a step even if nobody can act."""
    found = rules.day[step]
    verbs: tuple[str, ...] = getattr(found, "verbs", ())
    asking = (trigger.name for role in rules.roles for trigger in role.triggers if trigger.ask is not None)
    return verbs or tuple(asking)


@lru_cache(maxsize=256)
def _script(
    plan: Plan, deck: tuple[str, ...], flags: tuple[tuple[str, Value], ...], call_all: bool, rounds: bool, language: str
) -> tuple[Cue, ...]:
    """Return the cues of a night. They are cached, because every screen needs them and they're the same every night."""
    return night_script(plan.rules, deck, dict(flags), call_all=call_all, rounds=rounds)
