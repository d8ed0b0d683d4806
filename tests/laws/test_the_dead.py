"""Laws 5 and 8: whom a game asks, that it ends, and that a sealed batch stays sealed."""

from __future__ import annotations

from hypothesis import given

from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.facts import EVERYONE, Chose, CoWon, Died, Ended, Fact, Knows, Out, Refused, Silent, Void
from duskfall.core.play.game import Game
from duskfall.core.view import visible

from .legal import check_legal
from .received import Script
from .tables import Answers, Table, answer_one, facts, law, play, seeds, tables


@law(150)
@given(tables(), seeds)
def test_the_dead_are_asked_only_what_their_death_brings(table: Table, seed: int) -> None:
    game, answers = table.start(), Answers(seed)
    while game.asks:
        check_legal(game)
        answer_one(game, answers)
    check_legal(game)


@law(150)
@given(tables(), seeds)
def test_every_game_ends_and_asks_nothing_more(table: Table, seed: int) -> None:
    game, answers, steps = table.start(), Answers(seed, wild=30), 0
    while game.asks:
        answer_one(game, answers)
        steps += 1
        assert steps < 20_000
    assert isinstance(game.facts[-1], Ended)
    rounds = max(game.state.day, game.state.night)
    assert rounds <= game.state.flags["maxRounds"]
    before = facts(game)
    for seat in range(1, len(table.roles) + 1):
        for verb in ("vote", "say", "kill"):
            assert game.answer(seat, verb, 1) == "not-asked"
    assert game.asks == ()
    assert facts(game)[: len(before)] == before
    assert all(fact.to == 0 for fact in game.facts[len(before) :])


@law(100)
@given(tables(), seeds)
def test_the_dead_are_told_nothing_in_private(table: Table, seed: int) -> None:
    """But for what they are still asked themselves, and that they have won (G10)."""
    game, dead = play(table.start(), Answers(seed)), set[int]()
    for fact in game.facts:
        if isinstance(fact, Died | Out):
            dead.add(fact.seat)
        elif fact.to != EVERYONE:
            for seat in dead:
                own = isinstance(fact, Chose | Silent | Refused | Void | CoWon) and fact.seat == seat
                assert own or not visible(fact, seat), f"seat {seat} is dead and is told {fact}"


def test_who_dies_tonight_does_not_learn_the_cleaned_card() -> None:
    """The living Mafia learn it (AM-9), with the other results of the night (G10)."""
    table = Table("ai-mafia", ("Bomb", "Godfather", "Janitor", *["Villager"] * 5), {"maxRounds": 1})
    game = play(table.start(), Script(kill={"Bob": "Ann"}, clean={"Cid": "Ann"}))
    learned = [fact for fact in game.facts if isinstance(fact, Knows) and fact.seat == 1]
    assert [visible(fact, 3) for fact in learned] == [True]
    assert [visible(fact, 2) for fact in learned] == [False]


def received(game: Game, seat: int) -> tuple[list[tuple[type, Fact]], list[Ask]]:
    """What a seat has before it: the facts it sees, and its open questions."""
    seen = [(type(fact), fact) for fact in game.facts if visible(fact, seat)]
    return seen, [ask for ask in game.asks if ask.seat == seat]


@law(60)
@given(tables(), seeds, seeds)
def test_a_sealed_batch_stays_sealed(table: Table, seed: int, order: int) -> None:
    """Until all have answered, nobody receives anything, whoever has answered and in whatever order."""
    game, answers = table.start(), Answers(seed)
    seats = range(len(table.roles) + 1)
    batch = 0
    while game.asks:
        batch += 1
        before = {seat: received(game, seat) for seat in seats}
        open_ = {(ask.seat, ask.verb) for ask in game.asks}
        while game.asks and (len(open_) > 1 or game.asks[0].tries > 1):
            ask = game.asks[below(order, "order", batch * 1000 + len(open_), len(game.asks))]
            reason = game.answer(ask.seat, ask.verb, answers(game, ask))
            still = {(each.seat, each.verb) for each in game.asks}
            taken = not reason or (ask.seat, ask.verb) not in still
            if taken and open_ == {(ask.seat, ask.verb)}:
                break  # that was the last of the batch
            open_ -= {(ask.seat, ask.verb)} if taken else set()
            assert still == open_
            for seat in seats:
                seen, asks = received(game, seat)
                assert seen == before[seat][0], f"seat {seat} receives something before all have answered"
                if seat != ask.seat:
                    kept = [each for each in before[seat][1] if (each.seat, each.verb) in open_]
                    assert [(a.seat, a.verb, a.seats, a.words) for a in asks] == [
                        (a.seat, a.verb, a.seats, a.words) for a in kept
                    ]
        else:
            if game.asks:
                answer_one(game, answers)
