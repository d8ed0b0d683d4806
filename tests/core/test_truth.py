"""Numbers known exactly from outside (counting by hand or by recursion), against what the engine comes to."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

import duskfall
from duskfall.core.facts import Ended, NobodyOut, Out
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES, Start
from duskfall.rules import ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from tests.volume import scaled

AI_MAFIA = ruleset("ai-mafia")


def close_to(count: int, games: int, truth: float) -> bool:
    """Within four standard errors; a sure thing must be sure."""
    error = sqrt(truth * (1 - truth) / games)
    return abs(count / games - truth) <= 4 * error


def winner(game: Game) -> str:
    last = game.facts[-1]
    assert isinstance(last, Ended)
    return last.winner


# -- uniform random answers -------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "truth"), [(7, 0.946797), (10, 0.885623)])
def test_random_answers_win_as_often_for_the_mafia_as_counted(seats: int, truth: float) -> None:
    games, won = scaled(1500), 0
    for seed in range(games):
        deck = f"Godfather, Mafia, Villager*{seats - 2}"
        game = duskfall.start("ai-mafia", seats, seed=seed, deck=deck, talk=False)
        won += winner(play(game, seat_players(game))) == "mafia"
    assert close_to(won, games, truth), won / games


# -- one ballot -------------------------------------------------------------------------------------------

SOMEONE_LEAVES = {
    3: Fraction(15, 32),
    4: Fraction(356, 625),
    5: Fraction(365, 648),
    6: Fraction(61062, 117649),
    7: Fraction(503699, 1048576),
}


def at_the_vote(voters: int) -> Game:
    """A day of ai-mafia at its ballot."""
    seats = {name: "Mafia" if name == "Ann" else "Villager" for name in NAMES[:voters]}
    return Game.start(AI_MAFIA, seats, talk=False, start=Start("day", 1))


def all_ballots(game: Game) -> tuple[int, int]:
    """Of all ways to vote, how many send someone away; and how many there are."""
    if game.state.phase != "day" or game.state.over:
        out = sum(isinstance(fact, Out) for fact in game.facts)
        assert out + sum(isinstance(fact, NobodyOut) for fact in game.facts) == 1
        return out, 1
    ask = game.asks[0]
    left = total = 0
    for option in (*ask.seats, *ask.words):
        branch = game.copy()
        assert branch.answer(ask.seat, ask.verb, option) == ""
        some, ways = all_ballots(branch)
        left, total = left + some, total + ways
    return left, total


@pytest.mark.parametrize("voters", [3, 4, 5])
def test_someone_leaves_on_exactly_so_many_of_all_ballots(voters: int) -> None:
    left, total = all_ballots(at_the_vote(voters))
    assert total == (voters + 1) ** voters
    assert Fraction(left, total) == SOMEONE_LEAVES[voters]


@pytest.mark.parametrize("voters", [6, 7])
def test_someone_leaves_on_about_so_many_random_ballots(voters: int) -> None:
    chance, votes, left, start = Random(voters), scaled(2000), 0, at_the_vote(voters)
    for _ in range(votes):
        game = start.copy()
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, chance.choice((*ask.seats, *ask.words)))
        left += any(isinstance(fact, Out) for fact in game.facts)
    assert close_to(left, votes, float(SOMEONE_LEAVES[voters])), left / votes


# -- one uniformly random player leaves every day --------------------------------------------------------

DAY_FIRST = {
    (5, 1): "8/15", (5, 2): "13/15",
    (6, 1): "5/8", (6, 2): "11/12",
    (7, 1): "16/35", (7, 2): "27/35", (7, 3): "33/35",
    (8, 1): "35/64", (8, 2): "27/32", (8, 3): "31/32",
    (9, 1): "128/315", (9, 2): "221/315", (9, 3): "31/35",
}  # fmt: skip
NIGHT_FIRST = {
    (5, 1): "3/4", (5, 2): "1",
    (6, 1): "8/15", (6, 2): "13/15",
    (7, 1): "5/8", (7, 2): "11/12", (7, 3): "1",
    (8, 1): "16/35", (8, 2): "27/35", (8, 3): "33/35",
    (9, 1): "35/64", (9, 2): "27/32", (9, 3): "31/32",
}  # fmt: skip
TABLE = [("day", *key, value) for key, value in DAY_FIRST.items()]
TABLE += [("night", *key, value) for key, value in NIGHT_FIRST.items()]


def one_leaves_every_day(game: Game, chance: Random) -> Game:
    """All vote for the same living player, drawn uniformly; the Mafia kills a random other."""
    while asks := game.asks:
        target = chance.choice(asks[0].seats)
        for ask in asks:
            game.answer(ask.seat, ask.verb, target)
    return game


@pytest.mark.parametrize(("first", "seats", "mafia", "truth"), TABLE)
def test_one_leaves_every_day(first: str, seats: int, mafia: int, truth: str) -> None:
    roles = ["Godfather", "Mafia", "Mafia"][:mafia] + ["Villager"] * (seats - mafia)
    table = dict(zip(NAMES, roles, strict=False))
    start = Game.start(AI_MAFIA, table, talk=False, start=Start(first, 1))
    chance, games = Random(f"{first}{seats}{mafia}"), 1200
    won = sum(winner(one_leaves_every_day(start.copy(), chance)) == "mafia" for _ in range(games))
    assert close_to(won, games, float(Fraction(truth))), won / games
