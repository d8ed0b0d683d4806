"""What happens while acts are settled, as triggers wait for it: a list for each occasion."""

from __future__ import annotations

from duskfall.batch.maker import Maker
from duskfall.batch.write import Code
from duskfall.vocabulary.cards import Occasion


def events(m: Maker, occasion: Occasion) -> tuple[str, str]:
    """How many such things have happened in this settlement, and where they stand."""
    seats = 31 if m.general else m.table.seats
    array = m.layout.array(f"events_{occasion.name}", 2 * seats * seats, passing=True)  # all by all, and back
    count = f"events_{occasion.name.lower()}"
    return m.number(count) if m.in_pieces else count, array


def note(m: Maker, occasion: Occasion, name: str, actor: Code, target: Code, settling: bool) -> None:
    """Something has happened for which a trigger may wait: act, actor, target."""
    if settling and m.waits(occasion, name):
        count, array = events(m, occasion)
        act = m.names.number("acts", name)
        m.out.line(f"W[{array} + {count}] = ({act} << 5 | {actor}) << 5 | {target}")
        m.out.line(f"{count} += 1")
