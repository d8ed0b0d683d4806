"""The staging: beats, pauses, the dawn, the ballots; and the pace with its keys."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import duskfall
from duskfall.core.facts import (
    EVERYONE,
    MODERATOR,
    Announced,
    Claim,
    Died,
    Fact,
    Landed,
    Overturned,
    PhaseBegan,
    Said,
    Skipped,
    TitleHeld,
    Voted,
)
from duskfall.terminal.stage.board import votes_on
from duskfall.terminal.stage.keys import END, HOME, LEFT, RIGHT, split
from duskfall.terminal.stage.pace import Pace
from duskfall.terminal.stage.stage import Stage

TABLE = duskfall.start("ai-mafia", 6, seed=2).facts[:7]  # the deal
NIGHT: list[Fact] = [
    PhaseBegan(EVERYONE, "night", 1),
    Overturned(MODERATOR, "kill", 1, 2, "protect", 3, "AM§Night2"),
    Landed(MODERATOR, "shoot", 4, 5, "AM§Vigilante"),
    Died(MODERATOR, 5, "Villager", "Villager", ("shoot",)),
    Announced(EVERYONE, ((5, "Villager"),)),
]
VOTE = Voted(EVERYONE, "vote", ((1, 2), (3, 2), (4, "skip")), ((2, 2.0), ("skip", 1.0)))


def beats(stage: Stage, facts: list[Fact]) -> list[tuple[float, list[str]]]:
    return [(pause, [line.plain for line in stage.lines]) for pause in stage.run(facts)]


def test_dawn_is_dark_then_tells_the_dead_then_the_moderator_why() -> None:
    stage = Stage(None)
    found = beats(stage, [*TABLE, *NIGHT])
    last = [lines for _, lines in found][-5:]
    assert last[0] == []
    assert last[1] == ["The night is over."]
    assert last[2][-1] == "Eli is dead: Villager."
    assert last[4][-2:] == [
        "◦ Bob lives: Ann's kill was overturned by Cid's protect [AM§Night2].",
        "◦ Eli died: Dee's shoot landed [AM§Vigilante].",
    ]
    assert list(stage.view.dead) == [5]


def test_a_seat_is_told_the_dead_and_nothing_of_why() -> None:
    lines = [lines for _, lines in beats(Stage(6), [*TABLE, *NIGHT])]
    assert lines[-1] == ["The night is over.", "Eli is dead: Villager."]


def test_a_death_is_not_shown_before_it_is_told() -> None:
    stage = Stage(None)
    for _ in stage.run([*TABLE, *NIGHT[:-1]]):
        assert not any("dies" in line.plain or "lands" in line.plain for line in stage.lines)


def test_a_night_that_is_announced_by_day_is_explained_to_the_moderator_at_its_end() -> None:
    stage = Stage(None)
    explained = [lines for _, lines in beats(stage, [*TABLE, *NIGHT[:-1], PhaseBegan(EVERYONE, "day", 1)])][-2]
    assert explained[-1] == "◦ Eli died: Dee's shoot landed [AM§Vigilante]."
    assert [line.plain for line in stage.lines] == ["Day 1", ""]


def test_an_opened_ballot_falls_vote_by_vote() -> None:
    stage = Stage(0)
    beats(stage, TABLE)
    fallen = [len(stage.now.ballots) for _ in stage.take(VOTE)]
    assert fallen == [0, 1, 2, 3, 3]
    assert [line.plain for line in stage.lines][-2:] == ["  Dee → skip", "  Bob 2, skip 1"]
    assert dict(stage.now.tally) == {2: 2.0, "skip": 1.0}


def test_a_ballot_that_counts_more_is_marked_with_its_weight() -> None:
    seats = {"May": "Mayor", "Cid": "Citizen", "Gus": "Godfather", "Dee": "Doctor", "Eli": "Citizen"}
    game = duskfall.start("town-of-agents", seats, talk=False)
    while not any(isinstance(fact, Voted) and fact.ballots for fact in game.facts):
        ask = game.asks[0]
        said = "yes" if ask.verb == "reveal" else (3 if ask.seat < 3 else None) if ask.verb == "vote" else None
        game.answer(ask.seat, ask.verb, said)
    for seat in (None, 0, 4):
        stage = Stage(seat)
        shown = [(stage.now, [line.plain for line in stage.lines]) for _ in stage.run(game.facts)]
        now, lines = next((now, lines) for now, lines in shown if now.tally)
        assert lines[-3:] == ["  May ×3 → Gus", "  Cid → Gus", "  Gus 4"]
        assert votes_on(3, now, 9).plain == "▪▪▪▪ 4"
        assert votes_on(3, now, 4).plain == "▪×4"


def test_the_half_vote_of_a_title_is_half_a_mark() -> None:
    deal = duskfall.start("werewolf", 9).facts
    vote = Voted(EVERYONE, "vote", ((2, 5), (3, 5), (4, 6)), ((5, 2.5), (6, 1)))
    stage = Stage(0)
    beats(stage, [*deal, TitleHeld(EVERYONE, "sheriff", 2), vote])
    assert [line.plain for line in stage.lines][-4:-1] == ["  Bob ×1.5 → Eli", "  Cid → Eli", "  Dee → Fay"]
    assert votes_on(5, stage.now, 9).plain == "▪▪▫ 2.5"
    assert votes_on(6, stage.now, 9).plain == "▪ 1"


def test_parts_and_rounds_of_the_talk_are_announced() -> None:
    def headings(rules: str, *turns: tuple[int, str], **flags: int) -> list[str]:
        deal = duskfall.start(rules, 6, flags=flags).facts
        stage = Stage(0)
        said = [
            Said(EVERYONE, seat, "Well.", part) if seat % 2 else Skipped(EVERYONE, seat, part) for seat, part in turns
        ]
        beats(stage, [*deal[:7], PhaseBegan(EVERYONE, "day", 1), *said])
        return [line.plain for line in stage.lines if line.style == "bold"]

    twice = [(seat, "speech") for seat in (1, 2, 1, 2)]
    assert headings("town-of-agents", *twice, roundsPerDiscussion=2) == [
        "Day 1", "Speech: round 1 of 2.", "Speech: round 2 of 2.",
    ]  # fmt: skip
    parts = [(1, "question"), (2, "question"), (1, "open"), (2, "open"), (1, "open"), (1, "statement")]
    assert headings("ai-mafia", *parts) == [
        "Day 1", "Question: one turn each.", "Open: the word goes round until all pass.", "Statement: one turn each.",
    ]  # fmt: skip
    assert headings("werewolf", (1, "last words")) == ["Day 1"]


def test_longer_words_are_left_longer() -> None:
    stage = Stage(0)
    beats(stage, TABLE)
    short, long = (next(stage.take(Said(EVERYONE, 1, "word " * count, "open"))) for count in (1, 30))
    assert short < long


def test_a_very_long_speech_comes_in_parts_that_can_be_read() -> None:
    stage = Stage(0)
    beats(stage, TABLE)
    before = len(stage.lines)
    text = " ".join(f"word{number}" for number in range(400))
    pauses = list(stage.take(Said(EVERYONE, 1, text, "open", 0, (Claim("accuse", 2),))))
    assert len(pauses) > 5
    assert max(pauses) <= 12
    told = " ".join(line.plain.removeprefix("Ann: ").removesuffix(" …") for line in stage.lines[before + 1 :])
    assert told == f"{text}\n[accuses Bob]"


def test_the_deal_is_short_and_shows_the_cards_at_once_to_who_may_know_them() -> None:
    deal = duskfall.start("ai-mafia", 10, seed=2).facts
    deal = deal[: next(number for number, fact in enumerate(deal) if isinstance(fact, PhaseBegan))]
    for seat in (None, 0, 1):
        assert 1 < sum(Stage(seat).run(deal)) < 4
    stage = Stage(None)
    shown = [(pause, len(stage.view.known)) for pause in stage.run(deal)]
    assert sum(pause for pause, known in shown if not known) < 0.5
    assert shown[-1][1] == 10


# -- the pace ----------------------------------------------------------------------------------------------


class Hands:
    """Keys pressed at once, one after the other; without any left, time passes."""

    present = True

    def __init__(self, *keys: str) -> None:
        self.keys, self.now = list(keys), 0.0

    def get(self, seconds: float) -> str:
        if self.keys:
            return self.keys.pop(0)
        self.now += seconds
        if self.now > 1000:
            raise TimeoutError
        return ""


def resting(speed: float, *keys: str) -> tuple[Pace, Callable[[float], float]]:
    hands = Hands(*keys)
    pace = Pace(speed, hands, lambda: hands.now)

    def rest(seconds: float) -> float:
        before = hands.now
        pace.rest(seconds, lambda: None)
        return hands.now - before

    return pace, rest


@pytest.mark.parametrize(("speed", "taken"), [(1, 4), (2, 2), (0.5, 8), (0, 0)])
def test_speed(speed: float, taken: float) -> None:
    assert resting(speed)[1](4) == pytest.approx(taken, abs=0.01)


def test_space_stops_until_it_is_pressed_again() -> None:
    pace, rest = resting(1, " ")
    with pytest.raises(TimeoutError):
        rest(1)
    assert pace.note == "‖ paused, speed 1"
    assert resting(1, " ", " ")[1](1) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("key", [".", RIGHT])
def test_a_step_goes_on_by_one_beat(key: str) -> None:
    pace, rest = resting(1, key)
    assert rest(5) == 0
    assert pace.paused


@pytest.mark.parametrize(("thought", "taken"), [(0, 4), (3, 1), (4, 0), (9, 0)])
def test_a_pause_counts_from_when_the_beat_was_shown(thought: float, taken: float) -> None:
    hands = Hands()
    hands.now = thought
    Pace(1, hands, lambda: hands.now).rest(4, lambda: None, since=0.0)
    assert hands.now - thought == pytest.approx(taken, abs=0.01)


def test_the_speed_is_told_while_it_is_paused() -> None:
    pace, _ = resting(1)
    for key in (" ", "+", "+"):
        pace.press(key)
    assert pace.note == "‖ paused, speed 4"


def test_faster_and_slower() -> None:
    pace, rest = resting(1, "+")
    assert rest(4) == pytest.approx(2, abs=0.01)
    assert pace.note == "▸ speed 2"
    for _ in range(9):
        pace.press("+")
    assert pace.speed == 16
    for _ in range(9):
        pace.press("-")
    assert pace.speed == 0.25


def test_q_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        resting(1, "q")[1](1)


def test_keys_are_read_out_of_what_a_terminal_sends() -> None:
    assert split("q\x1b[C\x1b[D \x1bOC") == ["q", RIGHT, LEFT, " ", RIGHT]
    assert split("\x1b[1;5C.\x1b[15~x") == [RIGHT, ".", "x"]
    assert split("\x1b[H\x1b[F\x1bOH\x1b[1~\x1b[4~") == [HOME, END, HOME, HOME, END]
    assert split("\x1b") == split("\x1bx") == split("\x1b[") == []
