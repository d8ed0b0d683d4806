"""What is asked of whom, with which options; and how an answer is read."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.facts import CLAIMS, Claim

new = tuple.__new__  # faster than a named tuple's own constructor, for what every answer makes
SPEECH_LIMIT = 4000  # characters of a message; the rest is cut off
NOBODY, SKIP = "nobody", "skip"
TO_EVERYONE = "everyone"  # as the addressee of a speech: a case file may write a question that names nobody
NAMES_NOBODY = "names-nobody"  # why a question is not put: it does not say whom it is for


class Ask(NamedTuple):
    """A question to one seat: name one of `seats`, or answer one of `words`, or speak."""

    number: int  # of this seat's questions, counted from 1
    seat: int
    verb: str
    part: str = ""  # of a speech: which part of the talk it belongs to
    seats: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()  # a role to name beside the seat
    confirm: bool = False  # yes or no
    speech: bool = False
    addresses: tuple[int, ...] = ()  # of a speech: who may be addressed
    nominees: tuple[int, ...] = ()  # of a speech: who may be nominated
    refused: str = ""  # why the last answer was not taken
    tries: int = 1  # how many answers are still taken


class Choice(NamedTuple):
    """A read answer: a seat, a word, or nothing; with the reason why it is void, if it is."""

    target: int = 0
    word: str = ""
    role: str = ""
    void: str = ""
    silent: bool = False


class Speech(NamedTuple):
    """A read message."""

    text: str = ""
    addressed: int = 0
    nominee: int = 0
    claims: tuple[Claim, ...] = ()
    void: str = ""
    unfit: int | None = None  # who was named, and may not be nominated; 0: nobody at this table


SILENT = Choice(silent=True)
YES, NO = ("yes", "true"), ("no", "false")


def seat_of(value: object, names: tuple[str, ...]) -> int:
    """The seat that a value names, by number or by name; 0 if none."""
    if type(value) is int:  # True is no seat
        return value if 1 <= value <= len(names) else 0
    if isinstance(value, str) and value in names:
        return names.index(value) + 1
    return 0


def read_choice(ask: Ask, value: object, names: tuple[str, ...]) -> Choice:
    """The answer, as far as its form goes: whether the target may be named is the rules' to say."""
    if value is None:
        return SILENT
    role = ""
    if type(value) is dict:
        named = value.get("as")
        role = named if isinstance(named, str) else ""
        value = value.get("target")
    is_word = type(value) is not int and (value in ask.words or (ask.confirm and value in (*YES, *NO)))
    seat = 0 if is_word else seat_of(value, names)
    if not seat:
        return _read_word(ask, value)
    roles = ask.roles
    if roles and role not in roles:
        return Choice(seat, void="no-such-role")
    return new(Choice, (seat, "", role if roles else "", "", False))


def _read_word(ask: Ask, value: object) -> Choice:
    word = str(value).lower() if isinstance(value, bool) else value
    if not isinstance(word, str):
        return Choice(void="not-a-choice")
    if ask.confirm and word in YES:
        return Choice(ask.seats[0]) if ask.seats else Choice(void="none-left")
    if ask.confirm and word in NO:
        word = NOBODY
    if word in ask.words:
        return new(Choice, (0, word, "", "", False))
    return Choice(void="may-not-decline" if word in (NOBODY, SKIP) else "no-such-player")


def read_speech(ask: Ask, value: object, names: tuple[str, ...]) -> Speech:
    """The message; whatever is not words is silence, with the reason."""
    if isinstance(value, str):
        text = value.strip()
        return new(Speech, (text, 0, 0, (), _for_nobody(ask, text), None))
    if value is None:
        return Speech()
    if not isinstance(value, dict) or not isinstance(value.get("text", ""), str):
        return Speech(void="not-a-speech")
    addressed, nominee = seat_of(value.get("to"), names), seat_of(value.get("nominate"), names)
    text, to_all = value.get("text", "").strip(), not addressed and value.get("to") == TO_EVERYONE
    unheard = bool(addressed and ask.addresses) and addressed not in ask.addresses
    for_nobody = "" if addressed or to_all else _for_nobody(ask, text)
    barred = value.get("nominate") not in (None, NOBODY) and nominee not in ask.nominees
    wrong = "dead" if barred and nominee and ask.nominees else "no-such-player"
    return Speech(
        text,
        addressed if addressed in ask.addresses else 0,
        nominee if nominee in ask.nominees else 0,
        read_claims(value.get("claims"), names),
        wrong if unheard or barred else for_nobody,
        nominee if barred and ask.nominees else None,
    )


def _for_nobody(ask: Ask, text: str) -> str:
    """Return why a message is not spoken where each is a question to somebody; empty if it may be spoken."""
    return NAMES_NOBODY if ask.addresses and text and text != SKIP.upper() else ""


def read_claims(value: object, names: tuple[str, ...]) -> tuple[Claim, ...]:
    """The well-formed claims among these, at most 16; the others are dropped."""
    if not isinstance(value, list | tuple):
        return ()
    claims = []
    for item in value[:16]:
        if isinstance(item, Claim):
            item = item._asdict()
        if not isinstance(item, dict) or item.get("kind") not in CLAIMS:
            continue
        word, verb = item.get("word", ""), item.get("verb", "")
        seat = seat_of(item.get("seat"), names)
        if seat and isinstance(word, str) and isinstance(verb, str):
            claims.append(Claim(item["kind"], seat, word[:80], verb[:40]))
    return tuple(claims)
