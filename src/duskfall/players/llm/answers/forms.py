"""The form of an answer: what a model may write to an ask, how that is read, and how it is written again.

A form is made for one ask and the view that belongs to it, and keeps nothing of the view that changes later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile

from duskfall.core.ask import NOBODY, Ask
from duskfall.core.facts import Nominated, PhaseBegan
from duskfall.core.view import View
from duskfall.players.llm.answers import reading, repairs
from duskfall.players.llm.answers.beside import Claims, Suspicion, deck
from duskfall.players.llm.answers.echoes import Heard, echoes, heard
from duskfall.players.llm.answers.fields import (
    ChoiceField,
    Field,
    Given,
    NamedField,
    RoleField,
    SpeechField,
    ThoughtField,
)
from duskfall.players.llm.answers.meant import meaning
from duskfall.players.llm.answers.reading import (
    CHOICE,
    CLAIMS,
    NOMINATE,
    NOTES,
    ROLE,
    SPEECH,
    SUSPICION,
    THOUGHT,
    TO,
)
from duskfall.players.llm.answers.schema import Part, record
from duskfall.players.llm.calls import Schema
from duskfall.study.talks import skip_words

DAY, VOTE = "day", "vote"


def form(ask: Ask, view: View, notes: bool = False) -> Form:
    """The form for the answer to an ask; with notes, if it is time for them."""
    fields: dict[str, Field] = {THOUGHT: ThoughtField()}
    if notes:
        fields[NOTES] = ThoughtField(NOTES)
    if view.phase == DAY:  # before the choice, so that the choice can follow from it
        fields[SUSPICION] = Suspicion.of(view)
    fields |= _speech(ask, view) if ask.speech else _choice(ask, view)
    return Form(fields, SPEECH, heard(view)) if ask.speech else Form(fields, CHOICE)


def probe_form(view: View) -> Form:
    """The form for a vote that is only asked about; its answer is the seat or the word alone."""
    others = tuple(seat for seat in view.living if seat != view.seat)
    ask = Ask(0, view.seat or 0, VOTE, seats=others, words=(NOBODY,))
    return Probe({CHOICE: ChoiceField.of(ask, view.names, deck(view))}, CHOICE)


def _choice(ask: Ask, view: View) -> dict[str, Field]:
    fields: dict[str, Field] = {CHOICE: ChoiceField.of(ask, view.names, deck(view))}
    return fields | {ROLE: RoleField(ask.roles)} if ask.roles else fields


def _speech(ask: Ask, view: View) -> dict[str, Field]:
    fields: dict[str, Field] = {SPEECH: SpeechField()}
    others = tuple(seat for seat in ask.addresses if seat != ask.seat)
    if others:
        fields[TO] = NamedField(TO, others, others, view.names, meaning(view.names), skip_words(view))
    if ask.nominees:
        up = _put_up_today(view)
        free = tuple(seat for seat in ask.nominees if seat not in up)  # who is up already stays so
        fields[NOMINATE] = NamedField(NOMINATE, ask.nominees, free, view.names, meaning(view.names))
    return fields | {CLAIMS: Claims.of(view)}


def _put_up_today(view: View) -> set[int]:
    """Return who has been put up for the vote since the day began."""
    today = takewhile(lambda fact: not isinstance(fact, PhaseBegan), reversed(view.facts))
    return {fact.target for fact in today if isinstance(fact, Nominated)}


@dataclass(frozen=True)
class Form:
    """What may be answered: fields in their order, one of which is needed."""

    fields: Mapping[str, Field]
    needed: str
    before: tuple[Heard, ...] = ()  # what was said before, which is not to be said again

    def schema(self, strict: bool, bounds: bool) -> Schema:
        """The JSON schema of the answer; with bounds, whatever is written to it comes to an end."""
        return record(self._parts(strict, bounds), strict, [self.needed])

    def read(self, text: str, prose: bool = True) -> object:
        """Return the answer in a model's text, as the kernel takes it; raise Failed if there is none.

        `prose`: whether plain words may be a speech.
        """
        found = reading.read(text, self.needed, prose)
        return {key: value for field in self.fields.values() for key, value in field.read(found).items()}

    def legal(self, answer: object) -> bool:
        """Whether an answer names nothing but options."""
        given = self._given(answer)
        return all(field.legal(given) for field in self.fields.values())

    def echoes(self, answer: object) -> bool:
        """Whether a speech was made before."""
        said = self._given(answer).get("text")
        return isinstance(said, str) and echoes(said, self.before)

    def to_pass(self, answer: object) -> object:
        """Return the answer with nothing said: what it thinks, suspects and nominates stays."""
        given = {key: value for key, value in self._given(answer).items() if key not in (TO, CLAIMS)}
        return {**given, "text": ""}

    def write(self, answer: object) -> str:
        """A recorded answer, whoever gave it, as the model would have written it."""
        given = self._given(answer)
        written = {name: field.write(given) for name, field in self.fields.items()}
        return json.dumps(written, ensure_ascii=False, separators=(",", ":"))

    def options(self) -> dict[str, list[str]]:
        """What each field that is a choice offers."""
        parts = self._parts(strict=False, bounds=False)
        return {name: part["enum"] for name, part in parts.items() if "enum" in part}

    def repair(self, failure: str) -> str:
        """What the model is told after such a failure, so that it does better."""
        return repairs.text(failure, self._parts(strict=False, bounds=False))

    def _parts(self, strict: bool, bounds: bool) -> dict[str, Part]:
        return {name: field.schema(strict, bounds) for name, field in self.fields.items()}

    def _given(self, answer: object) -> Given:
        """An answer by its parts; plain ones have one."""
        return answer if isinstance(answer, dict) else {"text" if self.needed == SPEECH else "target": answer}


class Probe(Form):
    """A form with a choice and nothing beside it."""

    def read(self, text: str, prose: bool = True) -> object:
        """Return the seat or the word; raise Failed if there is none."""
        answer = super().read(text, prose)
        return answer["target"] if isinstance(answer, dict) else answer
