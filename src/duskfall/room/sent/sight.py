"""What one viewer has been shown of a game: a seat, the public with its delay, or whoever sees all."""

from __future__ import annotations

from bisect import bisect_right

from duskfall.core.facts import Became, Began, Dealt, FlagSwitched
from duskfall.core.view import View
from duskfall.players.person.terminal import TOLD, deal
from duskfall.room.game.playing import Playing
from duskfall.room.game.tasks import stand_in
from duskfall.seat.form import form
from duskfall.seat.items import Told
from duskfall.seat.screen import state
from duskfall.tell.tongue import spoken
from duskfall.wire.forms import SeatForm
from duskfall.wire.seat import SeatState

ON_CARD = (*TOLD, Began, Dealt, Became, FlagSwitched)  # what the card of a seat is made of
Clock = tuple[float, float]  # until when, and of how many seconds


class Sight:
    """A view that follows what is shown, told in each language that is looked for; all pages of a viewer share it."""

    def __init__(self, playing: Playing, seat: int | None, delay: float = 0.0) -> None:
        self.playing, self.seat, self.delay = playing, seat, delay
        self.view, self.taken = View(seat), 0
        self.told: dict[str, Told] = {}
        self.card_facts = 0
        self.cards: dict[str, tuple[int, list[str]]] = {}  # by language, and from how many facts they were made
        self.states: dict[str, tuple[object, SeatState]] = {}  # by language, and what they were made of

    def look(self) -> Told:
        """See what is due, told in the language that is spoken."""
        due = self.due
        if due > self.taken:
            for fact in self.playing.game.facts[self.taken : due]:
                before = len(self.view.facts)
                self.view.take(fact)
                self.card_facts += len(self.view.facts) > before and isinstance(fact, ON_CARD)
            self.taken = due
        language = spoken()
        if language not in self.told:
            self.told[language] = Told(self.view)
        self.told[language].grow()
        return self.told[language]

    @property
    def due(self) -> int:
        """How many facts this viewer may have seen."""
        playing = self.playing
        if not self.delay:
            return playing.showing.shown
        return bisect_right(playing.showing.moments, playing.now(), key=lambda moment: moment + self.delay)

    @property
    def next(self) -> float | None:
        """When there is more for those who are behind, whether or not anybody looks; None: they have seen all."""
        moments, due = self.playing.showing.moments, self.due
        return moments[due] + self.delay if due < len(moments) else None

    # -- how it stands ---------------------------------------------------------------------------------------

    def state(self) -> SeatState:
        """The board, the card and the questions of this viewer."""
        playing, language = self.playing, spoken()
        asks, waits = (playing.asked(self.seat), playing.waiting(self.seat)) if self.seat else ([], False)
        floor = [] if self.delay else playing.floor()
        key = (len(self.view.facts), tuple(asks), playing.showing.stage.number if waits else None, tuple(floor))
        if language not in self.states or self.states[language][0] != key:
            forms: list[SeatForm] = [form(ask, self.view) for ask in asks]
            forms += [stand_in(playing.showing.stage, self.view)] if waits else []
            self.states[language] = (key, {**state(self.view, forms, self._card()), "floor": floor})
        return self.states[language][1]

    def _card(self) -> list[str]:
        language = spoken()
        if not self.seat:
            return []
        if language not in self.cards or self.cards[language][0] != self.card_facts:
            self.cards[language] = (self.card_facts, deal(self.view))
        return self.cards[language][1]

    def clock(self) -> Clock | None:
        """How long the table waits, as far as this viewer may know."""
        return None if self.delay else self.playing.clock(self.seat or 0)

    def live(self) -> str:
        """The words so far of a model that speaks to all."""
        return "" if self.delay else self.playing.live()
