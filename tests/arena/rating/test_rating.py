"""Ratings of small leagues whose answers are known."""

from __future__ import annotations

import random
import warnings
from math import isfinite, log

import numpy as np
import pytest

from duskfall.arena.rating.bouts import read
from duskfall.arena.rating.model import BIAS_SPREAD, GUESS, WIDEST, fit, parameters, precision, scores
from duskfall.arena.rating.rate import rate
from duskfall.arena.rating.scale import POINTS
from duskfall.arena.rating.uncertainty import block_worth, contrasts, estimate, weak_prior
from tests.arena.rating import rating_study
from tests.arena.rating.rated import Played, tables


def many(deals: int, strong: float = 0.8, seed: int = 1) -> list[Played]:
    """Two players, each against the other on both sides of every deal; `a` wins so many of its games."""
    chance = random.Random(seed)
    games = []
    for deal in range(deals):
        for good, evil in ("ab", "ba"):
            winner = "town" if (chance.random() < strong) == (good == "a") else "mafia"
            games.append(Played(winner, f"{good}:t {good}:t {evil}:m", deal))
    return games


def test_the_better_player_is_rated_higher_with_intervals_apart() -> None:
    found = rate(tables(many(300)))
    assert found.players == ("a", "b")
    assert found.of("b").high < 1500 < found.of("a").low
    assert found.better["a", "b"] > 0.99
    assert (found.games, found.deals) == (600, 300)


def test_points_are_odds() -> None:
    """Won 80 % on either side: four times the odds, on a scale where 400 points are ten times."""
    found = rate(tables(many(2000)))
    between = found.of("a").rating - found.of("b").rating
    assert between == pytest.approx(POINTS * log(4), rel=0.1)


def test_chances_of_two_add_up_and_equals_are_at_half() -> None:
    games = many(50, strong=0.5)
    swapped = [
        game._replace(seats=game.seats.translate(str.maketrans("ab", "ba")), deal=game.deal + 50) for game in games
    ]
    found = rate(tables([*games, *swapped]))
    assert found.better["a", "b"] + found.better["b", "a"] == pytest.approx(1)
    assert found.of("a").rating == pytest.approx(1500)
    assert 0.3 < found.better["a", "b"] < 0.7


def test_1500_is_the_mean_and_all_the_mean_of_both_sides() -> None:
    found = rate(tables([*many(40), Played("mafia", "c:t a:t b:m", 41), Played("town", "a:t b:t c:m", 41)]))
    for side in ("good", "evil", "all"):
        assert np.mean([found.of(player, side).rating for player in found.players]) == pytest.approx(1500)
    for player in found.players:
        good, evil, both = (found.of(player, side) for side in ("good", "evil", "all"))
        assert both.rating == pytest.approx((good.rating + evil.rating) / 2)
        assert (both.games, both.wins) == (good.games + evil.games, good.wins + evil.wins)


def test_a_side_that_wins_more_makes_nobody_strong() -> None:
    """Evil wins nine of ten; `a` is evil four times as often, and no better."""
    chance = random.Random(5)
    games = []
    for deal in range(800):
        good, evil = "ba" if deal % 5 else "ab"
        games.append(Played("mafia" if chance.random() < 0.9 else "town", f"{good}:t c:t {evil}:m", deal))
    found = rate(tables(games))
    raw = {player: found.of(player).wins / found.of(player).games for player in "ab"}
    assert raw["a"] > raw["b"] + 0.3
    assert found.of("a").low < found.of("b").rating < found.of("a").high


def test_games_count_once_a_side_and_failures_apart() -> None:
    found = rate(
        tables(
            [
                Played("mafia", "a:t a:t b:m a:m", 0),
                Played("draw", "a:t b:t a:m b:m", 1),
                Played(None, "a:t a:m b:t b:n", 2),
                Played("town", "a:t a:n b:m b:m", 3),
            ]
        )
    )
    assert found.of("a", "good")[5:8] == (3, 1, 1)
    assert found.of("a", "evil")[5:8] == (2, 1, 1)
    assert found.of("a", "all")[5:8] == (5, 2, 1)
    assert found.of("b", "evil")[5:8] == (3, 1, 0)
    assert found.of("b", "all")[5:8] == (4, 1, 1)
    assert found.games == 3


def test_a_draw_is_an_equal_share_and_alone_seats_are_no_team() -> None:
    bouts, _ = read(tables([Played("draw", "a:t b:m c:w d:n", 0), Played("wolf", "a:t b:m c:w d:n", 1)]))
    assert bouts.share.tolist() == [[1 / 3] * 3, [0, 0, 1]]
    assert bouts.seats.sum(axis=(0, 1)).tolist() == [2, 2, 2, 0]
    assert sorted(bouts.side[0].tolist()) == [0, 1, 1]


def test_a_team_that_was_not_dealt_wins_as_nobody_does() -> None:
    bouts, _ = read(tables([Played("wolf", "a:t b:m", 0)]))
    assert bouts.share.tolist() == [[0.5, 0.5]]


def test_games_of_one_kind_are_one_row() -> None:
    bouts, _ = read(tables(many(200)))
    assert len(bouts.seats) == 4
    assert len(bouts.kind) == 400
    other, _ = read(tables([*many(2), *(game._replace(table=1) for game in many(2))]))
    assert other.biases == 4


def test_the_fit_is_the_top_of_the_hill() -> None:
    bouts, _ = read(tables([*many(60), Played("wolf", "a:t b:m c:w a:w", 70), Played("draw", "a:t b:m c:w", 71)]))
    best = fit(bouts)
    assert scores(bouts, best.at).sum(axis=0) == pytest.approx(best.prior @ best.at, abs=1e-5)


def test_the_estimated_spread_is_bounded_where_strengths_are_not() -> None:
    bouts, _ = read(tables(STRANGE["always wins"]))
    spread = fit(bouts).spread
    assert np.linalg.eigvalsh(WIDEST * GUESS - spread).min() > -1e-9
    assert np.linalg.eigvalsh(spread).min() > 0


def test_three_teams_are_a_logit_over_three() -> None:
    """With as many wins as the intercepts alone explain, chances are the shares that were seen."""
    wins = {"town": 500, "mafia": 300, "wolf": 200}
    bouts, _ = read(tables([Played(w, "a:t a:m a:w", n) for w, times in wins.items() for n in range(times // 10)]))
    best = fit(bouts, prior=precision(GUESS * 1e-6, 1, bouts.biases))
    odds = np.exp(best.at[2:])
    seen = dict(zip(("mafia", "town", "wolf"), odds / odds.sum(), strict=True))
    assert seen == pytest.approx({"town": 0.5, "mafia": 0.3, "wolf": 0.2}, abs=0.01)
    assert BIAS_SPREAD >= 5


def times(count: int, *games: tuple[str | None, str]) -> list[Played]:
    """These games on each of so many deals."""
    return [Played(winner, seats, deal) for deal in range(count) for winner, seats in games]


STRANGE = {
    "nothing": [],
    "one game": times(1, ("town", "a:t b:m")),
    "one block": times(1, ("town", "a:t b:t c:m"), ("mafia", "c:t a:t b:m"), ("town", "b:t c:t a:m")),
    "one player": times(9, ("town", "a:t a:t a:m")),
    "always wins": times(500, ("town", "a:t b:m"), ("mafia", "b:t a:m")),
    "never evil": times(20, ("town", "a:t b:m"), ("mafia", "a:t b:m"), ("town", "a:t b:m")),
    "evil always wins": times(30, ("mafia", "a:t b:m"), ("mafia", "b:t a:m")),
    "all failed": times(3, (None, "a:t b:m")),
    "all drawn": times(30, ("draw", "a:t b:m")),
    "no contest": times(3, ("town", "a:t b:n")),
    "strangers": times(9, ("town", "a:t b:m"), ("town", "c:t d:m")),
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_leagues_have_finite_ratings(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        found = rate(tables(STRANGE[name]))
    for row in found.rows:
        assert all(isfinite(number) for number in row[2:])
        assert row.low <= row.rating <= row.high
        assert row.low < row.high or name == "one player"
        assert abs(row.rating - 1500) < 2000
    assert all(0 < chance < 1 for chance in found.better.values())
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["one game", "one block", "never evil", "all drawn"])
def test_who_has_hardly_played_has_a_wide_interval(name: str) -> None:
    found = rate(tables(STRANGE[name]))
    sides = ("good", "evil") if name != "never evil" else ("evil",)
    assert all(found.of("a", side).high - found.of("a", side).low > 200 for side in sides)


def test_no_evil_games_are_as_uncertain_as_before_any_game() -> None:
    found = rate(tables(STRANGE["never evil"]))
    assert found.of("a", "evil").games == 0
    assert found.of("a", "evil").high - found.of("a", "evil").low > 400


def test_the_same_whatever_the_order_of_rows() -> None:
    games = many(30)
    order = list(range(len(games)))
    random.Random(3).shuffle(order)
    assert rate(tables(games)) == rate(tables(games, order))


def test_games_of_a_deal_that_come_out_alike_tell_nothing_new() -> None:
    """Each game ten times on its deal: a bootstrap over games would be three times as sure."""
    once = rate(tables(many(150)))
    often = rate(tables([game for game in many(150) for _ in range(10)]))
    alone = rate(tables([game._replace(deal=10 * game.deal + n) for game in many(150) for n in range(10)]))
    width = {name: each.of("a").high - each.of("a").low for name, each in zip("oat", (once, often, alone), strict=True)}
    assert width["a"] > 0.9 * width["o"]
    assert width["t"] < 0.5 * width["o"]


def test_a_block_counts_for_what_it_is_worth() -> None:
    """Ten games of a deal with one outcome are one game; ten with outcomes of their own are ten."""
    same, own = many(150), many(1500)
    copied, _ = read(tables([game for game in same for _ in range(10)]))
    apart, _ = read(tables([game._replace(deal=game.deal // 10) for game in own]))
    worth = [block_worth(bouts, fit(bouts).at).mean() for bouts in (copied, apart)]
    assert worth[0] < 0.15
    assert worth[1] > 0.9


def test_games_of_a_single_block_are_taken_for_alike() -> None:
    bouts, _ = read(tables([*STRANGE["one block"], *STRANGE["one block"]]))
    assert block_worth(bouts, fit(bouts).at).tolist() == [pytest.approx(1 / 6)]


def test_a_copied_block_moves_no_rating_far() -> None:
    """The games of each block come out alike: with three blocks nobody is rated wildly, however many games that is."""
    rows = ("a:t b:t c:t a:m b:m", "b:t c:t a:t b:m c:m", "c:t a:t b:t c:m a:m", "a:t b:t c:t a:m c:m")
    games = [Played("town" if deal == 1 else "mafia", rows[n % 4], deal) for deal in range(3) for n in range(deal, 40)]
    found = rate(tables(games))
    assert max(abs(row.rating - 1500) for row in found.rows) < 200


def test_intervals_are_as_wide_as_those_of_fitting_anew_to_other_deals() -> None:
    """The slow bootstrap: deals are drawn, and everything is fitted anew."""
    bouts, _ = rating_study.play(rating_study.SCENES[1], 1, 900)
    weak, found = weak_prior(bouts), estimate(bouts)
    chance, deals = np.random.default_rng(1), int(bouts.deal.max()) + 1
    drawn = []
    for _ in range(100):
        often = np.bincount(chance.integers(deals, size=deals), minlength=deals) * found.worth
        drawn.append(fit(bouts, np.bincount(bouts.kind, weights=often[bouts.deal]), weak).at)
    wide = [(np.array(drawn) @ rows.T).std(axis=0) for rows in contrasts(len(bouts.players), parameters(bouts))]
    ratio = (found.high - found.low) / 2 / (1.96 * np.stack(wide, axis=1))
    assert np.median(ratio) == pytest.approx(1, abs=0.15)
    assert (abs(ratio - 1) < 0.5).all()
