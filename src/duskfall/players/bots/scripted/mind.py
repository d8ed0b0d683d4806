"""What a seat has noticed: who claimed what, who accused whom, who died, how all voted. A fold of its view's facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from duskfall.core import facts
from duskfall.core.view import View
from duskfall.players.bots.scripted.heard import HeardReport, HeardVisit, Sight, VoteCount
from duskfall.study.primer import (
    BLOCK,
    CHAT,
    EVIL,
    KILL,
    LAST_WORDS,
    PARLEY,
    PREPARE,
    SPRING,
    KnownRole,
    Primer,
    primer,
    votes_on,
)

INFORMS = ("role", "result", "visit")  # claims that may change a mind


class Mind:
    """The table, as one seat has it in mind."""

    def __init__(self, view: View) -> None:
        began = view.facts[0]
        assert isinstance(began, facts.Began)
        self.view, self.folded = view, 0
        self.book: Primer = primer(began.rules)
        self.rules, self.flags = began.rules, began.flags
        self.dealt, self.deck = began.deck, dict(began.deck)
        self.me: int = view.seat or 0
        self.claimed: dict[int, str] = {}  # the role that each has claimed last
        self.told_before: dict[int, int] = {}  # how many results were told before each first claimed a role
        self.reports: list[HeardReport] = []
        self.readings: list[HeardReport] = []  # what this seat has read itself
        self.sights: list[Sight] = []
        self.visits: list[HeardVisit] = []
        self.accused: dict[int, int] = {}  # today: who accuses whom
        self.listed: dict[int, frozenset[int]] = {}  # today: all whom each accuses, where one speech names several
        self.accusations: dict[tuple[int, int], int] = {}  # on all days: who, whom; the last such day
        self.dying: dict[int, int] = {}  # whom each named in its last words
        self.defended: list[tuple[int, int]] = []
        self.counts: list[VoteCount] = []
        self.slain: dict[int, int] = {}  # who died at night, and in which
        self.attacked: set[int] = set()  # who was attacked and lived
        self.held: dict[int, int] = {}  # by night: whom this seat kept from acting
        self.exposed: dict[int, str] = {}  # whom this seat has met at work, and in which role
        self.prepared: set[int] = set()  # whom this seat has marked for an attack to come
        self.idle: set[int] = set()  # the nights in which this seat was told that it could not act
        self.confided = ""  # the role that this seat has told to a keeper
        self.keepers: dict[int, str] = {}  # who has held this seat and talked to it alone, and by which act
        self.doomed: set[int] = set()  # tonight: whom this seat or a mate has chosen to kill
        self.proposed: dict[int, int] = {}  # tonight: which mate wants whom dead
        self.tried: dict[int, int] = {}  # whom this seat or a mate chose to kill, and how often
        self.asked_by: list[int] = []  # today: who asked this seat something that it has not answered
        self.spoke: set[int] = set()  # whom the table has heard, on any day
        self.answered: set[int] = set()  # today: who has spoken up for itself
        self.had_turn: set[int] = set()  # today: who has had a turn to speak since it was accused
        self.touched: set[int] = set()  # of whom something new was told since this seat last accused somebody today
        self.shaken = False  # whether a card was shown or somebody has died since
        self.topics: set[tuple[str, int]] = set()  # today: what this seat has spoken of
        self.heard: set[str] = set()  # in this phase: the words of all
        self.own: set[str] = set()  # in the whole game: the words of this seat
        self.revealed: dict[int, str] = {}  # whose card all have seen in their lifetime
        self.cards: dict[int, KnownRole] = {}  # the cards that the dead were shown with
        self.seen: Mapping[str, int] = {}  # how many of a role have been seen, on the dead and on the living
        self.unburied = began.deck  # the deck without the cards of the dead
        self.counted = (0, 0)  # how many dead, how many revealed, when the cards were counted
        self.mates: set[int] = set()
        self.team, self.night, self.day = "", 0, 0  # as of the last fact taken in
        self.quarry = 0  # whom this seat was assigned
        self.spoken = 0  # today: how often this seat has spoken

    # -- what follows from it ----------------------------------------------------------------------------

    @property
    def card(self) -> KnownRole:
        """This seat's own role."""
        return self.book.cards[self.view.role]

    @property
    def evil(self) -> bool:
        """Whether this seat plays against the many."""
        return self.card.side == EVIL

    def can(self, kind: str) -> bool:
        """Whether this seat's own role has an act of a kind."""
        return any(kind in self.book.kinds(verb) for verb in self.card.acts)

    def sent_away(self, seat: int) -> bool:
        """Whether the table voted a player out and never saw the card."""
        return any(count.out == seat for count in self.counts) and self.shown(seat) is None

    def others(self) -> list[int]:
        """The living, but for this seat."""
        return [seat for seat in self.view.living if seat != self.me]

    def strangers(self) -> list[int]:
        """The living who are not of this seat's own."""
        return [seat for seat in self.others() if seat not in self.mates]

    def shown(self, seat: int) -> KnownRole | None:
        """The card that a dead player was shown with, if one was shown."""
        return self.cards.get(seat)

    def accusers(self, seat: int) -> list[int]:
        """Who accuses a player today."""
        now = ((by, self.listed.get(by) or (whom,)) for by, whom in self.accused.items())
        return [by for by, whom in now if seat in whom and by in self.view.living]

    def votes_today(self) -> bool:
        """Whether this day ends with a vote."""
        return votes_on(self.rules, self.flags, self.day)

    def role_count(self, role: str) -> int:
        """How many of a role were dealt."""
        return self.deck.get(role, 0)

    def gone(self, role: str) -> int:
        """How many of a role have been seen by all, dead or alive."""
        return self.seen.get(role, 0)

    def unseen(self, role: str) -> int:
        """How many of a role nobody has seen yet."""
        return self.role_count(role) - self.gone(role)

    def left(self) -> tuple[tuple[str, int], ...]:
        """The deck without the cards that all have seen on the dead."""
        return self.unburied

    def evil_left(self) -> int | None:
        """How many of the evil live, as far as the dead have shown; None if some were not shown."""
        if any(role not in self.book.cards for role in self.view.dead.values()):
            return None
        evil = sum(count for role, count in self.dealt if self.book.cards[role].side == EVIL)
        return evil - sum(1 for role in self.view.dead.values() if self.book.cards[role].side == EVIL)

    # -- the fold ------------------------------------------------------------------------------------------

    def notice(self) -> None:
        """Take in what has happened since the last time."""
        news = self.view.facts
        for fact in news[self.folded :]:
            take = TAKES.get(type(fact))
            if take:
                take(self, fact)
        self.folded = len(news)
        if self.counted != (counted := (len(self.view.dead), len(self.revealed))):
            self.counted = counted
            self._count_cards()

    def _count_cards(self) -> None:
        """Which cards have been seen; asked for again and again, so it is counted when one more is seen."""
        dead = self.view.dead
        self.cards = {seat: self.book.cards[role] for seat, role in dead.items() if role in self.book.cards}
        self.seen = Counter((self.revealed | dead).values())
        shown = Counter(dead.values())
        self.unburied = tuple((role, count - shown[role]) for role, count in self.dealt if count > shown[role])

    def _said(self, fact: facts.Said) -> None:
        self.heard.add(fact.text)
        if fact.seat == self.me:
            self.own.add(fact.text)
        if fact.to != facts.EVERYONE:
            if CHAT in self.book.kinds(fact.part):
                for claim in fact.claims:
                    if claim.kind == "accuse":
                        self.proposed[fact.seat] = claim.seat
            elif PARLEY in self.book.kinds(fact.part) and fact.seat != self.me:
                pairs = self.book.acts[fact.part].pairs
                if pairs not in self.card.acts:
                    self.keepers[fact.seat] = pairs
            elif PARLEY in self.book.kinds(fact.part):
                self.confided = next((claim.word for claim in fact.claims if claim.kind == "role"), self.confided)
            return
        self.spoke.add(fact.seat)
        self._turn(fact)
        if fact.seat == self.me:
            self.spoken += 1
            if not fact.addressed:  # a question is no answer
                self.asked_by.clear()
        if fact.addressed == self.me:
            self.asked_by.append(fact.seat)
        for claim in fact.claims:
            self.touched |= self._concerned(fact.seat, claim)
        if named := frozenset(claim.seat for claim in fact.claims if claim.kind == "accuse"):
            self.listed[fact.seat] = named
        for claim in fact.claims:
            self._claim(fact.seat, claim, fact.part)

    def _concerned(self, by: int, claim: facts.Claim) -> set[int]:
        """Of whom a claim is news: the speaker, the one it speaks of, and who has claimed the same card."""
        if claim.kind not in INFORMS:
            return set()
        same = {seat for seat, role in self.claimed.items() if claim.kind == "role" and role == claim.word}
        return {by, claim.seat} | same

    def _turn(self, fact: facts.Said | facts.Skipped) -> None:
        if fact.seat in self.accused.values():
            self.had_turn.add(fact.seat)

    def _claim(self, by: int, claim: facts.Claim, part: str) -> None:
        if by == self.me:
            self.topics.add((claim.kind, claim.seat))
        if claim.kind == "role" and claim.seat == by and claim.word in self.book.cards:
            self.claimed[by] = claim.word
            self.told_before.setdefault(by, len(self.reports))
        elif claim.kind == "result" and self.night:  # before the first night there is nothing to have found out
            report = HeardReport(by, claim.seat, claim.word, claim.verb, self.day)
            if all(report[:4] != other[:4] for other in self.reports):
                self.reports.append(report)
        elif claim.kind == "visit" and claim.word in self.view.names:
            visit = HeardVisit(by, claim.seat, self.view.names.index(claim.word) + 1, self.night)
            if all(visit[:3] != other[:3] for other in self.visits):
                self.visits.append(visit)
        elif claim.kind == "accuse" and part == LAST_WORDS:
            self.dying[by] = claim.seat
        elif claim.kind == "accuse":
            self.accused[by] = claim.seat
            self.accusations[by, claim.seat] = self.day
            if by == self.me:
                self.touched, self.shaken = set(), False
        elif claim.kind == "defend" and claim.seat != by:
            self.defended.append((by, claim.seat))
        elif claim.kind == "defend":
            self.answered.add(by)

    def _told(self, fact: facts.Told) -> None:
        if fact.word:
            self.readings.append(HeardReport(fact.seat, fact.target, fact.word, fact.verb, self.day))
        elif KILL in self.book.kinds(fact.verb):
            self.attacked.update(fact.seats)  # shown before the choice: whom the night has hit
        else:
            self.sights.append(Sight(fact.verb, fact.target, fact.seats, self.night))

    def _chose(self, fact: facts.Chose) -> None:
        kinds = self.book.kinds(fact.verb)
        if fact.target and fact.seat == self.me and PREPARE in kinds:
            self.prepared.add(fact.target)
        elif fact.target and SPRING in kinds:
            self.prepared.clear()
        elif fact.target and KILL in kinds:
            self.tried[fact.target] = self.tried.get(fact.target, 0) + 1
            self.doomed.add(fact.target)
        elif fact.target and fact.seat == self.me and BLOCK in kinds:
            self.held[self.night] = fact.target

    def _revealed(self, fact: facts.Shown) -> None:
        self.revealed[fact.seat] = fact.role
        self.shaken = True

    def _noticed(self, fact: facts.Noticed) -> None:
        if fact.about and fact.notice in self.book.exposes:
            self.exposed[fact.about] = self.book.exposes[fact.notice]
        elif fact.about:
            self.attacked.add(fact.about)
        elif fact.notice in self.book.idle:
            self.idle.add(self.night)

    def _voted(self, fact: facts.Voted) -> None:
        self.counts.append(VoteCount(self.day, fact.ballots))

    def _out(self, fact: facts.Out) -> None:
        self.shaken = True
        if self.counts:
            self.counts[-1] = self.counts[-1]._replace(out=fact.seat)

    def _left(self, _: facts.Fell | facts.Removed) -> None:
        self.shaken = True

    def _announced(self, fact: facts.Announced) -> None:
        self.shaken = self.shaken or bool(fact.dead)
        self.slain |= {seat: self.night for seat, _ in fact.dead}

    def _dealt(self, fact: facts.Dealt | facts.Became) -> None:
        if fact.seat == self.me:
            self.team = fact.team

    def _phase(self, fact: facts.PhaseBegan) -> None:
        if fact.phase == "night":
            self.night = fact.number
        else:
            self.day = fact.number
        self.accused, self.listed, self.proposed, self.asked_by, self.had_turn = {}, {}, {}, [], set()
        self.touched, self.shaken = set(), False
        self.topics, self.heard, self.spoken, self.doomed, self.answered = set(), set(), 0, set(), set()

    def _knows(self, fact: facts.Knows) -> None:
        if not fact.role:
            self.quarry = fact.seat
        elif self.book.cards[fact.role].team == self.team:
            self.mates.add(fact.seat)


TAKES: dict[type, Callable[[Mind, Any], None]] = {
    facts.Said: Mind._said,
    facts.Skipped: Mind._turn,
    facts.Told: Mind._told,
    facts.Chose: Mind._chose,
    facts.Shown: Mind._revealed,
    facts.Noticed: Mind._noticed,
    facts.Voted: Mind._voted,
    facts.Out: Mind._out,
    facts.Announced: Mind._announced,
    facts.Fell: Mind._left,
    facts.Removed: Mind._left,
    facts.PhaseBegan: Mind._phase,
    facts.Knows: Mind._knows,
    facts.Dealt: Mind._dealt,
    facts.Became: Mind._dealt,
}
