"""The fixed pages of a prompt: the system message with the rules, the seat's page, and the questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from string import Template

from duskfall.core.ask import Ask
from duskfall.core.facts import Began, Dealt, Fact, Knows
from duskfall.core.view import View
from duskfall.players.llm import personas
from duskfall.players.llm.answers.beside import has_sights
from duskfall.players.llm.answers.forms import Form
from duskfall.players.llm.answers.reading import CHOICE, NOMINATE, NOTES, TO
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts import primers
from duskfall.players.llm.prompts.state import marks
from duskfall.players.llm.prompts.told import Clock, plain
from duskfall.players.llm.quote import labels
from duskfall.players.llm.variants import PLAIN, Part, Variant
from duskfall.rules.registry import known
from duskfall.study.phases import the_deal
from duskfall.study.primer import primer
from duskfall.tell.facts import questions
from duskfall.tell.rules.briefing import briefing, table_rules
from duskfall.tell.rules.role_card import card

WRITE_NOTES = (
    "In `notes`, write down for yourself what matters of the round that is over, in one to five sentences: who claimed "
    "what, who voted how, whom you believe. Nobody else reads it."
)

VISIT = " Kind `visit`: you saw the player at the door of the one whose name is `word`."
SYSTEM = ("opening", "told", "answer", "advice")
"""The templates of the system message, which come before the rules. A variant can change all but `answer`."""


@cache
def template(title: str) -> Template:
    """Load a template of the prompt by its name."""
    return Template(files(__package__).joinpath("templates", f"{title}.md").read_text("utf-8").rstrip("\n"))


def system(began: Began, variant: Variant = PLAIN) -> str:
    """Return the system message. It has no names, so all games with the same rules, house rules and roles share it."""
    sights = known(began.rules) and has_sights(primer(began.rules))
    words = {part: template(part).template for part in SYSTEM}
    words["answer"] = template("answer").substitute(visit=VISIT if sights else "")
    parts = (part.worded(words[name]) if (part := getattr(variant, name, None)) else words[name] for name in SYSTEM)
    rules = briefing(began, variant.roles).rstrip("\n") if variant.rules else ""
    return "\n\n".join(filter(None, (*parts, rules)))


def seat_page(facts: Sequence[Fact], seat: int, model: Model) -> str:
    """Return the seat's page: its name and role, its knowledge from the deal, playing advice, and way of speaking."""
    deal = the_deal(facts)
    began = next(fact for fact in deal if isinstance(fact, Began))
    names = labels(began.names)
    return template("seat").substitute(
        you=names[seat - 1],
        seat=seat,
        seats=len(names),
        players=", ".join(f"{number} {each}" for number, each in enumerate(names, 1)),
        card="\n".join(f"- {each}" for each in (*_dealt(deal, began, seat, names), *_primer(deal, began, seat, model))),
        manner="\n".join(_manner(model)),
    )


def _dealt(deal: Sequence[Fact], began: Began, seat: int, names: Sequence[str]) -> Iterator[str]:
    for fact in deal:
        if isinstance(fact, Dealt) and fact.seat == seat:
            yield from _card(began, fact.role) or (plain(fact, names),)
    yield from (plain(fact, names) for fact in deal if isinstance(fact, Knows))


def _primer(deal: Sequence[Fact], began: Began, seat: int, model: Model) -> Iterator[str]:
    """Yield advice on playing the seat's role, if the model's settings or prompt variant ask for it."""
    usual = Part(ours=model.primer)
    for fact in deal:
        if isinstance(fact, Dealt) and fact.seat == seat:
            part = model.prompt.strategy_of(_side(began.rules, fact.role)) or usual
            yield from filter(None, (primers.told(began.rules, fact.role) if part.ours else "", indented(part.own)))


def _side(rules_id: str, role: str) -> str:
    """Return the side of a role (good, evil or alone); empty if the ruleset is not installed."""
    card = primer(rules_id).cards.get(role) if known(rules_id) else None
    return card.side if card else ""


def indented(text: str) -> str:
    """Return the text with its later lines indented, so that it stays one list item."""
    return text.replace("\n", "\n  ")


def _card(began: Began, role: str) -> list[str]:
    return card(table_rules(began.rules, began.flags, began.deck), role) if known(began.rules) else []


def _manner(model: Model) -> Iterator[str]:
    if model.persona:
        yield model.manner or personas.words(model.persona)
    yield personas.language(model.language)


def question(ask: Ask, view: View, began: Began, clock: Clock, form: Form, notes: str = WRITE_NOTES) -> str:
    """Return the text of a question with its options and fields; `notes` is the instruction for a `notes` field."""
    names = labels(began.names)
    flags = tuple((dict(began.flags) | dict(clock.switched)).items())
    rules = table_rules(began.rules, flags, began.deck) if known(began.rules) else None
    asked = questions.question(ask, names, rules, view.role)
    why = [questions.reason(ask), questions.limits(ask, rules, view.role)] if ask.refused else []
    options = (f"Options for `{field}`: {offered}." for field, offered in _offered(form, view))
    answer = f"Answer in JSON: {', '.join(form.fields)}."
    purpose = questions.purpose(ask, known(began.rules))
    written = [notes] if NOTES in form.fields else []
    return "\n".join(filter(None, ["## Your turn", *why, asked, purpose, *options, *written, answer]))


def _offered(form: Form, view: View) -> Iterator[tuple[str, str]]:
    """Yield each field with options, and the options as text. Names carry the reader's marks, such as "(you)"."""
    known = marks(view)
    for field, offered in form.options().items():
        beside = known if field in (CHOICE, TO, NOMINATE) else {}
        yield field, ", ".join(f"{each}{beside.get(each, '')}" for each in offered)


def aside(form: Form, view: View) -> str:
    """Return the text of the question about the seat's current vote intention."""
    ((_, offered),) = _offered(form, view)
    return template("probe").substitute(options=offered)
