"""The deal of a hosted game: a phone goes around, links are sent, or real cards are dealt and entered."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from duskfall.core.start.setup import Setup
from duskfall.host.evening.fields import Action, Refusal, text, whole
from duskfall.host.evening.host_table import ON_PHONES, HostTable
from duskfall.host.evening.live import Live
from duskfall.host.evening.problems import problems, wrong_sides
from duskfall.tell.host.cues import Cue, setup_script
from duskfall.tell.tongue import say
from duskfall.vocabulary.masks import only

SEEDS = 1 << 53
ENTER = Cue("enter", ())  # real cards, all on one screen


class Dealing:
    """A deal in progress: the cards of the seats, and which seat or cue is next."""

    __slots__ = ("at", "live", "number", "roles", "seed", "table", "turn")

    def __init__(self, table: HostTable, seed: int, number: int, at: str) -> None:
        self.table, self.seed, self.number, self.at = table, seed, number, at
        self.turn = 0  # the index of the seat that looks at its card, or of the current cue
        self.roles: dict[int, str] = {}  # entered by the host, by seat
        self.live: Live | None = None
        if table.deal in ON_PHONES:
            made = Setup.make(table.book, table.names, deck=table.pack(), flags=table.house, seed=seed)
            self.live = self._game(made)

    def copy(self, table: HostTable) -> Dealing:
        """Return an independent copy of the deal, for this table."""
        other = Dealing.__new__(Dealing)
        for slot in self.__slots__:
            setattr(other, slot, getattr(self, slot))
        other.table, other.roles = table, dict(self.roles)
        other.live = self.live.copy(table) if self.live else None
        return other

    def _game(self, setup: Setup) -> Live:
        """Return the hosted game, with the cards dealt in addition to roles."""
        cards = tuple((card, only(held)) for card, held in self.table.cards.items() if held)
        return Live(self.number, self.table.book, replace(setup, cards=cards), self.table, self.at)

    # -- real cards --------------------------------------------------------------------------------------

    @property
    def calling(self) -> bool:
        """Return whether roles are called one after another, in a set-up night."""
        return self.table.deal == "night"

    def script(self) -> tuple[Cue, ...]:
        """Return the cues for dealing real cards, in the current language; empty for other kinds of deal."""
        if self.table.deal not in ("cards", "night"):
            return ()
        night = setup_script(self.table.book, self.table.pack(), call_all=self.table.call_all)
        return night if self.calling else (ENTER, *(cue for cue in night if cue.kind == "round"))

    @property
    def cue(self) -> Cue | None:
        """The current cue; None if no real cards are dealt, or all cues are done."""
        script = self.script()
        return script[self.turn] if self.turn < len(script) else None

    def put(self, action: Action) -> None:
        """Set the role of a seat, or clear it; raise `Refusal` if no cards are entered now."""
        if self.cue is None or self.live:
            raise Refusal(say("No cards are entered now."))
        seat = whole(action, "seat", 1, len(self.table.given))
        if action.get("role") is None:
            self.roles.pop(seat, None)
            return
        role = text(action, "role")
        if role not in {each.name for each in self.table.book.roles}:
            raise Refusal(say("These rules have no role {name}.", name=role))
        self.roles[seat] = role

    def held(self) -> dict[int, str]:
        """Return each seat's role. In a set-up night, seats that weren't tapped hold the common role (`decks.rest`)."""
        if not self.calling:
            return dict(self.roles)
        return {seat: self.roles.get(seat, self.table.book.decks.rest) for seat in range(1, len(self.table.given) + 1)}

    def skipped(self) -> list[tuple[str, int, int]]:
        """Return the called roles with fewer seats tapped than cards in the deck: role, seats tapped, cards."""
        held, pack = Counter(self.roles.values()), Counter(self.table.pack())
        called = dict.fromkeys(cue.role for cue in self.script()[: self.turn] if cue.kind == "hold")
        return [(role, held[role], pack[role]) for role in called if held[role] < pack[role]]

    def differs(self) -> bool:
        """Return whether the entered cards are not those of the deck: the host may have dealt another deck."""
        return Counter(self.table.pack()) != Counter(self.held().values())

    def why_not(self) -> str:
        """Return why the game can't begin with these cards; empty if it can."""
        left = len(self.table.given) - len(self.held())
        if left:
            return say("Seats without a card: {count}.", count=left)
        return next(wrong_sides(self.table, list(self.held().values())), "")

    def entered(self) -> bool:
        """Return whether no later cue enters cards."""
        return not any(cue.kind in ("enter", "hold") for cue in self.script()[self.turn + 1 :])

    # -- progress ----------------------------------------------------------------------------------------

    def go_next(self) -> Live | None:
        """Go on to the next seat or cue. Return the game after the last one, else None."""
        if self.live is None and self.entered():
            self.live = self._from_cards()
        self.turn += 1
        last = len(self.table.given) if self.table.deal == "phone" else len(self.script())
        return None if self.turn < last else self.live

    def _from_cards(self) -> Live:
        if why := self.why_not():
            raise Refusal(why)
        held, table = self.held(), self.table
        roles = {name: held[seat] for seat, name in enumerate(table.names, 1)}
        return self._game(Setup.make(table.book, roles, flags=table.house, seed=self.seed))


def begin(table: HostTable, action: Action, number: int) -> Dealing:
    """Start a deal at this table; raise `Refusal` if the table has problems."""
    if wrong := problems(table):
        raise Refusal(wrong[0])
    return Dealing(table, whole(action, "seed", 0, SEEDS), number, str(action.get("at", "")))
