"""What models take is forecast from real prompts of sample games: near what a game takes, whoever was dealt what."""

from __future__ import annotations

from dataclasses import replace

import pytest

import duskfall
from duskfall.arena.plan.bill import LONGER, expected_answer, longest_answer, run_bill, seat_bill
from duskfall.arena.plan.sample_games import TalkativePlayer, first_question, play_samples
from duskfall.players.llm.calling.rehearsal import Rehearsal
from duskfall.players.llm.model import read_model
from duskfall.replay.sent import AskedAgain, retold
from duskfall.rules import BOOKS
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from tests.llm.driving import driven

KIND = "http://h/v1#m?price=1/10"


def bill_of(game: duskfall.Game, kind: str = KIND) -> float:
    samples = play_samples(game.plan.rules, game.setup)
    return run_bill(samples, [kind] * len(game.names), {kind: read_model(kind)}, {}).expected.dollars


@pytest.mark.parametrize("book", BOOKS)
def test_it_is_the_same_whoever_holds_what(book: str) -> None:
    games = [duskfall.start(book, 7, seed=seed, flags={"maxRounds": 1}) for seed in range(2)]
    assert len({game.setup.roles for game in games}) > 1
    assert len({bill_of(game) for game in games}) == 1
    silent = replace(games[0].setup, talk=False)
    samples = play_samples(games[0].plan.rules, silent)
    assert 0 < run_bill(samples, [KIND] * 7, {KIND: read_model(KIND)}, {}).expected.dollars < bill_of(games[0])


def test_a_game_that_is_played_costs_about_what_was_expected() -> None:
    """The bound told before was ten thousand times what a game costs, as it counted calls that no game makes."""
    tokens = questions = 0.0
    for seed in range(3):
        played = driven("werewolf", 8, seed)
        prompts = [prompt for seat in played.prompts.values() for prompt in seat]
        questions += len(prompts) / 3
        tokens += sum(len(each.text) for prompt in prompts for each in prompt.messages) / 3.5 / 3
    game = duskfall.start("werewolf", 8, seed=1)
    samples = play_samples(game.plan.rules, game.setup)
    bill = run_bill(samples, [KIND] * 8, {KIND: read_model(KIND)}, {})
    assert bill.expected.questions == pytest.approx(questions, rel=0.5)
    assert 0.5 < bill.expected.tokens_in / tokens < 2.5
    assert bill.expected.dollars < bill.upper.dollars < 20 * bill.expected.dollars


def test_nobody_passes_in_a_sample_game() -> None:
    game = duskfall.start("ai-mafia", 7, seed=1, flags={"maxRounds": 2})
    players = {seat: TalkativePlayer(player) for seat, player in seat_players(game, "scripted").items()}
    play(game, players)
    said = [each for each in retold(game, {}) if isinstance(each, AskedAgain)]
    assert not said
    speeches = [entry.value for entry in game.log if entry.word == "say"]
    assert speeches
    assert all(isinstance(value, dict) and len(str(value["text"])) > 200 for value in speeches)


def test_what_a_first_question_took_counts_for_all() -> None:
    game = duskfall.start("werewolf", 8, seed=1, flags={"maxRounds": 2})
    samples, model = play_samples(game.plan.rules, game.setup), read_model(KIND)
    known = seat_bill(samples, model)
    found = Rehearsal(estimated=1000, prompt=2000, answer=90)
    measured = seat_bill(samples, model, found)
    assert measured.expected.tokens_in == pytest.approx(2 * known.expected.tokens_in)
    assert measured.expected.tokens_out == pytest.approx(90 * known.expected.questions)
    assert longest_answer(model, found) == LONGER * 300  # one short answer does not promise that all are
    assert expected_answer(read_model(f"{KIND}&answer=64")) == 64
    assert longest_answer(model) == model.answer


def test_more_effort_costs_more_and_a_price_that_nobody_knows_is_not_counted() -> None:
    game = duskfall.start("werewolf", 8, seed=1, flags={"maxRounds": 2})
    costs = [bill_of(game, f"{KIND}&effort={effort}") for effort in ("none", "low", "medium", "high")]
    assert costs == sorted(set(costs))
    samples = play_samples(game.plan.rules, game.setup)
    free = "http://h/v1#m"
    assert run_bill(samples, [free] * 8, {free: read_model(free)}, {}).upper.dollars == 0


def test_a_persona_that_is_drawn_for_each_seat_is_told() -> None:
    game = duskfall.start("werewolf", 8, seed=1, flags={"maxRounds": 1})
    assert bill_of(game, f"{KIND}&persona=any") > bill_of(game)


def test_questions_aside_are_counted() -> None:
    game = duskfall.start("werewolf", 8, seed=1, flags={"maxRounds": 2})
    model = read_model(KIND)
    usual, probed = (
        seat_bill(play_samples(game.plan.rules, game.setup, probe=probe), model).expected for probe in (False, True)
    )
    assert probed.questions > usual.questions
    assert probed.tokens_in > usual.tokens_in


def test_the_sample_question_is_one_for_a_speech() -> None:
    game = duskfall.start("werewolf", 8, seed=1)
    prompt = first_question(play_samples(game.plan.rules, game.setup), read_model(KIND))
    assert "speech" in prompt.form.fields
    quiet = play_samples(game.plan.rules, replace(game.setup, talk=False))
    assert "choice" in first_question(quiet, read_model(KIND)).form.fields
