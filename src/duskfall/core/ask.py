"""Questions to seats, and the parsing of answers."""

from __future__ import annotations

from typing import NamedTuple

from duskfall.core.facts import CLAIMS, Claim

new = tuple.__new__  # faster than calling a NamedTuple class; used for objects created on every answer
SPEECH_LIMIT = 4000  # longest message in characters; the rest is cut off
NOBODY, SKIP = "nobody", "skip"
NAMES_NOBODY = "names-nobody"  # reason why a question is not spoken: it names no addressee


class Ask(NamedTuple):
    """A question to one seat, answered by naming one of `seats`, by one of `words`, or by a speech."""

    number: int  # counts the questions to this seat, from 1
    seat: int
    verb: str
    part: str = ""  # for a speech: the part of the discussion it belongs to
    seats: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()  # roles, one of which must be named along with the seat
    confirm: bool = False  # whether the answer is yes or no
    speech: bool = False
    addresses: tuple[int, ...] = ()  # for a speech: seats that may be addressed
    nominees: tuple[int, ...] = ()  # for a speech: seats that may be nominated
    refused: str = ""  # reason why the last answer was refused
    tries: int = 1  # answers that may still be given, the next one included


class Choice(NamedTuple):
    """A parsed answer: a seat, a word, or nothing; `void` is the reason if it is void."""

    target: int = 0
    word: str = ""
    role: str = ""
    void: str = ""
    silent: bool = False


class Speech(NamedTuple):
    """A parsed message."""

    text: str = ""
    addressed: int = 0
    nominee: int = 0
    claims: tuple[Claim, ...] = ()
    void: str = ""
    unfit: int | None = None  # seat that was named but may not be nominated; 0: no such seat


SILENT = Choice(silent=True)
YES, NO = ("yes", "true"), ("no", "false")


def seat_of(value: object, names: tuple[str, ...]) -> int:
    """Return the seat given by number or name; 0 if there is none."""
    if type(value) is int:  # excludes True, which is an int
        return value if 1 <= value <= len(names) else 0
    if isinstance(value, str) and value in names:
        return names.index(value) + 1
    return 0


def read_choice(ask: Ask, value: object, names: tuple[str, ...]) -> Choice:
    """Parse an answer as a choice. Only its form is checked: the game decides whether the target is allowed."""
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
    """Parse an answer as a message. Anything but text becomes silence, with the reason in `void`."""
    if isinstance(value, str):
        text = value.strip()
        return new(Speech, (text, 0, 0, (), _for_nobody(ask, text), None))
    if value is None:
        return Speech()
    if not isinstance(value, dict) or not isinstance(value.get("text", ""), str):
        return Speech(void="not-a-speech")
    addressed, nominee = seat_of(value.get("to"), names), seat_of(value.get("nominate"), names)
    text = value.get("text", "").strip()
    addressed = addressed if addressed in ask.addresses else 0
    barred = value.get("nominate") not in (None, NOBODY) and nominee not in ask.nominees
    wrong = "dead" if barred and nominee and ask.nominees else "no-such-player"
    return Speech(
        text,
        addressed,
        nominee if nominee in ask.nominees else 0,
        read_claims(value.get("claims"), names),
        wrong if barred else "" if addressed else _for_nobody(ask, text),
        nominee if barred and ask.nominees else None,
    )


def _for_nobody(ask: Ask, text: str) -> str:
    """Return why a question without an addressee is not spoken; empty if no addressee is needed."""
    return NAMES_NOBODY if ask.addresses and text and text != SKIP.upper() else ""


def read_claims(value: object, names: tuple[str, ...]) -> tuple[Claim, ...]:
    """Return the well-formed claims among the first 16 items; others are dropped."""
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
