"""What a client answers, read as the question offers it: a name, a word or a number; else one line what there is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from duskfall.players.llm.quote import neutral
from duskfall.wire.forms import SeatForm, SpeechClaims
from duskfall.wire.seat import SeatState

PASS = ("", "pass")
MARK = re.compile(r"\s*[(（][^()（）]*[)）]\s*\Z")


class NotTaken(ValueError):
    """Why something cannot be sent, and what to do instead, in one line."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim that bots understand: `kind`, of whom, and the role or result that is claimed."""

    kind: Literal["role", "result", "visit", "accuse", "defend"]
    seat: str | int = ""  # a name or a number; empty: your own
    word: str = ""
    verb: str = ""


def question(forms: Sequence[SeatForm], number: int | None) -> SeatForm:
    """The question that is meant: the only one, or the one with this number."""
    if not forms:
        raise NotTaken("You are asked nothing now: call `wait` until you are.")
    if number is None and len(forms) == 1:
        return forms[0]
    found = next((form for form in forms if form["number"] == number), None)
    if found is None:
        open_now = ", ".join(f"{form['number']} ({form['label']})" for form in forms)
        raise NotTaken(f"Say which question you answer, with `question`: {open_now}.")
    return found


def choice(form: SeatForm, typed: str, role: str) -> object:
    """The value of an option; where a role is named beside a seat, both."""
    if form["kind"] == "speech":
        if typed.strip().casefold() in PASS:
            return ""
        raise NotTaken("This question wants words: use `say`; an empty text passes.")
    option = _found(typed, ((each, (each["value"], each["label"])) for each in form["options"]))
    if option is None:
        raise NotTaken(f"There is no {typed!r} here. Answer with one of: {_told(form['options'])}.")
    if option["barred"]:
        raise NotTaken(f"{option['label']} may not be chosen: {option['barred']}")
    if not form["roles"] or not option["seat"]:
        return option["value"]
    named = _found(role, ((each["value"], (each["value"], each["label"])) for each in form["roles"]))
    if named is None:
        raise NotTaken(f"Name a role beside it, with `role`; one of: {_told(form['roles'])}.")
    return {"target": option["value"], "as": named}


def speech(
    form: SeatForm, now: SeatState, text: str, to: str, nominate: str, claims: Sequence[Claimed]
) -> dict[str, Any]:
    """A speech with all that goes beside it."""
    said: dict[str, Any] = {"text": text}
    if to:
        said["to"] = _seat(to, form["addresses"], "Nobody may be addressed here", "You may address")
    if nominate:
        said["nominate"] = _seat(nominate, form["nominees"], "Nobody may be nominated here", "You may nominate")
    if claims:
        said["claims"] = [_claim(each, form["claims"], now) for each in claims]
    return said


def _claim(claim: Claimed, known: SpeechClaims | None, now: SeatState) -> dict[str, object]:
    if known is None:
        raise NotTaken("Nothing can be claimed in this talk: leave `claims` out.")
    seats = [{"value": each["seat"], "label": each["name"]} for each in now["seats"]]
    seat = _seat(str(claim.seat), seats, "", "Claims are about") if claim.seat else now["you"]["seat"]
    word = claim.word
    if claim.kind == "role":
        word = _word(word, [(each["value"], each["label"]) for each in known["roles"]], "role")
    elif claim.kind == "result":
        word = _word(word, [(each["word"], each["label"]) for each in known["results"]], "result")
    return {"kind": claim.kind, "seat": seat, "word": word, "verb": claim.verb}


def _word(typed: str, words: Iterable[tuple[str, str]], what: str) -> str:
    offered = dict(words)
    found = _found(typed, ((value, (value, label)) for value, label in offered.items()))
    if found is None:
        raise NotTaken(f"The {what} {typed!r} cannot be claimed; one of: {', '.join(offered.values()) or 'none'}.")
    return str(found)


def _seat(typed: str, seats: Sequence[Mapping[str, Any]], none: str, some: str) -> int:
    found = _found(typed, ((each["value"], (each["value"], each["label"])) for each in seats))
    if found is None:
        raise NotTaken(f"{some}: {_told(seats)}." if seats else f"{none}: leave it out.")
    return int(found)


def _found(typed: str, offered: Iterable[tuple[Any, tuple[object, str]]]) -> Any:
    """What is offered under this name, word or number; the number of a seat comes before a name that is one.

    What `tell` puts in brackets behind a name may come with it.
    """
    ways = [(what, (str(value), label, offer(value, label))) for what, (value, label) in offered]
    for words in dict.fromkeys((typed, MARK.sub("", typed))):
        wanted = neutral(words).casefold()
        for place in range(3):
            for what, spelled in ways:
                if neutral(spelled[place]).casefold() == wanted:
                    return what
    return None


def _told(offered: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(offer(each["value"], each["label"]) for each in offered if not each.get("barred"))


def offer(value: object, label: str) -> str:
    """An option as it may be typed: a seat by its number and name, a word by itself."""
    return f"{value} {label}" if isinstance(value, int) else label
