"""Small frames as a table sends them."""

from __future__ import annotations

from typing import Any, cast

from duskfall.wire.forms import SeatForm
from duskfall.wire.room import ChatLine, RoomBoard
from duskfall.wire.seat import AnyTold, SeatState

NAMES = ("Ann", "Bob", "Cid")


def line(text: str, private: bool = False) -> AnyTold:
    return {"private": private, "kind": "line", "text": text, "weight": "plain"}


def said(text: str, *claims: str, private: bool = False) -> AnyTold:
    return {
        "private": private, "kind": "said", "seat": 2, "name": "Bob", "text": text, "to": "", "last": False,
        "claims": list(claims), "you": False,
    }  # fmt: skip


def chat(text: str, dead: bool = False) -> ChatLine:
    return {"name": "Cid", "seat": 3, "text": text, "dead": dead}


def form(**changes: Any) -> SeatForm:
    """A choice between Bob, Cid, who is barred, and nobody."""
    options = [
        {"value": 2, "label": "Bob", "seat": 2, "barred": ""},
        {"value": 3, "label": "Cid", "seat": 3, "barred": "not twice in a row"},
        {"value": "nobody", "label": "Nobody", "seat": 0, "barred": ""},
    ]
    base = {
        "seat": 1, "verb": "protect", "who": "Ann", "label": "Protect", "kind": "choice", "roles": [], "nominees": [],
        "addresses": [], "question": "Whom do you protect?", "options": options, "value": None, "barred": "",
        "claims": None, "number": 7,
    }  # fmt: skip
    return cast(SeatForm, base | changes)


def speech(**changes: Any) -> SeatForm:
    """A speech that may nominate Bob and claim to be Doctor."""
    claims = {
        "roles": [{"value": "Doctor", "label": "Doctor"}],
        "results": [{"verb": "check", "word": "evil", "label": "evil", "act": "check"}],
        "seats": [{"value": 2, "label": "Bob"}, {"value": 3, "label": "Cid"}],
    }
    nominees = [{"value": 2, "label": "Bob"}]
    return form(**({"kind": "speech", "verb": "talk", "options": [], "nominees": nominees, "claims": claims} | changes))


def now(*forms: SeatForm, alive: bool = True, over: bool = False) -> SeatState:
    """Ann, a Doctor, in a game of three."""
    chairs = [
        {"seat": seat, "name": name, "alive": seat > 1 or alive, "role": "Doctor" if seat == 1 else "", "team": 1,
         "titles": [], "you": seat == 1}
        for seat, name in enumerate(NAMES, 1)
    ]  # fmt: skip
    ending = {"winner": "town", "line": "Town wins.", "because": "", "also": [], "won": True} if over else None
    you = {"seat": 1, "name": "Ann", "alive": alive, "role": "Doctor", "team": 1, "card": ["You heal."]}
    state = {
        "rules": "ai-mafia", "title": "AI Mafia", "heading": "Night 1", "dim": True, "phase": "night", "you": you,
        "seats": chairs, "forms": list(forms), "deck": [], "over": ending,
    }  # fmt: skip
    return cast(SeatState, state)


def board(**changes: Any) -> RoomBoard:
    chairs = [{"seat": 1, "name": "Ann", "kind": "person", "player": "", "here": True, "away": 0}]
    base = {
        "rules": "ai-mafia",
        "title": "AI Mafia",
        "state": "lobby",
        "chairs": chairs,
        "paused": False,
        "problem": "",
    }
    return cast(RoomBoard, base | {"flags": []} | changes)
