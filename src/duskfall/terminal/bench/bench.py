"""The people who play at this terminal: who has the keyboard, and whose view is shown.

A single person sees their own view all the time. Several people see the public view and take turns at the keyboard.
A secret question to one of them is hidden by a round: the keyboard goes to every living person at the terminal in seat
order, people without a question only press Enter, and the answers are kept until the table asks for them. Every night
in which at least two of them live has a round, needed or not.

One keyboard can't hide everything: the people can count the rounds, and hear how long somebody types.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from rich.console import Console

from duskfall.core.ask import Ask
from duskfall.core.facts import Announced, Fact, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.view import View, view
from duskfall.players.person.terminal import Human, TypedPrompt, deal
from duskfall.study import primer
from duskfall.study.phases import begun
from duskfall.table.eyes import Eyes
from duskfall.tell.text import safe
from duskfall.terminal.bench.coach import get_ready as get_coach_ready
from duskfall.terminal.bench.coach import what_is_known
from duskfall.terminal.bench.full_screen import ScreenFront
from duskfall.terminal.bench.keyboard import Read, at_terminal, forget, get_ready, typed_line
from duskfall.terminal.bench.printed import PrintedFront
from duskfall.vocabulary.ruleset import Ruleset

PUBLIC, NIGHT = 0, "night"
OPENLY = {primer.BALLOT, primer.STAND, primer.WITHDRAW, primer.ELECT, primer.HEIR}  # asked with everybody's knowledge


class Front(Protocol):
    """The output to the people at this terminal: a full screen or printed lines."""

    def tell(self, view: View, news: Sequence[Fact], quick: bool) -> None:
        """Show new events of a view, which stays in sight; `quick`: without pauses."""
        ...

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """Show a question and return the line that was typed."""
        ...

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Show lines to read."""
        ...

    def idle(self, view: View) -> None:
        """Let a person without a question press Enter."""
        ...

    def hand_over(self, name: str) -> None:
        """Hand the keyboard to the named person, with nothing of the previous one left in sight."""
        ...

    def cover(self, view: View) -> None:
        """Show only this public view, and nothing private."""
        ...

    def close(self) -> None:
        """Restore the terminal."""
        ...


class Bench:
    """The people in some seats, who play at this terminal; a listener of the game, and the face of its human players.

    `player` must be called once per seat, in the order of `seats`.
    """

    def __init__(
        self, console: Console, plain: bool, speed: float, seats: Sequence[int], read: Read = typed_line,
        coach: bool = False,
    ) -> None:  # fmt: skip
        get_ready()
        self.face: Front = PrintedFront(console, read) if plain else ScreenFront(console, speed, read)
        self.edits = not plain or at_terminal()
        self.seats = tuple(seats)
        self.coach = partial(what_is_known, width=console.width) if coach else None
        self.several = len(self.seats) > 1
        self.people: dict[int, Human] = {}
        self.eyes = Eyes()
        self.told: dict[int, int] = {}  # by seat: the number of events of its view that were shown
        self.shown = View(PUBLIC)  # what has been shown to everybody at this terminal
        self.secret: frozenset[str] = frozenset()  # the actions that are asked for in secret
        self.went_round = 0  # the last night that had a round
        self.holder = PUBLIC  # the seat that has the keyboard
        self.paged = False  # whether the last thing shown was a page
        self.private = False  # whether a private view is in sight

    def player(self, seed: int) -> Human:
        """Return the human player of the next seat; `seed` is not used."""
        human = self.people[self.seats[len(self.people)]] = Human(self, self.coach)
        return human

    def __call__(self, game: Game) -> None:
        """Show new events, without pauses for those before a resume; if several people play, collect secret answers."""
        if self.several:
            self._tell_all(game)
            self._ask_in_secret(game)
        else:
            (seat,) = self.seats
            self._news(self.eyes.of(seat, game), quick=bool(game.log) and seat not in self.told)

    def turn(self, view: View) -> bool:
        """Give the keyboard to the viewing seat and show its new events; return whether a page was shown last."""
        seat = view.seat or PUBLIC
        if self.several and seat != self.holder:
            forget()
            self.face.hand_over(safe(view.names[seat - 1]))
        self.holder, self.private = seat, True
        self._news(view, quick=True)
        return self.paged

    def ask(self, view: View, prompt: TypedPrompt) -> str:
        """Show a question and return the line that was typed."""
        self.paged = False
        return self.face.ask(view, prompt)

    def page(self, view: View, lines: Sequence[str]) -> None:
        """Show lines to read."""
        self.paged = True
        self.face.page(view, lines)

    def close(self) -> None:
        """Restore the terminal."""
        self.face.close()

    def _news(self, view: View, quick: bool) -> None:
        seat = view.seat or PUBLIC
        first, known = seat not in self.told, self.told.get(seat, 0)
        self.told[seat] = max(known, len(view.facts))
        if news := view.facts[known:]:
            self.paged = False
            self.face.tell(view, news, quick)
        if first:
            self.page(view, deal(view))
            if self.coach:
                get_coach_ready(view)

    # -- several people ------------------------------------------------------------------------------------

    def _tell_all(self, game: Game) -> None:
        """Show new public events; if the night still needs a round, hold an empty one before its dawn is shown."""
        if self.private:
            self._cover()
        news = self.eyes.of(PUBLIC, game).facts[len(self.shown.facts) :]
        resumed = bool(game.log) and not self.shown.facts
        dawn = next((n for n, fact in enumerate(news) if _dawns(fact) and not resumed), len(news))
        self._show(news[:dawn], resumed)
        if news[dawn:]:
            if self._owes_a_round():
                self._go_round(game, [])
            self._show(news[dawn:], resumed)

    def _show(self, news: Sequence[Fact], quick: bool) -> None:
        if news:
            for fact in news:
                self.shown.take(fact)
            self.holder = PUBLIC  # now everybody looks at the screen
            self.face.tell(self.shown, news, quick)

    def _owes_a_round(self) -> bool:
        living = set(self.seats) & set(self.shown.living)
        return self.shown.phase == NIGHT and self.shown.night != self.went_round and len(living) > 1

    def _ask_in_secret(self, game: Game) -> None:
        """Collect all secret answers that the table is about to ask for, in a round."""
        self.secret = self.secret or secrets(game.plan.rules)
        asks = [ask for ask in game.asks if ask.seat in self.people and ask.verb in self.secret]
        if fresh := [ask for ask in asks if ask not in self.people[ask.seat].kept]:
            self._go_round(game, fresh)

    def _go_round(self, game: Game, asks: Sequence[Ask]) -> None:
        """Give the keyboard to every living person in turn, whether or not one of these questions is theirs."""
        self.went_round = self.shown.night
        for seat in self.seats:
            mine = [ask for ask in asks if ask.seat == seat]
            for ask in mine:
                self.people[seat].consider(ask, self.eyes.of(seat, game))
            if not mine and seat in self.shown.living:
                nightfall = self._at_nightfall(seat, game)
                self.turn(nightfall)
                self.face.idle(nightfall)
        self._cover()

    def _at_nightfall(self, seat: int, game: Game) -> View:
        """Return a seat's view as of the beginning of this phase, so that it doesn't reveal how far the night is."""
        began = self.shown.facts[begun(self.shown.facts)[0]]
        return view(game.facts[: game.facts.index(began) + 1], seat)

    def _cover(self) -> None:
        self.holder, self.private = PUBLIC, False
        self.face.cover(self.shown)


def _dawns(fact: Fact) -> bool:
    return isinstance(fact, Announced) or (isinstance(fact, PhaseBegan) and fact.phase != NIGHT)


def secrets(rules: Ruleset) -> frozenset[str]:
    """Return the names of secret actions and talks: only those who are asked know that somebody is."""
    acts = primer.read(rules).acts.values()
    return frozenset(act.verb for act in acts if not act.kinds & OPENLY)
