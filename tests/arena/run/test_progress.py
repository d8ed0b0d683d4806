"""How far a league is: what is told while it is played."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from duskfall.arena.folder import missing, opened
from duskfall.arena.league import Budget, Entrant
from duskfall.arena.run.live import LiveNumbers
from duskfall.arena.run.session import play_missing
from duskfall.arena.run.spread import over_cores
from duskfall.arena.run.standing import Standing
from duskfall.cli import cli
from duskfall.cli.arena import progress
from tests.arena.run.leagues import league, play_all


def test_in_a_pipe_it_is_a_line_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with opened(tmp_path, league()), progress.progress(plain=True) as watch:
        todo = missing(tmp_path, league())
        play_missing(Standing(tmp_path, league(), todo), todo, over_cores(1), watch)
    first, second, third = capsys.readouterr().err.splitlines()
    assert first.startswith("25 of 60 games · ")
    assert second.startswith("50 of 60 games · ")
    assert third.startswith("60 of 60 games · ")
    for line in (first, second, third):
        assert " a second · 0 failed · ends " in line
        assert "; openskill: " in line
        assert "$" not in line


def test_what_was_played_before_counts_for_the_games_and_not_for_the_pace(tmp_path: Path) -> None:
    play_all(tmp_path, league())
    standing = Standing(tmp_path, league(), missing(tmp_path, league()))
    assert (standing.done, standing.games, standing.now, standing.rate) == (60, 60, 0, 0.0)
    assert progress.lines(standing, {}) == ["60 of 60 games · 0.0 a second · 0 failed"]


def test_dollars_are_told_where_models_play(tmp_path: Path) -> None:
    wanted = league(entrants=(Entrant("a", "http://localhost:1/v1#m"), Entrant("b", "random")))
    with opened(tmp_path, wanted):
        standing = Standing(tmp_path, wanted, missing(tmp_path, wanted))
    standing.cost = 1.5
    assert progress.lines(standing, {"a": 1510.4, "b": 1489.6}) == [
        "0 of 60 games · 0.0 a second · $1.50 · 0 failed",
        "openskill: a 1510 · b 1490",
    ]


def test_the_time_that_is_left_is_told_if_it_is_less(tmp_path: Path) -> None:
    wanted = league(blocks=100_000, budget=Budget(seconds=3600))
    with opened(tmp_path, wanted):
        standing = Standing(tmp_path, wanted, range(10_000))
    assert standing.to_go == pytest.approx(3600, abs=60)


def test_live_numbers_are_those_of_the_chunks_that_were_looked_at(tmp_path: Path) -> None:
    play_all(tmp_path, league())
    numbers = LiveNumbers()
    assert numbers.best() == {}
    numbers.take(tmp_path, 0)
    assert set(numbers.best()) == {"one", "two"}
    assert list(numbers.best().values()) == sorted(numbers.best().values(), reverse=True)


def test_resume_says_how_a_league_goes_on(tmp_path: Path) -> None:
    play_all(tmp_path, league(blocks=1))
    done = CliRunner().invoke(cli, ["resume", str(tmp_path)])
    assert done.exit_code == 2
    assert "holds a league, which goes on with: duskfall arena run LEAGUE.yaml" in done.output
