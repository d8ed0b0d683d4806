"""The contract of a game: it asks, takes answers, refuses some, and can be copied and replayed."""

from __future__ import annotations

import pytest

import duskfall
from duskfall.core.facts import (
    MODERATOR,
    Chose,
    Claim,
    Ended,
    Nominated,
    PhaseBegan,
    Refused,
    Said,
    Silent,
    Thought,
    Void,
    Voted,
)
from duskfall.core.log import Entry
from duskfall.core.play.game import Game
from duskfall.core.record import fact_line
from duskfall.core.view import view
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players

FIVE = {"Ann": "Cop", "Bob": "Doctor", "Cid": "Mafia", "Dee": "Villager", "Eli": "Villager"}


def new(seats: dict[str, str] | None = None, book: str = "ai-mafia", **options) -> Game:
    return Game.start(ruleset(book), seats or FIVE, **{"talk": False, **options})


def lines(game: Game) -> list[str]:
    return [fact_line(fact) for fact in game.facts]


def of(game: Game, kind: type | tuple[type, ...]) -> list:
    return [fact for fact in game.facts if isinstance(fact, kind)]


def answer_all(game: Game, **choices: object) -> None:
    """Answer every open ask once: the choice of its verb, else decline or pass."""
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, choices.get(ask.verb, ask.words[0] if ask.words else None))


# -- the loop ---------------------------------------------------------------------------------------------


def test_the_loop_of_the_readme() -> None:
    game = duskfall.start("ai-mafia", 7, seed=3)
    player = RandomPlayer(1)
    while game.asks:
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, player.answer(ask, view(game.facts, ask.seat)))
    assert isinstance(game.facts[-1], Ended)
    assert game.facts[-1].winner in ("town", "mafia")


@pytest.mark.parametrize("book", BOOKS)
def test_every_book_plays_to_an_end(book: str) -> None:
    for seed in range(5):
        game = duskfall.start(book, 8, seed=seed)
        play(game, seat_players(game))
        assert game.asks == ()
        assert len(of(game, Ended)) == 1
        before = lines(game)
        assert game.answer(1, "vote", 2) == "not-asked"
        assert lines(game)[: len(before)] == before
        assert len(of(game, Ended)) == 1


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    def played(seed: int) -> list[str]:
        game = duskfall.start("werewolf", 8, seed=seed)
        return lines(play(game, seat_players(game)))

    assert played(4) == played(4)
    assert played(4) != played(5)


def test_without_talk_nobody_is_asked_to_speak() -> None:
    for book in BOOKS:
        game = duskfall.start(book, 9, seed=2, talk=False)
        players = seat_players(game)
        while asks := game.asks:
            assert not any(ask.speech for ask in asks)
            for ask in asks:
                game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, view(game.facts, ask.seat)))
        assert not of(game, Said)


def test_a_seat_may_be_named_by_number_or_by_name() -> None:
    one, other = new(), new()
    one.answer(3, "kill", 4)
    other.answer(3, "kill", "Dee")
    assert one.asks == other.asks
    answer_all(one)
    answer_all(other)
    assert lines(one) == lines(other)
    assert Chose(1 << 3, 3, "kill", 4) in one.facts


# -- sealed answers (G1) ------------------------------------------------------------------------------------


def test_choices_are_sealed_until_all_have_answered() -> None:
    game = new()
    before = lines(game)
    game.answer(3, "kill", "Dee")
    game.answer(1, "investigate", "Cid")
    assert lines(game) == before
    assert [ask.seat for ask in game.asks] == [2]
    game.answer(2, "protect", "nobody")
    assert len(of(game, Chose)) == 3


def test_the_order_of_arrival_changes_nothing() -> None:
    one, other = new(), new()
    chosen = [(3, "kill", "Dee"), (1, "investigate", "Cid"), (2, "protect", "Ann")]
    for answer in chosen:
        one.answer(*answer)
    for answer in reversed(chosen):
        other.answer(*answer)
    assert lines(one) == lines(other)


def test_ballots_are_opened_together() -> None:
    game = new()
    answer_all(game)
    assert {ask.verb for ask in game.asks} == {"vote"}
    for ask in game.asks[:-1]:
        game.answer(ask.seat, "vote", "Ann")
    assert not of(game, Voted)
    game.answer(5, "vote", "skip")
    [voted] = of(game, Voted)
    assert voted.ballots == ((1, 1), (2, 1), (3, 1), (4, 1), (5, "skip"))
    assert dict(voted.tally) == {1: 4, "skip": 1}


# -- wrong answers (G3, G4) ---------------------------------------------------------------------------------


def test_a_forbidden_answer_is_refused_with_a_reason_then_void() -> None:
    game = new(tries=3)
    assert game.answer(1, "investigate", "Ann") == "self"
    ask = next(ask for ask in game.asks if ask.seat == 1)
    assert (ask.refused, ask.tries) == ("self", 2)
    assert game.answer(1, "investigate", "Zoe") == "no-such-player"
    assert game.answer(1, "investigate", 1) == "self"
    assert not any(ask.seat == 1 for ask in game.asks)
    answer_all(game)
    assert [fact.reason for fact in of(game, Refused)] == ["self", "no-such-player"]
    assert of(game, Void) == [Void(1 << 1, 1, "investigate", 1, "self")]


def test_a_better_answer_stands() -> None:
    game = new()
    assert game.answer(3, "kill", "Cid") == "mate"
    assert game.answer(3, "kill", "nobody") == "may-not-decline"
    assert game.answer(3, "kill", "Dee") == ""
    answer_all(game)
    assert not of(game, Void)
    assert {fact.to for fact in of(game, Refused)} == {1 << 3}


def test_with_one_try_the_first_wrong_answer_is_void() -> None:
    game = new(tries=1)
    assert game.answer(3, "kill", "Cid") == "mate"
    answer_all(game)
    assert of(game, Void) == [Void(1 << 3, 3, "kill", 3, "mate", "mafia")]


def test_no_answer_is_not_void() -> None:
    game = new()
    assert game.answer(3, "kill") == ""
    answer_all(game)
    assert of(game, Silent) == [Silent(1 << 3, 3, "kill")]
    assert not of(game, Void)


@pytest.mark.parametrize(
    ("seat", "verb", "value"),
    [(4, "kill", 1), (1, "kill", 4), (0, "kill", 1), (99, "kill", 1), (-1, "", 1), (1, "vote", 2)],
)
def test_who_is_not_asked_is_not_heard(seat: int, verb: str, value: object) -> None:
    game = new()
    assert game.answer(seat, verb, value) == "not-asked"
    assert game.facts[-1] == Refused(0, seat if seat in (1, 4) else 0, verb, "not-asked")
    assert len(game.asks) == 3


@pytest.mark.parametrize("value", [0, 99, -1, 1.5, True, "", "dee", "Dee ", [], {}, {"target": 9}, b"Dee", {4}])
def test_what_names_nobody_is_refused(value: object) -> None:
    game = new()
    assert game.answer(3, "kill", value) in ("no-such-player", "not-a-choice")


def test_a_repeat_under_a_cooldown_is_refused() -> None:
    game = new({"Ann": "Doctor", "Bob": "Mafia", "Cid": "Citizen", "Dee": "Citizen", "Eli": "Citizen"}, "city-mafia")
    answer_all(game)  # day 1: nobody votes
    answer_all(game)
    game.answer(1, "heal", "Cid")
    answer_all(game)
    answer_all(game)
    [ask] = game.asks
    assert (ask.seat, ask.verb) == (1, "heal")
    assert 3 not in ask.seats
    assert game.answer(1, "heal", "Cid") == "repeat"


# -- speech (G2) --------------------------------------------------------------------------------------------


def at_talk() -> Game:
    game = new(talk=True)
    while game.state.phase == "night":
        answer_all(game)
    return game


def test_claims_are_carried_and_move_nothing() -> None:
    claims = [
        Claim("role", 1, "Cop"),
        {"kind": "result", "seat": "Cid", "word": "MAFIA", "verb": "investigate"},
    ]
    rubbish = [{"kind": "bribe", "seat": 1}, {"kind": "accuse", "seat": "Zoe"}, 7]
    loud, quiet = at_talk(), at_talk()
    ask = loud.asks[0]
    assert ask.speech
    loud.answer(ask.seat, ask.verb, {"text": "I kill Dee.", "to": 2, "claims": [*claims, *rubbish]})
    quiet.answer(ask.seat, ask.verb, {"text": "I kill Dee.", "to": 2})
    [said] = of(loud, Said)
    assert said.claims == (Claim("role", 1, "Cop"), Claim("result", 3, "MAFIA", "investigate"))
    assert said._replace(claims=()) == of(quiet, Said)[0]
    assert loud.asks == quiet.asks
    assert [fact for fact in loud.facts if fact is not said] == quiet.facts[: len(quiet.facts) - 1]
    assert loud.state.alive == quiet.state.alive


def test_words_vote_for_nobody() -> None:
    game = at_talk()
    while game.asks[0].speech:
        game.answer(game.asks[0].seat, "say", "vote: Ann\nI vote for Ann")
    assert {ask.verb for ask in game.asks} == {"vote"}
    answer_all(game)
    assert dict(of(game, Voted)[0].tally) == {"skip": 5}


def test_a_speech_is_cut_and_what_is_no_speech_is_silence() -> None:
    game = at_talk()
    game.answer(game.asks[0].seat, "say", {"text": "x" * 9000, "to": 2})
    assert len(of(game, Said)[0].text) == 4000
    assert game.answer(game.asks[0].seat, "say", 7) == "not-a-speech"
    assert len(of(game, Said)) == 1


NOMINATING = {"Ann": "Sheriff", "Bob": "Don", "Cid": "Citizen", "Dee": "Citizen", "Eli": "Citizen"}


@pytest.mark.parametrize("named", [4, 9, "Zoe", 0, "Dee", True])
def test_who_may_not_be_nominated_is_not(named: object) -> None:
    """Dee has left; a nomination where there are none is void too, and the words are heard all the same."""
    for nominations in (True, False):
        game = new(NOMINATING, "city-mafia", talk=True, flags={"nominations": nominations})
        game.remove(4)
        ask = game.asks[0]
        assert bool(ask.nominees) == nominations
        reason = "dead" if nominations and named in (4, "Dee") else "no-such-player"
        assert game.answer(ask.seat, "say", {"text": "him", "nominate": named}) == reason
        assert not of(game, Nominated)
        assert game.state.nominees == []
        assert [fact.text for fact in of(game, Said)] == ["him"]
        void = Void(2, 1, "nominate", 4 if reason == "dead" else 0, reason)
        assert of(game, (Refused, Void)) == [void if nominations else Refused(2, 1, "say", reason)]


def test_why_an_answer_would_be_void_is_told_without_taking_it() -> None:
    game = new(NOMINATING, "city-mafia", talk=True, flags={"nominations": True})
    ask, facts = game.asks[0], list(game.facts)
    void = {
        "not-a-speech": (7, [], {"text": 7}),
        "no-such-player": ({"text": "x", "nominate": "Zoe"}, {"nominate": 0}),
        "": (None, "hm", {}, {"text": "x", "nominate": "Bob"}, {"text": "x", "to": "Zoe"}, {"nominate": None}),
    }
    for reason, values in void.items():
        assert {game.void(ask, value) for value in values} == {reason}
    assert (game.facts, game.log, game.asks[0]) == (facts, [], ask)
    night = new()
    asks = {ask.verb: ask for ask in night.asks}
    assert night.void(asks["investigate"], "Ann") == "self"
    assert night.void(asks["investigate"], "Zoe") == "no-such-player"
    assert night.void(asks["investigate"], "Cid") == ""


# -- copies and replays -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_a_copy_goes_its_own_way(book: str) -> None:
    game = duskfall.start(book, 7, seed=1)
    players = seat_players(game)
    for _ in range(40):
        if not game.asks:
            break
        ask = game.asks[0]
        answer = players[ask.seat].answer(ask, view(game.facts, ask.seat))
        copy, facts, asks = game.copy(), lines(game), game.asks
        play(copy, {seat: RandomPlayer(9) for seat in players})
        assert lines(game) == facts
        assert game.asks == asks
        twin = game.copy()
        game.answer(ask.seat, ask.verb, answer)
        twin.answer(ask.seat, ask.verb, answer)
        assert lines(twin) == lines(game)
        assert twin.asks == game.asks


@pytest.mark.parametrize("book", BOOKS)
def test_the_answers_are_the_game(book: str) -> None:
    game = duskfall.start(book, 7, seed=6)
    play(game, seat_players(game))
    again = Game.replay(game.plan.rules, game.setup, game.log)
    assert lines(again) == lines(game)
    assert again.log == game.log
    for cut in range(0, len(game.log), 7):
        part = Game.replay(game.plan.rules, game.setup, game.log[:cut])
        assert lines(part) == lines(game)[: len(part.facts)]


def test_the_log_holds_what_came_in() -> None:
    game = new()
    game.answer(3, "kill", "Cid")
    game.answer(3, "kill", 4)
    assert game.log == [Entry("answer", 3, "kill", "Cid"), Entry("answer", 3, "kill", 4)]
    assert of(game, PhaseBegan) == [PhaseBegan(-1, "night", 1)]


def test_a_thought_is_for_the_moderator_alone() -> None:
    game = duskfall.start("ai-mafia", 5, seed=1, talk=False)
    ask = game.asks[0]
    game.answer(ask.seat, ask.verb, {"target": ask.seats[0], "thought": " Nobody suspects me. "})
    told = [fact for fact in game.facts if isinstance(fact, Thought)]
    assert told == [Thought(MODERATOR, ask.seat, ask.verb, "Nobody suspects me.")]
    for seat in range(6):
        assert told[0] not in game.view(seat).facts
    other = game.asks[0]
    game.answer(other.seat, other.verb, {"target": other.seats[0], "thought": ["not", "words"]})
    assert sum(isinstance(fact, Thought) for fact in game.facts) == 1
