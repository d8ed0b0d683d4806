"""A question to a person at a table of bots, as the form that the page renders, out of the ask and their own view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from duskfall.core.ask import Ask
from duskfall.core.facts import Began
from duskfall.core.view import View
from duskfall.rules import registry
from duskfall.seat.question import asked, named
from duskfall.study.house_rules import flags_of, settled
from duskfall.study.primer import BALLOT, ELECT, primer
from duskfall.study.sight import rules_of
from duskfall.tell.facts import questions
from duskfall.tell.rules.role_card import book
from duskfall.tell.text import capital, safe
from duskfall.tell.tongue import word
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value
from duskfall.wire.forms import ClaimedResult, FormOption, SeatForm, SpeechClaims


def form(ask: Ask, view: View) -> SeatForm:
    """The question with everything that may be answered; of a speech, also what may be claimed in it."""
    rules = book(view)
    held = _held(rules.id, tuple(flags_of(view).items())) if rules else None
    names = [safe(name) for name in view.names]
    return {
        **asked(ask, names, _is_vote(ask, view)),
        "question": questions.question(ask, view.names, held, view.role),
        "options": [] if ask.speech else [_option(each, names) for each in questions.options(ask, view.names)],
        "value": None,
        "barred": questions.reason(ask),
        "claims": claims(view, names) if ask.speech else None,
        "number": ask.number,
    }


@lru_cache(maxsize=256)
def _held(rules: str, flags: tuple[tuple[str, Value], ...]) -> Ruleset:
    """The rules as they are played at a table; working that out takes longer than all the rest of a form."""
    return settled(registry.book(rules), dict(flags))


def _is_vote(ask: Ask, view: View) -> bool:
    rules = rules_of(view)
    return bool(rules) and bool(primer(rules).kinds(ask.verb) & {BALLOT, ELECT})


def _option(option: questions.Option, names: Sequence[str]) -> FormOption:
    seat = option.value if isinstance(option.value, int) else 0
    label = names[seat - 1] if seat else capital(word(option.label, "word"))
    return {"value": option.value, "label": label, "seat": seat, "barred": ""}


def claims(view: View, names: Sequence[str]) -> SpeechClaims:
    """What bots understand: to be a role of this deck, to have learnt a word of somebody, to accuse, to defend."""
    began = next((fact for fact in view.facts if isinstance(fact, Began)), None)
    rules = rules_of(view)
    if began is None or not rules:
        return {"roles": [], "results": [], "seats": []}
    known, deck = primer(rules), [role for role, _ in began.deck]
    reading = {verb: act for role in deck for verb in known.cards[role].acts if (act := known.acts[verb]).means}
    results: list[ClaimedResult] = [
        {"verb": verb, "word": each, "label": word(each, "word"), "act": word(verb, "verb")}
        for verb, act in reading.items()
        for each in dict.fromkeys((*act.means, *sorted(act.forged)))
    ]
    others = [seat for seat in view.living if seat != view.seat]
    return {
        "roles": [{"value": role, "label": word(role, "role")} for role in deck],
        "results": results,
        "seats": named(others, names),
    }
