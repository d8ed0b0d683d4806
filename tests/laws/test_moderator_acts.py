"""G12 as a law: whatever the moderator does and when, the game stays legal, replays byte for byte, and ends."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.facts import Ended, NobodyOut, Out, Removed, TitleHeld, Voted
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.core.record import lines, read
from duskfall.core.view import view, visible

from .legal import check_legal, left
from .received import Script
from .tables import Answers, Table, answer_one, facts, flag_values, law, play, seeds, tables

acts = st.lists(
    st.tuples(
        st.integers(0, 25),
        st.sampled_from(["remove", "remove", "hand over", "switch", "pause", "undo", "undo"]),
        seeds,
    ),
    max_size=8,
)


def act(game: Game, kind: str, number: int, data: st.DataObject) -> None:
    """One act of the moderator, if it makes sense now."""
    living = game.state.living()
    if game.state.over and kind != "undo":
        with pytest.raises(ValueError, match="the game is over"):
            game.hand_over(1, "somebody else")
    elif kind == "remove" and living:
        game.remove(living[number % len(living)], ("left", "fouls", "idle")[number % 3])
    elif kind == "hand over":
        game.hand_over(number % len(game.state.names) + 1, "somebody else")
    elif kind == "switch":
        flags = [flag for flag in game.plan.rules.flags if flag.name != "maxRounds"]
        flag = flags[number % len(flags)]
        game.switch(flag.name, data.draw(flag_values(flag)))
    elif kind == "pause":
        game.pause()
        assert game.asks == ()
        assert game.answer(1, "vote", 1) == "paused"
        game.pause(False)
    elif kind == "undo":
        count = len(standing(game.log))
        if count:
            game.undo(number % min(count, 15) + 1)


@law(200)
@given(tables(), seeds, acts, st.data())
def test_the_moderator_may_do_anything_at_any_time(
    table: Table, seed: int, planned: list[Any], data: st.DataObject
) -> None:
    game, answers = table.start(), Answers(seed)
    for wait, kind, number in planned:
        play(game, answers, wait)
        act(game, kind, number, data)
        check_legal(game)
        again = Game.replay(table.rules, game.setup, game.log)
        assert facts(again) == facts(game)
        assert again.asks == game.asks
    if game.paused:  # an undo may have taken back that the game goes on
        game.pause(False)
    while game.asks:
        answer_one(game, answers)
        check_legal(game)
    assert game.state.over
    record = read("\n".join(lines(game, "0" * 32)).encode().decode().split("\n"))
    assert record.verify(table.rules) == ""


# -- single sentences of G12, each at the moment at which it is hardest ---------------------------------------

CITY = Table("city-mafia", ("Citizen", "Don", "Citizen", "Citizen", "Doctor", "Citizen", "Mafia"), talk=False)
#                            Ann        Bob    Cid        Dee        Eli       Fay        Gus
WOLVES = Table("werewolf", ("Villager", "Werewolf", "Villager", "Hunter", "Seer", "Villager", "Werewolf"))
#                            Ann         Bob         Cid         Dee       Eli     Fay         Gus


def until(game: Game, verb: str, script: Script | None = None) -> Game:
    """Play on until this is asked."""
    while verb not in {ask.verb for ask in game.asks}:
        answer_one(game, script or Script())
    return game


def test_ballots_for_a_removed_player_send_nobody_out_twice() -> None:
    game = until(CITY.start(), "vote")
    for seat in (1, 2, 4):
        game.answer(seat, "vote", 3)
    game.remove(3)
    play(game, Script())
    assert left(game).count(3) == 1
    assert Out(-1, 3, "hidden") not in game.facts


def test_a_cancelled_vote_counts_no_ballot_that_was_in_already() -> None:
    game = Game.start(CITY.rules, dict(zip(CITY.names, CITY.roles, strict=True)), talk=False,
                      flags={"removalCancelsVote": True})  # fmt: skip
    until(game, "vote")
    for seat in (1, 2, 3):
        game.answer(seat, "vote", 6)
    game.remove(4)
    assert not [fact for fact in game.facts if isinstance(fact, Out)]
    assert "kill" in {ask.verb for ask in game.asks}


def test_a_cancelled_vote_is_not_taken_again_after_a_tie() -> None:
    game = Game.start(CITY.rules, dict(zip(CITY.names, CITY.roles, strict=True)), talk=True,
                      flags={"removalCancelsVote": True})  # fmt: skip
    until(game, "vote")
    for seat, target in ((1, 6), (2, 3), (3, 6), (4, 3), (5, "nobody"), (6, "nobody"), (7, "nobody")):
        game.answer(seat, "vote", target)
    assert game.asks[0].part == "again"
    game.remove(5)
    voted = sum(isinstance(fact, Voted) for fact in game.facts)
    until(game, "kill")
    assert sum(isinstance(fact, Voted) for fact in game.facts) == voted
    assert not [fact for fact in game.facts if isinstance(fact, Out)]


def test_a_removed_candidate_is_not_elected() -> None:
    game = until(WOLVES.start(), "elect", Script(stand={"Ann": "yes", "Cid": "yes"}))
    game.answer(4, "elect", 1)
    game.answer(5, "elect", 1)
    game.remove(1)
    while game.asks:
        answer_one(game, Script())
        assert 1 not in {ask.seat for ask in game.asks}
    assert not [fact for fact in game.facts if isinstance(fact, TitleHeld) and fact.seat == 1]


def test_the_table_sees_that_a_removed_sheriff_holds_no_badge() -> None:
    game = until(WOLVES.start(), "vote", Script(stand={"Ann": "yes"}))
    assert view(game.facts, 0).titles["sheriff"] == 1
    game.remove(1)
    assert view(game.facts, 0).titles["sheriff"] == 0
    assert "badge" not in {ask.verb for ask in game.asks}


def test_a_removal_has_no_triggers_and_no_last_words() -> None:
    game = until(WOLVES.start(), "vote")
    game.remove(4)  # the Hunter
    asked = {ask.verb for ask in game.asks}
    play(game, Script())
    assert asked == {"vote"}
    assert not [entry for entry in game.log if entry.word == "shoot"]


def test_victory_is_checked_at_once() -> None:
    game = until(WOLVES.start(), "vote")
    game.remove(2)
    assert not game.state.over
    game.remove(7)
    assert isinstance(game.facts[-1], Ended)
    assert (game.facts[-1].winner, game.asks) == ("village", ())


def test_a_house_rule_changes_with_the_next_phase() -> None:
    game = until(CITY.start(), "vote")
    game.switch("revealOnDeath", True)
    for seat in range(1, 8):
        game.answer(seat, "vote", 6)
    assert Out(-1, 6, "hidden") in game.facts
    play(game, Script(kill={"*": "Ann"}), 6)
    assert ((1, "Citizen"),) in [getattr(fact, "dead", ()) for fact in game.facts]


def test_a_removed_speaker_is_no_option_any_more() -> None:
    table = Table("ai-mafia", ("Villager", "Mafia", "Villager", "Villager", "Villager", "Villager"), talk=True)
    game = until(table.start(), "say")
    game.remove(4)
    check_legal(game)
    answer_one(game, Script(say={"*": "hm"}))
    check_legal(game)


def test_whoever_is_removed_hears_no_more_of_the_chat() -> None:
    roles = ("Mafia", "Mafia", "Mafia", *["Villager"] * 6)
    game = until(Table("ai-mafia", roles, talk=True).start(), "chat")
    game.answer(1, "chat", "Whom shall we take?")
    game.remove(1)
    before = len(game.facts)
    game.answer(2, "chat", "The one who left knew too much.")
    assert not [fact for fact in game.facts[before:] if visible(fact, 1)]


def test_nobody_is_removed_twice() -> None:
    game = until(CITY.start(), "vote")
    game.remove(1)
    with pytest.raises(ValueError, match="Ann has left the game already"):
        game.remove(1)
    assert sum(isinstance(fact, Removed) for fact in game.facts) == 1
    play(game, Script())
    assert NobodyOut(-1) in game.facts
