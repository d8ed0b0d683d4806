"""The moderator's acts (G12) on concrete tables: remove, hand over, switch, pause, undo."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duskfall.core.facts import (
    EVERYONE,
    Announced,
    CoWon,
    Ended,
    FlagSwitched,
    HandedOver,
    NobodyOut,
    Out,
    Paused,
    PhaseBegan,
    Refused,
    Removed,
    Said,
    Undone,
    Voted,
)
from duskfall.core.play.game import Game
from duskfall.core.record import fact_line
from duskfall.core.start.flags import FlagError
from duskfall.core.start.setup import Start
from duskfall.core.view import view
from duskfall.rules import ruleset

SIX = {"Ann": "Cop", "Bob": "Bomb", "Cid": "Mafia", "Dee": "Jester", "Eli": "Villager", "Fay": "Villager"}
CITY = {"Ann": "Doctor", "Bob": "Mafia", "Cid": "Citizen", "Dee": "Citizen", "Eli": "Citizen"}
BY_DAY = Start("day", 1)


def new(seats: dict[str, str] = SIX, book: str = "ai-mafia", **options) -> Game:
    return Game.start(ruleset(book), seats, **{"talk": False, **options})


def of(game: Game, kind: type) -> list:
    return [fact for fact in game.facts if isinstance(fact, kind)]


def lines(game: Game) -> list[str]:
    return [fact_line(fact) for fact in game.facts]


def answer_all(game: Game, **choices: object) -> None:
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, choices.get(ask.verb, ask.words[0] if ask.words else None))


# -- remove -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cause", ["left", "fouls", "idle"])
def test_a_removed_seat_is_dead_to_all_at_once(cause: str) -> None:
    game = new()
    game.remove(2, cause)
    assert game.facts[-1] == Removed(EVERYONE, 2, cause)
    assert all(2 not in ask.seats and ask.seat != 2 for ask in game.asks)
    for seat in range(7):
        seen = view(game.facts, seat)
        assert 2 not in seen.living
        assert seen.dead[2] == "removed"
    answer_all(game, kill=5)
    assert of(game, Announced) == [Announced(EVERYONE, ((5, "Villager"),))]


def test_a_removed_seat_is_not_waited_for_and_its_answer_is_gone() -> None:
    game = new()
    game.answer(1, "investigate", "Cid")
    game.remove(1)
    assert [ask.verb for ask in game.asks] == ["kill"]
    game.answer(3, "kill", "Eli")
    assert "Told" not in {type(fact).__name__ for fact in game.facts}
    game = new()
    game.answer(3, "kill", "Eli")
    game.remove(1)  # the last one who was asked
    assert game.state.phase == "day"


def test_victory_is_checked_at_once() -> None:
    game = new()
    game.remove(3)
    [end] = of(game, Ended)
    assert (end.winner, end.reason) == ("town", "no-mafia-left")
    assert game.asks == ()


def test_a_removal_sets_nothing_off() -> None:
    game = new()
    game.remove(2)  # the Bomb
    game.remove(4)  # the Jester
    assert game.state.alive == 1 << 1 | 1 << 3 | 1 << 5 | 1 << 6
    assert not of(game, CoWon)
    hunter = {"Ann": "Hunter", "Bob": "Werewolf", "Cid": "Villager", "Dee": "Villager", "Eli": "Seer"}
    game = new(hunter, "werewolf", start=Start("day", 2))
    game.remove(1)
    assert {ask.verb for ask in game.asks} == {"vote"}


def test_a_removed_seat_has_no_last_words() -> None:
    game = new(CITY, "city-mafia", talk=True)
    seat = game.asks[0].seat
    game.remove(seat)
    while game.asks[0].speech:
        game.answer(game.asks[0].seat, "say", "hm")
    assert seat not in {fact.seat for fact in of(game, Said)}


def test_a_ballot_for_a_removed_seat_sends_nobody_away() -> None:
    """G13: it counts as a skip; the removed seat has left already."""
    game = new(start=BY_DAY)
    for seat in (1, 3, 4):
        game.answer(seat, "vote", "Eli")
    game.remove(5)
    game.answer(2, "vote", "Fay")
    game.answer(6, "vote", "Fay")
    assert of(game, Out) == []
    assert dict(of(game, Voted)[-1].tally) == {"skip": 3, 6: 2}


@pytest.mark.parametrize("book", ["ai-mafia", "city-mafia"])
def test_the_ballot_of_a_removed_seat_is_not_counted(book: str) -> None:
    """Its answer goes with it, whether the others have voted before or after."""
    for first in (True, False):
        game = new({**SIX} if book == "ai-mafia" else {**CITY, "Fay": "Citizen"}, book, start=BY_DAY)
        voters = [6, 1, 3, 4] if first else [1, 3, 4, 6]
        for seat in voters:
            game.answer(seat, "vote", "Ann" if seat == 6 else "Cid")
        game.remove(6)
        for ask in game.asks:
            game.answer(ask.seat, "vote", "Cid")
        [voted] = of(game, Voted)
        assert 6 not in dict(voted.ballots)
        assert dict(voted.tally) == {3: 5}


def test_a_removal_by_day_cancels_the_vote_if_the_house_says_so() -> None:
    game = new(start=BY_DAY, flags={"removalCancelsVote": True})
    game.answer(1, "vote", "Cid")
    game.remove(5)
    assert not of(game, Voted)
    assert len(of(game, NobodyOut)) == 1
    assert of(game, PhaseBegan)[-1] == PhaseBegan(EVERYONE, "night", 2)
    game = new(start=BY_DAY)
    game.remove(5)
    assert {ask.verb for ask in game.asks} == {"vote"}
    answer_all(game, vote="Ann")
    assert of(game, Out) == [Out(EVERYONE, 1, "Cop")]


def test_the_badge_of_a_removed_sheriff_is_gone_for_all_to_see() -> None:
    seats = {"Ann": "Seer", "Bob": "Werewolf", "Cid": "Villager", "Dee": "Villager", "Eli": "Witch"}
    game = new(seats, "werewolf", start=Start("day", 2, titles=(("sheriff", 1),)))
    assert view(game.facts, 0).titles == {"sheriff": 1}
    game.remove(1)
    assert game.state.titles["sheriff"] == 0
    assert view(game.facts, 0).titles == {"sheriff": 0}


@pytest.mark.parametrize(
    ("act", "line"),
    [
        (lambda game: game.remove(0), "no seat 0"),
        (lambda game: game.remove(7), "no seat 7"),
        (lambda game: game.remove(1, "boring"), "'boring' is none of left, fouls, idle"),
        (lambda game: game.remove(6), "Fay has left the game already"),
        (lambda game: game.hand_over(9, "gpt"), "no seat 9"),
        (lambda game: game.undo(2), "cannot undo 2 steps: 1 can be undone"),
        (lambda game: game.undo(0), "cannot undo 0"),
        (lambda game: game.undo(-1), "cannot undo -1"),
        (lambda game: game.undo(True), "cannot undo True"),
    ],
)
def test_an_act_that_makes_no_sense_is_refused_and_leaves_no_trace(act: Callable[[Game], None], line: str) -> None:
    game = new()
    game.remove(6)
    facts, log = lines(game), list(game.log)
    with pytest.raises(ValueError, match=line) as refused:
        act(game)
    assert "\n" not in str(refused.value)
    assert (lines(game), game.log) == (facts, log)


# -- hand over, switch, pause -------------------------------------------------------------------------------


def test_a_seat_is_handed_over() -> None:
    game = new()
    asks = game.asks
    game.hand_over(3, "Nina")
    assert game.facts[-1] == HandedOver(EVERYONE, 3, "Nina")
    assert game.asks == asks


def test_a_house_rule_changes_from_the_next_phase_on() -> None:
    game = new(CITY, "city-mafia")
    game.switch("revealOnDeath", True)
    assert game.facts[-1] == FlagSwitched(EVERYONE, "revealOnDeath", True)
    answer_all(game, vote="Dee")
    assert of(game, Out) == [Out(EVERYONE, 4, "hidden")]
    game.answer(2, "kill", "Eli")
    answer_all(game)
    assert of(game, Announced) == [Announced(EVERYONE, ((5, "Citizen"),))]


def test_a_house_rule_that_is_none_is_not_switched() -> None:
    game = new()
    for name, value in (("tieEndsWith", "all"), ("announceSaves", 7)):
        with pytest.raises(FlagError, match=name):
            game.switch(name, value)
    assert game.log == []


def test_a_paused_game_takes_no_answers() -> None:
    game = new()
    asks = game.asks
    game.pause()
    assert game.facts[-1] == Paused(EVERYONE, True)
    assert game.asks == ()
    assert game.answer(3, "kill", "Eli") == "paused"
    assert game.facts[-1] == Refused(0, 3, "kill", "paused")
    assert [entry.kind for entry in game.log] == ["pause", "stray"]
    game.pause(False)
    assert game.facts[-1] == Paused(EVERYONE, False)
    assert game.asks == asks


# -- undo --------------------------------------------------------------------------------------------


def test_an_answer_is_taken_back() -> None:
    game, other = new(), new()
    asks, before = game.asks, lines(game)
    game.answer(3, "kill", "Eli")
    game.answer(1, "investigate", "Cid")
    assert game.state.phase == "day"
    game.undo(2)
    assert game.asks == asks
    assert lines(game)[:-1] == before
    assert game.facts[-1] == Undone(EVERYONE, 2)
    assert [entry.kind for entry in game.log] == ["answer", "answer", "undo"]
    for each in (game, other):
        each.answer(3, "kill", "Fay")
        each.answer(1, "investigate", "Eli")
    assert game.asks == other.asks
    assert [line for line in lines(game) if "Undone" not in line] == lines(other)


def test_the_end_of_a_game_and_a_removal_can_be_taken_back() -> None:
    game = new()
    asks = game.asks
    game.remove(3, "idle")
    assert game.state.over
    game.undo()
    assert not game.state.over
    assert game.asks == asks
    assert not of(game, Removed)


def test_an_undo_takes_back_what_stands_not_what_was_undone() -> None:
    game = new()
    start = game.asks
    game.answer(3, "kill", "Eli")
    game.undo()
    game.answer(3, "kill", "Fay")
    game.undo()
    assert game.asks == start
    with pytest.raises(ValueError, match="0 can be undone"):
        game.undo()


def test_a_switch_and_a_pause_can_be_taken_back() -> None:
    game = new(CITY, "city-mafia")
    game.switch("revealOnDeath", True)
    game.pause()
    game.undo(2)
    assert game.asks
    answer_all(game, vote="Dee")
    answer_all(game, kill="Eli")
    answer_all(game)
    assert of(game, Announced) == [Announced(EVERYONE, ((5, "hidden"),))]


def test_the_acts_are_on_record_and_replay() -> None:
    game = new()
    game.hand_over(3, "Nina")
    game.answer(3, "kill", "Eli")
    game.remove(6, "fouls")
    game.undo(2)
    game.switch("announceSaves", True)
    game.answer(3, "kill", "Ann")
    game.pause()
    game.pause(False)
    again = Game.replay(game.plan.rules, game.setup, game.log)
    assert lines(again) == lines(game)
    assert again.asks == game.asks
