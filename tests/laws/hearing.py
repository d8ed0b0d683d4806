"""What a whole table hears in a game: the night's script as a host walks it, the day as a host calls and reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from duskfall.core.ask import Ask
from duskfall.core.facts import EVERYONE, Ended, Fact
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.tell.host.aloud import aloud
from duskfall.tell.host.cues import Cue, belongs, night_script
from duskfall.tell.host.day_calls import calling

from .tables import Answerer

Script = Callable[[Game], tuple[Cue, ...]]
Calling = Callable[[Game], tuple[str, ...]]


def script_of(game: Game) -> tuple[Cue, ...]:
    """The script as any host makes it: from the book, the cards and the house rules."""
    return night_script(game.plan.rules, sorted(game.setup.roles), game.state.flags)


def calling_of(game: Game) -> tuple[str, ...]:
    """What is called by day."""
    return calling(game.asks, game.names, game.plan.rules, game.facts, game.state.flags)


@dataclass
class Ears:
    """One game of a host and a table: who answers, how it is called, what was heard."""

    game: Game
    answers: Answerer
    script: Script = script_of
    calling: Calling = calling_of
    until: str = ""  # the first fact of this kind ends it
    heard: list[str] = field(default_factory=list)
    nights: list[list[str]] = field(default_factory=list)  # the spoken part and the pauses of each
    marks: list[int] = field(default_factory=list)  # how much was heard before each public fact
    read: int = 0
    last: tuple[str, ...] = ()

    def play(self) -> Ears:
        """To the end, or until the fact that ends it."""
        while self._read() and self.game.asks:
            if self.game.state.phase == NIGHT:
                self.night()
            else:
                self._day()
        return self

    def _read(self) -> bool:
        """Read aloud what is new; False when the fact that ends it was met."""
        fresh, self.read = self.game.facts[self.read :], len(self.game.facts)
        before, seen = self.heard, list[Fact]()
        for fact in fresh:
            if type(fact).__name__ == self.until:
                return False
            if fact.to == EVERYONE:
                self.marks.append(len(self.heard))
            seen.append(_unopened(fact))
            self.heard = before + aloud(seen, self.game.names, self.game.plan.rules)
        return True

    def _day(self) -> None:
        called = self.calling(self.game)
        if called and called != self.last:
            self.heard += called
        self.last = called or self.last
        ask = self.game.asks[0]
        self.game.answer(ask.seat, ask.verb, self.answers(self.game, ask))

    # -- the night ---------------------------------------------------------------------------------------

    def night(self) -> None:
        """Walk the script; whatever is asked is answered at its one cue, and never behind the host's back."""
        script, spoken = self.script(self.game), list[str]()
        number = self.game.state.night
        for at, cue in enumerate(script):
            spoken += [*cue.say, f"({cue.pause} x{cue.times})"]
            self.at_cue(script, at, number)
            while found := [ask for ask in self.open(number) if self.is_here(cue, ask)]:
                for ask in found:
                    self.game.answer(ask.seat, ask.verb, self.answers(self.game, ask))
        assert not list(self.open(number)), "asked, and never called"
        self.nights.append(spoken)
        self.heard += spoken

    def at_cue(self, script: Sequence[Cue], at: int, number: int) -> None:
        """All that is open now has one cue, here or later."""
        for ask in self.open(number):
            cues = [index for index, cue in enumerate(script) if self.is_here(cue, ask)]
            assert len(cues) == 1, f"{ask.verb} of seat {ask.seat} is recorded at {len(cues)} cues"
            assert cues[0] >= at, f"{ask.verb} of seat {ask.seat} opens when its cue has passed"

    def is_here(self, cue: Cue, ask: Ask) -> bool:
        return belongs(cue, ask, self.game.state.roles[ask.seat], self.game.plan.rules)

    def open(self, number: int) -> Iterator[Ask]:
        """What is asked in the night of this number."""
        state = self.game.state
        yield from self.game.asks if (state.phase, state.night) == (NIGHT, number) else ()


def _unopened(fact: Fact) -> Fact:
    """The fact; of the end only what does not show everything."""
    return fact._replace(roles=(), cowins=()) if isinstance(fact, Ended) else fact


def public(game: Game, until: str = "") -> list[str]:
    """What the whole table has seen."""
    seen = []
    for fact in game.facts:
        if type(fact).__name__ == until:
            break
        if fact.to == EVERYONE:
            seen.append(repr(_unopened(fact)))
    return seen
