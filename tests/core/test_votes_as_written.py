"""Every tally with every tie: refused when the plan is made, or counted as the rules page says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from duskfall.core.facts import LotDrawn, Out
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.rules import ruleset
from duskfall.vocabulary import Ballot, Order, Ruleset, RulesetError, Tally, Tie

ROLES = {"Ann": "Villager", "Bob": "Villager", "Cid": "Seer", "Dee": "Werewolf", "Eli": "Villager", "Fay": "Werewolf"}
PATTERNS: dict[str, list[dict[int, int]]] = {  # ballots, one vote after the other: voter -> whom
    "most": [{1: 4, 2: 4, 3: 4, 4: 1, 5: 4, 6: 1}],
    "fewer than half": [{1: 4, 2: 4, 3: 4, 4: 1, 5: 1, 6: 2}],
    "half of the votes, not of the living": [{1: 4, 2: 4, 4: 1}],
    "a tie of two, then one": [{1: 4, 2: 4, 3: 5, 4: 5}, {1: 4, 2: 4, 3: 4, 6: 5}],
    "a tie of three, then of two, then one": [{1: 4, 2: 5, 3: 6}, {1: 4, 2: 5}, {1: 4}],
    "a tie that stands": [{1: 4, 2: 5}, {1: 4, 2: 5}],
    "nobody": [{}],
}


def book(tally: Tally, tie: Tie) -> Ruleset:
    rules = ruleset("werewolf")
    again = "revote" if tie in (Tie.LADDER, Tie.RUNOFF) else ""
    vote = Ballot("vote", tally, tie, Order.SEATS, again=again)
    return replace(rules, day=tuple(vote if isinstance(step, Ballot) else step for step in rules.day), id="odd-votes")


def by_the_page(tally: Tally, tie: Tie, ballots: list[dict[int, int]], lot: int) -> int:
    """Who is out, counted by hand out of what the page says; 0: nobody."""
    among, turn = {1, 2, 3, 4, 5, 6}, 0
    while True:
        votes = ballots[turn] if turn < len(ballots) else {}
        voters = {1, 2, 3, 4, 5, 6} - (among if turn and tie is Tie.RUNOFF else set())
        counts = Counter(whom for voter, whom in votes.items() if voter in voters and whom in among)
        most = max(counts.values(), default=0)
        enough = {
            Tally.MOST: most > 0,
            Tally.HALF_OF_VOTES: most * 2 > sum(counts.values()),
            Tally.HALF_OF_LIVING: most * 2 > 6,
        }[tally]
        tied = {whom for whom, count in counts.items() if count == most} if enough else set()
        if len(tied) == 1:
            return tied.pop()
        smaller = len(tied) < len(among)
        turn += 1
        if not tied or tie is Tie.NOBODY or (tie is Tie.RUNOFF and turn > 1) or (tie is Tie.LADDER and not smaller):
            return 0
        if tie is Tie.LOT:
            return lot
        among = tied


def voted(rules: Ruleset, ballots: list[dict[int, int]]) -> tuple[int, int]:
    """Whom the engine sends out, and on whom a lot fell."""
    game = Game.start(rules, ROLES, talk=False)
    turns: dict[int, int] = {}
    while game.asks and game.state.day < 2 and not any(isinstance(fact, Out) for fact in game.facts):
        ask = game.asks[0]
        if ask.verb not in ("vote", "revote"):
            game.answer(ask.seat, ask.verb, None)
            continue
        turn = 0 if ask.verb == "vote" else turns.get(ask.seat, 0) + 1
        turns[ask.seat] = turn
        votes = ballots[turn] if turn < len(ballots) else {}
        game.answer(ask.seat, ask.verb, votes.get(ask.seat))
        if game.state.phase == "night":
            break
    lots = [fact.seat for fact in game.facts if isinstance(fact, LotDrawn)]
    out = [fact.seat for fact in game.facts if isinstance(fact, Out)]
    return (out or [0])[0], (lots or [0])[0]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize(("tally", "tie"), list(product(Tally, Tie)))
def test_a_vote_is_refused_or_counted_as_the_page_says(tally: Tally, tie: Tie, pattern: str) -> None:
    rules = book(tally, tie)
    if tally is Tally.HALF_OF_VOTES and tie is not Tie.NOBODY:
        with pytest.raises(RulesetError, match="two cannot both have more than half"):
            compile_plan(rules)
        return
    out, lot = voted(rules, PATTERNS[pattern])
    assert out == by_the_page(tally, tie, PATTERNS[pattern], lot)
    assert bool(lot) == (tie is Tie.LOT and "tie" in pattern and tally is Tally.MOST)


def test_nobody_votes_for_oneself_where_the_book_says_so() -> None:
    rules = replace(book(Tally.MOST, Tie.NOBODY), id="others")
    others = replace(
        rules, day=tuple(replace(s, others=True, abstain=False) if isinstance(s, Ballot) else s for s in rules.day)
    )
    game = Game.start(others, ROLES, talk=False, tries=1)
    while game.asks[0].verb != "vote":
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    for ask in game.asks:
        assert ask.seat not in ask.seats
        assert ask.words == ()
    assert game.answer(1, "vote", 1) == "self"
    assert game.answer(2, "vote", "nobody") == "may-not-decline"


def test_a_lot_that_is_given_is_taken_and_any_other_is_refused() -> None:
    game = Game.start(book(Tally.MOST, Tie.LOT), ROLES, talk=False)
    game.draws = False
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, {1: 4, 2: 5}.get(ask.seat) if ask.verb == "vote" else None)
    assert game.state.lot == ("vote", (4, 5))
    with pytest.raises(ValueError, match="no lot between seat 3 and others"):
        game.lot(3)
    game.lot(5)
    assert next(fact.seat for fact in game.facts if isinstance(fact, Out)) == 5
    again = Game.replay(game.plan.rules, game.setup, game.log)
    assert again.facts == game.facts


def test_a_removal_takes_a_seat_out_of_the_lot() -> None:
    game = Game.start(book(Tally.MOST, Tie.LOT), ROLES, talk=False)
    game.draws = False
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, {1: 4, 2: 5}.get(ask.seat) if ask.verb == "vote" else None)
    game.remove(5)
    assert game.state.lot == ("vote", (4,))
    game.lot(4)
    assert any(isinstance(fact, Out) and fact.seat == 4 for fact in game.facts)


def test_an_undo_takes_a_lot_back_with_its_answer() -> None:
    game = Game.start(book(Tally.MOST, Tie.LOT), ROLES, talk=False)
    while game.state.day < 1 or game.state.phase == "day":
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, {1: 4, 2: 5}.get(ask.seat) if ask.verb == "vote" else None)
        if game.log[-1].kind == "lot":
            break
    drawn = game.log[-1]
    game.undo(1)
    ask = game.asks[0]
    assert ask.verb == "vote"
    game.answer(ask.seat, ask.verb, None)
    assert game.log[-1] == drawn
