"""Two runs compared: who is the same, what was changed, and differences that can be counted on paper."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from duskfall.arena.folder import write_league
from duskfall.arena.league import Entrant
from duskfall.arena.measures.measure import Deals
from duskfall.arena.rating.rate import Rating
from duskfall.arena.report.compare.changes import changes, pairs
from duskfall.arena.report.compare.data import Pair
from duskfall.arena.report.compare.difference import clear, of_measure, of_rating
from duskfall.cli import cli
from tests.arena.report.played_league import league, played


def run(*words: object) -> Result:
    return CliRunner().invoke(cli, ["arena", "compare", *map(str, words)])


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same deals, once with a steady player and once with another in its place."""
    into = tmp_path_factory.mktemp("runs")
    before, after = league(blocks=4, seed=2), league(blocks=4, seed=2, steady="random", dice="random")
    return played(into / "before", before), played(into / "after", after)


# -- what was changed ----------------------------------------------------------------------------------------


def test_players_are_the_same_by_name_and_identity() -> None:
    before = league(a="scripted", b="random", c="silent")
    prompts = Entrant("b", "random", {"version": "1", "prompt": "ab12"})
    after = replace(before, entrants=(before.entrants[0], prompts, Entrant("other", "silent", {"version": "1"})))
    assert list(pairs(before, after)) == [
        Pair("a", "a", ()),
        Pair("b", "b", ("prompt: none before, ab12 after",)),
        Pair("c", "other", ()),
    ]


def test_what_was_changed_about_the_league_is_told() -> None:
    before = league(blocks=3)
    assert list(changes(before, before)) == []
    told = "; ".join(changes(before, league(blocks=5, seed=2, books=("ai-mafia",))))
    assert "blocks: 3 before, 5 after" in told
    assert "seed: 1 before, 2 after" in told
    assert "werewolf (8 seats) before, ai-mafia (8 seats) after" in told
    rules = [replace(before, plans=plans) for plans in (("x", "y"), ("x", "z"))]
    assert list(changes(*rules)) == ["the rules were changed: werewolf"]


# -- differences ---------------------------------------------------------------------------------------------


def test_the_luck_of_a_deal_that_both_played_cancels_out() -> None:
    before = Deals([1, 2, 3, 4], [1, 5, 2, 8], [10, 10, 10, 10])
    after = Deals([1, 2, 3, 4], [2, 6, 3, 8], [10, 10, 10, 10])  # one more in each deal but the last
    found = of_measure(before, after, share=True)
    assert found.before == pytest.approx(0.4)
    assert (found.change, found.low, found.high) == pytest.approx((0.075, -0.00456, 0.15456), abs=1e-4)


def test_a_paired_difference_is_that_of_the_deals() -> None:
    before = Deals([1, 2, 3], [1, 2, 3], [10, 10, 10])
    after = Deals([1, 2, 3], [2, 2, 5], [10, 10, 10])  # 1, 0 and 2 more in ten
    found = of_measure(before, after, share=True)
    half = 4.3027 * 0.1 / sqrt(3)  # the deviation of 0.1, 0 and 0.2 is 0.1
    assert (found.change, found.low, found.high) == pytest.approx((0.1, 0.1 - half, 0.1 + half), abs=1e-4)


def test_deals_of_one_run_alone_are_independent() -> None:
    before, after = Deals([1, 2, 3], [1, 2, 3], [10, 10, 10]), Deals([4, 5, 6], [2, 3, 4], [10, 10, 10])
    found = of_measure(before, after, share=True)
    half = 4.3027 * sqrt(2 * 0.1**2 / 3)
    assert (found.change, found.low) == pytest.approx((0.1, 0.1 - half), abs=1e-4)


def test_a_single_deal_tells_nothing_of_how_sure_it_is() -> None:
    found = of_measure(Deals([1], [1], [2]), Deals([1], [2], [2]), share=True)
    assert found == (0.5, 1, 0.5, None, None, None)


def test_what_never_varied_tells_nothing_of_how_sure_it_is() -> None:
    never = Deals([1, 2, 3], [0, 0, 0], [10, 10, 10])
    assert of_measure(never, never, share=True).more is None


@pytest.mark.parametrize("more", [0, 1])
def test_a_change_that_was_the_same_in_all_deals_has_no_interval(more: int) -> None:
    before = Deals([1, 2, 3, 4], [1, 5, 2, 8], [10, 10, 10, 10])
    after = Deals([1, 2, 3, 4], [x + more for x in before.x], [10, 10, 10, 10])
    found = of_measure(before, after, share=True)
    assert found.change == pytest.approx(more / 10)
    assert found[3:] == (None, None, None)


def test_a_share_moves_by_one_at_most() -> None:
    before, after = Deals([1, 2, 3], [2, 0, 2], [2, 2, 2]), Deals([4, 5, 6], [0, 2, 0], [2, 2, 2])
    found = of_measure(before, after, share=True)
    assert (found.low, found.high) == (-1, 1)
    assert (of_measure(before, after, share=False).high or 0) > 1


def test_the_interval_of_a_difference_covers_the_truth() -> None:
    chance, covered, runs = Random(3), 0, 500
    for _ in range(runs):
        luck = [chance.betavariate(2, 2) for _ in range(25)]
        played = [
            Deals(
                list(range(25)),
                [float(sum(chance.random() < each * more for _ in range(8))) for each in luck],
                [8.0] * 25,
            )
            for more in (0.8, 1.0)
        ]
        found = of_measure(*played, share=True)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 0.1 <= found.high  # a half of 1, less a half of 0.8
    assert 0.925 <= covered / runs <= 0.975


def test_ratings_are_compared_as_if_independent() -> None:
    def rating(points: float, half: float) -> Rating:
        return Rating("a", "all", points, points - half, points + half, 10, 5, 0)

    found = of_rating(rating(1500, 30), rating(1550, 40))
    assert (found.change, found.low, found.high) == pytest.approx((50, 0, 100), abs=0.01)
    assert found.more == pytest.approx(0.975, abs=1e-4)


def test_of_many_differences_a_few_look_large_by_luck() -> None:
    assert clear([0.98, *[0.5] * 50]) == [False] * 51
    assert clear([0.98]) == [True]
    assert clear([0.9999, 0.00001, 0.9, None]) == [True, True, False, False]


def test_what_has_no_interval_is_never_clearly_changed() -> None:
    assert clear([None, None]) == [False, False]
    assert clear([0.5, *[None] * 40]) == [False] * 41
    assert clear([0.999, *[None] * 40]) == [True, *[False] * 40]


# -- the command ---------------------------------------------------------------------------------------------


def test_the_command_tells_what_was_changed_and_what_became_of_it(folders: tuple[Path, Path]) -> None:
    text = run(*folders).output
    assert "# before → after" in text
    assert "- steady: kind: scripted before, random after" in text
    assert "The same in both: dice." in text
    assert "Both runs played 8 of the same deals (8 and 8 in all): these are paired." in text
    assert "- Vote accuracy of the good, all: steady" in text  # whoever votes at random is seen to


def test_the_command_prints_one_json_object(folders: tuple[Path, Path]) -> None:
    told = json.loads(run(*folders, "--json").output)
    assert told["deals"] == {"both": 8, "before": 8, "after": 8}
    assert {each["player"] for each in told["ratings"]} == {"steady", "dice"}
    accuracy = next(
        each for each in told["measures"] if each["measure"] == "vote-accuracy" and each["player"] == "steady"
    )
    assert accuracy["high"] < 0
    assert accuracy["change"] == pytest.approx(accuracy["after"] - accuracy["before"])


def test_a_run_compared_with_itself_has_not_changed(folders: tuple[Path, Path]) -> None:
    told = json.loads(run(folders[0], folders[0], "--json").output)
    assert told["changes"] == []
    assert {each["change"] for each in told["measures"]} == {0}


def test_runs_without_a_common_player_cannot_be_compared(folders: tuple[Path, Path], tmp_path: Path) -> None:
    write_league(tmp_path, league(somebody="silent"))
    result = run(folders[0], tmp_path)
    assert result.exit_code == 2
    assert "no player in common" in result.output


def test_a_folder_that_is_no_league_is_one_line(folders: tuple[Path, Path], tmp_path: Path) -> None:
    result = run(folders[0], tmp_path)
    assert result.exit_code == 2
    assert "not the folder of a league" in result.output
