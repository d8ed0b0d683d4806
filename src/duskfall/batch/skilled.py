"""The table model `skilled`: imitates the play of a whole table with a few numbers. It uses the true roles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from duskfall.batch.making.write import Code, bit, both, either, has, less
from duskfall.batch.policies import TABLE_MODEL, UNIFORM, Number, Policy, uniform_target
from duskfall.batch.words.ask import Manner

if TYPE_CHECKING:
    from duskfall.batch.making.maker import Maker
    from duskfall.batch.words.ask import Question
    from duskfall.batch.words.effects import Doing

WEIGHT = 256  # of a suspect who isn't evil; an evil one has the weight `lean` times this
SURE = 1 << 31  # the integer for a probability of 1
OWN, WITH_OTHERS, PUBLIC = 64, 96, 128  # added to the seat for its further draws, by their purpose


@dataclass(frozen=True, slots=True)
class Skills:
    """The parameters of a table's play, with the same meaning in every ruleset.

    All but `lean` are probabilities from 0 to 1.
    """

    lean: float = 1.5  # how many times likelier a good player votes for a given evil player than for another
    herd: float = 0.5  # how often a good player votes for today's shared suspect
    bloc: float = 0.5  # how often an evil player votes for the good player that evil picked today
    readers: float = 0.5  # how often a reading is published and believed: its target is exposed or cleared
    guards: float = 0.5  # how often a guard protects a reader who has claimed
    hunt: float = 0.5  # how often an evil attack targets a reader who has claimed


@dataclass(frozen=True, slots=True)
class Skilled(Policy):
    """The table model with these skills."""

    skills: Skills = field(default_factory=Skills)

    def number(self, name: str) -> int:
        """Return a skill as an integer: `lean` as a weight, any other as a probability out of 2**31."""
        value: float = getattr(self.skills, name)
        return round(value * (WEIGHT if name == "lean" else SURE))

    # -- public results ------------------------------------------------------------------------------------------

    def hear(self, m: Maker, doing: Doing) -> None:
        """Write code that publishes a reading with a certain probability, if its reader lives.

        A target that reads as the other side is exposed or cleared wrongly.
        """
        from duskfall.batch.words.overturns import stopped

        here = doing.here
        draws = m.draws(m.names.number("acts", doing.name))
        deceived = stopped(m, doing.name, here)
        with m.out.block(
            f"if {_happens(m, self, 'readers', draws, f'{here.me} + {PUBLIC}')} and dead >> {here.me} & 1 == 0"
        ):
            m.out.add(m.number("claimed"), bit(here.me))
            evil = f"(({evil_seats(m)} >> {here.target} ^ {deceived} >> {here.target}) & 1 != 0)"
            with m.out.block(f"if {evil}"):
                m.out.add(m.number("exposed"), bit(here.target))
            with m.out.block("else"):
                m.out.add(m.number("cleared"), bit(here.target))

    # -- choices ---------------------------------------------------------------------------------------------------

    def prepare(self, m: Maker, question: Question, draws: str) -> None:
        if question.manner is Manner.VOTE and not question.single:
            self._shared(m, question.options("0"), draws)

    def _shared(self, m: Maker, options: Code, draws: str) -> None:
        """Write code that picks the suspect the table shares, and the good player that evil players vote for."""
        suspects = m.out.let("suspects", both(options, -2))
        m.out.line(f"suspect = {self._suspect(m, suspects, draws, '0')}")
        m.out.line("scapegoat = suspect")
        good = m.out.let("good", less(suspects, evil_seats(m)))
        with m.out.block(f"if {evil_seats(m)} >> suspect & 1 != 0 and {good} != 0"):
            m.out.line(f"scapegoat = nth({good}, {m.drawn(draws, WITH_OTHERS, f'popc({good})')})")

    def _suspect(self, m: Maker, among: str, draws: str, seat: str) -> str:
        """Write code that picks a suspect: an exposed seat if there is one, else one that isn't cleared.

        `lean` makes evil seats more likely. Return the variable that holds the suspect; its value is 0 if there is
        nobody.
        """
        left = m.out.let("left", both(among, m.number("exposed")))
        with m.out.block(f"if {left} == 0"):
            m.out.line(f"{left} = {less(among, m.number('cleared'))}")
        with m.out.block(f"if {left} == 0"):
            m.out.line(f"{left} = {among}")
        evil = m.out.let("evil", both(left, evil_seats(m)))
        rest = m.out.let("rest", less(left, evil))
        lean = m.constant(("skill", "lean"), Number("lean", self.number("lean")))
        heavy = m.out.let("heavy", f"popc({evil}) * {lean}")
        at = m.out.let("at", m.drawn(draws, f"({seat} + {OWN})", f"({heavy} + popc({rest}) * {WEIGHT})"))
        found = m.out.let("suspected", 0)
        with m.out.block(f"if {at} < {heavy}"):
            m.out.line(f"{found} = nth({evil}, {at} // {lean})")
        with m.out.block(f"elif {rest} != 0"):
            m.out.line(f"{found} = nth({rest}, ({at} - {heavy}) // {WEIGHT})")
        return found

    def choose(self, m: Maker, question: Question, draws: str, seat: str) -> str:
        if question.on_all or question.manner is Manner.OTHER:
            return UNIFORM.choose(m, question, draws, seat)
        options = m.out.let("options", question.options(seat))
        target = uniform_target(m, options, draws, seat)
        seats = m.out.let("seats", both(options, -2))
        with m.out.block(f"if {seats} != 0"):
            MANNERS[question.manner](self, m, question, draws, seat, seats, target)
        return target

    def _vote(self, m: Maker, question: Question, draws: str, seat: str, seats: str, target: str) -> None:
        if question.single:  # a nomination: one seat is asked at a time
            self._shared(m, seats, m.draws(0))
        with m.out.block(f"if {has(evil_seats(m), seat)}"):
            mates = less(seats, evil_seats(m))
            with m.out.block(
                f"if {_happens(m, self, 'bloc', draws, f'{seat} + {WITH_OTHERS}')} and {seats} >> scapegoat & 1 != 0"
            ):
                m.out.line(f"{target} = scapegoat")
            with m.out.block(f"elif {mates} != 0"):
                m.out.line(f"{target} = nth({mates}, {m.drawn(draws, seat, f'popc({mates})')})")
        with m.out.block(f"elif {has(good_seats(m), seat)}"):
            follows = _happens(m, self, "herd", draws, f"{seat} + {WITH_OTHERS}")
            with m.out.block(f"if {follows} and {seats} >> suspect & 1 != 0 and suspect != {seat}"):
                m.out.line(f"{target} = suspect")
            with m.out.block("else"):
                others = m.out.let("others", less(seats, bit(seat)))
                with m.out.block(f"if {others} != 0"):
                    m.out.line(f"{target} = {self._suspect(m, others, draws, seat)}")

    def _attack(self, m: Maker, question: Question, draws: str, seat: str, seats: str, target: str) -> None:
        with m.out.block(f"if {has(evil_seats(m), seat)}"):
            prey = m.out.let("prey", less(seats, evil_seats(m)))
            out = m.out.let("out", both(prey, m.number("claimed")))
            with m.out.block(f"if {out} != 0 and {_happens(m, self, 'hunt', draws, f'{seat} + {WITH_OTHERS}')}"):
                m.out.line(f"{prey} = {out}")
            with m.out.block(f"if {prey} != 0"):
                m.out.line(f"{target} = nth({prey}, {m.drawn(draws, seat, f'popc({prey})')})")
        with m.out.block(f"elif {has(good_seats(m), seat)} and {target} > 0"):
            m.out.line(f"{target} = {self._suspect(m, seats, draws, seat)}")

    def _guard(self, m: Maker, question: Question, draws: str, seat: str, seats: str, target: str) -> None:
        out = m.out.let("out", both(seats, m.number("claimed")))
        with m.out.block(f"if {out} != 0 and {_happens(m, self, 'guards', draws, f'{seat} + {WITH_OTHERS}')}"):
            m.out.line(f"{target} = nth({out}, {m.drawn(draws, seat, f'popc({out})')})")


MANNERS = {Manner.VOTE: Skilled._vote, Manner.ATTACK: Skilled._attack, Manner.GUARD: Skilled._guard}


def _happens(m: Maker, policy: Skilled, skill: str, draws: str, seat: str) -> str:
    chance = m.constant(("skill", skill), Number(skill, policy.number(skill)))
    return f"{m.drawn(draws, f'({seat})', SURE)} < {chance}"


def evil_seats(m: Maker) -> Code:
    """Return the set of seats on the teams of the ruleset's evil deck cards."""
    return either(*(m.team(team) for team in sorted({m.plan.roles[role].team for role in m.plan.rules.decks.evil})))


def good_seats(m: Maker) -> Code:
    """Return the set of seats on the team of the role that fills up a deck."""
    return m.team(m.plan.roles[m.plan.rules.decks.rest].team)


@cache
def fitted() -> Mapping[str, Skills]:
    """Return the skills fitted to games of scripted players, by ruleset id.

    The skills under the empty id are for all other rulesets.
    """
    text = resources.files("duskfall.batch").joinpath("skilled.json").read_text()
    names = {each.name for each in fields(Skills)}
    return {
        ruleset: Skills(**{name: value for name, value in found.items() if name in names})
        for ruleset, found in json.loads(text).items()
    }


def skilled(ruleset: str) -> Skilled:
    """Return the table model fitted to a ruleset."""
    return Skilled("skilled", TABLE_MODEL, reads=True, skills=fitted().get(ruleset, fitted()[""]))
