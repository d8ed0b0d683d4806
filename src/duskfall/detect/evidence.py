"""The evidence of a viewer: rows that worlds are compared with, and what the rows say about the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from duskfall.batch.making.needs import Needs
from duskfall.batch.making.shown import ANYTHING
from duskfall.batch.names import Names, names_of
from duskfall.batch.rows import Kind, Row, rows_of
from duskfall.batch.table import Table, dealing_order
from duskfall.batch.words.exprs import scale
from duskfall.batch.words.votes.weights import weights
from duskfall.core import facts as f
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.state import DAY
from duskfall.core.play.talk import LAST_WORDS, NOMINATE
from duskfall.core.start.flags import read_flags
from duskfall.core.view import View
from duskfall.detect.sight import Sight
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.effects import Mark, Reveal, Show
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.seats import Both, Either, Everyone, FirstOf, Holders, Living, Marked, Team, Who, Without
from duskfall.vocabulary.steps import Chat, Discussion

TABLES = 64  # tables for which derived data is cached
# Rows that don't tell seats apart, though they may name some: what everyone chooses alike carries no weight.
ALIKE = {
    Kind.TALLY,
    Kind.PHASE,
    Kind.ANNOUNCED,
    Kind.TIED,
    Kind.CANDIDATES,
    Kind.NOMINATED,
    Kind.LOT,
    Kind.NOBODY_OUT,
    Kind.ENDED,
}
# By each other kind: the parts that are seats, and the parts that are sets of seats.
SEATS_IN: dict[Kind, tuple[tuple[int, ...], tuple[int, ...]]] = {
    Kind.DEALT: ((2,), ()), Kind.KNOWS: ((2,), ()), Kind.CARD: ((2,), ()), Kind.CHOSE: ((2, 4), ()),
    Kind.TOLD: ((3,), (5,)), Kind.NOTICED: ((2, 4), ()), Kind.MARKED: ((2,), ()), Kind.GONE: ((2,), ()),
    Kind.FELL: ((2,), ()), Kind.OUT: ((2,), ()), Kind.SPARED: ((2,), ()), Kind.VOTED: ((2,), ()),
    Kind.TITLE: ((3, 4), ()), Kind.SHOT: ((2, 4), ()), Kind.BECAME: ((2,), ()), Kind.LOST: ((2,), ()),
    Kind.SHOWN: ((2,), ()), Kind.COWON: ((2,), ()), Kind.HELD_OFF: ((3, 4), ()), Kind.CHAT: ((2,), ()),
    Kind.REMOVED: ((2,), ()), Kind.SILENT: ((2,), ()),
}  # fmt: skip
SHOWS_ROLE = {Kind.DEALT, Kind.GONE, Kind.FELL, Kind.OUT, Kind.SHOWN}  # the kinds whose second part is a role or word
TO = 1  # the index of a row's audience
CONTENTS = {  # by kind: the parts that say something about a player
    Kind.GONE: (3,), Kind.OUT: (3,), Kind.FELL: (3,), Kind.SHOWN: (3,), Kind.KNOWS: (3,), Kind.BECAME: (3,),
    Kind.TOLD: (4, 5), Kind.NOTICED: (3, 4),
}  # fmt: skip


class NotCounted(Exception):
    """Something was shown that worlds can't express; the message says what."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The input of a search for worlds: everything that a viewer was shown, in the numbers of a program."""

    table: Table
    names: Names
    viewer: int
    rows: tuple[Row, ...]
    going: bool
    talk: bool
    after: int  # where speeches were heard since the last row: 1 last words, 2 the day's talk, 0 nowhere
    cards: tuple[str, ...]  # by seat: the card that it must have been dealt; empty if several are possible
    alike: tuple[int, ...]  # by seat: the viewer can't tell seats with the same number apart
    orders: tuple[frozenset[str], ...]  # groups of roles whose holders may do the same: their seat order may matter
    changing: bool  # whether roles can change


def table_of(sight: Sight) -> Table:
    """Return the table as everyone was told of it when the game began."""
    began, plan = sight.began, compile_plan(sight.rules)
    deck = [role for role, count in began.deck for _ in range(count)]
    beside = tuple((card, count) for card, count in began.cards if count)
    return Table(plan, dealing_order(plan, deck), read_flags(sight.rules, dict(began.flags)), beside)


def evidence(sight: Sight, free: frozenset[int] = frozenset()) -> Evidence:
    """Return the evidence in what a viewer was shown. Raises NotCounted if worlds can't express something of it.

    `free`: indexes of events whose content is ignored: only that they happened counts.
    """
    table, began = table_of(sight), sight.began
    names = names_of(table.plan)
    rows = tuple(_rows(sight, table, names, free))
    return Evidence(
        table,
        names,
        sight.seat,
        rows,
        sight.going,
        began.talk,
        _heard_since(sight, names),
        _cards(table, names, rows),
        _alike(table, sight.seat, rows),
        _orders(table),
        bool(_needs(table).turned_into),
    )


# -- rows ----------------------------------------------------------------------------------------------------------


def _rows(sight: Sight, table: Table, names: Names, free: frozenset[int]) -> Iterator[Row]:
    """Yield the rows of everything that the viewer was shown, without what carries no weight."""
    share = scale(table, weights(table.plan))
    chats = {step.verb: len(names.acts) + at for at, step in enumerate(sight.rules.night) if isinstance(step, Chat)}
    nominate, seen = names.number("acts", NOMINATE), View(sight.seat)
    flags, switched = {**table.plan.defaults, **table.flags}, dict[str, Value]()  # these hold from the next phase on
    for number, fact in enumerate(sight.facts):
        match fact:
            case f.FlagSwitched():
                switched[fact.flag] = fact.value
            case f.PhaseBegan() if any(flags[flag] != value for flag, value in switched.items()):
                raise NotCounted("a house rule was changed during the game")
            case f.Ended():
                return
            case f.Said() | f.Skipped() if fact.part in chats and fact.to != f.EVERYONE:
                yield Row(Kind.CHAT, fact.to, fact.seat, chats[fact.part])
            case f.Removed():
                yield Row(Kind.REMOVED, fact.to, fact.seat, _talked(sight, number))
            case f.Void() if fact.verb not in (*table.plan.votes, NOMINATE):
                yield Row(Kind.SILENT, fact.to, fact.seat, names.number("acts", fact.verb))
            case f.Voted() if fact.tally and not fact.ballots:
                yield from rows_of(names, [_as_ballots(fact, seen)])
            case f.Voted() if not fact.table and sight.rules.weights:
                yield from rows_of(names, [fact])
                yield from _tally(fact, names, share)
            case _:
                for row in rows_of(names, [fact]):
                    if not (row.kind in (Kind.CHOSE, Kind.SILENT) and row.b == nominate):
                        yield _freed(row) if number in free else row
        seen.take(fact)


def _tally(fact: f.Voted, names: Names, share: int) -> list[Row]:
    """Return the votes for each target, multiplied by `share` to whole numbers; the blank comes first."""
    votes = sorted((target if isinstance(target, int) else 0, round(count * share)) for target, count in fact.tally)
    return [Row(Kind.TALLY, fact.to, names.number("acts", fact.verb), target, count) for target, count in votes]


def _heard_since(sight: Sight, names: Names) -> int:
    """Return where everyone heard a speech after the last event with a row: 1 last words, 2 the day's talk, else 0."""
    for fact in reversed(sight.facts):
        if isinstance(fact, f.Said | f.Skipped | f.TalkEnded) and fact.to == f.EVERYONE:
            return 1 if not isinstance(fact, f.TalkEnded) and fact.part == LAST_WORDS else 2
        if rows_of(names, [fact]):
            return 0
    return 0


def _talked(sight: Sight, number: int) -> int:
    """Return whether a removal came after the day's talk (1), in it (2), in it or before (3); 0 if that isn't known."""
    talks = [step for step in sight.rules.day if isinstance(step, Discussion)]
    if not sight.began.talk or len(talks) != 1 or talks[0].when is not ALWAYS:
        return 0
    parts, found = {part.name for part in talks[0].parts}, 3
    for fact in reversed(sight.facts[:number]):
        if isinstance(fact, f.PhaseBegan):
            return found if fact.phase == DAY else 0
        if isinstance(fact, f.TalkEnded):
            return 1
        if isinstance(fact, f.Said | f.Skipped) and fact.to == f.EVERYONE and fact.part in parts:
            found = 2
    return 0


def _freed(row: Row) -> Row:
    """Return the row with its content replaced by what matches anything."""
    parts = CONTENTS.get(Kind(row.kind), ())
    return Row(*(ANYTHING if place in parts else part for place, part in enumerate(row)))


def _as_ballots(counted: f.Voted, seen: View) -> f.Voted:
    """Return votes of which only the count was shown as ballots; who cast them makes no difference.

    Raises NotCounted if votes have different weights.
    """
    targets = [target for target, count in counted.tally for _ in range(int(count))]
    if any(count != int(count) for _, count in counted.tally) or len(targets) > len(seen.living):
        raise NotCounted("votes of different weight were counted without saying who cast them")
    return counted._replace(ballots=tuple(zip(seen.living, targets, strict=False)))


# -- conclusions about the deal -------------------------------------------------------------------------------------


@lru_cache(maxsize=TABLES)
def _needs(table: Table) -> Needs:
    return Needs(table.plan, table, told=True, reads=False)


@lru_cache(maxsize=TABLES)
def _lies(table: Table) -> bool:
    """Return whether a player can be shown with a role that isn't their own."""
    roles = tuple(table.plan.roles[role] for role in _needs(table).roles)
    return any(isinstance(word, Show) and not word.word for word in walk((roles, table.plan.rules.triggers)))


def _cards(table: Table, names: Names, rows: tuple[Row, ...]) -> tuple[str, ...]:
    """Return by seat the card that follows from the roles that were shown, unless a wrong role can be shown."""
    found = [""] * table.seats
    dealt, lies, turned_into = Counter(table.deck), _lies(table), _needs(table).turned_into
    for row in rows:
        word, seat = row.b, row.a
        if row.kind == Kind.DEALT or (row.kind in SHOWS_ROLE and not lies) or (row.kind == Kind.KNOWS and word):
            role = names.words[word] if word != ANYTHING else ""
            if dealt[role] and (row.kind == Kind.DEALT or role not in turned_into):
                found[seat - 1] = role
    return tuple(found)


def _alike(table: Table, viewer: int, rows: tuple[Row, ...]) -> tuple[int, ...]:
    """Return a number for each seat: two seats have the same one if no row names one of them and not the other."""
    if _has_hidden_weights(table):
        return tuple(range(1, table.seats + 1))
    told: list[list[tuple[int, int]]] = [[] for _ in range(table.seats + 1)]
    if viewer:
        told[viewer].append((-1, 0))
    for number, row in enumerate(rows):
        if row.kind in ALIKE:
            continue
        seats, sets = SEATS_IN[Kind(row.kind)]
        place = (
            _block(rows, number) if row.kind == Kind.VOTED else number
        )  # a ballot tells that a seat votes, not in which row
        for part in seats:
            if 1 <= row[part] <= table.seats:
                told[row[part]].append((place, part))
        for part in (TO, *sets):
            for seat in bits(row[part]) if row[part] > 0 else ():
                told[seat].append((number, part))
    kinds = {key: number for number, key in enumerate(dict.fromkeys(tuple(each) for each in told[1:]), 1)}
    return tuple(kinds[tuple(each)] for each in told[1:])


def _block(rows: tuple[Row, ...], number: int) -> int:
    """Return the index of the first row of the ballot to which this row belongs."""
    first = rows[number]
    while number and rows[number - 1].kind == Kind.VOTED and rows[number - 1].b == first.b:
        number -= 1
    return number


def _has_hidden_weights(table: Table) -> bool:
    """Return whether the weight of a seat's ballot may depend on something that nobody was shown."""
    rules = table.plan.rules
    shown = {word.mark for word in walk((rules.roles, rules.triggers)) if isinstance(word, Reveal)}
    shown -= {word.name for word in walk((rules.roles, rules.triggers)) if isinstance(word, Mark)}
    return not all(_is_shown(weight.who, shown) for weight in rules.weights)


def _is_shown(seats: Who, marks: set[str]) -> bool:
    """Return whether everyone can tell which seats these are, given the marks that are only set by revealing a role."""
    match seats:
        case Marked(mark):
            return mark in marks
        case Both(Marked(mark), _) | Both(_, Marked(mark)) if mark in marks:
            return True  # the roles of these seats were shown, too
        case Both(a, b) | Either(a, b) | Without(a, b):
            return _is_shown(a, marks) and _is_shown(b, marks)
    return isinstance(seats, Everyone | Living)


@lru_cache(maxsize=TABLES)
def _orders(table: Table) -> tuple[frozenset[str], ...]:
    """Return the groups of roles whose holders may do the same, or whose first holder in seat order does it."""
    plan, needs, found = table.plan, _needs(table), set()
    for verb in plan.graph.verbs:
        found.add(frozenset(needs.abilities(verb)) - {""})
    for role in needs.roles:
        if plan.roles[role].triggers:
            found.add(frozenset([role]))
    for word in walk((plan.rules.groups, plan.rules.roles, plan.rules.triggers)):
        if isinstance(word, FirstOf):
            found.add(_named_in(table, word))
    for group in plan.rules.groups:
        found.add(_named_in(table, group))
    dealt = Counter(table.deck)
    several = [roles for roles in found if sum(dealt[role] or 1 for role in roles & {*needs.roles}) > 1]
    return tuple(sorted(several, key=sorted))


def _named_in(table: Table, where: object) -> frozenset[str]:
    words = list(walk(where))
    teams = {word.team for word in words if isinstance(word, Team)}
    roles = {role for word in words if isinstance(word, Holders) for role in word.roles}
    return frozenset(role for role in _needs(table).roles if role in roles or table.plan.roles[role].team in teams)
