"""Frames are put together as the protocol says: what is left out stays, what comes again is new."""

from __future__ import annotations

from duskfall.mcp.seen import Seen
from tests.mcp.frames import board, chat, form, line, now


def test_events_and_chat_are_told_once() -> None:
    seen = Seen()
    seen.take({"game": 1, "since": 0, "events": [line("one"), line("two")], "chat_since": 0, "chat": [chat("hi")]}, 0)
    assert [event["text"] for event in seen.fresh.events] == ["one", "two"]
    assert [each["text"] for each in seen.fresh.chat] == ["hi"]
    seen.told()
    assert not seen.fresh
    seen.take({"since": 2, "events": [line("three")]}, 0)
    assert [event["text"] for event in seen.fresh.events] == ["three"]
    assert seen.have() == {"game": 1, "have": 3, "chat": 1}


def test_an_event_that_is_replaced_is_told_again() -> None:
    seen = Seen()
    seen.take({"game": 1, "since": 0, "events": [line("one"), line("Ann passes.")]}, 0)
    seen.told()
    seen.take({"since": 1, "events": [line("Ann and Bob pass.")]}, 0)
    assert [event["text"] for event in seen.events] == ["one", "Ann and Bob pass."]
    assert [event["text"] for event in seen.fresh.events] == ["Ann and Bob pass."]


def test_what_is_left_out_is_as_it_was() -> None:
    seen = Seen()
    seen.take({"board": board(), "now": now(form()), "clock": {"left": 20, "of": 30}}, 100.0)
    seen.take({"live": "so far"}, 101.0)
    assert seen.board
    assert seen.forms
    assert seen.left(105.0) == 15
    seen.take({"clock": None}, 106.0)
    assert seen.left(107.0) is None


def test_another_game_begins_anew_and_the_chat_stays() -> None:
    seen = Seen()
    seen.take({"game": 1, "since": 0, "events": [line("one")], "now": now(over=True), "chat": [chat("hi")]}, 0)
    assert seen.ended
    seen.told()
    assert not seen.ended
    seen.take({"game": 2, "since": 0, "events": [line("a new deal")], "now": now()}, 0)
    assert [event["text"] for event in seen.fresh.events] == ["a new deal"]
    assert len(seen.chat) == 1
    assert not seen.over


def test_lines_beside_the_game_are_for_between_games_and_the_dead() -> None:
    seen = Seen()
    assert seen.may_chat
    for state, may in ((now(), False), (now(alive=False), True), (now(over=True), True)):
        seen.take({"now": state}, 0)
        assert seen.may_chat is may
