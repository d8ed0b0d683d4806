"""A game: its questions, its answers, its events. It never calls a player."""

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
        self.log: list[Entry] = []  # all answers and moderator commands, including undone ones
        self.switched: dict[str, Value] = {}  # house rules that change with the next phase
        self.draws = True  # whether the seed draws tie-breaks; False: they are given
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
        """Start a new game: `seats` is a number, names, or names with roles; `deck` replaces the ruleset's own."""
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
        """The names of the players, in seat order."""
        return self.state.names

    @property
    def over(self) -> Ended | None:
        """The event that ended the game; None while it goes on."""
        if not self.state.over:
            return None
        return next(fact for fact in reversed(self.facts) if isinstance(fact, Ended))

    def view(self, seat: int | None) -> View:
        """Return the view of a seat; 0 is the public, None the moderator."""
        return view(self.facts, seat)

    # -- questions and answers -------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open questions; empty when the game is over or paused."""
        if self.paused:
            return ()
        floor = self.state.floor
        return (floor,) if floor else tuple(self.state.open.values())

    def answer(self, seat: int | str, verb: str, value: object = None) -> str:
        """Take the answer of a seat, given by number or name; the value None means that it gives no answer (G4).

        Return an empty string if the answer is accepted, else the reason why it is void or asked for again.
        """
        if not (type(value) is str and value.isascii() and len(value) <= SPEECH_LIMIT):  # true of most answers
            value = clean(value)
        ask = None
        if type(seat) is int and type(verb) is str and not self.paused:  # `_asked`, inlined for speed
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
        """Return the open question to this seat with this verb; None if there is none or the game is paused."""
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
        void = speech.void and talk.why_void(self, speech)
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
        """Return the choice, marked as void with a reason if the rules forbid it (G3)."""
        target = choice.target
        if (target and target not in ask.seats) or choice.void == "none-left":
            return choice._replace(void=self.barred(ask, target or ask.seat))
        return choice

    def barred(self, ask: Ask, target: int) -> str:
        """Return why this seat may not be named in answer to a question; empty if it may."""
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
        """Return why this answer would be void; empty if it would be accepted."""
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
        """Open a question to a seat."""
        asked = self.state.asked
        asked[seat] += 1
        ask = (asked[seat], seat, verb, "", seats, words, roles, confirm, False, (), (), "", self.setup.tries)
        self.state.open[seat, verb] = new(Ask, ask)

    def ask_speech(
        self, seat: int, verb: str, part: str, addresses: tuple[int, ...] = (), nominees: tuple[int, ...] = ()
    ) -> None:
        """Open a question for speech: it is this seat's turn to speak."""
        asked = self.state.asked
        asked[seat] += 1
        ask = (asked[seat], seat, verb, part, (), (), (), False, True, addresses, nominees, "", 1)
        self.state.floor = new(Ask, ask)

    def answers_to(self, verb: str) -> list[tuple[Ask, Choice]]:
        """Return the sealed answers to one action with their questions, in seat order."""
        answers = self.state.heard.get(verb, {})
        return [answers[seat] for seat in sorted(answers)]

    def emit_refusals(self, ask: Ask) -> None:
        """Emit events for earlier answers to this question that were refused."""
        for other, reason in self.state.refusals:
            if (other.seat, other.verb) == (ask.seat, ask.verb):
                self.emit(Refused(1 << ask.seat, ask.seat, ask.verb, reason))

    # -- what the flow calls -----------------------------------------------------------------------------

    def emit(self, fact: Fact) -> None:
        """Add an event to the game."""
        self.facts.append(fact)

    def present(self, seat: int) -> bool:
        """Return whether a seat is still at the table to speak, dead or alive: it was not removed."""
        return not self.state.removed >> seat & 1

    def react(self, occasion: Occasion, target: int) -> None:
        """Fire the triggers of an occasion."""
        react.fire(self, occasion, target)

    def end(self, winner: str, reason: str) -> None:
        """End the game; all open questions are closed."""
        state = self.state
        state.over = True
        state.floor = state.lot = None
        state.open.clear()
        self.emit(Ended(EVERYONE, winner, reason, tuple(state.cowins.items()), tuple(state.roles[1:])))

    def apply_flags(self) -> None:
        """Apply house rules that were switched during the last phase."""
        if self.switched:
            self.state.flags = self.state.flags | self.switched
            self.switched = {}

    # -- the moderator (G12) -----------------------------------------------------------------------------

    def remove(self, seat: int, cause: str = "left") -> None:
        """Remove a seat: a death without triggers or last words. Victory is checked at once."""
        self._act("remove", seat, cause)

    def hand_over(self, seat: int, player: str) -> None:
        """Give a seat to another player."""
        self._act("hand over", seat, player)

    def count(self, verb: str, votes: Mapping[str, float]) -> None:
        """Close a vote with counts instead of ballots."""
        self._act("count", 0, verb, clean(dict(votes)))

    def switch(self, flag: str, value: object) -> None:
        """Change a house rule from the next phase on."""
        self._act("switch", 0, flag, value)

    def pause(self, on: bool = True) -> None:
        """Pause or resume the game; no answers are taken while it is paused."""
        self._act("pause", 0, "", on)

    def lot(self, seat: int) -> None:
        """Record the result of a tie-break that was drawn at the table."""
        self._act(LOT, seat, self.state.lot[0] if self.state.lot else "")

    def _draw(self) -> None:
        if self.draws:
            self.draw_lot()

    def draw_lot(self) -> None:
        """Draw the open tie-break from the seed, if there is one."""
        if self.state.lot:
            verb, among = self.state.lot
            self._act(LOT, chance.pick(self.setup.seed, f"lot:{verb}", self.state.day, among), verb)

    def undo(self, steps: int = 1) -> None:
        """Take back the last answers and commands; the log keeps them."""
        self._act("undo", 0, "", steps)

    def _act(self, kind: str, seat: int, word: str, value: object = None) -> None:
        entry = Entry(kind, seat, word, value)
        moderate.check(self, entry)
        self.log.append(entry)
        self.do(entry)
        self._draw()

    def do(self, entry: Entry) -> None:
        """Carry out an entry of the log. A tie-break draw that follows from it is an entry of its own."""
        if entry.kind == "answer":
            self._take(self._asked(entry.seat, entry.word), entry)
        elif entry.kind == STRAY:
            self._take(None, entry)
        else:
            moderate.act(self, entry)

    # -- the deal ----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Deal, and run to the first question. All earlier state and events are dropped; the log is kept."""
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
        """Return an independent copy of the game."""
        other = Game.__new__(Game)
        other.plan, other.setup, other.paused, other.draws = self.plan, self.setup, self.paused, self.draws
        other.facts, other.log, other.path = self.facts.copy(), self.log.copy(), self.path.copy()
        other.switched, other.state = dict(self.switched), self.state.copy()
        return other

    @classmethod
    def replay(cls, rules: Ruleset, setup: Setup, log: Iterable[Entry]) -> Game:
        """Play a game from a log; a tie-break that is open at the end is drawn from the seed."""
        game = cls(rules, setup)
        game.take(log)
        game.draw_lot()
        return game

    def take(self, log: Iterable[Entry]) -> None:
        """Append the entries of a log and carry them out."""
        for entry in log:
            self.log.append(entry)
            self.do(entry)
