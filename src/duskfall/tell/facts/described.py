"""Players and times in a story: a name with a role and its article, and the day of an event."""

from __future__ import annotations

from duskfall.core.play.state import DAY
from duskfall.study.company import Company
from duskfall.study.phases import Place
from duskfall.tell.names import name
from duskfall.tell.tongue import say, word


def on_which_day(when: Place) -> str:
    """Return the day of an event as a phrase; events of a night are seen only after it."""
    phase, number = when
    return say("on day {number}" if phase == DAY else "after night {number}", number=number)


def described(seat: int, company: Company) -> str:
    """Return a player's name with the current role."""
    return with_card(seat, company.roles[seat], company)


def with_card(seat: int, role: str, company: Company) -> str:
    """Return a player's name with a role; the article tells whether the deck has one such card or several."""
    return say("{name}, {card}", name=name(seat, company.names), card=a_card(role, company))


def a_card(role: str, company: Company) -> str:
    """Return a role with its article: "the" if the deck has one such card, "of the" if a team has the same name."""
    if role.casefold() in company.teams:
        return say("of the {role}", role=word(role, "role"))
    several = "an {role}" if role[0] in "AEIOU" else "a {role}"
    return say("the {role}" if company.deck.get(role) == 1 else several, role=word(role, "role"))
