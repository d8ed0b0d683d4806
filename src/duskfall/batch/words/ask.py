"""Questions in generated code: a policy answers at once, or a resumable program stops and gets the answers later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum

from duskfall.batch.making.maker import Maker
from duskfall.batch.making.write import Code, all_of, as_number, has
from duskfall.batch.rows import Kind

UNHEARD = -2  # as an answer: the seat was removed before it gave one
KIND = 64  # index in O, in worlds: the question's `Asks`; its `Manner` is at the next index

DRIVEN = ("leaver", "resume_at")  # numbers of a removal, set by the code that drives the game; in worlds also:
IN_WORLDS = (
    "gone",  # the seats that were removed since the question
    "crowd",  # how many seats are asked at once, over all acts; less than 0: some have answered
    "late",  # 1 if one of them hadn't answered when a seat was removed
)

Options = Callable[[str], Code]  # seat -> the set of seats it may name, bit 0 for nobody
Store = Callable[[str, str, str], None]  # seat, target (-1: it had no option), role named with the target


class Manner(Enum):
    """The kind of a choice, as far as a table model distinguishes it."""

    VOTE, ATTACK, GUARD, OTHER = "vote", "attack", "guard", "other"


class Asks(IntEnum):
    """The kinds of questions, as others see them: only a question to some seats tells something about their roles."""

    SOME = 0  # seats whose role or death lets them choose
    BALLOT, STAND, WITHDRAW, HEIR = 1, 2, 3, 4  # everyone, or the holder of a title; everyone sees the answers
    CHANCE = 5  # nobody is asked: it belongs to the deal
    ALONE = 6  # seats whose choice no other player can ever learn
    INSTEAD = 7  # seats that answer for their team in place of a removed one
    PAUSE = 8  # nobody is asked: players talk, and a seat may be removed meanwhile


@dataclass(frozen=True, slots=True)
class Question:
    """A question that seats are asked at once: the seats, their options, and the code that stores their answers."""

    act: str
    asked: Code
    options: Options
    store: Store
    names_role: Code = 0  # the seats that also name a role; -1: all
    single: bool = False  # whether at most one seat is asked
    again: Code = 0  # how often this was asked before at this step
    on_all: bool = False  # whether the options are all of them or nobody
    asks: Asks = Asks.SOME
    manner: Manner = Manner.OTHER


def put(m: Maker, question: Question) -> None:
    """Write code that asks a question. It must be the last code at its label."""
    act = number_of(m, question)
    if not m.resumable:
        draws = m.draws(act, question.again)
        m.policy.prepare(m, question, draws)
        with m.out.each(question.asked, single=question.single) as seat:
            target = m.policy.choose(m, question, draws, seat)
            role = _role(m, question, draws, seat, target) if question.names_role != 0 else "0"
            _store(m, question, act, seat, target, role)
        return
    asked = m.number("asked")
    m.out.line(f"{asked} = {question.asked}")
    m.out.line(f"{m.number('asking')} = {m.draws(act, question.again)}")
    m.out.line(f"O[0] = {asked}")
    with m.out.each(asked) as seat:
        m.out.line(f"O[{seat}] = {question.options(seat)}")
        m.out.line(f"O[32 + {seat}] = {as_number(has(question.names_role, seat))}")
    if m.worlds:
        m.out.line(f"O[{KIND}] = {int(question.asks)}")
        m.out.line(f"O[{KIND + 1}] = {list(Manner).index(question.manner)}")
    with m.out.block(f"if {asked} != 0"):
        m.out.line(f"{m.number('act')} = {act}")
        m.out.line("break")


def number_of(m: Maker, question: Question) -> int:
    """Return the number of a question's act; the assignments of the deal are numbered after all acts."""
    if question.asks is Asks.CHANCE:
        return len(m.names.acts) + m.names.number("how", question.act)
    return m.names.number("acts", question.act)


def hear(m: Maker, question: Question) -> None:
    """Write code that takes the answers. It must be the first code at the next label."""
    if m.resumable:
        act = number_of(m, question)
        with m.out.each(m.number("asked")) as seat:
            _store(m, question, act, seat, m.out.let("target", f"A[{seat}]"), m.out.let("role", f"A[32 + {seat}]"))


def end_wait(m: Maker) -> None:
    """Write code that, in a world, ends a common wait: all who were asked have answered or been removed."""
    if m.worlds:
        for name in IN_WORLDS:
            m.out.line(f"{name} = 0")


def _role(m: Maker, question: Question, draws: str, seat: str, target: str) -> str:
    """Write code that draws a role, if a player is named and a role goes with it."""
    role = m.out.let("role", 0)
    names = True if question.names_role == -1 else has(question.names_role, seat)
    with m.out.when(all_of(f"{target} > 0", names)):
        m.out.line(f"{role} = 1 + {m.drawn(draws, f'({seat} + 32)', len(m.plan.roles))}")
    return role


def _store(m: Maker, question: Question, act: int, seat: str, target: str, role: str) -> None:
    if not m.worlds:
        m.tell(Kind.ANSWER, 0, seat, act, target, role)
    question.store(seat, target, role)
