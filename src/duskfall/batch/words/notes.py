"""The list of what happens while acts are resolved, by occasion, for the triggers that react to it."""

from __future__ import annotations

from duskfall.batch.making.maker import Maker
from duskfall.batch.making.write import Code
from duskfall.vocabulary.cards import Occasion


def events(m: Maker, occasion: Occasion) -> tuple[str, str]:
    """Declare the list of what has happened at this occasion; return its length and its array."""
    seats = 31 if m.general else m.table.seats
    array = m.layout.array(f"events_{occasion.name}", 2 * seats * seats, passing=True)  # twice all pairs
    count = f"events_{occasion.name.lower()}"
    return m.number(count) if m.in_pieces else count, array


def note(m: Maker, occasion: Occasion, name: str, actor: Code, target: Code, settling: bool) -> None:
    """Write code that notes what happened to an act with this actor and target, if a trigger may react to it."""
    if settling and m.waits(occasion, name):
        count, array = events(m, occasion)
        act = m.names.number("acts", name)
        m.out.line(f"W[{array} + {count}] = ({act} << 5 | {actor}) << 5 | {target}")
        m.out.line(f"{count} += 1")
