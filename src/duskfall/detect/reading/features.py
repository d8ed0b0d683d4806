"""Features of behavior that tell something about roles, compared with what evil players would do.

A feature applies or not, given the role of one seat or the roles of two; its number (see `numbers`) is the logarithm of
a likelihood ratio. What has no name here counts as nothing: claims, results and silence are all measured by what an
evil player does, and deeds by what a good player does to a good one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from duskfall.detect.reading.heard import ACCUSED, DEFENDED, SILENCED, SPARED, VOTED, Heard
from duskfall.study.primer import ALONE, EVIL, GOOD, KnownRole, Primer
from duskfall.study.readings import Readings
from duskfall.vocabulary.ruleset import Ruleset

LONGEST_QUIET = 3  # days; a longer silence tells nothing more
DEEDS = (ACCUSED, DEFENDED, VOTED, SPARED)
Between = tuple[frozenset[tuple[str, str]], frozenset[bool], frozenset[str]]
"""Behavior of one seat toward another: results, visits (whether to a player who died), deeds."""

NAMES = (
    *(f"own {kind}" for kind in ("reader", "power", "plain")),  # a good player claims its own role
    "own pressed",  # ... and does so first when it is accused
    "good liar",  # a good player claims another role
    "alone claims", "alone confesses",  # a player without a team claims a good role, or an evil one
    *(f"quiet {kind}" for kind in ("reader", "power", "plain", "alone")),  # for each day without a claim
    "slain evil",  # an evil player dies by night
    "silenced by evil",  # a night's victim had accused an evil player the day before
    "true guilt", "true clear",  # a good reader reports what can be read of that role
    "forged result",  # ... or what can be read only after another player's trick
    "false result",  # a good player reports what it can't have read
    "guilt on a mate", "clear of a mate",  # an evil player reports a teammate
    "true visit", "false visit", "visit to a victim",  # a good player reports a visit
    *(f"{deed} {whom}" for deed in DEEDS for whom in ("evil", "a mate", "another")),  # the last two by evil players
)  # fmt: skip


class Features:
    """The features of one ruleset with one deck."""

    def __init__(self, rules: Ruleset, deck: Mapping[str, int]) -> None:
        self.readings = Readings(rules)
        self.book: Primer = self.readings.book
        self.deck = deck
        self.roles = tuple(role for role in deck if role in self.book.cards)
        self.kinds = {role: self._kind(role) for role in self.book.cards}

    def _kind(self, role: str) -> str:
        card = self.book.cards[role]
        if card.side != GOOD:
            return card.side
        return "reader" if role in self.book.readers else "power" if role in self.book.powers else "plain"

    def of_one(self, heard: Heard, seat: int, role: str) -> Iterator[tuple[str, float]]:
        """Yield the features of a seat's own claim or silence, if it holds this role, and how often each applies."""
        kind, claimed = self.kinds[role], heard.claimed.get(seat, "")
        if kind == EVIL and seat in heard.slain:
            yield "slain evil", 1.0
        if claimed not in self.book.cards:
            if kind != EVIL and heard.quiet[seat]:
                yield f"quiet {kind}", min(heard.quiet[seat], LONGEST_QUIET)
        elif kind == ALONE:
            yield "alone claims" if self.book.cards[claimed].side == GOOD else "alone confesses", 1.0
        elif kind != EVIL and claimed != role:
            yield "good liar", 1.0
        elif kind != EVIL:
            yield f"own {kind}", 1.0
            if seat in heard.pressed:
                yield "own pressed", 1.0

    def of_two(self, between: Between, role: str, other: str) -> Iterator[str]:
        """Yield the features of what one seat told about another and did to it, if they hold these roles."""
        results, visits, deeds = between
        mine, whom = self.book.cards[role], self.book.cards[other]
        for verb, word in sorted(results):
            yield from self._result(verb, word, mine, whom)
        if visits and mine.side == GOOD:
            yield from self._visit(any(visits), mine, whom)
        if SILENCED in deeds and mine.side == GOOD and whom.side == EVIL:
            yield "silenced by evil"
        target = _target(mine, whom)
        if target:
            yield from (f"{deed} {target}" for deed in DEEDS if deed in deeds)

    def _result(self, verb: str, word: str, mine: KnownRole, whom: KnownRole) -> Iterator[str]:
        roles = self._read_as(verb, word)
        if not roles:
            return
        guilty = self._speaks_for_evil(roles)
        if mine.side == EVIL and mine.team == whom.team:
            yield "guilt on a mate" if guilty else "clear of a mate"
        elif mine.side == GOOD:
            if not self.readings.may_report(mine.name, verb):
                yield "false result"
            elif whom.name in roles:
                yield "true guilt" if guilty else "true clear"
            else:
                forged = word.casefold() in self.readings.words(verb, whom.name, self.deck)
                yield "forged result" if forged else "false result"

    def _visit(self, fatal: bool, mine: KnownRole, whom: KnownRole) -> Iterator[str]:
        can = self.readings.may_see_visits(mine.name) and self.readings.may_go_out(whom.name)
        yield "true visit" if can else "false visit"
        if can and fatal and whom.side == EVIL:
            yield "visit to a victim"

    def _read_as(self, verb: str, word: str) -> frozenset[str]:
        """Return the roles that read as this word, unless a trick changes the result."""
        acts = self.readings.readers(verb)
        found = [roles for act in acts for said, roles in act.means.items() if said.casefold() == word.casefold()]
        return frozenset[str]().union(*found)

    def _speaks_for_evil(self, roles: frozenset[str]) -> bool:
        """Return whether a larger share of the deck's evil cards than of its good ones is among these roles."""

        def share(side: str) -> float:
            dealt = {role: count for role, count in self.deck.items() if self.kind_of(role) == side}
            return sum(count for role, count in dealt.items() if role in roles) / max(sum(dealt.values()), 1)

        return share(EVIL) > share(GOOD)

    def kind_of(self, role: str) -> str:
        """Return the side of a role, as a player knows it; empty for an unknown role."""
        card = self.book.cards.get(role)
        return card.side if card else ""


def _target(mine: KnownRole, whom: KnownRole) -> str:
    if mine.side == EVIL:
        return "a mate" if mine.team == whom.team else "another"
    return "evil" if mine.side == GOOD and whom.side == EVIL else ""


def between(heard: Heard, seat: int, other: int) -> Between:
    """Return what one seat has told about another and done to it."""
    pair = seat, other
    return (
        frozenset(heard.results.get(pair, ())),
        frozenset(heard.visits.get(pair, ())),
        frozenset(heard.deeds.get(pair, ())),
    )
