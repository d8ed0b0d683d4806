"""The question round: a question names its addressee, or is a SKIP (AM§Questions)."""

from __future__ import annotations

import pytest

from duskfall.core.facts import Refused, Said, Skipped
from duskfall.core.play.game import Game
from duskfall.rules import ruleset

SEATS = {"Ann": "Villager", "Bob": "Godfather", "Cid": "Cop", "Dee": "Doctor", "Eli": "Villager"}


def asking() -> Game:
    """A game in which Ann is to ask a question."""
    game = Game.start(ruleset("ai-mafia"), SEATS)
    while not any(ask.part == "question" for ask in game.asks):
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    return game


def came(value: object) -> tuple[str, list[object]]:
    """What the answer was found to be, and the facts that followed, but for the next question."""
    game = asking()
    before = len(game.facts)
    reason = game.answer(1, "say", value)
    return reason, [fact for fact in game.facts[before:] if isinstance(fact, Said | Skipped | Refused)]


@pytest.mark.parametrize("value", ["Who is it?", {"text": "Who is it?"}, {"text": "Who?", "to": None},
                                   {"text": "Who?", "to": "nobody"}, {"text": "Who?", "to": "Zed"},
                                   {"text": "Who?", "to": "everyone"}, {"text": "Who?", "to": 0}])  # fmt: skip
def test_a_question_to_nobody_is_a_skip_and_its_speaker_is_told_why(value: object) -> None:
    reason, facts = came(value)
    assert reason == "names-nobody"
    refused, skipped = facts
    assert isinstance(refused, Refused)
    assert (refused.to, refused.reason) == (1 << 1, "names-nobody")
    assert isinstance(skipped, Skipped)


def test_so_is_a_question_to_somebody_who_has_left() -> None:
    game = asking()
    game.remove(3)
    assert 3 not in game.asks[0].addresses
    assert game.answer(1, "say", {"text": "Who?", "to": "Cid"}) == "names-nobody"
    assert not [fact for fact in game.facts if isinstance(fact, Said)]


def test_a_question_to_somebody_is_heard_by_all() -> None:
    reason, [said] = came({"text": "Where were you?", "to": "Bob"})
    assert reason == ""
    assert isinstance(said, Said)
    assert (said.text, said.addressed) == ("Where were you?", 2)


@pytest.mark.parametrize("value", ["SKIP", "", None, {"text": "SKIP", "to": 2}])
def test_a_skip_needs_nobody(value: object) -> None:
    reason, [skipped] = came(value)
    assert reason == ""
    assert isinstance(skipped, Skipped)


def test_words_beside_a_skip_vote_are_spoken() -> None:
    reason, facts = came("Enough.\nvote_skip_discussion")
    assert reason == ""
    assert [fact.text for fact in facts if isinstance(fact, Said)] == ["Enough."]


def test_a_message_in_the_open_discussion_needs_nobody() -> None:
    game = asking()
    while game.asks[0].part == "question":
        game.answer(game.asks[0].seat, "say", "SKIP")
    seat = game.asks[0].seat
    assert game.answer(seat, "say", "I trust nobody.") == ""
    assert isinstance(game.facts[-1], Said)
