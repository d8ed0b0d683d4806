"""A question: in a whole game the policy answers on the spot; a resumable game stops, and hears the answers later."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum

from duskfall.batch.making.maker import Maker
from duskfall.batch.making.write import Code, all_of, as_number, has
from duskfall.batch.rows import Kind

UNHEARD = -2  # as an answer: the seat was removed before it gave one
KIND = 64  # in the options of a program of worlds: whose choice it is; after it, of what manner

DRIVEN = ("leaver", "resume_at")  # numbers of a removal, which whoever drives the game sets; in worlds also:
IN_WORLDS = (
    "gone",  # who was removed since these were asked
    "crowd",  # how many are asked at once, over all acts; less than 0: some of them have answered
    "late",  # 1 if one of them had not answered when somebody was removed
)

Options = Callable[[str], Code]  # by seat: whom it may name, bit 0 for nobody
Store = Callable[[str, str, str], None]  # seat, target (-1: it had no option), role named with it


class Manner(Enum):
    """What kind of choice it is, as far as a table model tells them apart."""

    VOTE, ATTACK, GUARD, OTHER = "vote", "attack", "guard", "other"


class Asks(IntEnum):
    """Whose choice it is for those who look on: only what is asked of some tells of their roles."""

    SOME = 0  # those whose role, or whose death, lets them choose
    BALLOT, STAND, WITHDRAW, HEIR = 1, 2, 3, 4  # all alike, or whoever holds a title; the answers are seen by all
    CHANCE = 5  # nobody: it belongs to the deal
    ALONE = 6  # those whose choice nobody but they can ever learn of
    INSTEAD = 7  # those who speak for their team in the place of one who was removed
    PAUSE = 8  # nobody: players talk, and somebody may be removed meanwhile


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of these seats at once, which options each has, and where the answers go."""

    act: str
    asked: Code
    options: Options
    store: Store
    names_role: Code = 0  # who of them name a role with it; -1: all
    single: bool = False  # whether at most one seat is asked
    again: Code = 0  # how often this was asked before at this step
    on_all: bool = False  # whether it is between all of them and nobody
    asks: Asks = Asks.SOME
    manner: Manner = Manner.OTHER


def put(m: Maker, question: Question) -> None:
    """Ask: the last thing that is done at a label."""
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
    """The number of what is asked; what the deal assigns comes after all acts."""
    if question.asks is Asks.CHANCE:
        return len(m.names.acts) + m.names.number("how", question.act)
    return m.names.number("acts", question.act)


def hear(m: Maker, question: Question) -> None:
    """Take the answers: the first thing that is done at the next label."""
    if m.resumable:
        act = number_of(m, question)
        with m.out.each(m.number("asked")) as seat:
            _store(m, question, act, seat, m.out.let("target", f"A[{seat}]"), m.out.let("role", f"A[32 + {seat}]"))


def end_wait(m: Maker) -> None:
    """In a world: all who were asked at once have answered, or have been removed."""
    if m.worlds:
        for name in IN_WORLDS:
            m.out.line(f"{name} = 0")


def _role(m: Maker, question: Question, draws: str, seat: str, target: str) -> str:
    """A role is drawn where a player is named."""
    role = m.out.let("role", 0)
    names = True if question.names_role == -1 else has(question.names_role, seat)
    with m.out.when(all_of(f"{target} > 0", names)):
        m.out.line(f"{role} = 1 + {m.drawn(draws, f'({seat} + 32)', len(m.plan.roles))}")
    return role


def _store(m: Maker, question: Question, act: int, seat: str, target: str, role: str) -> None:
    if not m.worlds:
        m.tell(Kind.ANSWER, 0, seat, act, target, role)
    question.store(seat, target, role)
