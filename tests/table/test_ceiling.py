"""What models may cost at most: a bound that holds whatever is played, and that tells nothing of who holds what."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

import pytest

import duskfall
from duskfall.core.view import View
from duskfall.players.base import Pending
from duskfall.players.llm.model import read_model
from duskfall.rules import BOOKS
from duskfall.table.ceiling import CALLS_EACH, ceiling, longest_game
from duskfall.table.probe import Prober
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


@pytest.mark.parametrize("book", BOOKS)
def test_no_game_asks_a_seat_more_where_models_are_probed(book: str) -> None:
    game = duskfall.start(book, 8, seed=1, flags={"maxRounds": 3})
    most = longest_game(game.plan.rules, game.setup, probe=True)
    aside: list[int] = []
    prober = Prober({seat: Asked(aside) for seat in range(1, 9)}, lambda _: None, lambda _: None, ())
    play(game, seat_players(game, "scripted"), prober)
    asked = [*aside, *(entry.seat for entry in game.log)]
    assert max(map(asked.count, set(asked))) <= most
    usual, probed = (
        ceiling(game.plan.rules, game.setup, [KIND] * 8, {KIND: read_model(KIND)}, probe=probe)
        for probe in (False, True)
    )
    assert usual is not None
    assert probed is not None
    assert (probed.questions > usual.questions, probed.usual > usual.usual) == (True, True)


class Asked:
    """Somebody who is asked aside, and has no opinion."""

    def __init__(self, seats: list[int]) -> None:
        self.seats = seats

    def probe(self, number: int, view: View) -> Pending:
        self.seats.append(view.seat or 0)
        found: Future[object] = Future()
        found.set_result(None)
        return found  # type: ignore[return-value]


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
