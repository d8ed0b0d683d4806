"""Ballots in generated code: majorities, weights, revotes, the run-off, the tie-break draw, and who is voted out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from duskfall.batch.making.maker import NOWHERE, Here, Maker
from duskfall.batch.making.shown import lot_shown
from duskfall.batch.making.write import Code, all_of, bit, both, has, less
from duskfall.batch.rows import EVERY_ONE_OF_THEM, Kind, sparer
from duskfall.batch.words import deaths, react
from duskfall.batch.words.ask import UNHEARD, Asks, Manner, Question, hear, put
from duskfall.batch.words.exprs import test
from duskfall.batch.words.overturns import by_edge
from duskfall.batch.words.removal import cancelled
from duskfall.batch.words.votes.nominate import last_nominated, nominees
from duskfall.batch.words.votes.ranks import cast_and_count, seats_of, with_spare
from duskfall.batch.words.votes.weights import count, unit, weight
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.vocabulary.cards import Occasion
from duskfall.vocabulary.steps import Ballot, Banish, LadderEnd, Tally, Tie

FIRST, AGAIN, TABLE = 0, 1, 2  # the stages of a vote


# -- the vote ------------------------------------------------------------------------------------------------------


def ballot(m: Maker, step: Ballot) -> None:
    """Write code for a vote, and further votes for as long as the ruleset's rule for ties asks for them."""
    taking, revote, table = m.label(), m.label(), m.label()
    candidates, again = m.number("candidates"), m.number("again")
    first = _question(m, step, step.verb)
    with m.at(m.this_label):
        m.out.line(f"{again} = 0")
        among = test(m, step.nominees, NOWHERE)
        m.out.line(f"{candidates} = public")
        with m.out.when(among):
            m.out.line(f"{candidates} = {nominees(m)} & public")
        m.out.line(f"{m.number('voters')} = 0")
        with m.out.when(cancelled(m)):
            m.out.line(f"{candidates} = 0")
        with m.out.block(f"if {candidates} != 0"):
            _voters(m, step, "public")
        with m.out.block(f"if {m.number('voters')} == 0"):
            _close(m, 0)
            m.go(m.next_label)
        with m.out.block("else"):
            m.go(taking)
            _put(m, first)
    with m.at(taking):
        hear(m, first)
        with _still_voting(m):
            _count(m, step, first, revote, table, stage=FIRST)
    if step.tie in (Tie.LADDER, Tie.RUNOFF):
        _vote_again(m, step, revote, table)


@contextmanager
def _still_voting(m: Maker) -> Iterator[None]:
    """Write a block of code that runs unless a removal has cancelled the vote. A removed seat has no ballot (G12)."""
    if not m.resumable:
        yield
        return
    m.out.line("candidates &= public")
    m.out.line("voters &= public")
    off = cancelled(m)
    with m.out.when(off):
        _close(m, 0)
        m.go(m.next_label)
    if off is False:
        yield
    else:
        with m.out.block("else"):
            yield


def _voters(m: Maker, step: Ballot, voters: Code) -> None:
    """Write code that sets the voters: each of these seats that has somebody to name, or may name nobody."""
    if step.blank or step.abstain or not step.others:
        m.out.line(f"voters = {voters}")
    else:  # the only candidate has nobody to name
        alone = "candidates & candidates - 1 == 0"
        m.out.line(f"voters = {less(voters, f'(candidates if {alone} else 0)')}")


def _question(m: Maker, step: Ballot, act: str) -> Question:
    def options(seat: str) -> Code:
        return with_spare(step, str(less(m.number("candidates"), bit(seat)) if step.others else m.number("candidates")))

    return Question(act, m.number("voters"), options, _store(m), again=m.number("again"), manner=Manner.VOTE,
                    asks=Asks.BALLOT)  # fmt: skip


def _store(m: Maker):  # type: ignore[no-untyped-def]
    def store(seat: str, target: str, role: str) -> None:
        m.out.line(f"W[{m.by_seat('ballot')} + {seat}] = {target}")
        if m.resumable:
            with m.out.block(f"if {target} == {UNHEARD}"):
                m.out.line(f"voters &= ~(1 << {seat})")

    return store


def _silence(m: Maker, step: Ballot) -> Code:
    """Return what silence counts for, as a set: the last of the nominees, the blank, or nobody."""
    among = test(m, step.nominees, NOWHERE)
    blank: Code = int(bool(step.blank))
    if among is False:
        return blank
    last = last_nominated(m, "candidates")
    found = m.out.let("silence", blank)
    with m.out.when(all_of(among, f"{last} != 0")):
        m.out.line(f"{found} = 1 << {last}")
    return found


def _put(m: Maker, question: Question) -> None:
    """Write code that asks for the ballots; they aren't stored if they can be counted as they are cast."""
    if not _counts_at_once(m):
        put(m, question)


def _counts_at_once(m: Maker) -> bool:
    return m.policy.alike and not m.told and not m.resumable


def _count(m: Maker, step: Ballot, question: Question, revote: int, table: int, *, stage: int) -> None:
    silence = _silence(m, step)
    if _counts_at_once(m):
        votes, total, ranks = cast_and_count(m, step, question, silence)
        ahead = votes.leaders()
    else:
        votes, total = count(m, question.act, "voters", m.by_seat("ballot"), "candidates", silence, 0)
        ahead, ranks = votes.leaders(), ""
    if step.tally is not Tally.MOST:
        most = votes.most(ahead)
        needed = f"(popc(public) // 2 + 1) * {unit(m)}"
        enough = f"{most} * 2 > {total}" if step.tally is Tally.HALF_OF_VOTES else f"{most} >= {needed}"
        m.out.line(f"{ahead} = {ahead} if {enough} else 0")
    if ranks:
        ahead = seats_of(m, step, ahead, ranks)
    with m.out.block(f"if {ahead} != 0 and {ahead} & {ahead} - 1 == 0"):
        _close(m, f"({ahead} & -2)")
        m.go(m.next_label)
    with m.out.block("else"):
        tied = m.out.let("tied", f"{ahead} & candidates")
        TIES[step.tie](m, step, tied, revote, table, stage)


def _nobody(m: Maker, step: Ballot, tied: str, revote: int, table: int, stage: int) -> None:
    _close(m, 0)
    m.go(m.next_label)


def _ladder(m: Maker, step: Ballot, tied: str, revote: int, table: int, stage: int) -> None:
    """Write code for a vote of everyone among the tied, as long as fewer are tied each time (CM-2)."""
    if stage == AGAIN:
        with m.out.block(f"if {tied} == 0 or {tied} == candidates"):
            _end_ladder(m, step, table)
        with m.out.block("else"):
            _speak_again(m, tied, revote, back=True)
        return
    _tied_or_nobody(m, tied, revote)


def _run_off(m: Maker, step: Ballot, tied: str, revote: int, table: int, stage: int) -> None:
    """Write code for one more vote of those who aren't tied; after a second tie nobody is out (WW-11)."""
    if stage == AGAIN:
        _close(m, 0)
        m.go(m.next_label)
    else:
        _tied_or_nobody(m, tied, revote)


def _tied_or_nobody(m: Maker, tied: str, revote: int) -> None:
    with m.out.block(f"if {tied} != 0"):
        _speak_again(m, tied, revote, back=False)
    with m.out.block("else"):
        _close(m, 0)
        m.go(m.next_label)


def _lot(m: Maker, step: Ballot, tied: str, revote: int, table: int, stage: int) -> None:
    """Write code that draws at random who is out among the tied; if nobody voted, nobody is."""
    with m.out.block(f"if {tied} != 0"):
        m.tell_all(Kind.TIED, tied)
        act = m.names.number("acts", step.verb)
        lot = f"nth({tied}, {m.drawn(m.draws(act, 31), 0, f'popc({tied})')})"
        drawn = m.out.let("drawn", f"{m.helper(lot_shown)}(L, {tied})" if m.worlds else lot)
        m.tell_all(Kind.LOT, act, drawn)
        _close(m, bit(drawn))
    with m.out.block("else"):
        _close(m, 0)
    m.go(m.next_label)


TIES = {Tie.NOBODY: _nobody, Tie.LADDER: _ladder, Tie.RUNOFF: _run_off, Tie.LOT: _lot}


def _speak_again(m: Maker, tied: str, revote: int, *, back: bool) -> None:
    m.tell_all(Kind.TIED, tied)
    m.out.line(f"candidates = {tied}")
    m.out.line("again += 1")
    m.go(revote, back=back)


def _vote_again(m: Maker, step: Ballot, revote: int, table: int) -> None:
    """Write code for a vote among the tied: of all living in a ladder, of the others in a run-off (WW-11)."""
    taking = m.label()
    question = _question(m, step, step.again)
    with m.at(revote):
        _voters(m, step, less("public", "candidates") if step.tie is Tie.RUNOFF else "public")
        with m.out.block("if voters == 0"):
            _close(m, 0)
            m.go(m.next_label)
        with m.out.block("else"):
            m.go(taking)
            _put(m, question)
    with m.at(taking):
        hear(m, question)
        with _still_voting(m):
            _count(m, step, question, revote, table, stage=AGAIN)
    if step.tie is Tie.LADDER:
        _table_vote(m, step, table)


def _end_ladder(m: Maker, step: Ballot, table: int) -> None:
    """Write code that ends a ladder which gets no smaller (CM-2)."""
    for end in LadderEnd:
        with m.out.when(_ends(m, step, end)):
            if end is LadderEnd.TABLE_VOTE:
                m.out.line("again += 1")
                m.go(table)
            else:
                _close(m, "candidates" if end is LadderEnd.ALL else 0)
                m.go(m.next_label)


def _ends(m: Maker, step: Ballot, end: LadderEnd) -> bool | str:
    return test(m, step.ends.eq(end.value), NOWHERE)


def _table_vote(m: Maker, step: Ballot, table: int) -> None:
    """Write code for the vote on whether all the tied are out."""
    if _ends(m, step, LadderEnd.TABLE_VOTE) is False:
        return
    taking = m.label()
    spare = f"(1 << {EVERY_ONE_OF_THEM} | 1)"
    question = Question(step.again, "voters", lambda seat: spare, _store(m), again="again", on_all=True,
                        asks=Asks.BALLOT)  # fmt: skip
    with m.at(table):
        m.out.line("voters = public")
        m.go(taking)
        put(m, question)
    with m.at(taking):
        hear(m, question)
        with _still_voting(m):
            _count_for_all(m, step)


def _count_for_all(m: Maker, step: Ballot) -> None:
    votes = m.out.let("for_all", 0)
    act = m.names.number("acts", step.again)
    with m.out.each("voters") as seat:
        target = m.out.let("target", f"W[{m.by_seat('ballot')} + {seat}]")
        with m.out.block(f"if {target} == {EVERY_ONE_OF_THEM}"):
            m.out.line(f"{votes} += {weight(m, seat)}")
            m.tell_all(Kind.VOTED, seat, act, target, 1)
        if step.blank:
            with m.out.block("else"):
                m.tell_all(Kind.VOTED, seat, act, 0, 1)
    _close(m, f"(candidates if {votes} * 2 > popc(public) * {unit(m)} else 0)")
    m.go(m.next_label)


def _close(m: Maker, out: Code) -> None:
    m.out.line(f"voted_out = {out}")
    if m.told:
        with m.out.block("if voted_out == 0"):
            m.tell_all(Kind.NOBODY_OUT)


def banish(m: Maker, step: Banish) -> None:
    """Write code that removes the players who are voted out, unless that is overturned (CM-3)."""
    with m.at(m.this_label):
        leaving = m.out.let("leaving", both("voted_out", "public"))
        with m.out.each(leaving) as seat:
            spared = m.out.let("spared", 0)
            for edge, there in by_edge(m, VOTE_OUT, Here(0, 0, seat)):
                with m.out.when(all_of(f"{spared} == 0", has(there, seat))):
                    m.out.line(f"{spared} = 1")
                    m.tell_all(Kind.SPARED, seat, sparer(m.names, edge.by))
                    m.out.drop("voted_out", bit(seat))
                    m.out.drop(leaving, bit(seat))
        with m.out.each(leaving) as seat:
            deaths.send_away(m, seat)
        if react.reacting(m, Occasion.VOTED_OUT):
            with m.out.each(leaving) as seat:
                react.fire(m, Occasion.VOTED_OUT, seat)
        m.go(m.next_label)
