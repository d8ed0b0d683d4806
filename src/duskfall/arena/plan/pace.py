"""How fast a league of bots is played here, measured by a second of play."""

from __future__ import annotations

import time

from duskfall.arena.league import League
from duskfall.arena.plan.width import sample
from duskfall.arena.schedule import deal
from duskfall.core.chance import shuffled
from duskfall.players.llm.model import is_model
from duskfall.table.run import play
from duskfall.table.seating import seat_players

SECOND = 1.0


def pace(league: League, seconds: float = SECOND) -> float | None:
    """Games a second in one process, over all tables; None where models play, whose time nobody knows."""
    kinds = {each.name: each.kind for each in league.entrants}
    if any(map(is_model, kinds.values())):
        return None
    schedule = sample(league)
    began, played = time.perf_counter(), 0
    for number in shuffled(league.seed, "pace", range(len(schedule))):
        fixture = schedule[number]
        game = deal(league, fixture)
        play(game, seat_players(game, [kinds[name] for name in fixture.lineup]))
        played += 1
        if time.perf_counter() - began > seconds:
            break
    return played / (time.perf_counter() - began)
