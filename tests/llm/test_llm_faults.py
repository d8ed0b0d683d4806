"""Games against a server that fails on three calls of ten, in every way: none hangs, none breaks, all is counted."""

from __future__ import annotations

from tests.llm.faults import FAULTS
from tests.llm.faulty import SHARE
from tests.llm.soak import soak

GAMES = 16


def test_sixteen_games() -> None:
    games, server = soaked = soak(GAMES)
    assert list(soaked.wrong()) == []
    assert len(games) == GAMES
    assert {each.fault for each in server.served} >= {"", *(name for name in FAULTS if not FAULTS[name].needs)}
    assert abs(sum(bool(each.fault) for each in server.served) / len(server.served) - SHARE) < 0.05
    assert any(entry.value is None for game, _ in games for entry in game.log)  # somebody was silent
