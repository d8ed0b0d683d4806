"""The acts of one night, out of its facts: who did what to whom, and what became of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from duskfall.core.facts import Chose, Fact, Landed, Overturned, Told, Void

DeedKey = tuple[str, int, int]  # a verb, whose, on whom


@dataclass(slots=True)
class DeedFate:
    """What became of an act."""

    by: list[int] = field(default_factory=list)  # its actor, and who of the team chose the same
    overturned: list[Overturned] = field(default_factory=list)
    landed: list[Landed] = field(default_factory=list)
    void: str = ""  # why
    told: Told | None = None  # what its actor learned
    passed_over: bool = False  # the team did something else

    def settled(self) -> bool:
        """Whether there is a fact of what came of it."""
        return bool(self.overturned or self.landed or self.void)

    def fails(self) -> bool:
        """Whether it did not come to what it was meant for."""
        return bool(self.overturned or self.void or self.passed_over)


def deeds(facts: Iterable[Fact]) -> dict[DeedKey, DeedFate]:
    """All acts of a night, a team's act once with all who chose it."""
    found: dict[DeedKey, DeedFate] = {}
    shared: list[Chose] = []

    def of(act: DeedKey) -> DeedFate:
        return found.setdefault(act, DeedFate([act[1]] if act[1] else []))

    for fact in facts:
        match fact:
            case Chose(target=target) if target:
                of((fact.verb, fact.seat, target))
                if fact.to & (fact.to - 1):  # seen by more than one: a team's choice
                    shared.append(fact)
            case Overturned():
                of((fact.what, fact.actor, fact.on)).overturned.append(fact)
            case Landed():
                of((fact.verb, fact.actor, fact.on)).landed.append(fact)
            case Void(target=target) if target:
                of((fact.verb, fact.seat, target)).void = fact.reason
            case Told(target=target) if (fact.verb, fact.seat, target) in found:
                of((fact.verb, fact.seat, target)).told = fact
            case _:
                pass
    _join(found, shared)
    return found


def _join(found: dict[DeedKey, DeedFate], shared: list[Chose]) -> None:
    """A team does one thing: who chose it are joined, and other choices are passed over."""
    for fact in shared:
        mine = found[fact.verb, fact.seat, fact.target]
        if mine.settled():
            continue
        same = (deed for act, deed in found.items() if act[::2] == (fact.verb, fact.target) and deed.settled())
        carried = next(same, None)
        if carried is None:
            mine.passed_over = True
        else:
            carried.by.append(fact.seat)
            del found[fact.verb, fact.seat, fact.target]
