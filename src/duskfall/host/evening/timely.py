"""A host's act counts where the host stands, also where the kernel has gone on already.

The kernel goes on with the last answer of a phase; the table has not heard of it yet. So that a house rule switched or
a seat removed meanwhile still belongs to that phase, the act is put before that answer, which is then given again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from duskfall.core.facts import Ended, PhaseBegan
from duskfall.core.log import Entry
from duskfall.core.play.game import Game
from duskfall.host.evening.live import Live


def in_time(live: Live, act: Callable[[Game], None], seat: int = 0) -> None:
    """Let an act take effect in the phase where the host stands.

    It comes after the last answer all the same where the table has heard what came of that answer, or where the answer
    was this seat's own: what was chosen stands (TA-4).
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
        live.until += len(game.facts) - before  # it belongs to what is read aloud now
    for entry in log[at:]:
        if entry.kind != "answer" or any((ask.seat, ask.verb) == (entry.seat, entry.word) for ask in game.asks):
            game.log.append(entry)
            game.do(entry)
    live.game = game


def _last_answer(live: Live) -> int:
    """The place in the log of what ended the phase where the host stands; -1 if nothing has, or it has been heard."""
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
