"""The fields of an answer: the thought, the choice, the role beside it, the speech, and who is named with it."""

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

THOUGHT_BOUND, SPEECH_BOUND = 600, 1200  # characters; llama.cpp's grammars take fewer than 2000
RAW_LIMIT = 80  # of what was written where an option should stand
YESES, NOES = ("yes", "true", "y", "да", "是", "是的"), ("no", "false", "n", "нет", "否", "不", *DECLINES)
Given = Mapping[str, object]


class Field(Protocol):
    """One field: how it is asked for, read into what the kernel takes, and written as the model would."""

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Its part of the schema."""
        ...

    def read(self, found: Answer) -> Given:
        """What it adds to the answer; raises Failed if it is needed and cannot be read."""
        ...

    def write(self, answer: Given) -> object:
        """What the model would have written for this recorded answer."""
        ...

    def legal(self, answer: Given) -> bool:
        """Whether its part of an answer is one of the options."""
        ...


class Free:
    """A field that holds no option."""

    __slots__ = ()

    def legal(self, answer: Given) -> bool:
        """Nothing in it is forbidden."""
        return True


@dataclass(frozen=True, slots=True)
class ThoughtField(Free):
    """What the model thinks, for itself alone; or what it notes for later."""

    name: str = THOUGHT

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Any words."""
        return string(THOUGHT_BOUND if bounds else None)

    def read(self, found: Answer) -> Given:
        """The thought, empty if there is none."""
        return {self.name: self.write(found.fields)}

    def write(self, answer: Given) -> str:
        """The thought as it is."""
        thought = answer.get(self.name)
        return well_formed(thought)[:SPEECH_LIMIT] if isinstance(thought, str) else ""


@dataclass(frozen=True, slots=True)
class SpeechField:
    """What is said."""

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Any words."""
        return string(SPEECH_BOUND if bounds else None)

    def read(self, found: Answer) -> Given:
        """The words; none at all pass the turn."""
        said = found.fields[SPEECH]
        if not isinstance(said, str):
            raise Failed(UNPARSABLE, "the speech is no text")
        if refuses(said, as_player=True):
            raise Failed(REFUSAL, WILL_NOT_PLAY)
        return {"text": spoken(said)}

    def write(self, answer: Given) -> str:
        """The words as they were said."""
        said = answer.get("text")
        return spoken(said) if isinstance(said, str) else ""

    def legal(self, answer: Given) -> bool:
        """Whether anything was said, were it nothing."""
        return isinstance(answer.get("text"), str)


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """One of the options of an ask."""

    ask: Ask
    names: tuple[str, ...]
    who: Meaning

    @classmethod
    def of(cls, ask: Ask, names: tuple[str, ...], roles: Sequence[str]) -> ChoiceField:
        """What may be chosen; the verb and these roles may stand beside a name."""
        return cls(ask, names, meaning(names, _words(ask), (spaced(ask.verb), *roles)))

    @property
    def options(self) -> list[str]:
        """All that may be chosen, as the model reads and writes it."""
        if self.ask.confirm:
            return [YES, NO] if self.ask.seats else [NO]
        return [*(self.who.labels[seat - 1] for seat in self.ask.seats), *self.ask.words] or [NOBODY]

    def schema(self, strict: bool, bounds: bool) -> Part:
        """One of the options."""
        return choice(self.options)

    def read(self, found: Answer) -> Given:
        """The seat or the word that is chosen; or what was written, if it names nothing that is known here."""
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
        """How the model calls what was chosen."""
        target = answer.get("target")
        if isinstance(target, bool):
            return YES if target else NO
        return label(target, self.names, self.who)

    def legal(self, answer: Given) -> bool:
        """Whether the target is a seat or a word that may be chosen."""
        target = answer.get("target")
        words = (YES, NO) if self.ask.confirm else self.ask.words
        return target in words if isinstance(target, str) else type(target) is int and target in self.ask.seats


@dataclass(frozen=True, slots=True)
class RoleField:
    """The role that is named beside a seat."""

    roles: tuple[str, ...]

    def schema(self, strict: bool, bounds: bool) -> Part:
        """One of the roles."""
        return choice(self.roles)

    def read(self, found: Answer) -> Given:
        """The role, or what was written in its place."""
        said = found.fields.get(ROLE)
        if not isinstance(said, str):
            return {}
        said = well_formed(said).strip()[:RAW_LIMIT].strip()
        return {"as": next((role for role in self.roles if fold(role) == fold(said)), said)}

    def write(self, answer: Given) -> str:
        """The role as it is."""
        return str(self.read(Answer({ROLE: answer.get("as")})).get("as", ""))

    def legal(self, answer: Given) -> bool:
        """Whether it is one of the roles; who names no seat needs none."""
        return answer.get("as") in self.roles or not isinstance(answer.get("target"), int)


@dataclass(frozen=True, slots=True)
class NamedField:
    """A player to whom a question is put, or who is put up for the vote with a speech; or nobody.

    A question needs an addressee, so that nobody is no option there; whoever a pass names counts for nothing.
    """

    field: str
    seats: tuple[int, ...]  # who may be named
    offered: tuple[int, ...]  # of these, whom to name makes a difference
    names: tuple[str, ...]
    who: Meaning
    skips: frozenset[str] | None = None  # of questions: the words of the skip vote, which are put to nobody

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return one of these players; or nobody, unless a question has to be put to somebody."""
        labels = [self.who.labels[seat - 1] for seat in self.offered]
        return choice(labels if self.skips is not None else [*labels, NOBODY])

    def read(self, found: Answer) -> Given:
        """The seat that is named; nothing if nobody is, and what was written if that is nobody here."""
        said = found.fields.get(self.field)
        words = well_formed(said).strip() if isinstance(said, str) else ""
        if seat := meant_seat(words or said, self.who):
            return {self.field: seat}
        nobody = not words or fold(words[:RAW_LIMIT]) in DECLINES
        return {} if nobody else {self.field: words[:RAW_LIMIT].strip()}

    def write(self, answer: Given) -> str:
        """How the model calls whom it named."""
        named = label(answer.get(self.field), self.names, self.who)
        return named if self.read(Answer({self.field: named})) else NOBODY

    def legal(self, answer: Given) -> bool:
        """Whether it is one of these players, if it is any."""
        if self.field not in answer:
            return self.skips is None or not puts_question(str(answer.get("text") or ""), self.skips)
        return answer[self.field] in self.seats


def meant_seat(value: object, who: Meaning) -> int:
    """The seat that a model names for sure; 0 if it names none."""
    try:
        found = who.of(str(value)) if isinstance(value, str) or type(value) is int else 0
    except Unclear:
        return 0
    return found if isinstance(found, int) and found <= len(who.labels) else 0


def label(value: object, names: tuple[str, ...], who: Meaning) -> str:
    """How the model calls what a recorded answer names; what is nothing that it knows stays as it is."""
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
    """The words of a speech, without any reasoning among them."""
    return aloud(well_formed(text)).strip()[:SPEECH_LIMIT].strip()


def _words(ask: Ask) -> tuple[tuple[str, str], ...]:
    """Words that may be said, and which of the options each stands for."""
    if ask.confirm:
        return (*((word, YES) for word in YESES), *((word, NO) for word in NOES))
    declines = ask.words[-1] if ask.words else NOBODY
    return (*((word, declines) for word in DECLINES), *((word, word) for word in ask.words))
