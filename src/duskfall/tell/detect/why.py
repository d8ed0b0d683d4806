"""Reasons for certainties in words: the shown events that are enough to prove them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from duskfall.core import facts as f
from duskfall.core.facts import Fact
from duskfall.core.view import View, view
from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.detect.why import Certain, How, Of, Reason, spoken_of
from duskfall.study.phases import begun
from duskfall.study.sight import HIDDEN
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.done import dead
from duskfall.tell.names import Names, name, within
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, listed, say, semicolons, word

WORD_KINDS = {Of.ROLE: "role", Of.SIDE: "team"}
HEADS = {
    (Of.ROLE, True, False): later("{names} is {what}"),
    (Of.ROLE, True, True): later("{names} are {what}"),
    (Of.ROLE, False, False): later("{names} is not {what}"),
    (Of.ROLE, False, True): later("{names} are not {what}"),
    (Of.SIDE, True, False): later("{names} is of team {what}"),
    (Of.SIDE, True, True): later("{names} are of team {what}"),
    (Of.SIDE, False, False): later("{names} is not of team {what}"),
    (Of.SIDE, False, True): later("{names} are not of team {what}"),
}


@dataclass(frozen=True, slots=True)
class Because:
    """Certainties that share a reason, with that reason as clauses."""

    certain: str
    how: How
    clauses: tuple[str, ...]
    seats: tuple[int, ...]
    of: Of
    what: tuple[str, ...]  # roles or sides
    holds: bool

    @property
    def line(self) -> str:
        """The certainties and their reason on one line."""
        return say("{certain}: {reasons}.", certain=self.certain, reasons=semicolons(self.clauses))


def told(sight: Sight, found: Posterior, reasons: Iterable[Reason]) -> list[Because]:
    """Return the certainties with their reasons; certainties with the same reason are grouped."""
    teller = _Teller(sight, found)
    alike: dict[tuple[object, ...], list[Reason]] = {}
    for reason in reasons:
        what = reason.certain
        alike.setdefault((what.of, what.holds, reason.how, reason.facts, reason.going), []).append(reason)
    return [because for group in alike.values() for because in teller.because(group)]


def lines(sight: Sight, found: Posterior, reasons: Sequence[Reason]) -> list[str]:
    """Return one line per group of certainties; those that a single event states outright share one last line."""
    said = [reason for reason in reasons if _says(sight, reason)]
    others = [each.line for each in told(sight, found, (each for each in reasons if each not in said))]
    if not said:
        return others
    names = view(sight.facts, sight.seat).names
    seats = listed(name(reason.certain.seat, names) for reason in said)
    return [*others, safe(say("Shown or told outright: {names}.", names=seats))]


def _says(sight: Sight, reason: Reason) -> bool:
    """Return whether a single event states this certainty."""
    what = reason.certain
    single = what.holds and len(reason.facts) == 1 and not reason.going
    return single and _shown(sight.facts[reason.facts[0]]).get(what.seat) == what.name


def _shown(fact: Fact) -> dict[int, str]:
    """Return the roles that an event names, by seat."""
    match fact:
        case f.Announced():
            pairs = dict(fact.dead)
        case f.Out() | f.Fell():
            pairs = {fact.seat: fact.shown}
        case f.Shown() | f.Knows() | f.Became():
            pairs = {fact.seat: fact.role}
        case _:
            pairs = {}
    return {seat: role for seat, role in pairs.items() if role and role != HIDDEN}


class _Teller:
    """A writer of reasons, for one viewer at one moment."""

    def __init__(self, sight: Sight, found: Posterior) -> None:
        self.sight, self.found = sight, found
        seen = view(sight.facts, sight.seat)
        self.names: Names = seen.names
        self.living = seen.living
        self.deck = next(Counter(dict(fact.deck)) for fact in sight.facts if isinstance(fact, f.Began))

    def because(self, group: Sequence[Reason]) -> Iterator[Because]:
        """Yield the certainties of one kind that share a reason; seats with the same result share one entry."""
        by_seat: dict[int, list[str]] = {}
        for reason in group:
            by_seat.setdefault(reason.certain.seat, []).append(reason.certain.name)
        by_what: dict[tuple[str, ...], list[int]] = {}
        for seat, what in by_seat.items():
            by_what.setdefault(tuple(what), []).append(seat)
        for names, seats in by_what.items():
            first = group[0].certain
            clauses = tuple(self._clauses(group[0], seats))
            head = self._head(first, names, seats)
            yield Because(head, group[0].how, clauses, tuple(seats), first.of, names, first.holds)

    def _head(self, certain: Certain, what: Sequence[str], seats: Sequence[int]) -> str:
        text = HEADS[certain.of, certain.holds, len(seats) > 1]
        names = [word(each, WORD_KINDS[certain.of]) for each in what]
        return safe(say(text, names=listed(name(seat, self.names) for seat in seats), what=either(names)))

    def _clauses(self, reason: Reason, seats: Sequence[int]) -> Iterator[str]:
        """Yield the clauses of a reason: events about these seats, other events, then the roles that are used up."""
        facts = [self.sight.facts[at] for at in reason.facts]
        gone = self._gone(facts, seats)
        about = sorted(reason.facts, key=lambda at: not spoken_of(self.sight.facts[at]) & {*seats})
        for at in about:
            fact = self.sight.facts[at]
            shown = _shown(fact)
            if not shown or spoken_of(fact) & {*seats} or not {*shown.values()} <= {*gone}:
                yield self._clause(at)
        if gone:
            yield say("no {roles} is left", roles=either(word(role, "role") for role in gone))
        if reason.going:
            yield say("the game goes on")
        if reason.how is How.ALL:
            yield say("it is so in all {worlds} deals that fit", worlds=f"{self.found.worlds:,}")

    def _gone(self, facts: Iterable[Fact], seats: Sequence[int]) -> list[str]:
        """Return the roles that nobody alive can hold and whose cards these events all showed at other seats."""
        dead = [fact for fact in facts if isinstance(fact, f.Announced | f.Out | f.Fell)]
        shown = {seat: role for fact in dead for seat, role in _shown(fact).items() if seat not in seats}
        counted = Counter(shown.values())
        held = {role for seat in self.living for role in self.found.roles[seat - 1]}
        return [role for role, count in counted.items() if count == self.deck[role] and role not in held]

    def _clause(self, at: int) -> str:
        """Return an event as part of a sentence, with its phase."""
        fact, before = self.sight.facts[at], self.sight.facts[:at]
        if isinstance(fact, f.PhaseBegan):
            return self._went_on(fact, view(before, self.sight.seat))
        texts = [sentence(fact, self.names)]
        if isinstance(fact, f.Announced):
            texts = [dead(each, self.names) for each in fact.dead] or [say("nobody died")]
        clause = listed(text.rstrip(".。") for text in texts)
        _, place = begun(before)
        return safe(say("{reason} ({phase})", reason=clause, phase=within(*place)) if place[1] else clause)

    def _went_on(self, fact: f.PhaseBegan, seen: View) -> str:
        """Return the clause that the game went on into this phase, with so many players dead."""
        phase, gone = within(fact.phase, fact.number), listed(name(seat, self.names) for seat in seen.dead)
        if not gone:
            return say("the game went on into {phase}", phase=phase)
        return safe(say("the game went on into {phase} without {names}", phase=phase, names=gone))


def either(names: Iterable[str]) -> str:
    """Join parts: "one, two or three"."""
    items = list(names)
    if len(items) < 2:
        return "".join(items)
    return say("{some} or {last}", some=", ".join(items[:-1]), last=items[-1])
