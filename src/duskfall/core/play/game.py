"""A game: what it asks, what it is answered, what followed. It never calls a player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from duskfall.core import chance, moderate
from duskfall.core.ask import SPEECH_LIMIT, Ask, Choice, new, read_choice, read_speech
from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Ended,
    Fact,
    Refused,
    Thought,
)
from duskfall.core.log import LOT, STRAY, Entry, clean, clean_address, thought_in
from duskfall.core.plan.compile import Plan, compile_plan
from duskfall.core.play import collect, flow, react, talk
from duskfall.core.play.state import DAY, NIGHT, State, StepBegun
from duskfall.core.start.deal import deal
from duskfall.core.start.position import place
from duskfall.core.start.setup import Setup
from duskfall.core.view import View, view
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.masks import has
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Scene, Value

TRIES = 3  # answers a seat may give before a forbidden one is void (G3)


class Game:
    """One game of one ruleset, driven by `asks` and `answer`."""

    __slots__ = ("draws", "facts", "log", "path", "paused", "plan", "setup", "state", "switched")

    def __init__(self, rules: Ruleset, setup: Setup) -> None:
        self.plan: Plan = compile_plan(rules)
        self.setup = setup
        self.facts: list[Fact] = []
        self.log: list[Entry] = []  # all answers and moderator's acts, undone ones too
        self.switched: dict[str, Value] = {}  # house rules that change with the next phase
        self.draws = True  # lots are drawn from the seed; False: they are given
        self.begin()

    @classmethod
    def start(
        cls,
        rules: Ruleset,
        seats: int | Mapping[str, str] | Iterable[str] | None = None,
        *,
        deck: str | Iterable[str] | None = None,
        flags: Mapping[str, object] | None = None,
        seed: int = 0,
        talk: bool = True,
        tries: int = TRIES,
        **given: Any,
    ) -> Game:
        """A new game: `seats` is a number, names, or names with their roles; `deck` overrides the book's."""
        return cls(
            rules,
            Setup.make(rules, seats, deck=deck, flags=flags, seed=seed, talk=talk, tries=tries, **given),
        )

    def __repr__(self) -> str:
        state = self.state
        number = state.night if state.phase == NIGHT else state.day
        return f"<Game of {self.plan.rules.id}: {len(state.names)} seats, {state.phase} {number}>"

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return self.state.names

    @property
    def over(self) -> Ended | None:
        """How the game ended; None while it goes on."""
        if not self.state.over:
            return None
        return next(fact for fact in reversed(self.facts) if isinstance(fact, Ended))

    def view(self, seat: int | None) -> View:
        """The table as a seat sees it; 0 is the public, None the moderator."""
        return view(self.facts, seat)

    # -- questions and answers -------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What is asked now, of whom; empty when the game is over or paused."""
        if self.paused:
            return ()
        floor = self.state.floor
        return (floor,) if floor else tuple(self.state.open.values())

    def answer(self, seat: int | str, verb: str, value: object = None) -> str:
        """Take the answer of a seat, by number or name (None: it gives none, G4).

        Returns nothing if all is well; else the reason why the answer is void, or why it is asked for again.
        """
        if not (type(value) is str and value.isascii() and len(value) <= SPEECH_LIMIT):  # most of them are
            value = clean(value)
        ask = None
        if type(seat) is int and type(verb) is str and not self.paused:  # as `_asked` does, without the call
            floor = self.state.floor
            ask = floor if floor and floor.seat == seat and floor.verb == verb else self.state.open.get((seat, verb))
        if ask is None:
            seat, verb = clean_address(seat, verb, self.state.names)
            ask = self._asked(seat, verb)
        entry = new(Entry, ("answer" if ask else STRAY, seat, verb, value))
        self.log.append(entry)
        reason = self._take(ask, entry)
        if self.state.lot:
            self._draw()
        return reason

    def _asked(self, seat: int, verb: str) -> Ask | None:
        """What is asked of this seat under this name; nothing while the game is paused."""
        if self.paused:
            return None
        floor = self.state.floor
        return floor if floor and floor.seat == seat and floor.verb == verb else self.state.open.get((seat, verb))

    def _take(self, ask: Ask | None, entry: Entry) -> str:
        state, value = self.state, entry.value
        if ask is None:
            reason = "paused" if self.paused else "not-asked"
            self.emit(Refused(MODERATOR, entry.seat, entry.word, reason))
            return reason
        if type(value) is dict and (thought := thought_in(value)):
            self.emit(Thought(MODERATOR, ask.seat, ask.verb, thought))
        if not ask.speech:
            return self._take_choice(ask, value)
        speech = read_speech(ask, value, state.names)
        void = talk.why_void(self, speech)
        state.floor, state.spoken = None, (ask, speech)
        flow.advance(self)
        return void

    def _take_choice(self, ask: Ask, value: object) -> str:
        state, seat, verb = self.state, ask.seat, ask.verb
        choice = self._judge(ask, read_choice(ask, value, state.names))
        void = choice.void
        if void and ask.tries > 1:
            state.refusals.append((ask, void))
            state.open[seat, verb] = ask._replace(refused=void, tries=ask.tries - 1)
            return void
        state.heard.setdefault(verb, {})[seat] = (ask, choice)
        del state.open[seat, verb]
        if not state.open:
            flow.advance(self)
        return void

    def _judge(self, ask: Ask, choice: Choice) -> Choice:
        """The choice, void with its reason where the rules forbid it (G3)."""
        target = choice.target
        if (target and target not in ask.seats) or choice.void == "none-left":
            return choice._replace(void=self.barred(ask, target or ask.seat))
        return choice

    def barred(self, ask: Ask, target: int) -> str:
        """Why this seat may not be named; empty if it may."""
        if target in ask.seats:
            return ""
        ability = collect.ability_of(self, ask.seat, ask.verb)
        if ability:
            return collect.barred(self, ability, ask.seat, target)
        if not has(self.state.public, target):
            return "dead"
        if ask.verb in self.plan.others and target == ask.seat:
            return "self"
        pick = self.plan.triggers[ask.verb][1].ask if ask.verb in self.plan.triggers else None
        return collect.why_not(pick, Scene(self.state, ask.seat), target) if pick else "not-an-option"

    def void(self, ask: Ask, value: object) -> str:
        """Why this answer would be void; empty if it would be taken."""
        if ask.speech:
            return talk.why_void(self, read_speech(ask, clean(value), self.state.names))
        return self._judge(ask, read_choice(ask, clean(value), self.state.names)).void

    def ask(
        self,
        seat: int,
        verb: str,
        seats: tuple[int, ...],
        words: tuple[str, ...] = (),
        roles: tuple[str, ...] = (),
        confirm: bool = False,
    ) -> None:
        """Open a question."""
        asked = self.state.asked
        asked[seat] += 1
        ask = (asked[seat], seat, verb, "", seats, words, roles, confirm, False, (), (), "", self.setup.tries)
        self.state.open[seat, verb] = new(Ask, ask)

    def ask_speech(
        self, seat: int, verb: str, part: str, addresses: tuple[int, ...] = (), nominees: tuple[int, ...] = ()
    ) -> None:
        """Give a seat the word."""
        asked = self.state.asked
        asked[seat] += 1
        ask = (asked[seat], seat, verb, part, (), (), (), False, True, addresses, nominees, "", 1)
        self.state.floor = new(Ask, ask)

    def answers_to(self, verb: str) -> list[tuple[Ask, Choice]]:
        """The sealed answers to one act, by seat."""
        answers = self.state.heard.get(verb, {})
        return [answers[seat] for seat in sorted(answers)]

    def emit_refusals(self, ask: Ask) -> None:
        """Put on record why earlier answers to this question were not taken."""
        for other, reason in self.state.refusals:
            if (other.seat, other.verb) == (ask.seat, ask.verb):
                self.emit(Refused(1 << ask.seat, ask.seat, ask.verb, reason))

    # -- what the flow calls -----------------------------------------------------------------------------

    def emit(self, fact: Fact) -> None:
        """Put a fact on record."""
        self.facts.append(fact)

    def present(self, seat: int) -> bool:
        """Whether a seat is still at the table to speak, dead or alive."""
        return not self.state.removed >> seat & 1

    def react(self, occasion: Occasion, target: int) -> None:
        """Fire the triggers of an occasion."""
        react.fire(self, occasion, target)

    def end(self, winner: str, reason: str) -> None:
        """The game is over and asks nothing more."""
        state = self.state
        state.over = True
        state.floor = state.lot = None
        state.open.clear()
        self.emit(Ended(EVERYONE, winner, reason, tuple(state.cowins.items()), tuple(state.roles[1:])))

    def apply_flags(self) -> None:
        """House rules switched during the last phase hold now."""
        if self.switched:
            self.state.flags = self.state.flags | self.switched
            self.switched = {}

    # -- the moderator (G12) -----------------------------------------------------------------------------

    def remove(self, seat: int, cause: str = "left") -> None:
        """A death without triggers and last words; victory is checked at once."""
        self._act("remove", seat, cause)

    def hand_over(self, seat: int, player: str) -> None:
        """Another player takes the seat."""
        self._act("hand over", seat, player)

    def count(self, verb: str, votes: Mapping[str, float]) -> None:
        """A vote is closed by counts instead of ballots."""
        self._act("count", 0, verb, clean(dict(votes)))

    def switch(self, flag: str, value: object) -> None:
        """A house rule changes, from the next phase on."""
        self._act("switch", 0, flag, value)

    def pause(self, on: bool = True) -> None:
        """No answers are taken while the game is paused."""
        self._act("pause", 0, "", on)

    def lot(self, seat: int) -> None:
        """A lot that was drawn at the table fell on this seat."""
        self._act(LOT, seat, self.state.lot[0] if self.state.lot else "")

    def _draw(self) -> None:
        if self.draws:
            self.draw_lot()

    def draw_lot(self) -> None:
        """Draw from the seed what chance is to decide, if anything is."""
        if self.state.lot:
            verb, among = self.state.lot
            self._act(LOT, chance.pick(self.setup.seed, f"lot:{verb}", self.state.day, among), verb)

    def undo(self, steps: int = 1) -> None:
        """Take back the last answers and acts; the log keeps them."""
        self._act("undo", 0, "", steps)

    def _act(self, kind: str, seat: int, word: str, value: object = None) -> None:
        entry = Entry(kind, seat, word, value)
        moderate.check(self, entry)
        self.log.append(entry)
        self.do(entry)
        self._draw()

    def do(self, entry: Entry) -> None:
        """Let an entry of the log take effect; a lot that follows from it is an entry of its own."""
        if entry.kind == "answer":
            self._take(self._asked(entry.seat, entry.word), entry)
        elif entry.kind == STRAY:
            self._take(None, entry)
        else:
            moderate.act(self, entry)

    # -- the deal ----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal, and go on to the first question; all facts and answers so far are forgotten."""
        setup, rules = self.setup, self.plan.rules
        roles = [self.plan.roles[name] for name in setup.roles]
        self.facts = []
        self.path: list[StepBegun] = []
        self.state = State(setup.names, roles, self.plan.unnamed | setup.flags, setup.talk)
        self.paused = False
        self.switched = {}
        deal(self, roles)
        if setup.start:
            place(self, setup.start)
        first = setup.start.phase if setup.start else DAY if rules.day_first else NIGHT
        flow.begin_phase(self, first)
        flow.advance(self)

    # -- copies ------------------------------------------------------------------------------------------

    def copy(self) -> Game:
        """The same game, apart: what one goes on to do, the other does not feel."""
        other = Game.__new__(Game)
        other.plan, other.setup, other.paused, other.draws = self.plan, self.setup, self.paused, self.draws
        other.facts, other.log, other.path = self.facts.copy(), self.log.copy(), self.path.copy()
        other.switched, other.state = dict(self.switched), self.state.copy()
        return other

    @classmethod
    def replay(cls, rules: Ruleset, setup: Setup, log: Iterable[Entry]) -> Game:
        """The game that these answers make."""
        game = cls(rules, setup)
        game.take(log)
        game.draw_lot()
        return game

    def take(self, log: Iterable[Entry]) -> None:
        """What a log holds happens again."""
        for entry in log:
            self.log.append(entry)
            self.do(entry)
