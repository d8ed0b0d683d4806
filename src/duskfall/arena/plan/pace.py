"""The speed at which a league of bots is played on this machine, measured by a second of play."""

from __future__ import annotations

import time

from duskfall.arena.league import League
from duskfall.arena.plan.width import sample
from duskfall.arena.run.one import play_bots
from duskfall.core.chance import shuffled

SECOND = 1.0


def pace(league: League, seconds: float = SECOND) -> float | None:
    """Return the games per second in one process, over all tables; None if models play, whose speed isn't known."""
    if league.has_models:
        return None
    schedule = sample(league)
    began, played = time.perf_counter(), 0
    for number in shuffled(league.seed, "pace", range(len(schedule))):
        play_bots(league, schedule[number])
        played += 1
        if time.perf_counter() - began > seconds:
            break
    return played / (time.perf_counter() - began)
