"""The lies of a finished game: typed claims made in public that the facts deny, and how long each one lived."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

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
from duskfall.study.readings import Readings
from duskfall.tell.facts.cast import Cast
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say, word
from duskfall.vocabulary.ruleset import Ruleset

EXPOSED_BY = later("until {name} was {how} {when} and shown as {role}")


@dataclass(slots=True)
class Lie:
    """A false claim: who made it, and how long it lived until it was exposed, taken back, or its liar was gone."""

    seat: int
    claim: Claim
    told: str  # what the liar did, with names and roles as they were
    when: str
    phases: int = 0
    turns: int = 1
    end: str = ""


def longest_lie(facts: Iterable[Fact], rules: Ruleset) -> str:
    """The lie that lived longest, in one sentence; empty if nobody lied."""
    lies = all_lies(facts, rules)
    if not lies:
        return ""
    lie = max(lies, key=lambda each: (each.phases, each.turns))
    turns = say("{count} turn of speech" if lie.turns == 1 else "{count} turns of speech", count=lie.turns)
    whole = "{lie}, {end} ({turns})." if lie.end else "{lie} and was never exposed ({turns})."
    return safe(say(whole, lie=lie.told, end=lie.end, turns=turns))


def all_lies(facts: Iterable[Fact], rules: Ruleset) -> list[Lie]:
    """All that was a lie when it was said, in the order in which it was said."""
    listener = Listener(rules)
    for fact in facts:
        listener.take(fact)
    return listener.lies


class Listener:
    """Somebody who knows everything, and keeps an account of who lies."""

    def __init__(self, rules: Ruleset) -> None:
        self.readings, self.cast = Readings(rules), Cast(rules)
        self.roles = {role.name.casefold(): role.name for role in rules.roles}
        self.told: list[Told] = []
        self.claimed: dict[int, str] = {}  # the role that each has claimed last
        self.shown: dict[int, str] = {}  # the role that each was shown with
        self.gone: set[int] = set()
        self.lies: list[Lie] = []

    def take(self, fact: Fact) -> None:
        """Hear one more fact."""
        self.cast.take(fact)
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
                    self._leave(seat, shown, word("found dead", "how"))
            case Out():
                self._leave(fact.seat, fact.shown, word("voted out", "how"))
            case Fell():
                self._leave(fact.seat, fact.shown, word("killed", "how"))
            case Removed():
                self._leave(fact.seat, "", word("removed", "how"))
            case Shown():
                self._show(fact.seat, fact.role, word("revealed", "how"))
            case _:
                pass

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

    def _hear_role(self, seat: int, claim: Claim) -> None:
        """Another role than before takes back what was said under the old one."""
        if self.claimed.get(seat) == claim.word:
            return
        if seat in self.claimed:
            for lie in self._alive(seat):
                changed = {"role": self.cast.a(claim.word), "when": self._when(lie)}
                lie.end = say("and changed to {role} {when}", **changed)
        self.claimed[seat] = claim.word
        if claim.word != self.cast.roles[seat]:
            role = self.cast.a(claim.word)
            who, when = self.cast.called(seat), self.cast.when
            self._lie(seat, claim, say("{who}, claimed to be {role} {when}", who=who, role=role, when=when))

    def _hear_result(self, seat: int, claim: Claim) -> None:
        """A result is made up if its speaker was never told so; another about the same player takes it back."""
        mine = [lie for lie in self._alive(seat) if lie.claim[:2] == claim[:2]]
        if any(lie.claim == claim for lie in mine):
            return
        for lie in mine:
            lie.end = say("and reported otherwise {when}", when=self._when(lie))
        if not any(_tells(told, seat, claim) for told in self.told):
            made_up = {"who": self.cast.called(seat), "when": self.cast.when, "found": self._found(claim)}
            self._lie(seat, claim, say("{who}, made up a result {when} ({found})", **made_up))

    def _found(self, claim: Claim) -> str:
        """What was reported, of whom."""
        whom, act = self.cast.called(claim.seat), word(claim.verb, "verb")
        what = say("{act} {target}", act=act, target=whom) if act else whom
        return say("{what}: {found}", what=what, found=word(claim.word, "word")) if claim.word else what

    def _lie(self, seat: int, claim: Claim, told: str) -> None:
        lie = Lie(seat, claim, told, self.cast.when)
        if seat not in self.gone and not any(self._denies(lie, *each) for each in self.shown.items()):
            self.lies.append(lie)

    # -- what ends it --------------------------------------------------------------------------------------

    def _come_true(self, fact: Became) -> None:
        for lie in self._alive(fact.seat):
            if (lie.claim.kind, lie.claim.word) == ("role", fact.role):
                lie.end = say("until it came true {when}", when=self.cast.when)

    def _leave(self, seat: int, shown: str, how: str) -> None:
        """Who is gone tells no lies; what has not been exposed by then is not any more."""
        self._show(seat, shown, how)
        for lie in self._alive(seat):
            lie.end = say("and was {how} {when} unexposed", how=how, when=self._when(lie))
        self.gone.add(seat)

    def _show(self, seat: int, shown: str, how: str) -> None:
        """A player is seen as what they are, or seem to be; a word that is no role shows nothing."""
        if shown.casefold() not in self.roles:
            return
        self.shown[seat] = shown
        for lie in self._alive():
            if self._denies(lie, seat, shown):
                own = seat == lie.seat
                end = "until {how} {when} and shown as {role}" if own else EXPOSED_BY
                slots = {"how": how, "when": self._when(lie), "role": word(shown, "role")}
                lie.end = say(end, name=self.cast.name(seat), **slots)

    def _when(self, lie: Lie) -> str:
        return say("the same day") if lie.when == self.cast.when else self.cast.when

    def _denies(self, lie: Lie, seat: int, shown: str) -> bool:
        """Whether a lie cannot stand beside this role of its speaker, or of whom it speaks."""
        claim = lie.claim
        if claim.kind == "role":
            return seat == lie.seat and shown != claim.word
        if seat == lie.seat:
            return not self.readings.may_report(shown, claim.verb)
        words = self.readings.words(claim.verb, shown, self.cast.deck)
        return seat == claim.seat and bool(words) and claim.word.casefold() not in words


def _tells(told: Told, seat: int, claim: Claim) -> bool:
    """Whether this is what the speaker was told; seats may be reported in any words."""
    about = told.target == claim.seat or (not told.target and claim.seat in told.seats)
    word = not claim.word or told.word.casefold() in ("", claim.word.casefold())
    return told.seat == seat and about and word and claim.verb in ("", told.verb)
