"""What each place of an observation means, for one ruleset and number of seats: derived from the names of the plan.

An observation is a row of small integers, each from 0 to 127. They are flags and counts, so that eight bits hold them:
a hundred thousand games need a quarter of the memory that floats would, and a network turns them into floats itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from duskfall.batch.names import Names, names_of
from duskfall.batch.table import Table
from duskfall.vocabulary.cards import Ability
from duskfall.vocabulary.effects import ReadRole, ReadSeats, ReadSide

MOST = 127  # a count that goes on beyond it stays there


class At(IntEnum):
    """Places in a layout's numbers: how many there are of each kind, where each section begins, where tables stand."""

    # how many
    SEATS, ROLES, WORDS, ACTS, NOTICES, MARKS, TITLES, HOW, SIDES, READINGS, SIGHTS, TALK, PAIRS = range(13)
    # where each section begins
    SEAT, ROLE, NIGHT, NUMBER, LIVING, GONE, SHOWN, KNOWN, RELATION, TOLD, SEEN = range(13, 24)
    NOTICED, NOTICED_NOW, CHOSEN, CHOSEN_ROLE, NAMED, MARKED, LOST, HELD_OFF = range(24, 32)
    BALLOT, BALLOTS, BALLOTS_BEFORE, VOTES, TIED, LOT, NOBODY_OUT, SPARED = range(32, 40)
    NOMINATED, STANDING, TITLE, COWON, WON, DECK, CARDS, RULES, ASKED = range(40, 49)
    CLAIMED, REPORTED, VISITED, ACCUSES, DEFENDS = range(49, 54)
    # where tables begin: the number of a reading by act and word, of a sight by act, of the side that a role wins with
    READING_OF, SIGHT_OF, SIDE_OF = range(54, 57)


class Section(NamedTuple):
    """A part of the observation: which kinds its axes count, and what it says."""

    at: At
    axes: tuple[str, ...]
    says: str


SECTIONS = (
    Section(At.SEAT, ("seat",), "which seat this is"),
    Section(At.ROLE, ("role",), "its own role"),
    Section(At.NIGHT, (), "1 by night"),
    Section(At.NUMBER, (), "the number of the night or day"),
    Section(At.LIVING, ("seat",), "who lives, as far as the table knows"),
    Section(At.GONE, ("seat", "way"), "how the dead went: by night, by the vote, otherwise by day"),
    Section(At.SHOWN, ("seat", "word"), "as what a player was shown to all, dead or alive"),
    Section(At.KNOWN, ("seat", "role"), "others' roles that this seat knows"),
    Section(At.RELATION, ("seat", "how"), "how it knows them: mate, taught, changed, or by a deal"),
    Section(At.TOLD, ("seat", "reading"), "results: how often it was told this word by this act of whom"),
    Section(
        At.SEEN, ("sight", "target", "seat"), "the seats it was last told by this act about whom (0: about nobody)"
    ),
    Section(At.NOTICED, ("notice", "target"), "how often it was given this notice, and about whom (0: about nobody)"),
    Section(At.NOTICED_NOW, ("notice",), "the same since the last dusk"),
    Section(At.CHOSEN, ("act", "target"), "its own last choice by each act (0: nobody)"),
    Section(At.CHOSEN_ROLE, ("role",), "the role that it named last with a choice"),
    Section(At.NAMED, ("seat", "target"), "whom a seat was last seen to choose: itself, its mates, the dying"),
    Section(At.MARKED, ("mark", "seat"), "marks it was told of"),
    Section(At.LOST, ("act",), "acts that it has lost"),
    Section(At.HELD_OFF, ("act",), "acts that it learned to be overturned, since the last dusk"),
    Section(At.BALLOT, ("act",), "by which act the last ballots were cast"),
    Section(At.BALLOTS, ("seat", "ballot"), "the last ballots: the blank, a seat, or all of the tied"),
    Section(At.BALLOTS_BEFORE, ("seat", "ballot"), "those before"),
    Section(At.VOTES, ("seat", "seat"), "how often each has voted for whom"),
    Section(At.TIED, ("seat",), "who was tied in the last vote"),
    Section(At.LOT, ("seat",), "on whom the lot fell after it"),
    Section(At.NOBODY_OUT, (), "1 if the vote of this phase sent nobody away"),
    Section(At.SPARED, ("seat",), "who was spared the vote"),
    Section(At.NOMINATED, ("seat", "seat"), "today: who put up whom"),
    Section(At.STANDING, ("title", "seat"), "who stands for a title"),
    Section(At.TITLE, ("title", "seat"), "who holds it"),
    Section(At.COWON, ("seat",), "who has won beside the sides, as far as this seat knows"),
    Section(At.WON, ("side",), "the side that has won, when the game is over; the draw is the last"),
    Section(At.DECK, ("role",), "how many of each role were dealt"),
    Section(At.CARDS, ("card",), "how many of each card beside the roles"),
    Section(
        At.RULES, ("flag",), "house rules: numbers as they are (tenths, if they have a fraction), words by their order"
    ),
    Section(At.ASKED, ("question",), "the act that this seat is asked for; the last, with talk: to speak"),
)
WITH_TALK = (
    Section(At.CLAIMED, ("seat", "role"), "the role that each has claimed last"),
    Section(At.REPORTED, ("seat", "seat", "reading"), "results that each has reported, of whom"),
    Section(At.VISITED, ("seat", "seat", "seat"), "visits that each has reported: who, at whose door"),
    Section(At.ACCUSES, ("seat", "seat"), "in this phase: who accuses whom"),
    Section(At.DEFENDS, ("seat", "seat"), "in this phase: who defends whom"),
)


class Part(NamedTuple):
    """Where a section lies, and its shape."""

    name: str
    begin: int
    shape: tuple[int, ...]
    axes: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The observation of a seat at such a table; two tables of one ruleset and number of seats have the same."""

    table: Table
    names: Names
    talk: bool
    readings: tuple[tuple[str, str], ...]  # act, word
    sights: tuple[str, ...]  # acts that tell seats
    parts: tuple[Part, ...]
    size: int
    numbers: tuple[int, ...]  # what compiled code knows of all this

    @classmethod
    def make(cls, table: Table, talk: bool = False) -> Layout:
        """The layout of a table."""
        names = names_of(table.plan)
        readings, sights = tuple(_readings(table)), tuple(_sights(table))
        counts = _counts(table, names, len(readings), len(sights), talk)
        parts, begin = [], 0
        for section in (*SECTIONS, *(WITH_TALK if talk else ())):
            shape = tuple(counts[axis] for axis in section.axes)
            parts.append(Part(section.at.name.lower(), begin, shape, section.axes, section.says))
            begin += _product(shape)
        numbers = _numbers(table, names, readings, sights, talk, parts)
        return cls(table, names, talk, readings, sights, tuple(parts), begin, numbers)

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.table.seats

    @property
    def pairs(self) -> bool:
        """Whether some act names a role with its target."""
        return bool(self.numbers[At.PAIRS])

    def part(self, name: str) -> slice:
        """Where a section lies."""
        found = next(part for part in self.parts if part.name == name)
        return slice(found.begin, found.begin + _product(found.shape))

    def first(self, seat: int) -> bytearray:
        """What a seat knows before anything happens: where it sits, who lives, the deck, the house rules."""
        row, table = bytearray(self.size), self.table
        row[self.part("seat").start + seat - 1] = 1
        row[self.part("living")] = b"\x01" * self.seats
        row[self.part("deck")] = bytes(table.deck.count(role) for role in self.names.roles[1:])
        cards = dict(table.cards)
        row[self.part("cards")] = bytes(cards.get(card, 0) for card in self.names.cards[1:])
        row[self.part("rules")] = bytes(_rules(table))
        return row


def _readings(table: Table) -> Iterator[tuple[str, str]]:
    """Every word that an act may tell of a player, by act."""
    plan = table.plan
    seen = [role.seen.word for role in plan.roles.values() if role.seen]
    for verb, does in _does(table).items():
        words: list[str] = []
        for effect in does:
            if isinstance(effect, ReadSide):
                words += [says.word for says in effect.says] + seen
                words += [edge.shows for edge in plan.rules.overturns if edge.shows and verb in edge.what]
            elif isinstance(effect, ReadRole):
                words += plan.roles
        yield from ((verb, word) for word in dict.fromkeys(words))


def _sights(table: Table) -> Iterator[str]:
    """Every act under whose name seats are told."""
    found = [verb for verb, does in _does(table).items() if any(isinstance(effect, ReadSeats) for effect in does)]
    found += [each.pick.shown_as for each in _abilities(table) if each.pick.shown is not None]
    yield from dict.fromkeys(found)


def _abilities(table: Table) -> list[Ability]:
    """Every act that anybody may be asked for."""
    plan = table.plan
    return [*plan.abilities.values(), *(group.ability for group in plan.groups.values())]


def _does(table: Table) -> dict[str, list[object]]:
    """What is done under the name of each act."""
    found: dict[str, list[object]] = {}
    for ability in _abilities(table):
        found.setdefault(ability.verb, []).extend(ability.does)
    return found


def _counts(table: Table, names: Names, readings: int, sights: int, talk: bool) -> dict[str, int]:
    seats = table.seats
    kinds = {"role": names.roles, "word": names.words, "act": names.acts, "notice": names.notices, "mark": names.marks,
             "title": names.titles, "how": names.how, "side": names.sides, "card": names.cards}  # fmt: skip
    counts = {kind: len(found) - 1 for kind, found in kinds.items()}
    counts |= {"seat": seats, "target": seats + 1, "ballot": seats + 2, "way": 3, "reading": readings, "sight": sights}
    return counts | {"flag": len(table.plan.rules.flags), "question": counts["act"] + talk}


def _numbers(
    table: Table,
    names: Names,
    readings: Sequence[tuple[str, str]],
    sights: Sequence[str],
    talk: bool,
    parts: Sequence[Part],
) -> tuple[int, ...]:
    counts = _counts(table, names, len(readings), len(sights), talk)
    found = [0] * len(At)
    for kind, name in zip(list(At)[: At.TALK], COUNTED, strict=True):
        found[kind] = counts[name]
    found[At.TALK] = int(talk)
    found[At.PAIRS] = int(any(ability.pick.names_role for ability in _abilities(table)))
    for part in parts:
        found[At[part.name.upper()]] = part.begin
    width, acts = len(names.words), len(names.acts)
    reading_of, sight_of = [0] * (acts * width), [0] * acts
    for number, (verb, word) in enumerate(readings, 1):
        reading_of[names.acts.index(verb) * width + names.words.index(word)] = number
    for number, verb in enumerate(sights, 1):
        sight_of[names.acts.index(verb)] = number
    teams = ["", *(role.team for role in table.plan.roles.values())]
    side_of = [names.sides.index(team) if team in names.sides else 0 for team in teams]
    for at, numbers in ((At.READING_OF, reading_of), (At.SIGHT_OF, sight_of), (At.SIDE_OF, side_of)):
        found[at] = len(found)
        found += numbers
    return tuple(found)


COUNTED = ("seat", "role", "word", "act", "notice", "mark", "title", "how", "side", "reading", "sight")


def _rules(table: Table) -> Iterator[int]:
    """The house rules as small numbers."""
    for flag in table.plan.rules.flags:
        value = table.flags[flag.name]
        if isinstance(value, str):
            yield flag.values.index(value)
        else:
            yield min(MOST, round(value * 10) if isinstance(flag.default, float) else int(value))


def _product(shape: tuple[int, ...]) -> int:
    size = 1
    for each in shape:
        size *= each
    return size
