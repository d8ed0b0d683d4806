"""Pairs of games that differ only in something hidden, made by hand; each holds facts that a leak would show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from .received import Pair, Script, Side, pair
from .tables import Table

AM = ("Villager", "Doctor", "Bomb", "Godfather", "Mafia", "Cop", "Roleblocker", "Vigilante", "Tracker", "Executioner")
# Ann       Bob       Cid     Dee          Eli      Fay    Gus            Hal          Ida        Jon
SHORT = {"maxRounds": 2, "discussion_open_cap": 3, "discussion_open_floor": 1}
AI_MAFIA = Table("ai-mafia", AM, SHORT, talk=True, assign={"target": {"Jon": "Ann"}})
TOWN = Table(
    "town-of-agents",
    ("Citizen", "Citizen", "Jailor", "Godfather", "Framer", "Sheriff", "Vigilante", "Lookout", "Mayor", "Doctor"),
    # Ann     Bob        Cid       Dee          Eli       Fay        Gus          Hal        Ida      Jon
    {"maxRounds": 3, "roundsPerDiscussion": 1},
    talk=True,
)
WOLVES = Table(
    "werewolf",
    ("Villager", "Villager", "Seer", "Werewolf", "Werewolf", "Witch", "Guard", "Hunter", "Villager"),
    # Ann      Bob         Cid     Dee         Eli         Fay      Gus      Hal       Ida
    {"maxRounds": 3},
    talk=True,
)
PLANNED = Table(
    "town-of-agents",
    ("Citizen", "Doctor", "Escort", "Godfather", "Ambusher", "Sheriff", "Consort", "Lookout", "Citizen", "Arsonist"),
    # Ann     Bob       Cid       Dee          Eli         Fay        Gus        Hal        Ida        Jon
    {"maxRounds": 3, "roundsPerDiscussion": 1},
    talk=True,
)
CITY = Table(
    "city-mafia",
    ("Citizen", "Citizen", "Sheriff", "Don", "Mafia", "Maniac", "Doctor", "Mistress", "Citizen"),
    # Ann     Bob        Cid        Dee    Eli      Fay       Gus       Hal         Ida
    {"maxRounds": 3},
    talk=True,
)


def two(table: Table, left: dict[str, Any], right: dict[str, Any], until: str = "", **both: Any) -> Pair:
    """The same table, and two scripts."""
    return pair(Side(table, Script(**both, **left)), Side(table, Script(**both, **right)), until)


def swap(table: Table, one: str, other: str, until: str = "", **both: Any) -> Pair:
    """The same script, with the cards of two seats exchanged."""
    script, seats = Script(**both), (table.seat(one), table.seat(other))
    return pair(Side(table, script), Side(table.swapped(*seats), script), until).but(one, other)


SAY = {"*": "hello", "Ann": "SKIP"}
# Everyone names Ida on the first ballot and nobody after.
BALLOT = {"*": ["Ida"]}
JANITOR = replace(AI_MAFIA, roles=(*AM[:6], "Janitor", *AM[7:]))
NOMINATING = replace(CITY, flags={**CITY.flags, "nominations": True})
DOCTORS = replace(AI_MAFIA, roles=(*AM[:6], "Doctor", *AM[7:]))

PAIRS: dict[str, Pair] = {
    "two cards swapped, ai-mafia": swap(AI_MAFIA, "Bob", "Cid", say=SAY, vote=BALLOT),
    "two cards swapped, town-of-agents": swap(TOWN, "Ida", "Jon", say=SAY, vote={"*": ["Ann", "Ann"]}),
    "the Mayor's card swapped": swap(TOWN, "Ann", "Ida", say=SAY, vote={"*": "Eli", "Ann": "Bob"}),
    "two cards swapped, werewolf": swap(WOLVES, "Cid", "Gus", say=SAY, stand={"Ann": "yes"}, vote=BALLOT),
    "two cards swapped, city-mafia": swap(CITY, "Fay", "Gus", say=SAY, vote=BALLOT),
    "the cards of two who are nominated and tied": swap(
        NOMINATING, "Fay", "Gus",
        say={
            "*": {"text": "Fay.", "nominate": "Fay"}, "Bob": {"text": "Gus.", "nominate": "Gus"},
            "Cid": {"text": "Ida.", "nominate": "Ida"},
        },
        vote={"*": "Fay", "Ann": "Gus", "Bob": "Gus", "Dee": "Gus", "Eli": "Gus", "Hal": "Ida"},
    ),
    "the cards of two who stand": swap(
        WOLVES, "Cid", "Gus", say=SAY, stand={"Cid": "yes", "Gus": "yes"}, elect={"*": "Gus"}
    ),
    "a dead player's hidden card": swap(WOLVES, "Ann", "Cid", kill={"Dee": ["Ann"]}, say=SAY),
    "a dead player's hidden card, who is named in vain": swap(
        WOLVES, "Ann", "Cid", kill={"Dee": ["Ann"]}, say=SAY, vote={"*": ["Ann", "Ida"]}
    ),
    "a dead player's cleaned card": swap(
        JANITOR, "Ann", "Bob", kill={"Dee": ["Ann"]}, clean={"Gus": "Ann"}, say=SAY
    ).but("Dee", "Eli", "Gus"),
    "whom the Cop reads": two(
        AI_MAFIA, {"investigate": {"Fay": "Dee"}}, {"investigate": {"Fay": "Bob"}}
    ).but("Fay"),
    "whom the Consigliere reads": two(
        replace(TOWN, roles=(*TOWN.roles[:4], "Consigliere", *TOWN.roles[5:])),
        {"consult": {"Eli": "Cid"}},
        {"consult": {"Eli": "Fay"}},
    ).but("Eli"),
    "whether the Cop acts": two(AI_MAFIA, {"investigate": {"Fay": "nobody"}}, {}).but("Fay"),
    "a void act": two(AI_MAFIA, {"investigate": {"Fay": "Fay"}}, {"investigate": {"Fay": 99}}).but("Fay"),
    "a void team kill": two(AI_MAFIA, {"kill": {"Dee": "Eli"}}, {}).but("Dee"),
    "whom the Doctor protects": two(
        AI_MAFIA, {"protect": {"Bob": "Ann"}}, {"protect": {"Bob": "Cid"}}
    ).but("Bob"),
    "whose act is blocked": two(
        AI_MAFIA,
        {"block": {"Gus": "Bob"}},
        {"block": {"Gus": "Ida"}},
        protect={"Bob": "Ann"},
        track={"Ida": "Jon"},
    ).but("Bob", "Gus", "Ida"),
    "whom the Framer frames": two(TOWN, {"frame": {"Eli": "Ann"}}, {"frame": {"Eli": "Bob"}}).but("Eli"),
    "who was saved": two(
        AI_MAFIA,
        {"kill": {"Dee": "Ann"}, "protect": {"Bob": "Ann"}},
        {"kill": {"Dee": "Cid"}, "protect": {"Bob": "Cid"}},
        say=SAY,
    ).but("Bob", "Dee", "Eli"),
    "who killed whom": two(
        AI_MAFIA,
        {"kill": {"Dee": ["Ann"]}, "shoot": {"Hal": ["Bob"]}},
        {"kill": {"Dee": ["Bob"]}, "shoot": {"Hal": ["Ann"]}},
        say=SAY,
    ).but("Dee", "Eli", "Hal"),
    "whom the Executioner is after": pair(
        Side(AI_MAFIA, Script(vote={"*": ["Ann"]})),
        Side(replace(AI_MAFIA, assign={"target": {"Jon": "Bob"}}), Script(vote={"*": ["Ann"]})),
    ).but("Jon"),
    "whose death makes a Jester": pair(
        Side(AI_MAFIA, Script(kill={"Dee": ["Ann"]})),
        Side(replace(AI_MAFIA, assign={"target": {"Jon": "Bob"}}), Script(kill={"Dee": ["Ann"]})),
    ).but("Jon"),
    "who dies at once, until it is announced": two(
        TOWN, {"kill": {"Dee": "Ann"}}, {"kill": {"Dee": "Bob"}}, until="Announced",
        check={"Fay": "Ann"}, watch={"Hal": "Cid"},
    ).but("Ann", "Bob", "Dee", "Eli"),
    "who dies at night, until it is announced": two(
        WOLVES, {"kill": {"Dee": "Ann"}}, {"kill": {"Dee": "Bob"}}, until="Announced",
        stand={"Ann": "yes", "Bob": "yes"}, elect={"*": "Ann"}, say=SAY,
    ).but("Dee", "Eli", "Fay"),
    "by whose hand a citizen dies": two(
        TOWN,
        {"jail": {"Cid": ["Ann"]}, "execute": {"Cid": ["yes"]}},
        {"jail": {"Cid": ["Jon"]}, "kill": {"Dee": ["Ann"]}},
    ).but("Ann", "Cid", "Dee", "Eli", "Jon"),
    "whom the Escort blocks": two(
        PLANNED, {"block": {"Cid": "Ann"}}, {"block": {"Cid": "Ida"}}
    ).but("Ann", "Cid", "Ida"),
    "who is doused": two(PLANNED, {"douse": {"Jon": "Ann"}}, {"douse": {"Jon": "Ida"}}).but("Jon"),
    "where somebody lies in wait": two(
        PLANNED, {"ambush": {"Eli": "Ann"}}, {"ambush": {"Eli": "Ida"}}, heal={"Bob": "Bob"}
    ).but("Eli"),
    "whom an ambush scares": two(
        PLANNED, {"ambush": {"Eli": ["Ann"]}}, {"ambush": {"Eli": ["Ida"]}},
        heal={"Bob": ["Fay"]}, check={"Fay": ["Ann"]},
    ).but("Bob", "Eli", "Fay"),
    "what the mafia says": two(
        AI_MAFIA, {"chat": {"*": "Ann tonight"}}, {"chat": {"*": "Bob tonight"}}
    ).but("Dee", "Eli"),
    "what somebody thinks": two(
        AI_MAFIA,
        {"investigate": {"Fay": {"target": "Dee", "thought": "Dee!"}}, "say": {"Ann": {"text": "Oh", "thought": "Ha"}}},
        {"investigate": {"Fay": {"target": "Dee", "suspicion": {"4": 1}}}, "say": {"Ann": "Oh"}},
    ).but("Ann", "Fay"),
    "whether the mafia talks": two(TOWN, {"chat": {"*": "hush"}}, {}).but("Dee", "Eli"),
    "what the prisoner says": two(
        TOWN, {"interrogate": {"Ann": "I am a Citizen"}}, {"interrogate": {"Ann": "no"}}, jail={"Cid": "Ann"}
    ).but("Ann", "Cid"),
    "who holds the immunity card": pair(
        Side(replace(CITY, cards={"immunity": ("Ann",)}), Script(say=SAY, vote=BALLOT)),
        Side(replace(CITY, cards={"immunity": ("Bob",)}), Script(say=SAY, vote=BALLOT)),
    ),
    "whom the Mistress visits": two(CITY, {"visit": {"Hal": ["Ann", "Bob"]}}, {}, vote=BALLOT).but("Hal"),
    "who wants to skip": two(
        AI_MAFIA, {"say": {"Ann": "VOTE_SKIP_DISCUSSION", "*": "hm"}}, {"say": {"Ann": "SKIP", "*": "hm"}}
    ).but("Ann"),
    "a ballot, until all are in": two(
        AI_MAFIA, {"vote": {"Ann": "Bob", "*": "Ida"}}, {"vote": {"Ann": "Cid", "*": "Ida"}}, until="Voted"
    ),
    "whose ballot comes first": pair(
        Side(AI_MAFIA, Script(vote=BALLOT, kill={"Dee": "Ann"}, investigate={"Fay": "Dee"})),
        Side(AI_MAFIA, Script(vote=BALLOT, kill={"Dee": "Ann"}, investigate={"Fay": "Dee"}), last_first=True),
    ),
    # Leaks keyed by who is evil show only where an evil card and a good one are exchanged, of the living and the dead.
    "an evil card swapped, city-mafia": swap(
        CITY, "Eli", "Ida", kill={"Dee": ["Ann"]}, say=SAY, vote=BALLOT
    ).but("Dee"),
    "an evil card swapped, werewolf": swap(
        WOLVES, "Eli", "Ida", kill={"Dee": ["Ann"]}, say=SAY, vote={"*": ["Ida"]}
    ).but("Dee"),
    "whom a Doctor heals at a table without attacks": two(
        DOCTORS, {"protect": {"Bob": "Ann", "Gus": "Ann"}}, {"protect": {"Bob": "Eli"}}, say=SAY
    ).but("Bob", "Gus"),
}  # fmt: skip
