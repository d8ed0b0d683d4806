"""Nominations in games without talk: each living seat is asked for a nominee (CM-2)."""

from __future__ import annotations

from duskfall.batch.making.maker import NOWHERE, Maker
from duskfall.batch.making.shown import next_nominated
from duskfall.batch.making.write import Code, Test, all_of, any_of, bit, either, no
from duskfall.batch.rows import Kind
from duskfall.batch.words.ask import UNHEARD, Manner, Question, hear, put
from duskfall.batch.words.exprs import test
from duskfall.batch.words.removal import cancelled, pause
from duskfall.batch.words.who import next_living
from duskfall.core.play.talk import NOMINATE
from duskfall.vocabulary.steps import Ballot, Discussion, Order, Talk


def nominees(m: Maker) -> str:
    """Return the set of nominated seats."""
    return m.number("nominees")


def _order(m: Maker, place: Code) -> str:
    """Return the variable with the nominee at this position in the order of nominations, from 0."""
    return f"W[{m.by_seat('nominated')} + {place}]"


def last_nominated(m: Maker, among: str) -> str:
    """Write code that finds who of these was nominated last (0: none); return its name."""
    found, at = m.out.let("last", 0), m.out.let("at", 0)
    with m.out.block(f"while {at} < {m.number('nominations')}"):
        with m.out.block(f"if {among} >> {_order(m, at)} & 1 != 0"):
            m.out.line(f"{found} = {_order(m, at)}")
        m.out.line(f"{at} += 1")
    return found


def begin_speech(m: Maker) -> None:
    """Write code that, at daybreak, finds the first speaker: the next living seat after yesterday's first one.

    No code is written if that doesn't matter.
    """
    before = len(m.out.lines)
    parts = [part for part in m.words if isinstance(part, Talk) and part.order is Order.FOLLOWING]
    needed = not m.worlds and any(test(m, part.nominates, NOWHERE) is not False for part in parts)
    del m.out.lines[before:]
    if needed:
        first = m.number("first_speaker")
        m.out.line(f"{first} = {next_living(m, first)}")


def discussion(m: Maker, step: Discussion) -> None:
    """Write code for a day without talk: if a vote among nominees follows, seat after seat is asked for a nominee."""
    before = len(m.out.lines)
    parts = [part for part in step.parts if test(m, part.nominates, NOWHERE) is not False]
    needed = (m.worlds or _voted_on(m) is not False) and parts
    del m.out.lines[before:]
    if not needed:
        return
    if m.worlds:
        _as_shown(m, parts)
        return
    asking, taking = m.label(), m.label()
    turn, speaker, order = m.number("turn"), m.number("speaker"), m.number("speech_order")
    question = _question(m)
    with m.at(m.this_label):
        m.out.line(f"{turn} = 0")
        m.out.line(f"{order} = -1")
        if any(part.order is Order.FOLLOWING for part in parts):
            first = m.number("first_speaker")
            with m.out.block(f"if public >> {first} & 1 == 0"):  # the day's first speaker has left since it began
                m.out.line(f"{first} = {next_living(m, first)}")
        for part in reversed(parts):
            with m.out.when(test(m, part.nominates, NOWHERE)):
                m.out.line(f"{order} = {list(Order).index(part.order)}")
        with m.out.when(all_of(_voted_on(m), no(cancelled(m)))):
            m.go(asking)
        with m.out.block(f"if {order} < 0 or pc != {asking}"):
            m.go(m.next_label)
    with m.at(asking):
        m.out.line(f"{speaker} = 0")
        with m.out.block(f"while {turn} < 2 * {m.seats} and {speaker} == 0"):
            _speaker(m, sorted({list(Order).index(part.order) for part in parts}))
        with m.out.when(cancelled(m)):
            m.out.line(f"{speaker} = 0")
        with m.out.block(f"if {speaker} == 0"):
            m.go(m.next_label)
        with m.out.block("else"):
            m.go(taking)
            put(m, question)
    with m.at(taking):
        hear(m, question)
        _put_up(m)
        m.go(asking, back=True)


def _as_shown(m: Maker, parts: list[Talk]) -> None:
    """Write code that, in a world, takes the nominations that the viewer saw, including those made in speeches."""
    with m.at(m.this_label):
        nominating = any_of(*(test(m, part.nominates, NOWHERE) for part in parts))
        with m.out.when(all_of(nominating, any_of("L[TALK] != 0", _voted_on(m)))):
            nominee = m.out.let("nominee", f"{m.helper(next_nominated)}(L)")
            came = m.out.let("came", nominee)
            with m.out.block(f"while {nominee} != 0"):
                m.out.line(f"{_order(m, m.number('nominations'))} = {nominee}")
                m.out.line("nominations += 1")
                m.out.line(f"{nominees(m)} |= 1 << {nominee}")
                m.out.line(f"{nominee} = {m.helper(next_nominated)}(L)")
            pause(m, f"({came} != 0 or L[TALK] == 0)", m.next_label)
            with m.out.block("if L[NEXT] >= L[END] and L[VERDICT] == 0"):  # a seat is asked for a nominee
                m.out.line("L[VERDICT] = 2")
                m.out.line("break")
        m.go(m.next_label)


def _voted_on(m: Maker) -> Test:
    """Return the condition that a vote among nominees follows today."""
    ballots = [each for each in m.plan.rules.day if isinstance(each, Ballot)]
    return any_of(*(all_of(test(m, b.when, NOWHERE), test(m, b.nominees, NOWHERE)) for b in ballots))


def _question(m: Maker) -> Question:
    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"{m.number('nominee')} = {target}")

    return Question(
        NOMINATE, bit(m.number("speaker")), lambda seat: "(public | 1)", store, single=True, manner=Manner.VOTE
    )


def _speaker(m: Maker, orders: list[int]) -> None:
    """Write code that finds the next turn's speaker, if it has one. Titles that speak last do so in a second round."""
    kinds, seats = list(Order), m.seats
    place = m.out.let("place", f"turn % {seats}")
    seat = m.out.let("seat", f"{place} + 1")
    for number in orders:
        if kinds[number] is Order.ROTATING:
            with m.out.block(f"if speech_order == {number}"):
                m.out.line(f"{seat} = (day - 1 + {place}) % {seats} + 1")
        elif kinds[number] is Order.FOLLOWING:
            with m.out.block(f"if speech_order == {number}"):
                m.out.line(f"{seat} = ({m.number('first_speaker')} - 1 + {place}) % {seats} + 1")
        elif kinds[number] is Order.ALTERNATING:
            with m.out.block(f"if speech_order == {number} and day % 2 == 0"):
                m.out.line(f"{seat} = {seats} - {place}")
    last = either(*(bit(m.number("title", t.name)) for t in m.plan.rules.titles if t.speaks_last))
    late = f"({last} >> {seat} & 1)" if last != 0 else "0"
    with m.out.block(f"if public >> {seat} & 1 != 0 and {late} == turn // {seats}"):
        m.out.line(f"speaker = {seat}")
    m.out.line("turn += 1")


def _put_up(m: Maker) -> None:
    """Write code that nominates the seat which was named, unless it is nominated already."""
    act, nominee = m.names.number("acts", NOMINATE), m.number("nominee")
    with m.out.when(f"{nominee} != {UNHEARD}" if m.resumable and m.told else True):
        m.tell(Kind.CHOSE, bit("speaker"), "speaker", act, nominee)
    with m.out.block(f"if {nominee} > 0 and {nominees(m)} >> {nominee} & 1 == 0"):
        m.out.line(f"{_order(m, m.number('nominations'))} = {nominee}")
        m.out.line("nominations += 1")
        m.out.line(f"{nominees(m)} |= 1 << {nominee}")
        m.tell_all(Kind.NOMINATED, "speaker", nominee)
