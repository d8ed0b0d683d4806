"""Answer forms: the fields that a model may fill in for a question, with their schema, parsing and formatting.

A form is made for one question and its view. It keeps nothing of the view that changes later.
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
from duskfall.players.llm.answers.echoes import NOTHING, Before, before, echoes
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
    """Return the form for a question's answer; with `notes`, it has a field for private notes."""
    fields: dict[str, Field] = {THOUGHT: ThoughtField()}
    if notes:
        fields[NOTES] = ThoughtField(NOTES)
    if view.phase == DAY:  # before the choice, so that the choice can follow from it
        fields[SUSPICION] = Suspicion.of(view)
    fields |= _speech(ask, view) if ask.speech else _choice(ask, view)
    return Form(fields, SPEECH, before(view)) if ask.speech else Form(fields, CHOICE)


def probe_form(view: View) -> Form:
    """Return the form for a vote intention; its answer is only the seat or the word."""
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
        free = tuple(seat for seat in ask.nominees if seat not in up)  # naming a nominee again has no effect
        fields[NOMINATE] = NamedField(NOMINATE, ask.nominees, free, view.names, meaning(view.names))
    return fields | {CLAIMS: Claims.of(view)}


def _put_up_today(view: View) -> set[int]:
    """Return the seats nominated since the current phase began."""
    today = takewhile(lambda fact: not isinstance(fact, PhaseBegan), reversed(view.facts))
    return {fact.target for fact in today if isinstance(fact, Nominated)}


@dataclass(frozen=True)
class Form:
    """The form of an answer: its fields in order, and the name of the one that is required."""

    fields: Mapping[str, Field]
    needed: str
    before: Before = NOTHING  # earlier speeches, which should not be repeated

    def schema(self, strict: bool, bounds: bool) -> Schema:
        """Return the JSON schema of the answer; `bounds` limits all lengths, so that constrained output always ends."""
        return record(self._parts(strict, bounds), strict, [self.needed])

    def read(self, text: str, prose: bool = True) -> object:
        """Parse a model's text into an answer for the engine; raise `Failed` if there is none.

        `prose` allows plain words as a speech.
        """
        found = reading.read(text, self.needed, prose)
        return {key: value for field in self.fields.values() for key, value in field.read(found).items()}

    def legal(self, answer: object) -> bool:
        """Return whether an answer names only valid options."""
        given = self._given(answer)
        return all(field.legal(given) for field in self.fields.values())

    def echoes(self, answer: object) -> bool:
        """Return whether the answer's speech repeats an earlier one."""
        said = self._given(answer).get("text")
        return isinstance(said, str) and echoes(said, self.before)

    def to_pass(self, answer: object) -> object:
        """Return the answer with an empty speech. Thought, suspicion and nomination stay; addressee and claims go."""
        given = {key: value for key, value in self._given(answer).items() if key not in (TO, CLAIMS)}
        return {**given, "text": ""}

    def write(self, answer: object) -> str:
        """Return a recorded answer as the model would have written it, even if another player gave it."""
        given = self._given(answer)
        written = {name: field.write(given) for name, field in self.fields.items()}
        return json.dumps(written, ensure_ascii=False, separators=(",", ":"))

    def options(self) -> dict[str, list[str]]:
        """Return the options of each field that has options."""
        parts = self._parts(strict=False, bounds=False)
        return {name: part["enum"] for name, part in parts.items() if "enum" in part}

    def repair(self, failure: str) -> str:
        """Return the correction that the model gets after a failure of this kind."""
        return repairs.text(failure, self._parts(strict=False, bounds=False))

    def _parts(self, strict: bool, bounds: bool) -> dict[str, Part]:
        return {name: field.schema(strict, bounds) for name, field in self.fields.items()}

    def _given(self, answer: object) -> Given:
        """Return an answer as a mapping; a plain one becomes the text or the target."""
        return answer if isinstance(answer, dict) else {"text" if self.needed == SPEECH else "target": answer}


class Probe(Form):
    """A form with a choice only, for questions outside the game."""

    def read(self, text: str, prose: bool = True) -> object:
        """Parse a model's text into the chosen seat or word; raise `Failed` if there is none."""
        answer = super().read(text, prose)
        return answer["target"] if isinstance(answer, dict) else answer
