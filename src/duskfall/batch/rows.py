"""Events as rows of six integers. Compiled code writes these rows, and engine events are converted to them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from duskfall.batch.names import Names
from duskfall.core import facts as f
from duskfall.core.play.vote import ALL
from duskfall.vocabulary.masks import only

EVERY_ONE_OF_THEM = 32  # as a target: `all` in a vote on all the tied; seats are 1 to 31, 0 is nobody or the blank


class Kind(IntEnum):
    """The kinds of rows, with their parts.

    Names are numbers of `Names`, sets of seats are bit masks. Parts that aren't listed are 0.
    """

    PHASE = 1  # 1 for a night, 0 for a day; its number
    DEALT = 2  # seat, role
    KNOWS = 3  # seat, role, how
    CARD = 4  # seat, card
    CHOSE = 5  # seat, act, target, role named with the target
    SILENT = 6  # seat, act
    TOLD = 7  # act, target, word, seats
    NOTICED = 8  # seat, notice, the seat it is about
    MARKED = 9  # seat, mark
    DIED = 10  # seat, role, word shown, causes as a mask of acts
    ANNOUNCED = 11  # number of dead; as many GONE rows follow
    GONE = 12  # seat, word shown
    FELL = 13  # seat, word shown
    OUT = 14  # seat, word shown
    NOBODY_OUT = 15
    SPARED = 16  # seat, what spared it: see `sparer`
    VOTED = 17  # seat, act, target, 1 in a vote on all the tied
    TIED = 18  # seats
    LOT = 19  # act, seat that the tie-break draw selected
    NOMINATED = 20  # seat, nominee
    CANDIDATES = 21  # title, seats
    TITLE = 22  # title, seat, previous holder
    SHOT = 23  # seat, act, target
    BECAME = 24  # seat, role
    LOST = 25  # seat, act
    SHOWN = 26  # seat, role
    COWON = 27  # seat, role
    HELD_OFF = 28  # act, actor, target: the actor learns in advance that the act is overturned
    ENDED = 29  # side, reason, seats with a personal win
    CHAT = 31  # seat, act: it was heard in a private talk; only in worlds
    REMOVED = 33  # seat; in worlds also when, if everyone heard it: 1 after the day's talk, 2 in it, 3 in it or before
    TALLY = 32  # act, target, votes multiplied to whole numbers; only in worlds, if rules give some votes more weight
    ANSWER = 30  # seat, act, target (-1: no option), role: a policy's answer; no engine event has this row


class Row(NamedTuple):
    """One event; `to` is its audience, a set of seats as in engine events."""

    kind: int
    to: int
    a: int = 0
    b: int = 0
    c: int = 0
    d: int = 0


def rows_of(names: Names, facts: Iterable[f.Fact]) -> list[Row]:
    """Return the rows of these events. Events that have no kind of row, for example talk, are skipped."""
    return [row for fact in facts for row in _rows(names, fact)]


def _rows(names: Names, fact: f.Fact) -> list[Row]:
    number, to = names.number, fact.to
    match fact:
        case f.PhaseBegan():
            return [Row(Kind.PHASE, to, int(fact.phase == "night"), fact.number)]
        case f.Dealt():
            return [Row(Kind.DEALT, to, fact.seat, number("roles", fact.role))]
        case f.Knows():
            return [Row(Kind.KNOWS, to, fact.seat, number("roles", fact.role), number("how", fact.how))]
        case f.CardDealt():
            return [Row(Kind.CARD, to, fact.seat, number("cards", fact.card))]
        case f.Chose():
            return [Row(Kind.CHOSE, to, fact.seat, number("acts", fact.verb), fact.target, number("roles", fact.role))]
        case f.Silent():
            return [Row(Kind.SILENT, to, fact.seat, number("acts", fact.verb))]
        case f.Told():
            word = number("words", fact.word)
            return [Row(Kind.TOLD, to, number("acts", fact.verb), fact.target, word, only(fact.seats))]
        case f.Noticed():
            return [Row(Kind.NOTICED, to, fact.seat, number("notices", fact.notice), fact.about)]
        case f.MarkSet():
            return [Row(Kind.MARKED, to, fact.seat, number("marks", fact.mark))]
        case f.Died():
            causes = only([number("acts", cause) for cause in fact.causes])
            return [Row(Kind.DIED, to, fact.seat, number("roles", fact.role), number("words", fact.shown), causes)]
        case f.Announced():
            gone = [Row(Kind.GONE, to, seat, number("words", shown)) for seat, shown in fact.dead]
            return [Row(Kind.ANNOUNCED, to, len(gone)), *gone]
        case f.Fell():
            return [Row(Kind.FELL, to, fact.seat, number("words", fact.shown))]
        case f.Out():
            return [Row(Kind.OUT, to, fact.seat, number("words", fact.shown))]
        case f.NobodyOut():
            return [Row(Kind.NOBODY_OUT, to)]
        case f.Spared():
            return [Row(Kind.SPARED, to, fact.seat, sparer(names, fact.by))]
        case f.Voted():
            act, table = number("acts", fact.verb), int(fact.table)
            return [Row(Kind.VOTED, to, seat, act, _target(target), table) for seat, target in fact.ballots]
        case f.Tied():
            return [Row(Kind.TIED, to, only(fact.seats))]
        case f.LotDrawn():
            return [Row(Kind.LOT, to, number("acts", fact.verb), fact.seat)]
        case f.Nominated():
            return [Row(Kind.NOMINATED, to, fact.seat, fact.target)]
        case f.Candidates():
            return [Row(Kind.CANDIDATES, to, number("titles", fact.title), only(fact.seats))]
        case f.TitleHeld():
            return [Row(Kind.TITLE, to, number("titles", fact.title), fact.seat, fact.was)]
        case f.Shot():
            return [Row(Kind.SHOT, to, fact.seat, number("acts", fact.verb), fact.target)]
        case f.Became():
            return [Row(Kind.BECAME, to, fact.seat, number("roles", fact.role))]
        case f.Lost():
            return [Row(Kind.LOST, to, fact.seat, number("acts", fact.verb))]
        case f.Shown():
            return [Row(Kind.SHOWN, to, fact.seat, number("roles", fact.role))]
        case f.CoWon():
            return [Row(Kind.COWON, to, fact.seat, number("roles", fact.role))]
        case f.Removed():
            return [Row(Kind.REMOVED, to, fact.seat)]
        case f.Overturned() if to != f.MODERATOR:
            return [Row(Kind.HELD_OFF, to, number("acts", fact.what), fact.actor, fact.on)]
        case f.Ended():
            cowins = only([seat for seat, _ in fact.cowins])
            return [Row(Kind.ENDED, to, number("sides", fact.winner), number("reasons", fact.reason), cowins)]
        case _:
            return []


def sparer(names: Names, by: str) -> int:
    """Return the number of what spares a player from the vote: an act or mark, or a card, numbered after all acts."""
    return names.acts.index(by) if by in names.acts else len(names.acts) + names.cards.index(by)


def _target(target: int | str) -> int:
    return target if isinstance(target, int) else EVERY_ONE_OF_THEM if target == ALL else 0
