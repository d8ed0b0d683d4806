"""Plays what a case has written through the engine, phase by phase; it has no rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from duskfall.cases.case import Case, Item
from duskfall.cases.expect import Played
from duskfall.core.ask import NO, NOBODY, SKIP, YES, Ask
from duskfall.core.facts import Fact, PhaseBegan
from duskfall.core.game import Game
from duskfall.core.plan import compile_plan
from duskfall.core.vote import ALL


@dataclass(slots=True)
class Phase:
    """One phase as it was played."""

    kind: str
    begin: int  # its first fact
    asked: list[Ask] = field(default_factory=list)
    item: Item | None = None


Watch = Callable[[Game, Phase, Ask, object], None]


class Script:
    """The answers written for one phase; those of one player come one after another."""

    def __init__(self, game: Game, item: Item | None) -> None:
        self.game = game
        self.written = item.written if item else {}
        self.given: dict[tuple[str, str], int] = {}

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

    def _word(self, ask: Ask, value: object) -> object:
        """Declining is declining, whatever this ask calls it; where it may not be declined, it is silence (G4)."""
        if ALL in ask.words:  # the table votes on all the tied
            return ALL if value in YES else NOBODY if value in (NOBODY, SKIP, *NO) else value
        if value in (NOBODY, SKIP):
            return next((word for word in ask.words if word in (NOBODY, SKIP)), None)
        return value


def play(case: Case, watch: Watch | None = None) -> tuple[Game, list[Phase]]:
    """Play all items; a phase that the case leaves out is played with nobody doing anything.

    Whoever watches is shown each question before it is answered, and the answer.
    """
    game = Game(case.rules, case.setup)
    phases: list[Phase] = []
    waiting = list(case.items)
    script = Script(game, None)
    seen = 0
    while True:
        for phase in _begun(game.facts, seen):
            if waiting and waiting[0].phase == phase.kind:
                phase.item = waiting.pop(0)
            phases.append(phase)
            script = Script(game, phase.item)
        seen = len(game.facts)
        asks = game.asks
        if not asks or (not waiting and phases[-1].item is None):
            return game, phases
        ask = asks[0]
        phases[-1].asked.append(ask)
        answer = script.answer(ask)
        if watch is not None:
            watch(game, phases[-1], ask, answer)
        game.answer(ask.seat, ask.verb, answer)


def _begun(facts: list[Fact], seen: int) -> Iterator[Phase]:
    for index in range(seen, len(facts)):
        fact = facts[index]
        if isinstance(fact, PhaseBegan):
            yield Phase(fact.phase, index)


def judged(game: Game, case: Case, phases: list[Phase], phase: Phase) -> Played:
    """A phase as it is compared with what is expected of it."""
    later = [other.begin for other in phases if other.begin > phase.begin]
    end = later[0] if later else len(game.facts)
    start = case.setup.start
    return Played(
        names=case.setup.names,
        facts=game.facts[phase.begin : end],
        so_far=game.facts[:end],
        asked=phase.asked,
        ballots=compile_plan(case.rules).ballots,
        written=phase.item.written if phase.item else {},
        start_dead=start.dead if start else (),
    )
