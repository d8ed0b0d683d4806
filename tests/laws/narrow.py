"""Pairs of games for facts that hardly any game holds: each differs in one that few may see."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game

from ..outside import CULT as CULT_RULES
from .pairs import AI_MAFIA, AM, CITY, NOMINATING, TOWN, WOLVES, swap, two
from .received import Pair, Script, Side, pair
from .tables import Table

FORGERS = replace(AI_MAFIA, roles=(*AM[:6], "Janitor", "Forger", *AM[8:]))
FRAMERS = Table("town-of-agents", ("Framer", "Consigliere", *["Citizen"] * 5), {"maxRounds": 2})
MOON = replace(TOWN, roles=("Citizen", "Werewolf", *TOWN.roles[2:]))
DRAG = replace(CITY, flags={**CITY.flags, "loverDragSavable": True})
NO_HELP = replace(CITY, flags={**CITY.flags, "healCancelsManiacKill": False})
CULT = Table(CULT_RULES, ("Cult Leader", *["Believer"] * 7), {"mostRounds": 2})
WRONG = [99, 99]  # refused, then void


class Meddling(Script):
    """The same, and somebody answers what nobody has asked."""

    def __call__(self, game: Game, ask: Ask) -> object:
        game.answer(1, "dance", 1)
        return super().__call__(game, ask)


def two_answers(verb: str, name: str, table: Table, left: Any, right: Any, **both: Any) -> Pair:
    """The same table; one player answers one question otherwise."""
    rest = both.pop(verb, {})
    return two(table, {verb: rest | {name: left}}, {verb: rest | {name: right}}, **both).but(name)


NARROW: dict[str, Pair] = {
    "a cleaning that a forgery overturns": two(
        FORGERS, {"clean": {"Gus": "Ann"}}, {}, kill={"Dee": ["Ann"]}, forge={"Hal": {"target": "Ann", "as": "Cop"}}
    ).but("Dee", "Eli", "Gus", "Hal"),
    "who of the mafia is promoted": swap(FRAMERS, "Ann", "Bob"),
    "whom the cult converts": two(CULT, {"recruit": {"Ann": ["Bob"]}}, {"recruit": {"Ann": ["Cid"]}}).but(
        "Ann", "Bob", "Cid"
    ),
    "who leads the cult that converts": swap(CULT, "Ann", "Dee", recruit={"*": ["Bob"]}).but("Ann", "Bob", "Dee"),
    "an execution that the full moon prevents": two(
        MOON, {"jail": {"Cid": ["nobody", "Bob"]}}, {"rampage": {"Bob": "Cid"}}
    ).but("Bob", "Cid"),
    "the hidden card of whoever falls by day": swap(
        WOLVES, "Cid", "Ida", vote={"*": "Hal"}, shoot={"Hal": "Ida"}, stand={"Ann": "yes"}
    ),
    "whether a candidate declines": two_answers("stand", "Ann", WOLVES, "no", None),
    "whether a candidate answers": two_answers("stand", "Ann", WOLVES, None, WRONG),
    "how a badge is torn up": two_answers(
        "badge", "Ann", WOLVES, WRONG, "nobody", stand={"Ann": "yes"}, vote={"*": "Ann"}
    ),
    "what nobody has asked": pair(Side(AI_MAFIA, Meddling()), Side(AI_MAFIA, Script())),
    "a speech that is none": two_answers("say", "Ann", AI_MAFIA, 7, "SKIP"),
    "a nomination that is none": two_answers("say", "Ann", NOMINATING, {"text": "Him.", "nominate": "Zoe"}, "Him."),
    "a void ballot": two_answers("vote", "Ann", AI_MAFIA, WRONG, None, vote={}),
    "who visited whom the vote spares": swap(CITY, "Hal", "Bob", visit={"*": "Ann"}, vote={"*": [None, "Ann"]}),
    "who knows whom at the deal": swap(AI_MAFIA, "Ann", "Dee").but("Ann", "Dee", "Eli"),
    "a drag that a heal stops": two(
        DRAG, {"visit": {"Hal": ["Ann"]}}, {}, kill={"Dee": ["Hal"]}, heal={"Gus": ["Ann"]}
    ).but("Dee", "Eli", "Gus", "Hal"),
    "a save that another kill undoes": two(
        NO_HELP, {"heal": {"Gus": ["Ann"]}}, {"heal": {"Gus": ["Bob"]}}, kill={"Dee": ["Ann"]},
        maniac_kill={"Fay": ["Ann"]},
    ).but("Gus"),
}  # fmt: skip
