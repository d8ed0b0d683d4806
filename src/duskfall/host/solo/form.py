"""A question to a person at a table of bots, as the form that the page renders, out of the ask and their own view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from duskfall.core.ask import Ask
from duskfall.core.facts import Began
from duskfall.core.view import View
from duskfall.show.sight import rules_of
from duskfall.tell import asking
from duskfall.tell.card import book, flags_of
from duskfall.tell.primer import BALLOT, ELECT, primer
from duskfall.tell.settled import settled
from duskfall.tell.text import capital, safe
from duskfall.tell.tongue import word

Json = dict[str, Any]


def form(ask: Ask, view: View) -> Json:
    """The question with everything that may be answered; of a speech, also what may be claimed in it."""
    rules = book(view)
    held = settled(rules, flags_of(view)) if rules else None
    made: Json = {
        "seat": ask.seat,
        "verb": ask.verb,
        "who": safe(view.names[ask.seat - 1]),
        "label": capital(word(ask.verb, "verb")),
        "question": asking.question(ask, view.names, held, view.role),
        "kind": _kind(ask, view),
        "options": [] if ask.speech else [_option(each, view) for each in asking.options(ask, view.names)],
        "roles": [{"value": role, "label": word(role, "role")} for role in ask.roles],
        "nominees": _named(ask.nominees, view),
        "value": None,
        "barred": asking.reason(ask),
    }
    if ask.speech:
        made |= {"addresses": _named(ask.addresses, view), "claims": _claims(view), "text": True}
    return made


def _kind(ask: Ask, view: View) -> str:
    if ask.speech:
        return "speech"
    if ask.confirm:
        return "yesno"
    rules = rules_of(view)
    voted = bool(rules) and bool(primer(rules).kinds(ask.verb) & {BALLOT, ELECT})
    return "ballot" if voted else "choice"


def _option(option: asking.Option, view: View) -> Json:
    seat = option.value if isinstance(option.value, int) else 0
    label = safe(view.names[seat - 1]) if seat else capital(word(option.label, "word"))
    return {"value": option.value, "label": label, "seat": seat, "barred": ""}


def _named(seats: Iterable[int], view: View) -> list[Json]:
    return [{"value": seat, "label": safe(view.names[seat - 1])} for seat in seats]


def _claims(view: View) -> Json:
    """What bots understand: to be a role of this deck, to have learnt a word of somebody, to accuse, to defend."""
    began = next((fact for fact in view.facts if isinstance(fact, Began)), None)
    rules = rules_of(view)
    if began is None or not rules:
        return {"roles": [], "results": [], "seats": []}
    known, deck = primer(rules), [role for role, _ in began.deck]
    reading = {verb: act for role in deck for verb in known.cards[role].acts if (act := known.acts[verb]).means}
    results = [
        {"verb": verb, "word": each, "label": word(each, "word"), "act": word(verb, "verb")}
        for verb, act in reading.items()
        for each in dict.fromkeys((*act.means, *sorted(act.forged)))
    ]
    others = [seat for seat in view.living if seat != view.seat]
    return {
        "roles": [{"value": role, "label": word(role, "role")} for role in deck],
        "results": results,
        "seats": _named(others, view),
    }
