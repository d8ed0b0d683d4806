"""Nominations without talk (CM-2): asked one after another, by everybody who can play."""

from __future__ import annotations

import pytest

import duskfall
from duskfall.core.facts import Nominated, Voted
from duskfall.core.play.game import Game
from duskfall.core.play.talk import NOMINATE
from duskfall.core.view import View
from duskfall.core.view import view as seen_by
from duskfall.players.llm.answers.forms import form
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.tell.facts.questions import options, question
from tests.players.test_terminal_player import answered


def new(**options: object) -> Game:
    return duskfall.start("city-mafia", 8, seed=2, talk=False, flags={"nominations": True}, **options)


def view(game: Game) -> View:
    return seen_by(game.facts, game.asks[0].seat)


def nominated(game: Game) -> list[int]:
    return [fact.target for fact in game.facts if isinstance(fact, Nominated)]


def test_they_are_asked_one_after_another_and_each_name_is_heard() -> None:
    game = new()
    for seat, name in zip(range(1, 9), [3, "nobody", 3, None, 7, 7, 1, "nobody"], strict=True):
        [ask] = game.asks
        assert (ask.seat, ask.verb, ask.seats, ask.words) == (seat, NOMINATE, tuple(range(1, 9)), ("nobody",))
        game.answer(seat, NOMINATE, name)
    assert nominated(game) == [3, 7, 1]
    assert {ask.verb for ask in game.asks} == {"vote"}
    assert game.asks[0].seats == (3, 7, 1)


def test_a_removal_asks_the_next() -> None:
    game = new()
    game.answer(1, NOMINATE, 3)
    game.remove(2)
    assert [ask.seat for ask in game.asks] == [3]
    game.remove(4)
    game.answer(3, NOMINATE, None)
    assert [ask.seat for ask in game.asks] == [5]


def test_nobody_is_asked_any_more_once_a_removal_has_cancelled_the_vote() -> None:
    game = new()
    game.switch("removalCancelsVote", True)
    while (game.state.phase, game.state.day) != ("day", 2):
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, None)
    first, second, *_ = game.state.living()
    game.answer(first, NOMINATE, second)
    game.remove(second)
    assert not [ask for ask in game.asks if ask.verb in (NOMINATE, "vote")]


@pytest.mark.parametrize("kind", ["random", "scripted"])
def test_bots_put_somebody_up(kind: str) -> None:
    game = new()
    play(game, seat_players(game, kind))
    assert nominated(game)
    assert any(isinstance(fact, Voted) for fact in game.facts)


def test_a_copy_goes_on_by_itself() -> None:
    game = new()
    game.answer(1, NOMINATE, 3)
    other = game.copy()
    other.answer(2, NOMINATE, 4)
    assert (game.asks[0].seat, other.asks[0].seat) == (2, 3)


def test_it_can_be_asked_in_words_and_answered_by_a_model() -> None:
    game = new()
    [ask] = game.asks
    assert question(ask, game.names, game.plan.rules) == "Nominations: whom do you put up for the vote?"
    assert [option.key for option in options(ask, game.names)] == [*map(str, range(1, 9)), "0"]
    form_of_it = form(ask, view(game))
    answer = form_of_it.read('{"choice": "Cid"}')
    assert form_of_it.legal(answer)
    game.answer(1, NOMINATE, answer)
    assert nominated(game) == [3]


def test_a_person_at_the_terminal_answers_it() -> None:
    game = new()
    value, paper = answered(game.asks[0], "ci", seen=view(game))
    assert paper.prompts[0].question == "Nominations: whom do you put up for the vote?"
    game.answer(1, NOMINATE, value)
    assert nominated(game) == [3]
