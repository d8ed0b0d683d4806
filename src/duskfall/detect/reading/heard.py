"""The public behavior of each seat: its statements about itself and others, and its votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from typing import Any

from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Began,
    Claim,
    Fact,
    Fell,
    Out,
    PhaseBegan,
    Removed,
    Said,
    Voted,
)

ACCUSED, DEFENDED, VOTED, SPARED = "accused", "defended", "voted", "spared"
SILENCED = "slain after accusing"  # a player was killed in the night after accusing another
PRESSED = 2  # this many accusers on one day press a player
WAGON = 1 / 3  # of the ballots; who votes for another candidate spares a player with this many


class Heard:
    """A fold of public events. A repeated statement counts once: repeating it proves nothing more."""

    def __init__(self, facts: Iterable[Fact], ballots: Container[str]) -> None:
        self.ballots = ballots  # the acts that are votes against a player
        self.living: set[int] = set()
        self.names: tuple[str, ...] = ()
        self.night = 0
        self.claimed: dict[int, str] = {}  # by seat: the last role it has claimed
        self.pressed: set[int] = (
            set()
        )  # seats that first claimed a role when several accused them or a result was reported about them
        self.quiet: Counter[int] = Counter()  # by seat: days of talk without having claimed a role
        self.results: dict[tuple[int, int], set[tuple[str, str]]] = {}  # by reporter and target: acts and words
        self.visits: dict[tuple[int, int], set[bool]] = {}  # by reporter and visitor: whether to a victim of the night
        self.deeds: dict[tuple[int, int], set[str]] = {}  # by actor and target
        self.slain: dict[int, int] = {}  # by victim: the night of death
        self.today: dict[int, set[int]] = {}  # by accused seat: today's accusers
        self.last_day: dict[int, set[int]] = {}  # by accused seat: the accusers on the day before the last night
        self.talking = False
        for fact in facts:
            take = TAKES.get(type(fact))
            if take and fact.to == EVERYONE:
                take(self, fact)
        for deeds in self.deeds.values():
            if VOTED in deeds:
                deeds.discard(SPARED)

    def _began(self, fact: Began) -> None:
        self.names, self.living = fact.names, set(range(1, len(fact.names) + 1))

    def _phase(self, fact: PhaseBegan) -> None:
        self._talk_is_over()
        self.talking = fact.phase != "night"
        if fact.phase == "night":
            self.night = fact.number
            self.last_day, self.today = self.today, {}

    def _talk_is_over(self) -> None:
        """End a day's talk, at its first ballot or at nightfall."""
        if self.talking:
            self.quiet.update(self.living - self.claimed.keys())
        self.talking = False

    def _said(self, fact: Said) -> None:
        for claim in fact.claims:
            self._claim(fact.seat, claim)

    def _claim(self, by: int, claim: Claim) -> None:
        pair = by, claim.seat
        if claim.kind == "role" and claim.seat == by:
            if by not in self.claimed and self._is_pressed(by):
                self.pressed.add(by)
            self.claimed[by] = claim.word
        elif claim.kind == "result" and by != claim.seat:
            self.results.setdefault(pair, set()).add((claim.verb, claim.word))
        elif claim.kind == "visit" and by != claim.seat and claim.word in self.names:
            at = self.names.index(claim.word) + 1
            self.visits.setdefault(pair, set()).add(self.slain.get(at) == self.night)
        elif claim.kind == "accuse" and by != claim.seat:
            self._deed(pair, ACCUSED)
            self.today.setdefault(claim.seat, set()).add(by)
        elif claim.kind == "defend" and by != claim.seat:
            self._deed(pair, DEFENDED)

    def _is_pressed(self, seat: int) -> bool:
        return len(self.today.get(seat, ())) >= PRESSED or any(of == seat for _, of in self.results)

    def _deed(self, pair: tuple[int, int], deed: str) -> None:
        self.deeds.setdefault(pair, set()).add(deed)

    def _voted(self, fact: Voted) -> None:
        if fact.verb not in self.ballots:
            return
        self._talk_is_over()
        count = Counter(target for _, target in fact.ballots if isinstance(target, int) and target)
        wagons = {target for target, votes in count.items() if votes >= WAGON * len(fact.ballots)}
        for voter, target in fact.ballots:
            if isinstance(target, int) and target and target != voter:
                self._deed((voter, target), VOTED)
            for spared in wagons - {target, voter}:
                self._deed((voter, spared), SPARED)

    def _announced(self, fact: Announced) -> None:
        self.slain |= {seat: self.night for seat, _ in fact.dead}
        for accused, by in self.last_day.items():
            for seat in by & {seat for seat, _ in fact.dead}:
                self._deed((seat, accused), SILENCED)
        self.living -= {seat for seat, _ in fact.dead}

    def _left(self, fact: Out | Fell | Removed) -> None:
        self.living.discard(fact.seat)


TAKES: dict[type, Callable[[Heard, Any], None]] = {
    Began: Heard._began,
    PhaseBegan: Heard._phase,
    Said: Heard._said,
    Voted: Heard._voted,
    Announced: Heard._announced,
    Out: Heard._left,
    Fell: Heard._left,
    Removed: Heard._left,
}
