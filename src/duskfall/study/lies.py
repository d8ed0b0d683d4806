"""The lies of a finished game: typed claims made in public that the facts deny, and how long each one lived."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Became,
    Claim,
    Fact,
    Fell,
    Out,
    PhaseBegan,
    Removed,
    Said,
    Shown,
    Skipped,
    Told,
)
from duskfall.study.company import Company
from duskfall.study.phases import Place
from duskfall.study.readings import Readings
from duskfall.study.visits import Visits
from duskfall.vocabulary.ruleset import Ruleset

CHANGED, OTHERWISE, TRUE, EXPOSED, GONE = "changed", "otherwise", "true", "exposed", "gone"  # how a lie ends
FOUND_DEAD, VOTED_OUT, KILLED, REMOVED, REVEALED = "found dead", "voted out", "killed", "removed", "revealed"
SEEN = (FOUND_DEAD, VOTED_OUT, KILLED, REMOVED, REVEALED)  # what became of whom a lie was seen by


class End(NamedTuple):
    """What a lie came to: how it ended and when; by whom, what became of them, and which role was claimed or shown."""

    why: str
    when: Place
    seat: int = 0
    how: str = ""
    role: str = ""


@dataclass(slots=True)
class Lie:
    """A false claim: who made it, and how long it lived until it was exposed, taken back, or its liar was gone."""

    seat: int
    claim: Claim
    role: str  # what the liar was then
    whose: str  # the role, then, of the one it speaks of
    when: Place
    phases: int = 0
    turns: int = 1
    end: End | None = None


def longest_lie(lies: Iterable[Lie]) -> Lie | None:
    """The lie that lived longest; None if nobody lied."""
    return max(lies, key=lambda each: (each.phases, each.turns), default=None)


def all_lies(facts: Iterable[Fact], rules: Ruleset) -> list[Lie]:
    """All that was a lie when it was said, in the order in which it was said."""
    account = LieAccount(rules)
    for fact in facts:
        account.take(fact)
    return account.lies


class LieAccount:
    """Somebody who knows everything, and keeps an account of who lies."""

    def __init__(self, rules: Ruleset) -> None:
        self.readings, self.company = Readings(rules), Company(rules)
        self.roles = {role.name.casefold(): role.name for role in rules.roles}
        self.told: list[Told] = []
        self.visits = Visits()
        self.first: dict[tuple[int, int], int] = {}  # who was the first to tell of somebody at somebody's door
        self.claimed: dict[int, str] = {}  # the role that each has claimed last
        self.shown: dict[int, str] = {}  # the role that each was shown with
        self.gone: set[int] = set()
        self.lies: list[Lie] = []

    def take(self, fact: Fact) -> None:
        """Hear one more fact."""
        self.company.take(fact)
        self.visits.take(fact)
        match fact:
            case Told():
                self.told.append(fact)
            case PhaseBegan():
                for lie in self._alive():
                    lie.phases += 1
            case Said(to=to) | Skipped(to=to) if to == EVERYONE:
                self._turn(fact)
            case Became():
                self._come_true(fact)
            case Announced():
                for seat, shown in fact.dead:
                    self._leave(seat, shown, FOUND_DEAD)
            case Out():
                self._leave(fact.seat, fact.shown, VOTED_OUT)
            case Fell():
                self._leave(fact.seat, fact.shown, KILLED)
            case Removed():
                self._leave(fact.seat, "", REMOVED)
            case Shown():
                self._show(fact.seat, fact.role, REVEALED)
            case _:
                pass

    def holds(self, seat: int, claim: Claim) -> bool | None:
        """Whether what a seat claims is so, by all that has happened; None where the facts cannot tell."""
        if claim.kind == "role" and (role := self.roles.get(claim.word.casefold())):
            return role == self.company.roles[claim.seat]
        if claim.kind == "result" and self.readings.readers(claim.verb):
            return any(_tells(told, seat, claim) for told in self.told)
        if claim.kind == "visit" and claim.word in self.company.names:
            return self.visits.may_report(seat, claim.seat, self.company.names.index(claim.word) + 1)
        return None

    def _alive(self, *seats: int) -> list[Lie]:
        """The lies that still live; of these seats, or of all."""
        return [lie for lie in self.lies if not lie.end and (not seats or lie.seat in seats)]

    # -- what is said --------------------------------------------------------------------------------------

    def _turn(self, fact: Said | Skipped) -> None:
        for lie in self._alive():
            lie.turns += 1
        for claim in fact.claims if isinstance(fact, Said) else ():
            role = self.roles.get(claim.word.casefold())
            if claim.kind == "role" and claim.seat == fact.seat and role:
                self._hear_role(fact.seat, claim._replace(word=role))
            elif claim.kind == "result" and self.readings.readers(claim.verb):
                self._hear_result(fact.seat, claim)
            elif claim.kind == "visit" and claim.word in self.company.names:
                self._hear_visit(fact.seat, claim)

    def _hear_role(self, seat: int, claim: Claim) -> None:
        """Another role than before takes back what was said under the old one."""
        if self.claimed.get(seat) == claim.word:
            return
        if seat in self.claimed:
            for lie in self._alive(seat):
                lie.end = End(CHANGED, self.company.when, role=claim.word)
        self.claimed[seat] = claim.word
        if not self.holds(seat, claim):
            self._lie(seat, claim)

    def _hear_result(self, seat: int, claim: Claim) -> None:
        """A result is made up if its speaker was never told so; another about the same player takes it back."""
        mine = [lie for lie in self._alive(seat) if lie.claim[:2] == claim[:2]]
        if any(lie.claim == claim for lie in mine):
            return
        for lie in mine:
            lie.end = End(OTHERWISE, self.company.when)
        if not self.holds(seat, claim):
            self._lie(seat, claim)

    def _hear_visit(self, seat: int, claim: Claim) -> None:
        """A visit is made up if nobody paid it and its speaker was told of none; another that day takes it back.

        Who repeats what somebody else has told makes nothing up.
        """
        at = self.company.names.index(claim.word) + 1
        mine = [lie for lie in self._alive(seat) if lie.claim[:2] == claim[:2]]
        if any(lie.claim == claim for lie in mine) or self.first.setdefault((claim.seat, at), seat) != seat:
            return
        for lie in mine:
            if lie.when == self.company.when:
                lie.end = End(OTHERWISE, lie.when)
        if not self.holds(seat, claim):
            self._lie(seat, claim)

    def _lie(self, seat: int, claim: Claim) -> None:
        roles = self.company.roles
        lie = Lie(seat, claim, roles[seat], roles[claim.seat], self.company.when)
        if seat not in self.gone and not any(self._denies(lie, *each) for each in self.shown.items()):
            self.lies.append(lie)

    # -- what ends it --------------------------------------------------------------------------------------

    def _come_true(self, fact: Became) -> None:
        for lie in self._alive(fact.seat):
            if (lie.claim.kind, lie.claim.word) == ("role", fact.role):
                lie.end = End(TRUE, self.company.when)

    def _leave(self, seat: int, shown: str, how: str) -> None:
        """Who is gone tells no lies; what has not been exposed by then is not any more."""
        self._show(seat, shown, how)
        for lie in self._alive(seat):
            lie.end = End(GONE, self.company.when, seat, how)
        self.gone.add(seat)

    def _show(self, seat: int, shown: str, how: str) -> None:
        """A player is seen as what they are, or seem to be; a word that is no role shows nothing."""
        if shown.casefold() not in self.roles:
            return
        self.shown[seat] = shown
        for lie in self._alive():
            if self._denies(lie, seat, shown):
                lie.end = End(EXPOSED, self.company.when, seat, how, shown)

    def _denies(self, lie: Lie, seat: int, shown: str) -> bool:
        """Whether a lie cannot stand beside this role of its speaker, or of whom it speaks."""
        claim = lie.claim
        if claim.kind == "role":
            return seat == lie.seat and shown != claim.word
        if claim.kind == "visit":
            homely = seat == claim.seat and not self.readings.may_go_out(shown)
            return homely or (seat == lie.seat != claim.seat and not self.readings.may_see_visits(shown))
        if seat == lie.seat:
            return not self.readings.may_report(shown, claim.verb)
        words = self.readings.words(claim.verb, shown, self.company.deck)
        return seat == claim.seat and bool(words) and claim.word.casefold() not in words


def _tells(told: Told, seat: int, claim: Claim) -> bool:
    """Whether this is what the speaker was told; seats may be reported in any words."""
    about = told.target == claim.seat or (not told.target and claim.seat in told.seats)
    word = not claim.word or told.word.casefold() in ("", claim.word.casefold())
    return told.seat == seat and about and word and claim.verb in ("", told.verb)
