"""A seat's chance to win by the deal alone: its side's share of wins if all play at random with this deck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.core.play.game import Game
from duskfall.core.start.deck import DeckError
from duskfall.table.sheet import TableSheet

GAMES: Final = 2000  # so that the standard error of a chance is at most .011


def seat_chances(number: int, sheet: TableSheet, game: Game) -> Iterator[tuple[int, int, float]]:
    """Yield a row with the chance of each seat; none for a table that can't be simulated.

    A role that wins alone has no side, so its chance is 0.
    """
    found = side_chances(sheet)
    for seat, role in enumerate(game.setup.roles, 1) if found else ():
        yield number, seat, found.get(game.plan.roles[role].team, 0.0)


@lru_cache(maxsize=64)
def side_chances(sheet: TableSheet, games: int = GAMES) -> Mapping[str, float]:
    """Return how often each side wins at this table in random play, the same on every machine, compiled or not.

    It's empty if the table can't be simulated.
    """
    try:
        table = Table.make(
            sheet.ruleset, sheet.seats, deck=sheet.deck, flags=sheet.flags, cards=", ".join(sheet.cards) or None
        )
    except DeckError:
        return {}
    tally = simulate(table, games, device="plain")
    return {side: won / games for side, won in tally.wins.items()}
