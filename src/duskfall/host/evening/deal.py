"""From a table to a game: the phone goes round, links are sent, or real cards are dealt and entered."""

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
    """The cards are on their way: what each seat holds, and whose turn it is to look or to be called."""

    __slots__ = ("at", "live", "number", "roles", "seed", "table", "turn")

    def __init__(self, table: HostTable, seed: int, number: int, at: str) -> None:
        self.table, self.seed, self.number, self.at = table, seed, number, at
        self.turn = 0  # which seat looks at its card, or which cue it is
        self.roles: dict[int, str] = {}  # what was entered
        self.live: Live | None = None
        if table.deal in ON_PHONES:
            made = Setup.make(table.book, table.names, deck=table.pack(), flags=table.house, seed=seed)
            self.live = self._game(made)

    def copy(self, table: HostTable) -> Dealing:
        """The same deal, apart, at this table."""
        other = Dealing.__new__(Dealing)
        for slot in self.__slots__:
            setattr(other, slot, getattr(self, slot))
        other.table, other.roles = table, dict(self.roles)
        other.live = self.live.copy(table) if self.live else None
        return other

    def _game(self, setup: Setup) -> Live:
        """The game, with the cards that are dealt beside the roles."""
        cards = tuple((card, only(held)) for card, held in self.table.cards.items() if held)
        return Live(self.number, self.table.book, replace(setup, cards=cards), self.table, self.at)

    # -- real cards --------------------------------------------------------------------------------------

    @property
    def calling(self) -> bool:
        """Whether roles are called one after another in a set-up night."""
        return self.table.deal == "night"

    def script(self) -> tuple[Cue, ...]:
        """What is done one after another, in the language spoken; nothing where no cards are entered."""
        if self.table.deal not in ("cards", "night"):
            return ()
        night = setup_script(self.table.book, self.table.pack(), call_all=self.table.call_all)
        return night if self.calling else (ENTER, *(cue for cue in night if cue.kind == "round"))

    @property
    def cue(self) -> Cue | None:
        """Where the host stands, if cards are entered."""
        script = self.script()
        return script[self.turn] if self.turn < len(script) else None

    def put(self, action: Action) -> None:
        """A seat holds this card, or it is not known any more."""
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
        """What each seat holds; in a set-up night who was not called holds the common card."""
        if not self.calling:
            return dict(self.roles)
        return {seat: self.roles.get(seat, self.table.book.decks.rest) for seat in range(1, len(self.table.given) + 1)}

    def skipped(self) -> list[tuple[str, int, int]]:
        """Roles that were called already, and fewer seats were tapped than cards are in the deck; with both numbers."""
        held, pack = Counter(self.roles.values()), Counter(self.table.pack())
        called = dict.fromkeys(cue.role for cue in self.script()[: self.turn] if cue.kind == "hold")
        return [(role, held[role], pack[role]) for role in called if held[role] < pack[role]]

    def differs(self) -> bool:
        """Whether the cards that were entered are not the deck: it may be that the deck was another."""
        return Counter(self.table.pack()) != Counter(self.held().values())

    def why_not(self) -> str:
        """Why the game cannot begin with these cards; empty if it can."""
        left = len(self.table.given) - len(self.held())
        if left:
            return say("Seats without a card: {count}.", count=left)
        return next(wrong_sides(self.table, list(self.held().values())), "")

    def entered(self) -> bool:
        """Whether this is the last cue at which cards are entered."""
        return not any(cue.kind in ("enter", "hold") for cue in self.script()[self.turn + 1 :])

    # -- on and on ---------------------------------------------------------------------------------------

    def go_next(self) -> Live | None:
        """The next one looks, or the next role is called; the game, when all is dealt."""
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
    """Deal at this table."""
    if wrong := problems(table):
        raise Refusal(wrong[0])
    return Dealing(table, whole(action, "seed", 0, SEEDS), number, str(action.get("at", "")))
