"""How a line is made: an unused one for what there is to say, with its typed claims."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from duskfall.players.bots.scripted.heard import HeardReport
from duskfall.players.bots.scripted.lines import LINES
from duskfall.players.bots.scripted.turn import Turn
from duskfall.tell.phrases import SOMEBODY
from duskfall.tell.tongue import ENGLISH, say, speaking, spoken, together, word

Words = dict[str, Any]
VOTE, NIGHT = re.compile("[Vv]ote"), re.compile("last night|slept|Another night")


def line(turn: Turn, tag: str, who: int = 0, of: int = 0, result: str = "", role: str = "", results: str = "") -> str:
    """A line for this: not used today if there is one, and best one that this seat has never used."""
    names, choices = turn.mind.view.names, LINES[tag]
    first = turn.roll("line " + tag, len(choices))
    text = say(
        (new(turn, tag, first) or unused(turn, tag, first) or [choices[first]])[0],
        who=names[who - 1] if who else say(SOMEBODY),
        of=names[of - 1] if of else say(SOMEBODY),
        word=word(result, "word"),
        role=with_article(turn, role),
        office=word(turn.mind.book.office, "title"),
        results=results,
    )
    return text[:1].upper() + text[1:]


def unused(turn: Turn, tag: str, first: int = 0) -> list[str]:
    """The lines for this that fit the day and that nobody has used in this phase, from one of them on."""
    order, said = (*LINES[tag][first:], *LINES[tag][:first]), "\n".join(turn.mind.heard)
    return [text for text in order if core(text, spoken()) not in said and fits(turn, text)]


def new(turn: Turn, tag: str, first: int = 0) -> list[str]:
    """Those of them that this seat has never used."""
    own = "\n".join(turn.mind.own)
    return [text for text in unused(turn, tag, first) if core(text, spoken()) not in own]


@cache
def core(text: str, language: str) -> str:
    """The longest piece of a line that stands in it whoever is named: by it a used line is known again."""
    with speaking(language):
        return max(re.split(r"{\w+}", say(text)), key=len)


def fits(turn: Turn, text: str) -> bool:
    """No word of a vote on a day without one, none of the night before the first."""
    of_vote, of_night = _speaks_of(text)
    return (not of_night or turn.mind.night > 0) and (not of_vote or turn.mind.votes_today())


@cache
def _speaks_of(text: str) -> tuple[bool, bool]:
    """Whether a line speaks of a vote, and whether of a night."""
    return bool(VOTE.search(text)), bool(NIGHT.search(text))


def fresh(turn: Turn, tag: str, most: int) -> bool:
    """Whether fewer than so many lines for this have been used in this phase."""
    fitting = [text for text in LINES[tag] if fits(turn, text)]
    return len(fitting) - len(unused(turn, tag)) < most


def with_article(turn: Turn, role: str) -> str:
    """A role in a sentence: the Cop, a Villager; a card named like its team stands alone."""
    if spoken() != ENGLISH:
        return word(role, "role")
    card = turn.mind.book.cards.get(role)
    if card is None or card.name.lower() == card.team:
        return role
    if turn.mind.role_count(role) == 1:
        return f"the {role}"
    return f"an {role}" if role[0] in "AEIOU" else f"a {role}"


def claim(kind: str, seat: int, told: str = "", verb: str = "") -> Words:
    """A typed claim."""
    return {"kind": kind, "seat": seat, "word": told, "verb": verb}


def message(text: str, *claims: Words) -> Words:
    """A message with its claims."""
    return {"text": text, "claims": list(claims)}


def told(turn: Turn, reports: list[HeardReport]) -> str:
    """Results in words."""
    read = [(turn.mind.view.names[report.on - 1], word(report.word, "word")) for report in reports]
    return together(say("{name}: {word}.", name=name, word=result) for name, result in read)


def claims_of(reports: list[HeardReport]) -> list[Words]:
    """Results as typed claims."""
    return [claim("result", report.on, report.word, report.verb) for report in reports]
