"""The rules of time: what is shown when, how long people are waited for, and what lasts how long whoever acts in it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from duskfall.players.base import HUMAN
from duskfall.room.made.night import night_length
from duskfall.rules.registry import ids
from tests.room.sitting import Page, Table, reply

CLOCKS = {"speech": 40, "choice": 30, "secret": 12, "word": 8}


def two(folder: Path, **wish: Any) -> tuple[Table, Page, Page]:
    """Two people among bots, dealt."""
    table = Table(folder / "table", {"rules": "city-mafia", "name": "Ada", "clocks": CLOCKS, **wish})
    ada, ben = table.creator(), table.sit("Ben")
    table.do(ada, "start")
    table.settle()
    return table, ada, ben


def alone(folder: Path, **wish: Any) -> tuple[Table, Page]:
    """One person among bots, dealt at once."""
    table = Table(folder / "table", {"rules": "city-mafia", "name": "Ada", "start": True, "clocks": CLOCKS, **wish})
    ada = table.creator()
    table.settle()
    return table, ada


def until(table: Table, page: Page, phase: str, people: list[Page], draw: Random) -> None:
    """Play on until a page is in this phase."""
    for _ in range(5000):
        when = table.settle()
        if page.now.get("phase") == phase or table.room.state != "playing":
            return
        if not [table.answer(each, draw) for each in people if each.now.get("forms")]:
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    raise AssertionError(f"no {phase}")


@pytest.mark.parametrize("rules", ids())
@pytest.mark.parametrize("quick", [True, False])
def test_a_night_lasts_as_long_as_the_form_says_whoever_acts(rules: str, quick: bool, tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path, rules=rules, pace="instant")
    people, draw = [ada, ben], Random(1)
    until(table, ada, "day", people, draw)
    until(table, ada, "night", people, draw)
    assert table.room.state == "playing", "these deals last until the second night, with somebody to be asked in it"
    assert any(page.now["you"]["alive"] for page in people)
    start = next(time for time, frame in reversed(ada.frames) if has_phase(frame, "night"))
    for _ in range(5000):
        when = table.settle()
        if ada.now["phase"] != "night":
            break
        answered = [table.answer(page, draw) for page in people if quick and page.now.get("forms")]
        if not answered:
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert table.clock.time - start == pytest.approx(night_length(table.room.wish))


def has_phase(frame: dict[str, Any], phase: str) -> bool:
    return any(event["kind"] == "phase" and event["phase"] == phase for event in frame.get("events", ()))


def test_every_living_page_has_a_task_of_the_same_look_in_every_hidden_step(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path, rules="town-of-agents")
    draw, steps = Random(2), 0
    until(table, ada, "night", [ada, ben], draw)
    for _ in range(400):
        when = table.settle()
        assert table.room.playing is not None
        stage = table.room.playing.showing.stage
        if ada.now["phase"] != "night":
            break
        if stage.closed and not stage.done:
            steps += 1
            kinds = [page.now["forms"][0]["kind"] for page in (ada, ben)]
            clocks = [page.clock["of"] for page in (ada, ben) if page.now["forms"][0]["verb"] == "wait"]
            assert all(len(page.now["forms"]) == 1 for page in (ada, ben))
            assert set(kinds) == ({"speech"} if stage.talks else {"choice"}) or "yesno" in kinds
            assert set(clocks) <= {stage.length}
            assert all(page.now["floor"] == [] for page in (ada, ben))
            table.answer(ada, draw)
            table.answer(ben, draw)
        else:
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert steps > 3


def test_with_one_person_the_night_goes_on_when_that_person_has_answered(tmp_path: Path) -> None:
    table, ada = alone(tmp_path, rules="werewolf", pace="instant")
    began = table.clock.time
    for _ in range(200):
        when = table.settle()
        if ada.now["phase"] == "day":
            break
        assert not any(form["verb"] == "wait" for form in ada.now["forms"])
        if not table.answer(ada, Random(3)):
            assert when is not None
            table.clock.time = when
    assert table.clock.time == began


def test_a_public_fact_is_looked_at_before_the_next_is_shown(tmp_path: Path) -> None:
    table, ada = alone(tmp_path)
    table.wait(2000)
    said = [time for time, frame in ada.frames if any(e["kind"] == "said" for e in frame.get("events", ()))]
    assert len(said) > 5
    assert len(set(said)) == len(said), "two speeches came at once"


def test_skip_shows_at_once_what_is_still_to_be_told(tmp_path: Path) -> None:
    table, ada = alone(tmp_path)
    for _ in range(300):
        if table.settle() is None or ada.now.get("forms"):
            break
        table.do(ada, "skip")
    assert ada.now["forms"]
    assert table.clock.time == 1000.0


def test_skip_is_not_for_several(tmp_path: Path) -> None:
    table, ada, _ = two(tmp_path)
    assert table.refused(ada, "skip") == "Others read this, too."


def test_who_is_silent_is_answered_for_by_the_clock(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path, rules="ai-mafia")
    until(table, ada, "day", [ada, ben], Random(4))
    for _ in range(500):
        when = table.settle()
        if ada.now["forms"] and ada.now["floor"]:
            break
        table.answer(ben, Random(4))
        if not ben.now.get("forms"):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    form = ada.now["forms"][0]
    assert form["kind"] == "speech"
    assert ada.clock == {"left": 40.0, "of": 40.0}
    assert ben.clock == {"left": 40.0, "of": 40.0}
    table.clock.time += 39.9
    table.settle()
    assert ada.now["forms"]
    table.clock.time += 0.1
    table.settle()
    assert not ada.now["forms"] or ada.now["forms"][0]["number"] != form["number"]
    assert [chair["away"] for chair in ben.board["chairs"] if chair["seat"] == ada.who.seat] == [1]


def test_an_idle_seat_is_announced_then_played_by_a_bot_and_taken_back(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path, rules="ai-mafia")
    away, draw = [], Random(5)
    for _ in range(2000):
        when = table.settle()
        chair = next(chair for chair in ada.board["chairs"] if chair["seat"] == ben.who.seat)
        away.append(chair["away"])
        if chair["kind"] == "bot" or table.room.state != "playing":
            break
        if not table.answer(ada, draw):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert sorted(set(away)) == [0, 1, 2], "all could see it coming"
    assert any(event["text"] == "A bot plays for Ben now." for event in ada.events)
    table.do(ben, "back")
    for _ in range(500):
        when = table.settle()
        if table.room.chairs[ben.who.seat].player == HUMAN or when is None:
            break
        if not table.answer(ada, draw):
            table.clock.time = max(when, table.clock.time)
    assert any(event["text"] == "Ben plays." for event in ada.events)
    assert table.room.chairs[ben.who.seat].away == 0


def test_a_hand_over_in_a_hidden_step_is_told_after_the_night(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path, rules="werewolf")
    table.wait(4)
    assert table.room.playing is not None
    assert table.room.playing.showing.stage.closed
    table.do(ben, "leave")
    table.settle()
    assert not any("A bot plays" in event["text"] for event in ada.events)
    until(table, ada, "day", [ada], Random(6))
    table.wait(5)
    assert any(event["text"] == "A bot plays for Ben now." for event in ada.events)


def test_answers_to_older_questions_are_none(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path)
    for _ in range(300):
        when = table.settle()
        if ada.now["forms"] and ada.now["forms"][0]["verb"] != "wait":
            break
        if not [table.answer(page, Random(7)) for page in (ada, ben) if page.now.get("forms")]:
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    form = ada.now["forms"][0]
    before = table.room.version
    for number in (form["number"] - 1, form["number"] + 1, None, "1", True):
        assert table.refused(ada, "answer", verb=form["verb"], number=number, value=1) == ""
    for verb in (None, "nothing", 7, ["say"]):
        assert table.refused(ada, "answer", verb=verb, number=form["number"], value=1) == ""
    assert table.room.version == before
    assert ada.now["forms"] == [form]
    table.do(ada, "answer", verb=form["verb"], number=form["number"], value=reply(form, Random(8)))
    assert not ada.now["forms"]


def test_a_forbidden_answer_is_refused_and_may_be_given_anew(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path)
    for _ in range(300):
        when = table.settle()
        if ada.now["forms"] and ada.now["forms"][0]["verb"] != "wait" and ada.now["forms"][0]["options"]:
            break
        if not [table.answer(page, Random(9)) for page in (ada, ben) if page.now.get("forms")]:
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    form = ada.now["forms"][0]
    why = table.refused(ada, "answer", verb=form["verb"], number=form["number"], value=99)
    assert why.startswith("That was not taken: ")
    assert table.refused(ada, "answer", verb=form["verb"], number=form["number"], value=None) == "Nothing was answered."
    assert ada.now["forms"] == [form]


def test_a_pause_stops_the_clock_and_a_restart_keeps_it_stopped(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path)
    table.wait(5)
    table.do(ada, "pause")
    seen, left = list(ben.events), ben.clock
    table.wait(10_000)
    assert ben.events == seen
    assert ben.board["paused"]
    assert table.refused(ben, "answer", verb="wait", number=0, value=1) == "The table is paused."
    table.restart()
    table.wait(10_000)
    assert ben.events == seen
    table.do(ada, "go")
    table.settle()
    assert ben.clock is None or left is None or ben.clock["left"] <= ben.clock["of"]
    table.play([ada, ben], Random(1))
    assert ada.board["state"] == "over"


def test_the_record_does_not_depend_on_who_was_faster(tmp_path: Path) -> None:
    records = []
    for order in (0, 1):
        table = Table(tmp_path / str(order) / "table", {"rules": "werewolf", "name": "Ada", "clocks": CLOCKS}, seed=4)
        people = [table.creator(), table.sit("Ben")]
        table.do(people[0], "start")
        draws = {page.name: Random(page.name) for page in people}
        for _ in range(5000):
            when = table.settle()
            if table.room.state != "playing":
                break
            asked = [page for page in people if page.now.get("forms")]
            if asked:
                page = asked[-1 if order else 0]
                table.answer(page, draws[page.name])
            else:
                assert when is not None
                table.clock.time = max(when, table.clock.time)
        records.append((table.folder / "game-1.jsonl").read_text().splitlines()[2:])
    assert records[0] == records[1]


def test_a_restart_in_a_hidden_step_does_not_tell_who_has_answered(tmp_path: Path) -> None:
    table, ada, ben = two(tmp_path, rules="werewolf")
    assert table.room.playing is not None
    before = table.room.playing.showing.stage.number
    for _ in range(50):  # Ben misses a task, and then answers the next
        when = table.settle()
        stage = table.room.playing.showing.stage
        if stage.closed and table.room.chairs[ben.who.seat].away == 1:
            break
        table.answer(ada, Random(1))
        if not ada.now.get("forms"):
            assert when is not None
            table.clock.time = max(when, table.clock.time)
    assert stage.closed
    assert stage.number > before
    table.answer(ben, Random(1))
    table.restart()
    table.settle()
    away = {chair["seat"]: chair["away"] for chair in ada.board["chairs"]}
    assert away[ben.who.seat] == 1, "not before the step is over"
    table.answer(ada, Random(1))
    table.wait(CLOCKS["secret"])
    table.restart()
    away = {chair["seat"]: chair["away"] for chair in ada.board["chairs"]}
    assert away[ben.who.seat] == 0


@pytest.mark.parametrize("rules", ["city-mafia", "town-of-agents"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_night_away_counts_as_one_question_whoever_is_asked(rules: str, seed: int, tmp_path: Path) -> None:
    wish = {"rules": rules, "name": "Ada", "clocks": CLOCKS, "pace": "instant"}
    table = Table(tmp_path / "table", wish, seed=seed)
    people = [table.creator(), table.sit("Ben"), table.sit("Cyd")]
    table.do(people[0], "start")
    until(table, people[0], "night", people, Random(seed))
    counts, steps, again = list[set[int]](), set[int](), False
    for _ in range(400):  # nobody touches anything; the server is started anew in the middle of it
        when = table.settle()
        assert table.room.playing is not None
        if people[0].now["phase"] != "night":
            break
        steps |= {table.room.playing.showing.stage.number}
        chairs = {chair["seat"]: chair for chair in people[0].board["chairs"]}
        counts.append({chairs[page.who.seat]["away"] for page in people if page.now["you"]["alive"]})
        if len(steps) == 2 and not again:
            again = True
            table.restart()
        assert when is not None
        table.clock.time = max(when, table.clock.time)
    assert len(steps) >= 3
    assert all(len(each) == 1 for each in counts), "the count tells who was asked"
    assert {max(each) for each in counts} == {0, 1}
    assert all(table.room.chairs[page.who.seat].player == HUMAN for page in people)
