"""Leagues that ask what could be known: what is kept of them, what the report tells, and planted players."""

from __future__ import annotations

from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import pvariance

import pytest
from click.testing import CliRunner

from duskfall.arena.folder import LeagueError, opened
from duskfall.arena.league import Entrant, League
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Reading
from duskfall.arena.measures.outcomes.luck import LUCK
from duskfall.arena.measures.parts import PARTS
from duskfall.arena.report.collect import report
from duskfall.arena.report.markdown import markdown
from duskfall.arena.store.known import minds
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.tables import DETECTED
from duskfall.cli import cli
from duskfall.detect.posterior import Budget, Posterior
from duskfall.detect.sight import Sight
from duskfall.table.sheet import TableSheet
from tests.arena.run.leagues import league, play_all, rows
from tests.arena.store.knowing import SMALL, fake

BY_ID = {measure.id: measure for measure in MEASURES}
READERS = TableSheet("ai-mafia-classic", deck=("Mafia", "Cop*2", "Doctor", "Villager*2"), talk=False)


@pytest.fixture(autouse=True)
def _little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "BUDGET", SMALL)


# -- what is kept --------------------------------------------------------------------------------------------


def test_what_could_be_known_is_kept_if_it_is_asked_for_and_nothing_else_changes(tmp_path: Path) -> None:
    plain, asked = league(2), league(2, detect=True)
    for name, wanted in (("plain", plain), ("asked", asked), ("again", asked)):
        play_all(tmp_path / name, wanted)
    without, kept = rows(tmp_path / "plain"), rows(tmp_path / "asked")
    assert all(without[table] == kept[table] for table in without if table not in DETECTED)
    assert all(not without[table] for table in DETECTED)
    assert all(kept[table] for table in ("moments", "knowledge", "choices", "chances"))
    assert rows(tmp_path / "again") == kept


def test_a_folder_without_it_is_another_league(tmp_path: Path) -> None:
    play_all(tmp_path / "plain", league(1))
    with pytest.raises(LeagueError, match="its detect is False"), opened(tmp_path / "plain", league(1, detect=True)):
        pass


# -- what is told --------------------------------------------------------------------------------------------


def test_the_report_says_what_was_counted_what_was_sampled_and_what_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = count()

    def in_turns(seen: Sight, budget: Budget) -> Posterior:
        turn = next(turns) % 3
        return fake(seen, budget, known=turn > 0, exact=turn > 1)

    monkeypatch.setattr(minds, "posterior", in_turns)
    play_all(tmp_path / "asked", league(2, detect=True))
    made = report(tmp_path / "asked", random_games=0)
    (told,) = made.moments
    assert told.layer == "rules"
    assert sum(told[1:]) == len(rows(tmp_path / "asked")["moments"])
    assert min(told[1:]) > 0
    text = markdown(made)
    assert f"{told.exact:,} counted exactly, {told.sampled:,} sampled, {told.unknown:,} not known" in text
    assert "| knowing nothing | knowing all | random play |" in text
    assert made.as_data()["moments"] == [told._asdict()]


def test_a_league_that_does_not_ask_tells_nothing_of_it(tmp_path: Path) -> None:
    play_all(tmp_path / "plain", league(1))
    made = report(tmp_path / "plain", random_games=0)
    assert made.moments == ()
    text = markdown(made)
    assert "knowing all" not in text
    assert "Not measured, for this league has no such data: Seats won, adjusted for luck" in text


def test_two_runs_are_compared_by_it(tmp_path: Path) -> None:
    for name, blocks in (("one", 2), ("two", 3)):
        play_all(tmp_path / name, league(blocks, detect=True))
    told = CliRunner().invoke(cli, ["arena", "compare", str(tmp_path / "one"), str(tmp_path / "two")])
    assert told.exit_code == 0
    assert "### Vote regret" in told.stdout
    assert "### Seats won, adjusted for luck" in told.stdout


# -- planted players -----------------------------------------------------------------------------------------


def test_who_votes_for_the_proven_blunders_and_who_does_not_does_not(tmp_path: Path) -> None:
    entrants = tuple(Entrant(name.lower(), f"tests.arena.run.wise_and_fool:{name}") for name in ("Wise", "Fool"))
    play_all(tmp_path / "planted", League(entrants, (READERS,), 2, detect=True))
    found = measured(tmp_path / "planted")
    assert found["blunders", "wise"].value < found["blunders", "fool"].value
    assert found["blunders", "fool"].value > (found["blunders", "fool"].nothing or 1)
    assert found["blunders", "wise"].value < (found["blunders", "wise"].nothing or 0)
    assert found["vote-regret", "wise"].value < found["vote-regret", "fool"].value


def measured(folder: Path) -> dict[tuple[str, str], Reading]:
    """By measure and player, all groups together where they are told so; of blunders the ballots."""
    with closing(open_tables(folder)) as tables:
        rows = [(id, row) for id in BY_ID for row in BY_ID[id].read(tables) if not row.rules]
    return {(id, row.player): row for id, row in rows if row.group == ("ballot" if id == "blunders" else "")}


def test_who_goes_by_all_that_can_be_known_scores_just_that(tmp_path: Path) -> None:
    entrants = (Entrant("knowing", "tests.arena.run.wise_and_fool:Knowing"), Entrant("dice", "random"))
    play_all(tmp_path / "knowing", League(entrants, (READERS,), 2, detect=True))
    found = measured(tmp_path / "knowing")
    for id in ("blunders", "vote-regret", "suspicion-distance", "bits-extracted"):
        row = found[id, "knowing"]
        assert row.value == pytest.approx(BY_ID[id].everything, abs=1e-9)
        assert row.n > 5
        assert row.nothing != pytest.approx(row.value, abs=0.02)  # or the test could not fail


def test_who_plays_at_random_scores_the_baseline_of_knowing_nothing(tmp_path: Path) -> None:
    play_all(tmp_path / "random", League((Entrant("dice", "random"),), (READERS,), 40, seed=2, detect=True))
    found = measured(tmp_path / "random")
    for id in ("blunders", "vote-regret", "vote-beyond"):
        row = found[id, "dice"]
        assert row.low is not None
        assert row.high is not None
        assert row.nothing is not None
        assert row.low <= row.nothing <= row.high
        assert row.high - row.low < 0.25  # or the test could not fail


# -- luck ----------------------------------------------------------------------------------------------------


def test_without_luck_the_rate_is_the_same_and_varies_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minds, "posterior", fake)
    play_all(tmp_path / "lucky", league(12, TableSheet("ai-mafia-classic", 7, talk=False), detect=True))
    with closing(open_tables(tmp_path / "lucky")) as tables:
        plain, adjusted = (
            tables.execute(
                f"""WITH {PARTS}, events AS ({measure.events}) SELECT player, block, sum(x), avg(x)
                FROM events JOIN games USING (game) GROUP BY player, block, game ORDER BY player, block, game"""
            ).fetchall()
            for measure in (BY_ID["wins"], LUCK)
        )
    for player in ("one", "two"):
        for block in range(12):  # whichever game of a block is drawn: the same is expected of it
            totals = [sum(row[2] for row in found if row[:2] == (player, block)) for found in (plain, adjusted)]
            assert totals[0] == pytest.approx(totals[1])
        before, after = (pvariance([row[3] for row in found if row[0] == player]) for found in (plain, adjusted))
        assert after < 0.9 * before
