"""A league on a Ray cluster: complete, and the same rows as with processes, whatever happens to a node."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from duskfall.arena.folder import LeagueError, missing, opened
from duskfall.arena.league import Budget, Entrant, League
from duskfall.arena.run.on_ray import on_ray
from duskfall.arena.run.share import Purse, divided, games_at_once, limits_of
from duskfall.arena.run.spread import over_cores
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.tables import CLOCKS, TABLES
from duskfall.players.llm.accounts.budget import Spent
from duskfall.players.llm.calling.limits import Limits
from duskfall.table.sheet import TableSheet
from tests.arena.run.held import HELD
from tests.llm import stub
from tests.patience import LONG, until

ROOT = Path(__file__).parents[3]
OUTSIDE = TableSheet(str(ROOT / "examples" / "mini_mafia.py"), seats=4, talk=False)
BOTS = League((Entrant("held", "held:Held"), Entrant("dice", "random")), (OUTSIDE,), blocks=40)


def models(address: str) -> League:
    """A league of a model and a bot, on terms."""
    players = (Entrant("model", f"{address}#stub?price=1/1"), Entrant("dice", "random"))
    return League(players, (OUTSIDE,), blocks=1, limits="http.connections=2", budget=Budget(dollars=5.0))


def begin(folder: Path, league: League) -> None:
    """Make the folder of a league."""
    with opened(folder, league):
        pass


def rows(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a league, sorted, clock columns aside."""
    tables = open_tables(folder)
    return {
        table: sorted(tables.execute(f"SELECT {_columns(table)} FROM {table}").fetchall(), key=repr) for table in TABLES
    }


def _columns(table: str) -> str:
    return ", ".join(f'"{column}"' for column in TABLES[table] if column not in CLOCKS.get(table, ()))


def left_behind(mark: str) -> list[str]:
    """The processes that have this in their environment."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark.encode() in (place / "environ").read_bytes() and "Z" not in (place / "stat").read_text().split()[2]:
                found.append((place / "cmdline").read_text().replace("\0", " "))
        except OSError:  # it has ended meanwhile
            continue
    return found


def on_nodes(tmp_path: Path, *given: object) -> subprocess.CompletedProcess[str]:
    """Run `tests.arena.run.ray_nodes` in this folder, and see all its processes end."""
    mark = f"MARK={tmp_path}"
    done = subprocess.run(
        [sys.executable, "-m", "tests.arena.run.ray_nodes", *map(str, given)],
        cwd=tmp_path,
        env={**os.environ, "MARK": str(tmp_path), "HOLD": str(tmp_path / "hold"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=LONG,
    )
    until(lambda: not left_behind(mark))
    assert done.returncode == 0, done.stderr
    return done


def test_a_node_is_lost_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "held.py").write_text(HELD)
    (tmp_path / "hold").mkdir()
    lost, whole, played = (tmp_path / name for name in ("lost", "whole", "models"))
    begin(lost, BOTS)
    with stub.served() as address:
        begin(played, models(address))
        done = on_nodes(tmp_path, "lose", lost, played)

    first, *numbers = done.stdout.split()  # and nothing that Ray has to say
    assert first == "killed"
    assert sorted(map(int, numbers)) == sorted([*range(7), *range(4)])
    assert not done.stderr
    assert not missing(lost, BOTS)

    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("HOLD", str(tmp_path / "hold"))
    begin(whole, BOTS)
    assert [*over_cores(1)(whole, missing(whole, BOTS))] == [*range(7)]
    assert len(rows(whole)["games"]) == 40 * 4
    assert rows(lost) == rows(whole)
    assert len(rows(played)["games"]) == 4
    assert {row[0] for row in rows(played)["calls"]} == set(range(4))


def test_a_cluster_of_its_own_is_gone_when_it_is_left(tmp_path: Path) -> None:
    (tmp_path / "held.py").write_text(HELD)
    begin(tmp_path / "league", BOTS)
    done = on_nodes(tmp_path, "leave", tmp_path / "league")
    assert len(done.stdout.split()) == 1
    assert not done.stderr
    assert len(missing(tmp_path / "league", BOTS)) < 7


def test_games_at_once_share_the_limits() -> None:
    league = models("http://h/v1")
    assert limits_of(league) == {"http": Limits(connections=2)}
    assert games_at_once(league, 20) == 2
    limits = {"openai": Limits(requests=500, tokens=0, connections=16)}
    assert divided(limits, 20) == {"openai": Limits(requests=25, tokens=0, connections=1)}


def test_what_games_took_is_not_left(tmp_path: Path) -> None:
    league = models("http://h/v1")
    purse = Purse(tmp_path, league)
    assert purse.left() == 5.0
    purse.spent[3] = 4.0
    assert purse.left() == 1.0
    purse.spent[4] = 1.0
    with pytest.raises(Spent, match=r"5\.00"):
        purse.left()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nowhere", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_one_line(tmp_path: Path, address: str) -> None:
    begin(tmp_path / "league", BOTS)
    with pytest.raises(LeagueError, match="no cluster can be reached there") as wrong:
        next(on_ray(address)(tmp_path / "league", [0]))
    assert len(str(wrong.value).splitlines()) == 1
