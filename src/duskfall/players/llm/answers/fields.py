"""The fields of an answer: the thought, the choice, the role named with it, the speech, its addressee or nominee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from duskfall.core.ask import NOBODY, SPEECH_LIMIT, Ask, seat_of
from duskfall.players.llm.answers.asides import aloud
from duskfall.players.llm.answers.loose import well_formed
from duskfall.players.llm.answers.meant import DECLINES, Meaning, Unclear, meaning
from duskfall.players.llm.answers.reading import CHOICE, ROLE, SPEECH, THOUGHT, WILL_NOT_PLAY, Answer
from duskfall.players.llm.answers.refusals import refuses
from duskfall.players.llm.answers.schema import Part, choice, string
from duskfall.players.llm.calls import REFUSAL, UNPARSABLE, Failed
from duskfall.players.person.typed import fold
from duskfall.study.talks import puts_question
from duskfall.tell.facts.questions import NO, YES
from duskfall.tell.text import spaced

THOUGHT_BOUND, SPEECH_BOUND = 600, 1200  # maximum characters in a bounded schema; llama.cpp allows fewer than 2000
RAW_LIMIT = 80  # characters kept of a text that is no valid option
YESES, NOES = ("yes", "true", "y", "да", "是", "是的"), ("no", "false", "n", "нет", "否", "不", *DECLINES)
Given = Mapping[str, object]


class Field(Protocol):
    """A field of an answer: its schema, its conversion to the engine's form, and the way back."""

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the field's part of the schema; with `bounds`, lengths are limited."""
        ...

    def read(self, found: Answer) -> Given:
        """Return what the field adds to the engine's answer; raise `Failed` if it is needed and can't be read."""
        ...

    def write(self, answer: Given) -> object:
        """Return what the model would have written in this field for a recorded answer."""
        ...

    def legal(self, answer: Given) -> bool:
        """Return whether the field's part of an answer is one of the options."""
        ...


class Free:
    """A base class for fields without options."""

    __slots__ = ()

    def legal(self, answer: Given) -> bool:
        """Return True: every text is allowed."""
        return True


@dataclass(frozen=True, slots=True)
class ThoughtField(Free):
    """The field for private text: the model's thought, or its notes for later."""

    name: str = THOUGHT

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the schema for any text."""
        return string(THOUGHT_BOUND if bounds else None)

    def read(self, found: Answer) -> Given:
        """Return the text, empty if there is none."""
        return {self.name: self.write(found.fields)}

    def write(self, answer: Given) -> str:
        """Return the recorded text, cut to `SPEECH_LIMIT`; empty if there is none."""
        thought = answer.get(self.name)
        return well_formed(thought)[:SPEECH_LIMIT] if isinstance(thought, str) else ""


@dataclass(frozen=True, slots=True)
class SpeechField:
    """The field for a speech."""

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the schema for any text."""
        return string(SPEECH_BOUND if bounds else None)

    def read(self, found: Answer) -> Given:
        """Return the speech; an empty one passes the turn. Raises `Failed` for a refusal to play."""
        said = found.fields[SPEECH]
        if not isinstance(said, str):
            raise Failed(UNPARSABLE, "the speech is no text")
        if refuses(said, as_player=True):
            raise Failed(REFUSAL, WILL_NOT_PLAY)
        return {"text": spoken(said)}

    def write(self, answer: Given) -> str:
        """Return the recorded speech."""
        said = answer.get("text")
        return spoken(said) if isinstance(said, str) else ""

    def legal(self, answer: Given) -> bool:
        """Return whether the answer has a text, which may be empty."""
        return isinstance(answer.get("text"), str)


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """The field for choosing one of a question's options."""

    ask: Ask
    names: tuple[str, ...]
    who: Meaning

    @classmethod
    def of(cls, ask: Ask, names: tuple[str, ...], roles: Sequence[str]) -> ChoiceField:
        """Return the field for a question. The model may write the verb and `roles` next to a name."""
        return cls(ask, names, meaning(names, _words(ask), (spaced(ask.verb), *roles)))

    @property
    def options(self) -> list[str]:
        """All options, as the model reads and writes them."""
        if self.ask.confirm:
            return [YES, NO] if self.ask.seats else [NO]
        return [*(self.who.labels[seat - 1] for seat in self.ask.seats), *self.ask.words] or [NOBODY]

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the schema for one of the options."""
        return choice(self.options)

    def read(self, found: Answer) -> Given:
        """Return the chosen seat or word, or the raw text if it names no known one; raise `Failed` if unclear."""
        said = found.fields[CHOICE]
        if isinstance(said, bool):
            said = YES if said else NO
        elif isinstance(said, float) and said.is_integer():
            said = int(said)
        if not isinstance(said, str | int):
            raise Failed(UNPARSABLE, "the choice is no word")
        return {"target": self._meant(well_formed(str(said)).strip(), found.plain)}

    def _meant(self, said: str, plain: bool) -> int | str:
        try:
            meant = self.who.of(said)
        except Unclear:
            raise Failed(UNPARSABLE, "the choice is not clear") from None
        if meant is None and (plain or not said):
            raise Failed(UNPARSABLE, "the reply is none of the options")
        return said[:RAW_LIMIT].strip() if meant is None else meant

    def write(self, answer: Given) -> str:
        """Return the recorded choice in the model's words."""
        target = answer.get("target")
        if isinstance(target, bool):
            return YES if target else NO
        return label(target, self.names, self.who)

    def legal(self, answer: Given) -> bool:
        """Return whether the target is one of the question's seats or words."""
        target = answer.get("target")
        words = (YES, NO) if self.ask.confirm else self.ask.words
        return target in words if isinstance(target, str) else type(target) is int and target in self.ask.seats


@dataclass(frozen=True, slots=True)
class RoleField:
    """The field for a role named together with a seat."""

    roles: tuple[str, ...]

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the schema for one of the roles."""
        return choice(self.roles)

    def read(self, found: Answer) -> Given:
        """Return the role in its known spelling, or the raw text if it is no role of the question."""
        said = found.fields.get(ROLE)
        if not isinstance(said, str):
            return {}
        said = well_formed(said).strip()[:RAW_LIMIT].strip()
        return {"as": next((role for role in self.roles if fold(role) == fold(said)), said)}

    def write(self, answer: Given) -> str:
        """Return the recorded role, empty if there is none."""
        return str(self.read(Answer({ROLE: answer.get("as")})).get("as", ""))

    def legal(self, answer: Given) -> bool:
        """Return whether the role is one of the question's roles, or no seat is named, so that none is needed."""
        return answer.get("as") in self.roles or not isinstance(answer.get("target"), int)


@dataclass(frozen=True, slots=True)
class NamedField:
    """The field for a player named with a speech: the addressee of a question, or a nominee for the vote.

    A question needs an addressee, so "nobody" is not an option there; the addressee of a passed turn is ignored.
    """

    field: str
    seats: tuple[int, ...]  # the seats that may be named
    offered: tuple[int, ...]  # those of them whose naming has an effect
    names: tuple[str, ...]
    who: Meaning
    skips: frozenset[str] | None = None  # for questions: the speeches that skip the vote and need no addressee

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the schema for one of the offered players, or nobody unless the field is a question's addressee."""
        labels = [self.who.labels[seat - 1] for seat in self.offered]
        return choice(labels if self.skips is not None else [*labels, NOBODY])

    def read(self, found: Answer) -> Given:
        """Return the named seat, nothing if nobody is named, or the raw text if it names no player."""
        said = found.fields.get(self.field)
        words = well_formed(said).strip() if isinstance(said, str) else ""
        if seat := meant_seat(words or said, self.who):
            return {self.field: seat}
        nobody = not words or fold(words[:RAW_LIMIT]) in DECLINES
        return {} if nobody else {self.field: words[:RAW_LIMIT].strip()}

    def write(self, answer: Given) -> str:
        """Return the recorded player in the model's words, or "nobody"."""
        named = label(answer.get(self.field), self.names, self.who)
        return named if self.read(Answer({self.field: named})) else NOBODY

    def legal(self, answer: Given) -> bool:
        """Return whether the named player may be named, or no name is needed."""
        if self.field not in answer:
            return self.skips is None or not puts_question(str(answer.get("text") or ""), self.skips)
        return answer[self.field] in self.seats


def meant_seat(value: object, who: Meaning) -> int:
    """Return the seat that a model clearly names; 0 if there is none."""
    try:
        found = who.of(str(value)) if isinstance(value, str) or type(value) is int else 0
    except Unclear:
        return 0
    return found if isinstance(found, int) and found <= len(who.labels) else 0


def label(value: object, names: tuple[str, ...], who: Meaning) -> str:
    """Return the model's words for a recorded seat or word; unknown text is returned as it is, cut to RAW_LIMIT."""
    if not isinstance(value, str | int):
        return ""
    said = well_formed(str(value)).strip()
    try:
        meant = seat_of(value, names) or who.of(said)
    except Unclear:
        meant = None
    if isinstance(meant, int) and meant <= len(names):
        return who.labels[meant - 1]
    return said[:RAW_LIMIT].strip() if meant is None else str(meant)


def spoken(text: str) -> str:
    """Return a speech without any reasoning in it, cut to SPEECH_LIMIT."""
    return aloud(well_formed(text)).strip()[:SPEECH_LIMIT].strip()


def _words(ask: Ask) -> tuple[tuple[str, str], ...]:
    """Return words that a model may use for an option, each with the option that it stands for."""
    if ask.confirm:
        return (*((word, YES) for word in YESES), *((word, NO) for word in NOES))
    declines = ask.words[-1] if ask.words else NOBODY
    return (*((word, declines) for word in DECLINES), *((word, word) for word in ask.words))
