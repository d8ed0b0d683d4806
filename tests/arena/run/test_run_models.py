"""A league with models: each game has its journal, and goes on in the middle, however it was stopped."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.arena.folder import game_path
from duskfall.arena.store.query import open_tables
from duskfall.core.record import read
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.rules import ruleset
from duskfall.table.kept.journal import calls_path
from tests.arena.run.leagues import content
from tests.arena.run.test_run import Here
from tests.llm.faulty import Faulty
from tests.patience import LOOK, PATIENCE, until

GAMES = 10


class Halting(Faulty):
    """A server without faults that can stop answering."""

    halted = 1 << 30  # after so many calls

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while len(self.served) >= self.halted:
            await asyncio.sleep(LOOK)
        await super().serve(body, reader, writer)


@pytest.fixture
def server() -> Iterator[Halting]:
    with Halting(share=0.0) as found:
        yield found


def league(server: Faulty, more: str = "") -> str:
    return f"""
rules: ai-mafia-classic
seats: 5
flags: {{maxRounds: 2}}
players:
  model: {server.address}#m?price=1/1
  noting: {{model: '{server.address}#m?price=1/1', prompt: {{notes: yes}}}}
  bot: random
blocks: 2
seed: 4
{more}
"""


def verified(here: Here) -> None:
    """Every game is there once, and its record holds."""
    with open_tables(here.into) as tables:
        assert tables.execute("SELECT game FROM games ORDER BY game").fetchall() == [(game,) for game in range(GAMES)]
        calls = dict(tables.execute("SELECT game, count(*) FROM calls GROUP BY game").fetchall())
        players = tables.execute("SELECT DISTINCT player FROM calls ORDER BY player").fetchall()
    assert players == [("model",), ("noting",)]
    for game in range(GAMES):
        path = game_path(here.into, game)
        record = read(path.read_bytes().splitlines())
        assert record.verify(ruleset(record.rules)) == ""
        assert len(read_calls(calls_path(path))) == calls[game]


def test_games_of_one_deal_have_journals_of_their_own(here: Here, server: Faulty) -> None:
    done = here.run(league(server), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == GAMES
    verified(here)
    seeds = [read(game_path(here.into, game).read_bytes().splitlines()).secret for game in range(GAMES)]
    assert len({secret["seed"] for secret in seeds if secret}) == 2
    before = content(here.into / "games")
    served = len(server.served)
    assert here.run(league(server), "--json").stdout == done.stdout
    assert (content(here.into / "games"), len(server.served)) == (before, served)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_league_that_is_stopped_goes_on_in_the_middle_of_its_games(here: Here, server: Halting, how: int) -> None:
    server.halted = 100
    here.file.write_text(league(server), encoding="utf-8")
    with here.start("--jobs", "2") as process:
        until(lambda: here.chunks() and len(server.served) >= 100)
        os.killpg(process.pid, how)
        _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == (130 if how == signal.SIGINT else -how)
    if how == signal.SIGINT:
        assert errors.splitlines()[-1:] == ["Stopped. Go on with: duskfall arena run club.yaml"], errors
    begun = len(list((here.into / "games").glob("*[0-9].jsonl")))
    assert here.chunks() < GAMES
    assert begun > here.chunks()
    kept = {name: data for name, data in content(here.into / "chunks").items() if not name.startswith(".")}
    server.halted = 1 << 30
    assert here.run(league(server)).returncode == 0
    assert kept.items() <= content(here.into / "chunks").items()
    verified(here)


def test_a_budget_ends_a_league_and_a_larger_one_goes_on(here: Here, server: Faulty) -> None:
    done = here.run(league(server, "budget: {cost: 0.2}"), "--json", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    first = json.loads(done.stdout)
    assert 0 < first["games"] < GAMES
    assert "The next call could exceed --max-cost $0.20 (spent " in done.stderr
    again = here.run(league(server, "budget: {cost: 0.2}"), "--json", "--jobs", "1")
    assert json.loads(again.stdout)["games"] == first["games"]
    assert here.run(league(server, "budget: {cost: 0.2}"), "--max-cost", "99").returncode == 0
    verified(here)


VOTELESS = """
from duskfall.players.bots.random import RandomPlayer

class Voteless(RandomPlayer):
    def answer(self, ask, view):
        return 1 / 0 if ask.verb == "vote" else super().answer(ask, view)
"""


def test_what_a_failed_game_took_is_counted(here: Here, server: Faulty) -> None:
    (here.folder / "voteless.py").write_text(VOTELESS, encoding="utf-8")
    players = f"{{m: '{server.address}#m?price=1/1', v: 'voteless:Voteless'}}"
    done = here.run(f"{{rules: ai-mafia-classic, seats: 5, players: {players}, blocks: 1}}", "--json")
    assert json.loads(done.stdout)["failed"] == 5, done.stderr
    with open_tables(here.into) as tables:
        took = tables.execute("SELECT game, count(*), sum(cost) FROM calls GROUP BY game ORDER BY game").fetchall()
    assert [game for game, _, _ in took] == list(range(5))
    for game, calls, cost in took:
        assert len(read_calls(calls_path(game_path(here.into, game)))) == calls
        assert cost > 0


def test_models_that_cannot_be_reached_are_told(here: Here) -> None:
    done = here.run("{players: {a: 'http://127.0.0.1:1/v1#m', b: random}, blocks: 1}")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.splitlines()[-1].startswith("duskfall: http://127.0.0.1:1/v1#m")


@pytest.fixture
def here(tmp_path: Path) -> Here:
    return Here(tmp_path)
