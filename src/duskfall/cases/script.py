"""Plays what a case has written through the engine, phase by phase; it has no rules of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from duskfall.cases.load import Case, Item
from duskfall.core.ask import NOBODY, SKIP, Ask
from duskfall.core.facts import Fact, PhaseBegan
from duskfall.core.game import Game


@dataclass(slots=True)
class Phase:
    """One phase as it was played."""

    kind: str
    begin: int  # its first fact
    asked: list[Ask] = field(default_factory=list)
    item: Item | None = None


class Script:
    """The answers written for one phase; those to one player come one after another."""

    def __init__(self, game: Game, item: Item | None) -> None:
        self.game = game
        self.written = item.written if item else {}
        self.given: dict[tuple[str, str], int] = {}

    def answer(self, ask: Ask) -> object:
        """What is written for this ask; None if nothing is."""
        name = self.game.state.name(ask.seat)
        acts = self.written.get(ask.verb)
        if ask.speech:
            return self._next(acts, ask.verb, name, as_list=True)
        if isinstance(acts, list):
            return "yes" if name in map(str, acts) else None
        if isinstance(acts, dict) and name not in map(str, acts):
            group = self.game.plan.groups.get(ask.verb)
            name = group.name if group else name
            return self._word(ask, acts.get(name)) if group else None
        return self._word(ask, self._next(acts, ask.verb, name, as_list=False))

    def _next(self, acts: Any, verb: str, name: str, as_list: bool) -> Any:
        if not isinstance(acts, dict):
            return None
        found = next((value for key, value in acts.items() if str(key) == name), None)
        if not isinstance(found, list):
            found = [found]
        place = self.given.get((verb, name), 0)
        self.given[verb, name] = place + 1
        value = found[place] if place < len(found) else None
        return str(value) if as_list and value is not None and not isinstance(value, dict) else value

    def _word(self, ask: Ask, value: Any) -> object:
        """Declining is declining, whatever this ask calls it; where it may not be declined, it is silence (G4)."""
        if value in (NOBODY, SKIP):
            return next((word for word in ask.words if word in (NOBODY, SKIP)), None)
        if isinstance(value, dict):
            return {**value, "target": str(value.get("target"))}
        return value if value is None or isinstance(value, bool) else str(value)


def play(case: Case) -> tuple[Game, list[Phase]]:
    """Play all items; a phase that the case leaves out is played with nobody doing anything."""
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
        if not asks or (not waiting and phases and phases[-1].item is None and not _open_item(phases)):
            return game, phases
        ask = asks[0]
        phases[-1].asked.append(ask)
        game.answer(ask.seat, ask.verb, script.answer(ask))


def _begun(facts: list[Fact], seen: int) -> Iterator[Phase]:
    for index in range(seen, len(facts)):
        fact = facts[index]
        if isinstance(fact, PhaseBegan):
            yield Phase(fact.phase, index)


def _open_item(phases: list[Phase]) -> bool:
    """Whether the phase that is being played was written."""
    return phases[-1].item is not None
