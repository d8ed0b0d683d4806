"""The small tables whose every night is played: several per book, so that every role and interaction appears.

House rules that cannot bear on a table are left at their defaults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product


@dataclass(frozen=True)
class Table:
    """A table for one night; `nights` is how many ways that night can go."""

    id: str
    book: str
    roles: tuple[str, ...]
    nights: int
    number: int = 1
    flags: Mapping[str, object] = field(default_factory=dict)
    dead: tuple[int, ...] = ()
    immune: tuple[int, ...] = ()
    target: Mapping[int, int] = field(default_factory=dict)
    last: tuple[tuple[str, int, int], ...] = ()
    marks: tuple[tuple[str, int], ...] = ()
    anyone: bool = False  # every seat is named, also where the rules forbid it: those acts are void
    guilt: bool = False  # the night after seat 1 shot seat 2, a Town player


AI, CITY, TOWN = "ai-mafia", "city-mafia", "town-of-agents"
BY_RANK = ("Jailkeeper", "Roleblocker", "Mafia Roleblocker", "Cop", "Doctor")
RINGS = ("Roleblocker", "Jailkeeper", "Roleblocker", "Mafia Roleblocker", "Vigilante")
NO_RANK = {"blockPriorityDecides": False}
AI_TABLES = (
    Table(
        "six",
        AI,
        ("Jailkeeper", "Roleblocker", "Godfather", "Mafia Roleblocker", "Tracker", "Doctor"),
        45_360,
    ),
    Table("blocks", AI, BY_RANK, 18_750),
    Table("blocks-without-priority", AI, BY_RANK, 18_750, flags=NO_RANK),
    Table("rings", AI, RINGS, 15_625),
    Table("rings-without-priority", AI, RINGS, 15_625, flags=NO_RANK),
    Table("bomb", AI, ("Bomb", "Vigilante", "Godfather", "Doctor", "Tracker", "Jailkeeper"), 9_072),
    Table("two-killers", AI, ("Vigilante", "Vigilante", "Bomb", "Bomb", "Mafia", "Doctor"), 1_512),
    Table("frames", AI, ("Framer", "Cop", "Godfather", "Roleblocker", "Tracker"), 2_500),
    Table("framer-shoots", AI, ("Cop", "Framer", "Tracker", "Vigilante", "Janitor"), 12_500),
    Table("reveals", AI, ("Janitor", "Forger", "Vigilante", "Bomb", "Roleblocker"), 4_500),
    Table("two-forgers", AI, ("Forger", "Janitor", "Forger", "Vigilante", "Bomb"), 6_075),
    *(
        Table(
            f"target-{seat}",
            AI,
            ("Executioner", "Mafia", "Jester", "Vigilante", "Bomb", "Mason"),
            36,
            target={1: seat},
        )
        for seat in (4, 5, 6)
    ),
    Table("no-target", AI, ("Villager", "Executioner", "Mafia", "Vigilante", "Executioner"), 25, target={2: 1}),
    Table(
        "void",
        AI,
        ("Doctor", "Villager", "Cop", "Framer", "Godfather", "Tracker"),
        16_807,
        dead=(2,),
        anyone=True,
    ),
)

NIGHT_FLAGS = ("healCancelsManiacKill", "loverDeathDrag", "loverDragSavable", "immunitySavesFromDrag")
FIVE = ("Mafia", "Maniac", "Doctor", "Mistress", "Citizen")
LOVERS = ("Mistress", "Mafia", "Mistress", "Doctor", "Citizen")
AGAIN = (("heal", 3, 5), ("visit", 4, 4))
CITY_TABLES = (
    Table("all-roles", CITY, ("Don", "Sheriff", "Doctor", "Mistress", "Maniac"), 46_656),
    *(
        Table(f"flags-{'ft'[a]}{'ft'[b]}{'ft'[c]}{'ft'[d]}", CITY, FIVE, 1_296, immune=(4, 5),
              flags=dict(zip(NIGHT_FLAGS, (a, b, c, d), strict=True)))
        for a, b, c, d in product((False, True), repeat=4)
    ),
    Table("no-cards", CITY, FIVE, 1_296),
    *(Table(f"card-{seat}", CITY, FIVE, 1_296, immune=(seat,)) for seat in (1, 3, 4, 5)),
    Table("no-gift", CITY, FIVE, 1_296, flags={"loverGrantsVoteImmunity": False, "revealOnDeath": True}),
    Table("maniac-stays", CITY, FIVE, 1_296, flags={"maniacWinBeatsParity": True}),
    Table("two-lovers", CITY, LOVERS, 1_296),
    Table("two-lovers-saved", CITY, LOVERS, 1_296, flags={"loverDragSavable": True}, immune=(2,)),
    Table("again", CITY, FIVE, 1_296, number=2, last=AGAIN, anyone=True),
    Table("again-self-only", CITY, FIVE, 1_296, number=2, last=AGAIN, anyone=True,
          flags={"repeatTargetScope": "selfOnly"}),
    Table("again-allowed", CITY, FIVE, 1_296, number=2, last=AGAIN, anyone=True,
          flags={"doctorNoRepeatTarget": False, "mistressNoRepeatTarget": False}),
    Table("void", CITY, (*FIVE, "Citizen"), 2_401, dead=(6,), anyone=True),
)  # fmt: skip

MOON = ("Jailor", "Werewolf", "Doctor", "Vigilante", "Mafia")
WATCHED = ("Jailor", "Werewolf", "Doctor", "Lookout", "Godfather")
JAILORS = ("Jailor", "Jailor", "Werewolf", "Doctor", "Mafia")
PROMOTED = ("Sheriff", "Framer", "Sheriff", "Consigliere", "Lookout")
SIX = ("Jailor", "Werewolf", "Doctor", "Lookout", "Vigilante", "Godfather")
TOWN_TABLES = (
    Table("six", TOWN, SIX, 21_144, number=2),
    *(Table(f"jail-{n}", TOWN, MOON, count, number=n) for n, count in ((1, 552), (2, 1_882))),
    *(Table(f"watched-{n}", TOWN, WATCHED, count, number=n) for n, count in ((1, 552), (2, 1_882))),
    *(Table(f"jailors-{n}", TOWN, JAILORS, count, number=n) for n, count in ((1, 768), (2, 2_174))),
    *(
        Table(f"reads-{n}", TOWN, ("Werewolf", "Doctor", "Lookout", "Sheriff", "Godfather"), count, number=n)
        for n, count in ((1, 550), (2, 3_300), (3, 550), (4, 3_300))
    ),
    Table("frames", TOWN, ("Framer", "Sheriff", "Consigliere", "Godfather", "Citizen", "Werewolf"), 4_788,
          number=2, marks=(("framed", 4),)),
    Table("promotion", TOWN, PROMOTED, 1_000, marks=(("framed", 1),)),
    Table("mafia-vote", TOWN, ("Mafia", "Godfather", "Lookout", "Mafia", "Vigilante", "Citizen"), 1_164),
    Table("plain-mafia", TOWN, ("Mafia", "Mafia", "Lookout", "Mafia", "Vigilante", "Doctor"), 11_448),
    Table("vigilantes", TOWN, ("Vigilante", "Doctor", "Vigilante", "Mayor", "Mafia", "Werewolf"), 6_972,
          number=2, marks=(("revealed", 4),)),
    Table("guilt", TOWN, ("Vigilante", "Citizen", "Doctor", "Jailor", "Mafia", "Citizen"), 552, number=2,
          guilt=True),
    Table("blocks", TOWN, ("Escort", "Consort", "Jailor", "Godfather", "Lookout"), 678),
    Table("blocked-killers", TOWN, ("Escort", "Godfather", "Mafia", "Doctor", "Vigilante"), 736),
    *(
        Table(f"cornered-{n}", TOWN, ("Escort", "Werewolf", "Consort", "Doctor", "Lookout"), count, number=n)
        for n, count in ((1, 341), (2, 1_396))
    ),
    Table("fire", TOWN, ("Arsonist", "Jailor", "Escort", "Doctor", "Mafia"), 1_460,
          marks=(("doused", 3), ("doused", 5))),
    Table("two-fires", TOWN, ("Arsonist", "Arsonist", "Lookout", "Mafia", "Citizen"), 756, marks=(("doused", 2),)),
    Table("ambush", TOWN, ("Ambusher", "Doctor", "Sheriff", "Lookout", "Godfather"), 1_600),
    Table("ambushed-wolf", TOWN, ("Werewolf", "Ambusher", "Escort", "Doctor", "Framer"), 1_284, number=2),
    Table("void-planned", TOWN, ("Escort", "Consort", "Ambusher", "Arsonist", "Citizen"), 876, dead=(5,), anyone=True),
    Table("void", TOWN, ("Sheriff", "Citizen", "Doctor", "Vigilante", "Mafia", "Framer"), 13_279,
          dead=(2,), anyone=True),
)  # fmt: skip
TABLES = (*AI_TABLES, *CITY_TABLES, *TOWN_TABLES)
