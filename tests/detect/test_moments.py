"""Moments of a game: what a viewer had been shown when the game first waited in a phase, and just before its end."""

from __future__ import annotations

import pytest

import duskfall
from duskfall.core.facts import Announced, Ended, Fact, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.view import visible
from duskfall.detect.moments import END, NoMoment, moment, moments, sight_at
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS
from duskfall.table.run import play


@pytest.fixture(scope="module", params=list(BOOKS))
def game(request: pytest.FixtureRequest) -> Game:
    found = duskfall.start(request.param, 8, seed=3)
    play(found, {seat: RandomPlayer(30 + seat) for seat in range(1, 9)})
    return found


def stopped_at(game: Game, place: tuple[str, int]) -> list[Fact]:
    """The facts of the same game, driven until it first waits in this phase."""
    again = Game(game.plan.rules, game.setup)
    for entry in game.log:
        state = again.state
        if again.asks and place == (state.phase, state.night if state.phase == "night" else state.day):
            break
        again.do(entry)
    return again.facts


def test_a_moment_is_the_first_time_that_the_game_waits_in_a_phase(game: Game) -> None:
    *phases, end = moments(game)
    assert len(phases) > 1
    for each in phases:
        assert game.facts[: each.facts] == stopped_at(game, each.place)
        assert each.going
    assert end.place == END


def test_moments_come_in_the_order_of_the_game(game: Game) -> None:
    there = moments(game)
    began = [(fact.phase, fact.number) for fact in game.facts if isinstance(fact, PhaseBegan)]
    assert [each.place for each in there[:-1]] == [place for place in began if place in {m.place for m in there}]
    assert [each.facts for each in there] == sorted(each.facts for each in there)


def test_the_end_is_all_but_what_is_told_when_it_is_over(game: Game) -> None:
    end = moment("end", game)
    assert isinstance(game.facts[end.facts], Ended)
    assert not end.going
    assert not any(isinstance(fact, Ended) for fact in sight_at(game, end, 0).facts)


@pytest.mark.parametrize("seat", [0, 1, 5])
def test_a_sight_holds_what_was_shown_to_its_viewer_and_nothing_else(game: Game, seat: int) -> None:
    for when in moments(game):
        seen = sight_at(game, when, seat)
        assert list(seen.facts) == [fact for fact in game.facts[: when.facts] if visible(fact, seat)]
        assert (seen.seat, seen.going, seen.rules) == (seat, when.going, game.plan.rules)


def test_the_dead_of_the_night_are_known_by_day() -> None:
    game = duskfall.start("ai-mafia-classic", 6, seed=1, talk=False)
    while game.state.phase == "night":
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, (ask.seats or ask.words)[0])
    by_night, by_day = (sight_at(game, moment(when, game), 0).facts for when in ("night 1", "day 1"))
    assert not any(isinstance(fact, Announced) for fact in by_night)
    assert any(isinstance(fact, Announced) for fact in by_day)


def test_of_a_game_that_is_not_over_the_end_is_all_there_is() -> None:
    game = duskfall.start("ai-mafia-classic", 6, seed=1)
    end = moment("end", game)
    assert (end.facts, end.going) == (len(game.facts), True)
    assert [each.name for each in moments(game)] == ["night 1", "end"]


def test_what_was_taken_back_is_no_moment() -> None:
    game = duskfall.start("ai-mafia-classic", 6, seed=1, talk=False)
    while game.state.phase == "night":
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, (ask.seats or ask.words)[0])
    assert [each.name for each in moments(game)] == ["night 1", "day 1", "end"]
    game.undo(1)
    assert [each.name for each in moments(game)] == ["night 1", "end"]
    assert game.facts[: moment("night 1", game).facts] == stopped_at(game, ("night", 1))


def test_moments_are_asked_for_as_people_write_them(game: Game) -> None:
    first = moments(game)[0]
    phase, number = first.place
    for wanted in (f"{phase} {number}", f" {phase.upper()} {number}", f"{phase}{number}", f"{phase[0]}{number}"):
        assert moment(wanted, game) == first


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ("night 99", "there is no 'night 99' in this game (there are: night 1, "),
        ("nihgt 1", "there is no 'nihgt 1' in this game, did you mean 'night 1'? (there are: night 1, "),
        ("edn", "there is no 'edn' in this game, did you mean 'end'? (there are: night 1, "),
        ("", "there is no '' in this game (there are: night 1, "),
    ],
)
def test_a_moment_that_there_is_not(wanted: str, why: str) -> None:
    game = duskfall.start("ai-mafia-classic", 6, seed=1)
    with pytest.raises(NoMoment) as error:
        moment(wanted, game)
    assert str(error.value).startswith(why)


def test_a_phase_in_which_nobody_was_asked() -> None:
    game = duskfall.start("city-mafia", 7, flags={"firstDayVote": False}, talk=False)
    assert [each.name for each in moments(game)] == ["night 1", "end"]
    with pytest.raises(NoMoment, match=r"^nobody was asked for anything on day 1 \(there are: night 1, end\)$"):
        moment("day 1", game)
