"""Rows about speech: the tables `speeches` and `claims`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.facts import EVERYONE, Claim, Fact, Said
from duskfall.study.lies import Lie, LieAccount
from duskfall.study.phases import Phase, Place
from duskfall.vocabulary.ruleset import Ruleset


def speeches(game: int, phases: Sequence[Phase]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each speech, public or private."""
    told = 0
    for phase in phases:
        for number, fact in enumerate(phase.facts, told + 1):
            if isinstance(fact, Said):
                to, seat, text, part, addressed, _ = fact
                yield game, number, *phase.place, part, seat, to == EVERYONE, addressed, text
        told += len(phase.facts)


def claims(game: int, rules: Ruleset, facts: Sequence[Fact]) -> Iterator[tuple[object, ...]]:
    """Yield a row for each public claim with its truth at that time; for a lie, also its duration and end."""
    if not any(isinstance(fact, Said) and fact.claims for fact in facts):
        return
    account = LieAccount(rules)
    made: list[tuple[int, Place, int, Claim, bool | None, Lie | None]] = []
    for number, fact in enumerate(facts, 1):
        before = len(account.lies)
        account.take(fact)
        if isinstance(fact, Said) and fact.claims and fact.to == EVERYONE:
            new = account.lies[before:]
            for claim in fact.claims:
                lie = next((lie for lie in new if _same(lie.claim, claim)), None)
                made.append((number, account.company.when, fact.seat, claim, account.holds(fact.seat, claim), lie))
                new = [each for each in new if each is not lie]  # repeated in the same speech, it's one lie
    for number, when, seat, claim, holds, lie in made:
        fate = (lie.phases, lie.end.why if lie.end else None) if lie else (None, None)
        yield game, number, *when, seat, claim.kind, claim.seat, claim.word or None, claim.verb or None, holds, *fate


def _same(lie: Claim, claim: Claim) -> bool:
    """Return whether a lie is this claim; a lie spells roles as the ruleset does."""
    return lie == claim or (lie.kind, lie.seat, lie.word.casefold()) == (claim.kind, claim.seat, claim.word.casefold())
