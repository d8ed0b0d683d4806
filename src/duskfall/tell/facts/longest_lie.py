"""The longest lie of a game in words: who lied about what, and how the lie ended."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.facts import Fact
from duskfall.study.company import Company
from duskfall.study.lies import CHANGED, EXPOSED, GONE, OTHERWISE, TRUE, End, Lie, all_lies, longest_lie
from duskfall.tell.facts.described import a_card, on_which_day, with_card
from duskfall.tell.names import name
from duskfall.tell.text import safe
from duskfall.tell.tongue import later, say, word
from duskfall.vocabulary.ruleset import Ruleset

ENDS = {
    CHANGED: later("and changed to {role} {when}"),
    OTHERWISE: later("and reported otherwise {when}"),
    TRUE: later("until it came true {when}"),
    GONE: later("and was {how} {when} unexposed"),
    EXPOSED: later("until {how} {when} and shown as {role}"),
}
EXPOSED_BY_ANOTHER = later("until {name} was {how} {when} and shown as {role}")


def longest_lie_told(facts: Sequence[Fact], rules: Ruleset) -> str:
    """Return the lie that lived longest in one sentence; empty if nobody lied."""
    lie = longest_lie(all_lies(facts, rules))
    if lie is None:
        return ""
    company = Company(rules)
    company.take(facts[0])
    turns = say("{count} turn of speech" if lie.turns == 1 else "{count} turns of speech", count=lie.turns)
    whole = "{lie}, {end} ({turns})." if lie.end else "{lie} and was never exposed ({turns})."
    return safe(say(whole, lie=_told(lie, company), end=_ended(lie, lie.end, company), turns=turns))


def _told(lie: Lie, company: Company) -> str:
    """Return what the liar claimed."""
    who, when = with_card(lie.seat, lie.role, company), on_which_day(lie.when)
    if lie.claim.kind == "role":
        return say("{who}, claimed to be {role} {when}", who=who, role=a_card(lie.claim.word, company), when=when)
    if lie.claim.kind == "visit":
        visitor, at = with_card(lie.claim.seat, lie.whose, company), safe(lie.claim.word)
        return say(
            "{who}, made up a visit {when} ({visitor}, at the door of {name})",
            who=who,
            when=when,
            visitor=visitor,
            name=at,
        )
    return say("{who}, made up a result {when} ({found})", who=who, when=when, found=_found(lie, company))


def _found(lie: Lie, company: Company) -> str:
    """Return the result that the liar reported, with the player it is about."""
    claim = lie.claim
    whom, act = with_card(claim.seat, lie.whose, company), word(claim.verb, "verb")
    what = say("{act} {target}", act=act, target=whom) if act else whom
    return say("{what}: {found}", what=what, found=word(claim.word, "word")) if claim.word else what


def _ended(lie: Lie, end: End | None, company: Company) -> str:
    """Return how the lie ended; empty if it never did."""
    if end is None:
        return ""
    text = EXPOSED_BY_ANOTHER if end.why == EXPOSED and end.seat != lie.seat else ENDS[end.why]
    same = end.why != TRUE and end.when == lie.when
    when = say("the same day") if same else on_which_day(end.when)
    role = a_card(end.role, company) if end.why == CHANGED else word(end.role, "role")
    return say(text, when=when, role=role, how=word(end.how, "how"), name=name(end.seat, company.names))
