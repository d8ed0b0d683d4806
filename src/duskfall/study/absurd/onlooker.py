"""Somebody who knows everything: what is true, what was shown and what was claimed, as the facts of a game go by."""

from __future__ import annotations

import re
from typing import NamedTuple

from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Became,
    Began,
    Claim,
    Dealt,
    Fact,
    Fell,
    Knows,
    Noticed,
    Out,
    PhaseBegan,
    Removed,
    Said,
    Shown,
    Skipped,
    Told,
    Voted,
)
from duskfall.core.play.state import NIGHT
from duskfall.core.play.talk import LAST_WORDS
from duskfall.study.primer import BALLOT, EVIL, KnownRole, read, votes_on
from duskfall.vocabulary.ruleset import Ruleset

SPARED = "spare"  # a deed at the vote, beside the kinds of claims
INFORMS = ("role", "result", "visit")  # claims that may change a mind


class Sighting(NamedTuple):
    """Somebody was told of a visit in this night."""

    by: int
    night: int
    visitor: int
    at: int


class Onlooker:
    """The table, with all cards open."""

    def __init__(self, rules: Ruleset) -> None:
        self.book = read(rules)
        self.began: Began | None = None
        self.names: tuple[str, ...] = ()
        self.deck: dict[str, int] = {}
        self.roles: dict[int, str] = {}  # what each is now
        self.mates: dict[int, set[int]] = {}  # whom each knows as one of its own
        self.living: set[int] = set()
        self.shown: dict[int, str] = {}  # the card that all have seen of a player
        self.slain: dict[int, int] = {}  # who died at night, and in which
        self.claimed: dict[int, str] = {}  # the role that each has claimed last
        self.told: set[tuple[int, int, str]] = set()  # who was told of whom, and which word
        self.reported: dict[
            int, dict[tuple[int, str], bool]
        ] = {}  # what each told the table; True: the card was hidden
        self.sightings: list[Sighting] = []
        self.seen: set[tuple[int, int]] = set()  # who has told the table of whose visit, in typed words
        self.idle: set[tuple[int, int]] = set()  # who was told that it could not act, and in which night
        self.night = self.day = 0
        self.today: list[Said | Skipped] = []  # every turn to speak to all
        self.word: dict[int, int] = {}  # whom each accused last today, and no card was shown nor anybody died since
        self.touched: dict[int, set[int]] = {}  # of whom something new was told since each gave its word
        self.words: set[tuple[int, str]] = set()  # what each has said to all, whoever was named
        self.deeds: set[tuple[int, str, int]] = set()  # whom each accused, defended, or spared at the vote
        self.ballots: tuple[tuple[int, int | str], ...] = ()  # the last that were opened
        self.counted = False  # whether a ballot was opened today
        self.first_vote = 0  # the first day on which one was

    # -- what follows from it ------------------------------------------------------------------------------

    def card(self, seat: int) -> KnownRole:
        """What a seat really is."""
        return self.book.cards[self.roles[seat]]

    def gone(self, role: str, but: int = 0) -> int:
        """How many of a role all have seen, but for one seat."""
        return sum(1 for seat, shown in self.shown.items() if shown == role and seat != but)

    def left(self, role: str) -> int:
        """How many of a role nobody has seen yet."""
        return self.deck.get(role, 0) - self.gone(role)

    def claimants(self, role: str) -> set[int]:
        """The living who claim a role."""
        return {seat for seat in self.living if self.claimed.get(seat) == role}

    def rivals(self, seat: int, role: str) -> set[int]:
        """Who else of the living claims a role, as far as the deck has no room for all of them."""
        others = self.claimants(role) - {seat}
        return others if len(others) + 1 > self.left(role) else set()

    def guilty(self, word: str) -> bool:
        """Whether a result stands for no card of the many."""
        meant = [act.means[word] for act in self.book.acts.values() if word in act.means]
        return bool(meant) and all(self.book.cards[role].side == EVIL for roles in meant for role in roles)

    def votes_today(self) -> bool:
        """Whether this day ends with a vote."""
        return self.began is not None and votes_on(self.began.rules, self.began.flags, self.day)

    def named(self, text: str) -> list[int]:
        """Who is named in some words."""
        return [seat for seat, name in enumerate(self.names, 1) if re.search(rf"\b{re.escape(name)}\b", text)]

    def nameless(self, text: str) -> str:
        """The same words, whoever is named."""
        return re.sub("|".join(rf"\b{re.escape(name)}\b" for name in self.names), "_", text)

    def is_ballot(self, fact: Fact) -> bool:
        """Whether a fact is an opened ballot by which somebody may leave."""
        return isinstance(fact, Voted) and BALLOT in self.book.kinds(fact.verb)

    def accusations(self) -> list[tuple[int, int]]:
        """Of today, in their order: who, whom."""
        said = [fact for fact in self.today if isinstance(fact, Said) and fact.part != LAST_WORDS]
        return [(fact.seat, claim.seat) for fact in said for claim in fact.claims if claim.kind == "accuse"]

    def turns_since_accused(self, seat: int) -> int:
        """How many turns to speak a player has had today since somebody accused it."""
        accused = [at for at, fact in enumerate(self.today) if seat in _accused(fact)]
        return sum(1 for fact in self.today[accused[0] :] if fact.seat == seat) if accused else 0

    # -- the fold ------------------------------------------------------------------------------------------

    def take(self, fact: Fact) -> None:
        """Time goes on."""
        match fact:
            case Began():
                self.began, self.names, self.deck = fact, fact.names, dict(fact.deck)
                self.living = set(range(1, len(fact.names) + 1))
            case Dealt() | Became():
                self.roles[fact.seat] = fact.role
            case Knows() if fact.role and self.book.cards[fact.role].side == EVIL:
                for seat in self.living:
                    if fact.to >> seat & 1 and self.card(seat).team == self.book.cards[fact.role].team:
                        self.mates.setdefault(seat, set()).add(fact.seat)
            case PhaseBegan():
                self._begin(fact)
            case Said(to=to) | Skipped(to=to) if to == EVERYONE:
                self.today.append(fact)
                if isinstance(fact, Said):
                    self.words.add((fact.seat, self.nameless(fact.text)))
                    self.deeds |= {(fact.seat, claim.kind, claim.seat) for claim in fact.claims}
                for claim in fact.claims if isinstance(fact, Said) else ():
                    self._stir(fact.seat, claim)
                    self._hear(fact.seat, claim)
                if accused := _accused(fact):
                    self.word[fact.seat], self.touched[fact.seat] = accused[-1], set()
            case Told():
                self._tell(fact)
            case Noticed() if fact.notice in self.book.idle:
                self.idle.add((fact.seat, self.night))
            case Announced():
                for seat, shown in fact.dead:
                    self.slain[seat] = self.night
                    self._leave(seat, shown)
            case Out():
                self.deeds |= {(voter, SPARED, fact.seat) for voter, target in self.ballots if target != fact.seat}
                self._leave(fact.seat, fact.shown)
            case Fell():
                self._leave(fact.seat, fact.shown)
            case Removed():
                self._leave(fact.seat, "")
            case Shown():
                self.shown[fact.seat] = fact.role
                self.word.clear()
            case Voted() if self.is_ballot(fact):
                self.counted, self.ballots = True, fact.ballots
                self.first_vote = self.first_vote or self.day
            case _:
                pass

    def _begin(self, fact: PhaseBegan) -> None:
        if fact.phase == NIGHT:
            self.night = fact.number
        else:
            self.day = fact.number
        self.today, self.word, self.counted = [], {}, False

    def _stir(self, by: int, claim: Claim) -> None:
        """A claim is news of the speaker, of the one it speaks of, and of who claims the same card."""
        if claim.kind in INFORMS:
            same = self.claimants(claim.word) if claim.kind == "role" else set()
            for touched in self.touched.values():
                touched |= {by, claim.seat} | same

    def _hear(self, by: int, claim: Claim) -> None:
        if claim.kind == "role" and claim.seat == by and claim.word in self.book.cards:
            self.claimed[by] = claim.word
        elif claim.kind == "result":
            self.reported.setdefault(by, {}).setdefault((claim.seat, claim.word), claim.seat not in self.shown)
        elif claim.kind == "visit":
            self.seen.add((by, claim.seat))

    def _tell(self, fact: Told) -> None:
        if fact.word:
            self.told.add((fact.seat, fact.target, fact.word))
            return
        for other in fact.seats:
            self.sightings += [
                Sighting(fact.seat, self.night, *pair) for pair in ((other, fact.target), (fact.target, other))
            ]

    def _leave(self, seat: int, shown: str) -> None:
        self.living.discard(seat)
        self.word.clear()
        if shown in self.book.cards:
            self.shown[seat] = shown


def _accused(fact: Said | Skipped) -> list[int]:
    claims = fact.claims if isinstance(fact, Said) else ()
    return [claim.seat for claim in claims if claim.kind == "accuse"]
