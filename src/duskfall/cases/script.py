"""Plays what a case has written through the engine, phase by phase; it has no rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from duskfall.cases.case import Case, CaseItem
from duskfall.cases.expect import JudgedPhase
from duskfall.core.ask import NO, NOBODY, SKIP, YES, Ask, seat_of
from duskfall.core.facts import Ended, Fact
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.core.play.vote import ALL, read_counts
from duskfall.study.phases import begins


class Miscount(NamedTuple):
    """Counts that cannot be; the vote is then taken by names."""

    verb: str
    who: str  # is not up for the vote; empty: there are more votes than can be cast


@dataclass(slots=True)
class CasePhase:
    """One phase as it was played."""

    kind: str
    begin: int  # its first fact
    asked: list[Ask] = field(default_factory=list)
    item: CaseItem | None = None
    counted: list[str] = field(default_factory=list)  # the votes that were closed by counts
    miscounts: list[Miscount] = field(default_factory=list)
    by_then: int = 0  # how many facts there were when the game next waited for somebody


Watch = Callable[[Game, CasePhase, Ask, object], None]


class CaseScript:
    """The answers written for one phase; those of one player come one after another."""

    def __init__(self, game: Game, item: CaseItem | None) -> None:
        self.game = game
        self.written = item.written if item else {}
        self.counts = {verb: list(counts) for verb, counts in item.counts.items()} if item else {}
        self.lots = list(item.lots) if item else []
        self.given: dict[tuple[str, str], int] = {}

    def draw(self, phase: CasePhase) -> None:
        """A lot falls on whom the case has written; else it is drawn from the seed."""
        while self.game.state.lot:
            verb, among = self.game.state.lot
            name = self.lots.pop(0) if self.lots else ""
            seat = seat_of(name, self.game.names)
            if seat in among:
                self.game.lot(seat)
                continue
            if name:
                phase.miscounts.append(Miscount(verb, name))
            self.game.draw_lot()

    def answer(self, ask: Ask) -> object:
        """What is written for this ask; None if nothing is."""
        acts = self.written.get(ask.verb, {})
        name = self.game.state.name(ask.seat)
        group = self.game.plan.groups.get(ask.verb)
        if group and name not in acts:
            return self._word(ask, acts[group.name][0] if group.name in acts else None)
        place = self.given.get((ask.verb, name), 0)
        self.given[ask.verb, name] = place + 1
        answers = acts.get(name, [])
        value = answers[place] if place < len(answers) else None
        return value if ask.speech else self._word(ask, value)

    def count(self, ask: Ask) -> tuple[dict[str, float], list[str]] | None:
        """The counts of the vote that this ask opens, once, and who of them is not up for it; None: by names."""
        place = self.given.get((ask.verb, self.game.state.name(ask.seat)), 0)
        counts = self.counts.get(ask.verb, [])
        if place >= len(counts) or counts[place] is None:
            return None
        written, counts[place] = counts[place] or {}, None
        votes: dict[str, float] = {}
        strangers = []
        for who, number in written.items():
            named = self._word(ask, who)
            key = str(named if named in ask.words else seat_of(named, self.game.names))
            if key in (*ask.words, *map(str, ask.seats)):
                votes[key] = votes.get(key, 0) + number
            elif named is not None:  # to decline is to be silent here
                strangers.append(who)
        return votes, strangers

    def pass_over(self, asks: Iterable[Ask]) -> None:
        """These need no answer of their own."""
        for ask in asks:
            key = ask.verb, self.game.state.name(ask.seat)
            self.given[key] = self.given.get(key, 0) + 1

    def _word(self, ask: Ask, value: object) -> object:
        """Declining is declining, whatever this ask calls it; where it may not be declined, it is silence (G4)."""
        if ALL in ask.words:  # the table votes on all the tied
            return ALL if value in YES else NOBODY if value in (NOBODY, SKIP, *NO) else value
        if value in (NOBODY, SKIP):
            return next((word for word in ask.words if word in (NOBODY, SKIP)), None)
        return value


def play(case: Case, watch: Watch | None = None) -> tuple[Game, list[CasePhase]]:
    """Play all items; a phase that the case leaves out is played with nobody doing anything.

    Whoever watches is shown each question before it is answered, and the answer.
    """
    game = Game(case.rules, case.setup)
    phases: list[CasePhase] = []
    waiting = list(case.items)
    script = CaseScript(game, None)
    seen = 0
    while True:
        for phase in _begun(game.facts, seen):
            if waiting and waiting[0].phase == phase.kind:
                phase.item = waiting.pop(0)
            phases.append(phase)
            script = CaseScript(game, phase.item)
            game.draws = not script.lots
        seen = len(game.facts)
        asks = game.asks
        for phase in phases if game.over else phases[:-1]:
            phase.by_then = phase.by_then or _untold(game.facts)
        if not asks or (not waiting and phases[-1].item is None):
            return game, phases
        if _count(game, phases[-1], script, watch):
            continue
        ask = asks[0]
        phases[-1].asked.append(ask)
        answer = script.answer(ask)
        if watch is not None:
            watch(game, phases[-1], ask, answer)
        game.answer(ask.seat, ask.verb, answer)
        script.draw(phases[-1])


def _count(game: Game, phase: CasePhase, script: CaseScript, watch: Watch | None) -> bool:
    """Close the vote that opens here by its counts, if they are written and can be."""
    verb = game.asks[0].verb
    asks = [ask for ask in game.asks if ask.verb == verb]
    counts = script.count(asks[0])
    if counts is None:
        return False
    votes, strangers = counts
    try:
        read_counts(game, verb, votes)
    except ValueError:  # more than can be cast
        strangers.append("")
    if strangers:
        phase.miscounts.append(Miscount(verb, strangers[0]))
        return False
    phase.asked += asks
    phase.counted.append(verb)
    if watch is not None:
        for ask in asks:
            watch(game, phase, ask, None)
    script.pass_over(asks)
    game.count(verb, votes)
    script.draw(phase)
    return True


def _begun(facts: list[Fact], seen: int) -> Iterator[CasePhase]:
    return (CasePhase(place[0], at) for at, place in begins(facts, seen))


def _untold(facts: list[Fact]) -> int:
    """How many facts there are before the end is told, if it is."""
    return next((at for at, fact in enumerate(facts) if isinstance(fact, Ended)), len(facts))


def judged(game: Game, case: Case, phases: list[CasePhase], phase: CasePhase) -> JudgedPhase:
    """A phase as it is compared with what is expected of it."""
    later = [other.begin for other in phases if other.begin > phase.begin]
    end = later[0] if later else len(game.facts)
    start = case.setup.start
    return JudgedPhase(
        rules=case.rules,
        names=case.setup.names,
        facts=game.facts[phase.begin : end],
        so_far=game.facts[:end],
        by_then=game.facts[: phase.by_then],
        asked=phase.asked,
        ballots=compile_plan(case.rules).ballots,
        written=phase.item.written if phase.item else {},
        start_dead=start.dead if start else (),
    )
