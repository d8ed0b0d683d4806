"""What a page answers, as the game takes it; what the rules forbid is not taken, and may be answered anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duskfall.core.ask import Ask, read_claims
from duskfall.core.facts import Claim
from duskfall.core.log import clean
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.players.person import meaning
from duskfall.room.refused import Refused
from duskfall.tell.facts import questions
from duskfall.tell.tongue import say

SPOKEN, CHOSEN = ("text", "to", "nominate"), ("target", "as")


def read_answer(game: Game, ask: Ask, value: object, view: View) -> Any:
    """The answer, fit for a file; a speech with what its words claim."""
    if value is None:
        raise Refused(say("Nothing was answered."))
    found = _speech(ask, value, view) if ask.speech else _choice(value)
    if void := game.void(ask, found):
        raise Refused(questions.reason(ask._replace(refused=void)))
    return found


def _choice(value: object) -> object:
    return clean({key: value[key] for key in CHOSEN if key in value} if isinstance(value, Mapping) else value)


def _speech(ask: Ask, value: object, view: View) -> object:
    if not isinstance(value, Mapping):
        value = {"text": value}
    said = {key: value[key] for key in SPOKEN if value.get(key) not in (None, "")}
    return clean({**said, "text": value.get("text") or "", "claims": claims(ask, value, view)})


def claims(ask: Ask, said: Mapping[str, Any], view: View) -> list[Claim]:
    """What a speech claims, in so many words and beside them."""
    text, to = said.get("text"), said.get("to")
    words = text if isinstance(text, str) else ""
    given = read_claims(said.get("claims"), view.names)
    return meaning.claims(words, view, ask.verb, given, part=ask.part, to=to if type(to) is int else 0)


def heard(ask: Ask, said: Mapping[str, Any], view: View) -> str:
    """How a speech would be heard."""
    return meaning.heard_as(str(said.get("text") or ""), claims(ask, said, view), view)
