"""A ballot of weight 0 is no vote: it elects nobody, breaks no tie and stands in no tally (G14)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from duskfall.core.facts import NobodyOut, Out, Tied, TitleHeld, Voted
from duskfall.core.play.game import Game
from duskfall.rules import ruleset
from duskfall.vocabulary import Ballot, Const, Holders, LadderEnd, Order, Ruleset, Tally, Tie, Title, Weight

SEATS = {"Ann": "Villager", "Bob": "Villager", "Cid": "Seer", "Dee": "Werewolf", "Eli": "Villager", "Fay": "Werewolf"}
MUTE = (Weight(Holders(("Villager", "Seer")), Const(0)),)


def book(tally: Tally = Tally.MOST, tie: Tie = Tie.NOBODY, **changes: object) -> Ruleset:
    """A small werewolf book in which only the wolves' ballots count."""
    rules = ruleset("werewolf")
    again = "revote" if tie in (Tie.LADDER, Tie.RUNOFF) else ""
    vote = Ballot("vote", tally, tie, Order.SEATS, again=again)
    day = tuple(vote if isinstance(step, Ballot) else step for step in rules.day)
    return replace(rules, id="mute", day=day, weights=MUTE, titles=(), **changes)  # type: ignore[arg-type]


def voted(rules: Ruleset, *ballots: dict[int, int]) -> Game:
    """The first day of a game with these ballots, one vote after the other."""
    game = Game.start(rules, SEATS, talk=False)
    number = -1
    while game.asks and game.state.night < 2:
        asks = game.asks
        number += asks[0].verb in ("vote", "revote")
        for ask in asks:
            cast = ballots[number] if ask.verb in ("vote", "revote") and number < len(ballots) else {}
            game.answer(ask.seat, ask.verb, cast.get(ask.seat))
    return game


def tallies(game: Game) -> list[tuple[object, ...]]:
    return [fact.tally for fact in game.facts if isinstance(fact, Voted) and fact.verb in ("vote", "revote")]


def out(game: Game) -> list[int]:
    return [fact.seat for fact in game.facts if isinstance(fact, Out)]


def plain(rules: Ruleset) -> Ruleset:
    """The same without an election."""
    return replace(rules, day=tuple(step for step in rules.day if type(step).__name__ not in ("Elect", "PassOn")))


@pytest.mark.parametrize("tally", list(Tally))
def test_ballots_of_weight_zero_send_nobody_out(tally: Tally) -> None:
    game = voted(plain(book(tally)), {1: 4, 2: 4, 3: 4, 5: 4})
    assert (out(game), tallies(game)) == ([], [()])
    assert any(isinstance(fact, NobodyOut) for fact in game.facts)
    [fact] = [fact for fact in game.facts if isinstance(fact, Voted)]
    assert fact.ballots == ((1, 4), (2, 4), (3, 4), (5, 4))  # all have seen whom they named


def test_they_break_no_tie() -> None:
    game = voted(plain(book()), {4: 1, 6: 2, 3: 1})
    assert (out(game), tallies(game)) == ([], [((1, 1), (2, 1))])


def test_they_do_not_make_a_tie() -> None:
    game = voted(plain(book()), {4: 1, 3: 2})
    assert (out(game), tallies(game)) == ([1], [((1, 1),)])


@pytest.mark.parametrize("tie", [Tie.LADDER, Tie.RUNOFF, Tie.LOT])
def test_nobody_is_tied_by_them(tie: Tie) -> None:
    game = voted(plain(book(tie=tie)), {1: 4, 2: 6})
    assert (out(game), tallies(game)) == ([], [()])
    assert not any(isinstance(fact, Tied) for fact in game.facts)


def test_they_do_not_count_when_the_table_votes_on_all_the_tied() -> None:
    rules = plain(book(tie=Tie.LADDER))
    step = next(step for step in rules.day if isinstance(step, Ballot))
    ladder = replace(step, ends=Const(LadderEnd.TABLE_VOTE.value))
    rules = replace(rules, day=tuple(ladder if each is step else each for each in rules.day))
    game = Game.start(rules, SEATS, talk=False)
    while not any(ask.words == ("all", "nobody") for ask in game.asks):
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, {4: 1, 6: 2}.get(ask.seat) if ask.verb in ("vote", "revote") else None)
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, "all" if ask.seat in (1, 2, 3, 5) else None)
    assert out(game) == []
    assert tallies(game)[-1] == ()


@pytest.mark.parametrize(("weight", "elected"), [(0, 0), (1, 4)])
def test_a_ballot_of_weight_zero_elects_nobody(weight: int, elected: int) -> None:
    rules = replace(book(), weights=(Weight(Holders(("Villager",)), Const(weight)),), titles=(Title("sheriff"),))
    game = Game.start(rules, SEATS, talk=False)
    while not any(isinstance(fact, TitleHeld) for fact in game.facts):
        for ask in game.asks:
            stands = ask.verb == "stand" and ask.seat in (4, 6)
            game.answer(ask.seat, ask.verb, "yes" if stands else 4 if ask.verb == "elect" and ask.seat == 1 else None)
    assert [fact.seat for fact in game.facts if isinstance(fact, TitleHeld)] == [elected]
