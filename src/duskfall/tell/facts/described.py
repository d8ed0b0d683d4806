"""How a story calls the players: by name and role, with an article; and when something was."""

from __future__ import annotations

from duskfall.core.play.state import DAY
from duskfall.study.company import Company
from duskfall.study.phases import Place
from duskfall.tell.names import name
from duskfall.tell.tongue import say, word


def on_which_day(when: Place) -> str:
    """On which day; what is seen of a night is seen after it."""
    phase, number = when
    return say("on day {number}" if phase == DAY else "after night {number}", number=number)


def described(seat: int, company: Company) -> str:
    """A name with the role held now."""
    return with_card(seat, company.roles[seat], company)


def with_card(seat: int, role: str, company: Company) -> str:
    """A name with a role; the article says whether there is one such card or several."""
    return say("{name}, {card}", name=name(seat, company.names), card=a_card(role, company))


def a_card(role: str, company: Company) -> str:
    """A role with its article: `the` where there is one such card, `of the` where a team is called so."""
    if role.casefold() in company.teams:
        return say("of the {role}", role=word(role, "role"))
    several = "an {role}" if role[0] in "AEIOU" else "a {role}"
    return say("the {role}" if company.deck.get(role) == 1 else several, role=word(role, "role"))
