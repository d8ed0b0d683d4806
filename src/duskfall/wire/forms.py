"""A question as a form: who is asked what, what may be answered, what is drafted."""

from typing import Literal, TypedDict

from duskfall.wire.common import NamedSeat, NamedWord

FormKind = Literal["choice", "yesno", "ballot", "speech"]


class FormOption(TypedDict):
    """An answer that may be picked."""

    value: int | str
    label: str
    seat: int  # 0: a word, not a seat
    barred: str  # why it may not be picked, in words; empty if it may


class QuestionHead(TypedDict):
    """Who is asked what, and what may be named beside a seat."""

    seat: int
    verb: str
    who: str
    label: str
    kind: FormKind
    roles: list[NamedWord]
    nominees: list[NamedSeat]
    addresses: list[NamedSeat]  # of a speech: who may be addressed


class QuestionForm(QuestionHead):
    """A question with all that may be answered, and the answer that is drafted."""

    question: str
    options: list[FormOption]
    value: object
    barred: str  # why the drafted answer will be void; empty if it will not


class DeskForm(QuestionForm):
    """A question at the rulings desk; the same may be asked more than once in a phase, a vote again for one."""

    round: int


class ClaimedResult(TypedDict):
    """A word that an act may have brought."""

    verb: str
    word: str
    label: str
    act: str


class SpeechClaims(TypedDict):
    """What bots understand."""

    roles: list[NamedWord]
    results: list[ClaimedResult]
    seats: list[NamedSeat]


class SeatForm(QuestionForm):
    """A question to a person among bots; of a speech, also what may be claimed in it."""

    claims: SpeechClaims | None
    number: int  # of this seat's questions: an answer to an older one is none
