"""What models may cost at most: a bound that holds whatever is played, and that tells nothing of who holds what."""

from __future__ import annotations

from dataclasses import replace

import pytest

import duskfall
from duskfall.players.llm.model import read_model
from duskfall.rules import BOOKS
from duskfall.table.ceiling import CALLS_EACH, ceiling, longest_game
from duskfall.table.run import play
from duskfall.table.seating import seat_players

KIND = "http://h/v1#m?price=1/10&context=1000&answer=100"


@pytest.mark.parametrize("book", BOOKS)
def test_no_game_asks_a_seat_more(book: str) -> None:
    for seed in range(3):
        for kind in ("random", "scripted"):
            game = duskfall.start(book, 8, seed=seed, flags={"maxRounds": 3})
            most = longest_game(game.plan.rules, game.setup)
            play(game, seat_players(game, kind))
            asked = [entry.seat for entry in game.log]
            assert max(map(asked.count, set(asked))) <= most


def test_the_dollars_are_those_of_all_seats_whose_price_is_known() -> None:
    game = duskfall.start("werewolf", 8, seed=1)
    free = "http://h/v1#free"
    models = {kind: read_model(kind) for kind in (KIND, free)}
    kinds = [KIND, KIND, free, *["scripted"] * 5]
    found = ceiling(game.plan.rules, game.setup, kinds, models, games=3)
    assert found is not None
    assert found.questions == 2 * 3 * longest_game(game.plan.rules, game.setup)
    assert found.dollars == pytest.approx(found.questions * CALLS_EACH * 0.002)
    assert 0 < found.usual < found.questions
    assert ceiling(game.plan.rules, game.setup, [free] * 8, models) is None


@pytest.mark.parametrize("book", BOOKS)
def test_it_is_the_same_whoever_holds_what(book: str) -> None:
    model = {KIND: read_model(KIND)}
    games = [duskfall.start(book, 8, seed=seed) for seed in range(5)]
    assert len({game.setup.roles for game in games}) > 1
    assert len({ceiling(game.plan.rules, game.setup, [KIND] * 8, model) for game in games}) == 1
    other = replace(games[0].setup, talk=False)
    assert ceiling(games[0].plan.rules, other, [KIND] * 8, model) != ceiling(
        games[0].plan.rules, games[0].setup, [KIND] * 8, model
    )
