"""Law 1: the same answers give the same facts, byte for byte, from any point and in any order of arrival."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.facts import Undone
from duskfall.core.play.game import Game
from duskfall.core.record import Record, dump, lines, read
from duskfall.rules import ruleset

from .tables import Answers, Table, answer_one, facts, law, play, seeds, tables

NONCE = "00112233445566778899aabbccddeeff"


def recorded(game: Game) -> Record:
    """The record of a game, through the bytes of a file."""
    text = "\n".join(lines(game, NONCE)).encode()
    return read(text.decode().split("\n"))


@law(120)
@given(tables(), seeds)
def test_a_record_gives_back_the_game(table: Table, seed: int) -> None:
    game = play(table.start(), Answers(seed))
    record = recorded(game)
    assert record.verify(table.rules) == ""
    again = record.replay(table.rules)
    assert facts(again) == facts(game)
    assert list(lines(again, NONCE)) == list(lines(game, NONCE))


@law(60)
@given(tables(), seeds, st.integers(0, 10_000))
def test_a_prefix_resumes_to_the_same_game(table: Table, seed: int, cut: int) -> None:
    game = play(table.start(), Answers(seed))
    log = recorded(game).entries
    cut %= len(log) + 1
    resumed = Game.replay(table.rules, table.start().setup, log[:cut])
    assert facts(resumed) == facts(game)[: len(resumed.facts)]
    for entry in log[cut:]:
        resumed.answer(entry.seat, entry.word, entry.value)
    assert facts(resumed) == facts(game)
    assert resumed.asks == game.asks == ()


@law(60)
@given(tables(), seeds, seeds, st.integers(0, 80))
def test_a_copy_lives_apart(table: Table, seed: int, other_seed: int, steps: int) -> None:
    answers = Answers(seed)
    game = play(table.start(), answers, steps)
    twin, branch = game.copy(), game.copy()
    before, asked, logged = facts(game), game.asks, list(game.log)
    play(branch, Answers(other_seed))
    assert (facts(game), game.asks, game.log) == (before, asked, logged)
    twin_answers = answers.copy()
    while game.asks:  # in turns, so that whatever they share shows
        answer_one(game, answers)
        answer_one(twin, twin_answers)
        assert game.asks == twin.asks
    assert facts(game) == facts(twin)


@law(60)
@given(tables(), seeds, st.integers(1, 60), st.integers(1, 60))
def test_undo_and_the_same_answers_give_the_same_game(table: Table, seed: int, steps: int, back: int) -> None:
    game = play(table.start(), Answers(seed), steps)
    before, asks, log = facts(game), game.asks, list(game.log)
    if not log:
        return
    back = min(back, len(log))
    game.undo(back)
    assert isinstance(game.facts[-1], Undone)
    assert facts(game)[:-1] == facts(Game.replay(table.rules, game.setup, log[:-back]))
    for entry in log[len(log) - back :]:
        game.answer(entry.seat, entry.word, entry.value)
    assert [line for line in facts(game) if line != dump_undone(back)] == before
    assert game.asks == asks
    assert recorded(game).verify(table.rules) == ""


def dump_undone(steps: int) -> str:
    return dump({"fact": "Undone", "to": "all", "steps": steps})


@law(60)
@given(tables(), seeds, seeds)
def test_order_of_arrival_changes_nothing(table: Table, seed: int, shuffle: int) -> None:
    game = play(table.start(), Answers(seed))
    other, answers = table.start(), Answers(seed)
    while other.asks:
        shuffle = shuffle * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        answer_one(other, answers, shuffle >> 33)
    assert facts(other) == facts(game)


def test_a_house_rule_that_is_no_decimal_fraction_survives_the_record() -> None:
    flags = {"discussion_open_per_player_base": 1 / 6, "discussion_open_per_player_round_bonus": 0}
    flags |= {"discussion_open_floor": 1, "maxRounds": 1}
    rules = ruleset("ai-mafia")
    game = Game.start(rules, 9, flags=flags)
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, "hello" if ask.speech else None)
    assert recorded(game).verify(rules) == ""
