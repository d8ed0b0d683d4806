"""What a person says: the words as typed, whom they address or put up for the vote, and what they claim."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from duskfall.core.ask import Ask
from duskfall.core.facts import Claim
from duskfall.core.view import View
from duskfall.players.person import meaning
from duskfall.players.person.clauses import ACCUSE, DEFEND, RESULT, ROLE
from duskfall.players.person.typed import NotUnderstood, clear, first, named, players, quoted
from duskfall.study.company import Company
from duskfall.study.primer import GOOD, Primer, primer
from duskfall.study.talks import puts_question, skip_words
from duskfall.tell.facts.described import a_card
from duskfall.tell.facts.questions import Option
from duskfall.tell.rules.role_card import book

ADDRESSED = re.compile(r"@\s*(.+)", re.DOTALL)
SPOKEN_TO = re.compile(r"to\s+([^:]+):\s*(.*)", re.IGNORECASE | re.DOTALL)
NOMINATES = re.compile(r"(.*?)(?:^|\s)/nominate\s+(.+)", re.IGNORECASE | re.DOTALL)
PROPOSES = re.compile(r"(.*[.!?;,:—]\s*|.*\bI\s+|)nominate\s+([^.!?]+)[.!?]?", re.IGNORECASE | re.DOTALL)
CLAIMS = {"claim": ROLE, "result": RESULT, "accuse": ACCUSE, "defend": DEFEND}
CLAIM = re.compile(rf"(?:^|\s)/({'|'.join(CLAIMS)})(?:\s+|$)", re.IGNORECASE)
MOST = 16  # claims in one speech


def read_speech(ask: Ask, line: str, view: View) -> object:
    """The words with whom they address, whom they put up for the vote, and what they claim, said or by command."""
    answer = dict[str, object]()
    text, given = _commands(line.strip(), view)
    if ask.nominees:
        text = _nominate(ask, text, view, answer)
    if ask.addresses:
        text = _address(ask, text, view, answer)
    if claims := meaning.claims(text, view, ask.verb, given, part=ask.part, to=_seat(answer.get("to"))):
        answer["claims"] = claims
    text = text or " ".join(_sentence(claim, view) for claim in given)
    if ask.addresses and "to" not in answer and puts_question(text, skip_words(view)):
        raise NotUnderstood("Whom do you ask? Write @name and the question, or pass.")
    return {"text": text, **answer} if answer else text


def heard_as(line: str, answer: object, view: View) -> str:
    """How the words of a read speech are heard; nothing where they were commands, or tell nothing of anybody."""
    if line.lstrip().startswith("/"):
        return ""
    said: dict[str, Any] = answer if isinstance(answer, dict) else {"text": answer}
    return meaning.heard_as(str(said["text"]), said.get("claims", ()), view)


def _seat(value: object) -> int:
    return value if isinstance(value, int) else 0


def _nominate(ask: Ask, text: str, view: View, answer: dict[str, object]) -> str:
    """`/nominate bob` goes out of the text; a `nominate bob` in words stays in it."""
    known = players(ask.nominees, view.names)
    if command := NOMINATES.fullmatch(text):
        text, whom = command[1].strip(), command[2]
        answer["nominate"] = named(whom, known, "be put up for the vote")
    elif (plain := PROPOSES.fullmatch(text)) and (found := clear(plain[2], known)):
        answer["nominate"] = found.value
        text = text if plain[1] else ""
    return text


def _address(ask: Ask, text: str, view: View, answer: dict[str, object]) -> str:
    """`@bob ...` or `to bob: ...`; a colon after other words is part of the speech."""
    known = players(ask.addresses, view.names)
    if at := ADDRESSED.fullmatch(text):
        whom, rest = first(at[1], known)
        answer["to"] = named(whom, known, "be addressed")
        return rest
    if (to := SPOKEN_TO.fullmatch(text)) and (found := clear(to[1], known)):
        answer["to"] = found.value
        return to[2]
    return text


# -- claims by command -------------------------------------------------------------------------------------


def _commands(text: str, view: View) -> tuple[str, list[Claim]]:
    """The text without its commands, and what they claim."""
    claims: list[Claim] = []
    while len(claims) < MOST and (command := CLAIM.search(text)):
        claim, rest = _claim(CLAIMS[command[1].lower()], text[command.end() :].strip(), view, claims)
        claims += [claim] if claim not in claims else []
        text = f"{text[: command.start()]} {rest.lstrip(' .,:;!')}".strip()
    return text, claims


def _claim(kind: str, text: str, view: View, before: Sequence[Claim]) -> tuple[Claim, str]:
    """The claim at the head of a text, and the rest."""
    rules = meaning.rules_of(view)
    known = primer(rules) if rules else None
    if kind == ROLE:
        role, rest = _word(text, list(known.cards) if known else [], "role")
        return Claim(ROLE, view.seat or 0, role), rest
    everybody = players(range(1, len(view.names) + 1), view.names)
    whom, rest = first(text, everybody)
    seat = int(named(whom, everybody, "be spoken of"))
    if kind != RESULT:
        return Claim(kind, seat), rest
    word, rest = _word(rest, _results(known) if known else [], "result")
    return Claim(RESULT, seat, word, _told_by(word, known, view, before) if known else ""), rest


def _word(text: str, known: Sequence[str], what: str) -> tuple[str, str]:
    options = [Option(str(number), word, word) for number, word in enumerate(known, 1)]
    word, rest = first(text, options)
    found = clear(word, options) if word and not word.isdecimal() else None
    if found is None:
        raise NotUnderstood(f"{quoted(word)} is no {what}. There are: {', '.join(known) or 'none'}.")
    return str(found.value), rest


def _results(known: Primer) -> list[str]:
    return list(dict.fromkeys(word for act in known.acts.values() for word in (*act.means, *sorted(act.forged))))


def _told_by(word: str, known: Primer, view: View, before: Sequence[Claim]) -> str:
    """The act that tells this word: of the role that is claimed, of one's own, or of anybody of the many."""
    claimed = [claim.word for claim in before if claim.kind == ROLE]
    many = [card.name for card in known.cards.values() if card.side == GOOD]
    return meaning.told_by(word, [*claimed, *meaning.stands_for(view, known), *many], known)


def _sentence(claim: Claim, view: View) -> str:
    """What is said where a command is all that was typed."""
    if claim.kind == ROLE:
        return f"I am {_with_article(claim.word, view)}."
    name = view.names[claim.seat - 1]
    if claim.kind == RESULT:
        return f"{name}: {claim.word}."
    return f"I accuse {name}." if claim.kind == ACCUSE else f"I trust {name}."


def _with_article(role: str, view: View) -> str:
    rules = book(view)
    if rules is None:
        return role
    company = Company(rules)
    company.take(view.facts[0])
    return a_card(role, company)
