"""The chance that the cards give a seat: that of its side, where all play at random with this deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.core.play.game import Game
from duskfall.core.start.deck import DeckError
from duskfall.table.sheet import TableSheet

GAMES: Final = 2000  # the standard error of a chance is .011 at most


def seat_chances(number: int, sheet: TableSheet, game: Game) -> Iterator[tuple[int, int, float]]:
    """A row for each seat; none for a table that cannot be simulated. Who wins alone has no side, and no chance."""
    found = side_chances(sheet)
    for seat, role in enumerate(game.setup.roles, 1) if found else ():
        yield number, seat, found.get(game.plan.roles[role].team, 0.0)


@lru_cache(maxsize=64)
def side_chances(sheet: TableSheet, games: int = GAMES) -> Mapping[str, float]:
    """How often each side wins at this table in random play; the same on every machine, compiled or not."""
    try:
        table = Table.make(
            sheet.ruleset, sheet.seats, deck=sheet.deck, flags=sheet.flags, cards=", ".join(sheet.cards) or None
        )
    except DeckError:
        return {}
    tally = simulate(table, games, device="plain")
    return {side: won / games for side, won in tally.wins.items()}
