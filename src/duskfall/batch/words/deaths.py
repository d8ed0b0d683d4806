"""Deaths and departures in generated code: by night, by day, by the vote."""

from __future__ import annotations

from duskfall.batch.making.maker import NIGHT, NOWHERE, Maker
from duskfall.batch.making.write import Code, as_number, bit
from duskfall.batch.rows import Kind
from duskfall.batch.words import react
from duskfall.batch.words.exprs import test
from duskfall.batch.words.who import killed
from duskfall.vocabulary.cards import Occasion


def kill(m: Maker, name: str, seats: Code) -> None:
    """Write code that kills these seats by an attack: by night after the resolution, by day at once."""
    if m.phase == NIGHT:
        if name in m.deadly:
            m.out.add(killed(m, name), seats)
        m.out.add("dead", seats)
    else:
        with m.out.each(seats) as seat:
            fall(m, seat, name)


def shown(m: Maker) -> str:
    """Return the array of what the night's dead are shown as, by seat; 0: as they are."""
    return m.by_seat("shown", zero=True)


def shown_role(m: Maker, seat: Code) -> Code:
    """Return what the table is shown of a dead player's role; a role's number is the same among words."""
    role, hidden = m.role_of(seat), m.names.number("words", "hidden")
    shows = as_number(test(m, m.plan.rules.shows_role, NOWHERE))
    return role if shows == 1 else hidden if shows == 0 else f"({role} if {shows} else {hidden})"


def bury(m: Maker) -> None:
    """Write code that makes the night's victims dead, and fires the triggers of death, which may add victims."""
    reacting = react.reacting(m, Occasion.DIED)
    if not m.told and not reacting:
        m.out.line("alive &= ~dead")
        return
    with m.out.block("while dead & alive != 0"), m.out.each("(dead & alive)") as seat:
        _died(m, seat)
        m.out.line(f"alive &= ~(1 << {seat})")
        react.fire(m, Occasion.DIED, seat)


def _died(m: Maker, seat: str) -> None:
    if not m.told:
        return
    causes = m.out.let("causes", 0)
    for name in m.killers:
        m.out.line(f"{causes} |= ({killed(m, name)} >> {seat} & 1) << {m.names.number('acts', name)}")
    place = f"W[{shown(m)} + {seat}]"
    with m.out.block(f"if {place} == 0"):
        m.out.line(f"{place} = {shown_role(m, seat)}")
    m.tell(Kind.DIED, 0, seat, m.role_of(seat), place, causes)


def announce(m: Maker) -> None:
    """Write code that announces the night's dead."""
    if m.told:
        m.tell_all(Kind.ANNOUNCED, "popc(public & ~alive)")
        with m.out.each("(public & ~alive)") as seat:
            place = f"W[{shown(m)} + {seat}]"
            word = m.out.let("word", place)
            with m.out.block(f"if {word} == 0"):
                m.out.line(f"{word} = {shown_role(m, seat)}")
            m.tell_all(Kind.GONE, seat, word)
    m.out.line("public = alive")


def fall(m: Maker, seat: Code, cause: str) -> None:
    """Write code for a public death by day, other than by the vote."""
    if m.told:
        word = m.out.let("word", shown_role(m, seat))
        m.tell(Kind.DIED, 0, seat, m.role_of(seat), word, 1 << m.names.number("acts", cause))
    m.out.line(f"alive &= ~(1 << {seat})")
    m.out.line(f"public &= ~(1 << {seat})")
    if m.told:
        m.tell_all(Kind.FELL, seat, word)


def send_away(m: Maker, seat: Code) -> None:
    """Write code that removes a seat by the vote."""
    if m.told:
        m.tell_all(Kind.OUT, seat, shown_role(m, seat))
    m.out.drop("alive", bit(seat))
    m.out.drop("public", bit(seat))
