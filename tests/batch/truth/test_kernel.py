"""The kernel plays these books as they are meant: all that can happen at small tables, and some games of each row."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

import duskfall
from duskfall.core.facts import Ended
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES
from duskfall.vocabulary import Ruleset
from tests.batch.truth import books, numbers
from tests.batch.truth.exact import leaves_with_skip, mafia_wins, until_extinct
from tests.batch.truth.rows import EXTINCT, ROWS, Row
from tests.outside import forgetting


def begun(rules: Ruleset, seats: int, mafia: int, flags: dict[str, object] | None = None) -> Game:
    """A game in which the first seats are the Mafia, if there is one, and every lot is given."""
    roles = ["Mafia"] * mafia + [rules.decks.rest] * (seats - mafia)
    with forgetting():
        game = duskfall.start(rules, dict(zip(NAMES, roles, strict=False)), talk=False, flags=flags or {})
    game.draws = False
    return game


def chance_of(side: str, game: Game) -> Fraction:
    """How often this side wins if every option and every lot is alike: all of them are tried."""
    if game.state.over:
        return Fraction(winner(game) == side)
    branches = []
    if game.state.lot:
        for seat in game.state.lot[1]:
            branches.append(branch := game.copy())
            branch.lot(seat)
    else:
        ask = game.asks[0]
        for option in (*ask.seats, *ask.words):
            branches.append(branch := game.copy())
            assert branch.answer(ask.seat, ask.verb, option) == ""
    return sum((chance_of(side, branch) for branch in branches), Fraction(0)) / len(branches)


def winner(game: Game) -> str:
    last = game.facts[-1]
    assert isinstance(last, Ended)
    return last.winner


@pytest.mark.parametrize(("seats", "mafia"), [(3, 1), (4, 1)])
def test_one_leaves_every_day(seats: int, mafia: int) -> None:
    by_day, by_night = (mafia_wins(seats, mafia, day=day) for day in (True, False))
    assert chance_of("mafia", begun(books.DAY_FIRST, seats, mafia)) == by_day
    assert chance_of("mafia", begun(books.NIGHT_FIRST, seats, mafia)) == by_night


@pytest.mark.parametrize(("seats", "mafia"), [(3, 1), (3, 2), (4, 2)])
def test_until_one_side_is_gone(seats: int, mafia: int) -> None:
    assert chance_of("mafia", begun(books.DAY_FIRST, seats, mafia, EXTINCT)) == until_extinct(seats, mafia)


@pytest.mark.parametrize("voters", [3, 4])
def test_one_ballot(voters: int) -> None:
    for book, known in (
        (books.BALLOT_WITH_SKIP, numbers.WITH_SKIP),
        (books.BALLOT_AMONG_OTHERS, numbers.AMONG_OTHERS),
        (books.MAJORITY_OF_VOTES, numbers.BY_MAJORITY),
        (books.MAJORITY_OF_LIVING, numbers.BY_MAJORITY),
    ):
        assert chance_of(books.GONE, begun(book, voters, 0)) == known[voters], book.id


def test_random_ballots_through_a_whole_game() -> None:
    truth = mafia_wins(4, 1, day=False, leaves=leaves_with_skip)
    assert chance_of("mafia", begun(books.RANDOM_BALLOTS, 4, 1)) == truth


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_some_games_of_every_row(row: Row) -> None:
    rng, games, wins = Random(row.name), 150, 0
    with forgetting():
        for seed in range(games):
            game = duskfall.start(row.rules, deck=row.deck, flags=row.flags, seed=seed, talk=False)
            while asks := game.asks:
                for ask in asks:
                    game.answer(ask.seat, ask.verb, rng.choice((*ask.seats, *ask.words)))
            wins += winner(game) == row.side
    assert abs(wins / games - row.truth) <= 4 * sqrt(row.truth * (1 - row.truth) / games), wins / games
