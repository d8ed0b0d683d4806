"""What a person types, read as a choice: numbers, names and their beginnings, yes and no."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from duskfall.core.ask import NOBODY, SKIP, Ask
from duskfall.core.view import View
from duskfall.tell.facts import questions
from duskfall.tell.facts.questions import Option
from duskfall.tell.text import listing, quote, safe

DECLINES = (NOBODY, SKIP, "none", "pass")
AS_ROLE = re.compile(r"\s+as(?:\s+|$)", re.IGNORECASE)
SHORT = 40  # of what was typed, when it is quoted


class NotUnderstood(ValueError):
    """What was typed is no answer here; the message says why, to the person who typed it."""


class NoCommand(NotUnderstood):
    """A command is meant that there is not."""


class Barred(NotUnderstood):
    """Somebody is meant whom the rules do not let one name here."""

    def __init__(self, text: str, seat: int) -> None:
        super().__init__(text)
        self.seat = seat


def fold(text: str) -> str:
    """The text as it is compared: case, width and blanks make no difference."""
    return " ".join(normalize("NFKC", normalize("NFKC", text).casefold()).split())


def quoted(text: str) -> str:
    """What was typed, short and safe to print."""
    text = safe(text[: 4 * SHORT])
    return quote(text if len(text) <= SHORT else f"{text[:SHORT]}…")


def pick(typed: str, options: Iterable[Option]) -> Option | None:
    """The option of this number, this name, or the one whose name begins so; None if there is none."""
    wanted, known = fold(typed), list(options)
    if not wanted:
        return None
    by_number = [each for each in known if each.key == wanted.removeprefix("#")]
    by_name = [each for each in known if fold(each.label) == wanted]
    begins = [each for each in known if fold(each.label).startswith(wanted)]
    found = by_number or by_name or begins
    if len(found) > 1:
        could = listing((f"{each.key} {safe(each.label)}" for each in found), "or")
        raise NotUnderstood(f"{quoted(typed)} could be {could}: type the number.")
    return found[0] if found else None


def is_named(typed: str, options: Iterable[Option]) -> bool:
    """Whether just this is the name of an option."""
    return fold(typed) in {fold(each.label) for each in options}


# -- choices -----------------------------------------------------------------------------------------------


def read_choice(ask: Ask, line: str, view: View) -> object:
    """The answer that a line stands for."""
    options = questions.options(ask, view.names)
    typed, *role = AS_ROLE.split(line, maxsplit=1) if ask.roles and not is_named(line, options) else [line]
    found = pick(typed, options) or _declined(typed, ask, options)
    if found is None:
        raise _why_not(ask, typed, view)
    if not ask.roles or isinstance(found.value, str):
        return found.value
    return {"target": found.value, "as": _role(ask, found, role)}


def _declined(typed: str, ask: Ask, options: list[Option]) -> Option | None:
    """The word that names nobody, whatever the book calls it; if it is all there is, no word does too."""
    said = fold(typed) in DECLINES and ask.words and not ask.confirm
    alone = not fold(typed) and len(options) == 1 and isinstance(options[0].value, str)
    return options[-1] if said or alone else None


def _role(ask: Ask, seat: Option, typed: list[str]) -> int | str:
    if not typed or not fold(typed[0]):
        raise NotUnderstood(f"Name a role too, as in: {seat.key} as {ask.roles[0]}.")
    found = pick(typed[0], questions.roles(ask))
    if found is None:
        raise NotUnderstood(f"{quoted(typed[0])} is no role. There are: {', '.join(ask.roles)}.")
    return found.value


def _why_not(ask: Ask, typed: str, view: View) -> NotUnderstood:
    if not fold(typed):
        return NotUnderstood("Type a number or a name.")
    if ask.confirm:
        return NotUnderstood(f"{quoted(typed)} is neither yes nor no.")
    seat = _anybody(typed, view.names)
    if not seat:
        return NotUnderstood(f"{quoted(typed)} is none of the options.")
    if seat in view.dead:
        return NotUnderstood(f"{safe(view.names[seat - 1])} is dead.")
    return Barred("You may not name yourself" if seat == ask.seat else f"{safe(view.names[seat - 1])} is barred", seat)


def _anybody(typed: str, names: Sequence[str]) -> int:
    """The seat of the whole table that is meant; 0 if that is not clear."""
    found = clear(typed, players(range(1, len(names) + 1), names))
    return int(found.value) if found else 0


def players(seats: Iterable[int], names: Sequence[str]) -> list[Option]:
    """Some seats, to pick from."""
    return [Option(str(seat), names[seat - 1], seat) for seat in seats]


def first(text: str, known: Iterable[Option]) -> tuple[str, str]:
    """The name in front and the rest: a whole name where one stands there, else the first word."""
    for each in sorted(known, key=lambda option: -len(option.label)):
        name, rest = text[: len(each.label)], text[len(each.label) :]
        if fold(name) == fold(each.label) and not rest[:1].isalnum():
            return name, rest.lstrip(" :,")
    word, _, rest = text.partition(" ")
    return word.rstrip(":,"), rest.strip()


def named(typed: str, known: Iterable[Option], what: str) -> int | str:
    """The option that is meant; whoever means none is told what there is none for."""
    found = pick(typed.rstrip(" .!?"), known)
    if found is None:
        raise NotUnderstood(f"{quoted(typed)} is nobody who can {what}." if typed else f"Name somebody who can {what}.")
    return found.value


def clear(typed: str, known: Iterable[Option]) -> Option | None:
    """The option that is meant, if it is clear."""
    try:
        return pick(typed, known)
    except NotUnderstood:
        return None
