"""Interventions that count in the phase where the host stands, even if the engine is already in the next one.

The engine goes on with the last answer of a phase, before the table has heard of it. So that a house rule switched or
a seat removed meanwhile still belongs to that phase, it is inserted before that answer, which is then replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from duskfall.core.facts import Ended, PhaseBegan
from duskfall.core.log import Entry
from duskfall.core.play.game import Game
from duskfall.host.evening.live import Live


def in_time(live: Live, act: Callable[[Game], None], seat: int = 0) -> None:
    """Apply `act` to the game in the phase where the host stands.

    It's applied after the last answer of the phase if the table has already heard the result of that answer, or if
    that answer was given by `seat`: what was chosen stands (TA-4).
    """
    at = _last_answer(live)
    log: Sequence[Entry] = live.game.log
    if at < 0 or (seat and log[at].seat == seat):
        act(live.game)
        return
    game = Game.replay(live.rules, live.game.setup, log[:at])
    before = len(game.facts)
    act(game)
    if before < live.until:
        live.until += len(game.facts) - before  # the new events belong to those read aloud now
    for entry in log[at:]:
        if entry.kind != "answer" or any((ask.seat, ask.verb) == (entry.seat, entry.word) for ask in game.asks):
            game.log.append(entry)
            game.do(entry)
    live.game = game


def _last_answer(live: Live) -> int:
    """Return the index of the log entry that ended the host's phase; -1 if none has, or the table has heard it."""
    facts = live.game.facts
    end = next((at for at in range(live.until, len(facts)) if isinstance(facts[at], PhaseBegan | Ended)), -1)
    if end < 0:
        return -1
    game = Game(live.rules, live.game.setup)
    for at, entry in enumerate(live.game.log):
        before = len(game.facts)
        game.do(entry)
        if len(game.facts) > end:
            return at if before >= live.read else -1
    return -1
