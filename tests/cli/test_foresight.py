"""What is told before the deal: whom one waits for, what a slow server needs, what the run will cost."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from duskfall.arena.plan.bill import Bill, Consumed
from duskfall.cli.play import foresight
from duskfall.cli.play.foresight import _Shown, cost_line, dollars, late_models, speed_advice, waiting_line
from duskfall.players.llm.calling.rehearsal import Rehearsal
from duskfall.players.llm.calling.waits import Wait, Waits
from duskfall.players.llm.model import read_model
from tests.patience import until

LOCAL = "http://127.0.0.1:8080/v1#qwen"


def advice(found: Rehearsal, settings: str = "") -> str:
    return speed_advice(read_model(f"{LOCAL}{settings}"), found)


def test_a_fast_server_needs_no_advice() -> None:
    assert not advice(Rehearsal(3000, 3000, 0, 200, first=2.0, seconds=6.0))
    assert not advice(
        Rehearsal(3000, 3000, 2950, 200, first=60.0, seconds=66.0)
    )  # what it had read already tells nothing
    assert not advice(Rehearsal(3000))
    assert not speed_advice(read_model("openai:m?price=1/1"), Rehearsal(3000, 3000, 0, 200, first=60.0, seconds=66.0))


def test_a_slow_server_is_told_what_to_set() -> None:
    found = Rehearsal(3000, 3000, 0, 200, first=20.0, seconds=30.0)  # 150 tokens a second in, 20 out
    assert advice(found) == (
        f"{LOCAL} read 3,000 tokens in 20 s: a prompt of 24,000 tokens and its answer may take 255 s, "
        "and one call has 60 s; "
        "set ?deadline=510 or ?context=4500."
    )
    assert not advice(found, "?deadline=510")
    assert not advice(found, "?context=4500")


def test_only_what_helps_is_suggested() -> None:
    slow = Rehearsal(3000, 3000, 0, 200, first=50.0, seconds=60.0)
    assert advice(slow).endswith("one call has 60 s; set ?deadline=1230.")  # a prompt of less cannot hold the rules
    late = Rehearsal(3000, first=None, seconds=60.0, late=True)
    assert "did not read 3,000 tokens in 60 s: a prompt of 24,000 tokens would take at least 480 s" in advice(late)
    assert advice(late).endswith("set ?deadline=1500 or longer.")  # it reads 50 tokens a second, or fewer
    assert advice(Rehearsal(3000, first=None, seconds=60.0, late=True), "?context=200000").endswith(
        "take a smaller model."
    )


def test_whom_one_waits_for() -> None:
    waited = {f"{LOCAL}?deadline=20": "", "ollama:x": "the server answered 503"}
    assert waiting_line(waited, 3.2) == f"Waiting for {LOCAL} and ollama:x for 3 s (the server answered 503)."


def test_a_reason_is_told_as_soon_as_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _Shown(overwrites=False)
    for second in range(1, 14):
        shown({"ollama:x": "busy" if second > 1 else ""}, float(second))
    assert capsys.readouterr().err.splitlines() == [
        "Waiting for ollama:x for 1 s.",
        *(f"Waiting for ollama:x for {second} s (busy)." for second in (2, 12)),
    ]


def test_waiting_is_told_at_once_and_then_every_ten_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _Shown(overwrites=False)
    for second in range(1, 25):
        shown({"ollama:x": ""}, float(second))
    shown.clear()
    assert capsys.readouterr().err.splitlines() == [f"Waiting for ollama:x for {second} s." for second in (1, 11, 21)]


def test_on_a_terminal_the_line_is_written_over(capsys: pytest.CaptureFixture[str]) -> None:
    shown = _Shown(overwrites=True)
    shown({"ollama:x": "", "ollama:y": ""}, 1.0)
    shown({"ollama:x": ""}, 2.0)
    shown.clear()
    first, second, wiped, end = capsys.readouterr().err.split("\r")[1:]
    assert (first.strip(), second.strip()) == (
        "Waiting for ollama:x and ollama:y for 1 s.", "Waiting for ollama:x for 2 s."
    )  # fmt: skip
    assert len(second) >= len(first)
    assert (wiped.strip(), end) == ("", "")


def test_what_a_run_will_cost() -> None:
    bill = Bill(Consumed(100, 200_000, 30_000, 0.4567), Consumed(200, 800_000, 90_000, 3.21))
    told = cost_line(bill, 2, None, ())
    assert told == (
        "2 games will cost about $0.46 (100 questions, 200,000 tokens in, answers of a usual length), "
        "hardly more than $3.21. --max-cost sets a limit."
    )
    assert "answers as long as a first one was" in cost_line(bill, 2, None, {"m"})
    assert cost_line(bill, 2, 0.5, ()) == ""
    assert cost_line(bill, 2, 0.1, ()).endswith("; --max-cost $0.10 will stop it before its end.")
    assert cost_line(Bill(), 2, None, ()) == ""


@pytest.mark.parametrize(
    ("amount", "told"), [(0.00123, "$0.0012"), (0.04, "$0.04"), (0.126, "$0.13"), (9.999, "$10.00"), (1234.5, "$1,234")]
)
def test_a_forecast_is_told_no_more_precisely_than_it_is(amount: float, told: str) -> None:
    assert dollars(amount) == told


def test_no_less_time_is_told_than_a_call_has() -> None:
    """A prompt that took 50 of 60 seconds led to advice that seemed to have no reason."""
    told = advice(Rehearsal(2400, 2400, 0, 60, first=5.0, seconds=8.0))  # 480 tokens a second in, 20 out
    assert "may take 80 s, and one call has 60 s" in told


# -- waiting in a run of many games ------------------------------------------------------------------------


def test_a_model_is_told_of_when_its_calls_fail_or_when_it_answers_nothing_for_long() -> None:
    clock = iter(range(100)).__next__
    waits = Waits(lambda: float(clock()))
    with waits.question("a"), waits.question("b"), waits.question("c"):  # at 0, 1 and 2
        waits.record_call("a", "busy")
        waits.record_call("c", "busy")
        waits.record_call("c")  # at 3: answered after all
        assert waits.now() == {"a": Wait(4, "busy"), "b": Wait(3), "c": Wait(1)}
        assert set(late_models(waits.now())) == {"a"}
        for _ in range(5):
            waits.now()
        assert set(late_models(waits.now())) == {"a", "b"}
        with waits.question("c"):  # another question to it changes nothing
            assert set(late_models(waits.now())) == {"a", "b"}
        assert waits.now()["c"].seconds == 10
    assert not waits.now()


def test_a_wait_is_told_while_it_lasts(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(foresight, "SOON", 0.01)
    told: list[str] = []

    def is_told() -> bool:
        told.append(capsys.readouterr().err)
        return "529" in "".join(told)

    models = SimpleNamespace(exchange=SimpleNamespace(waits=Waits()))
    with foresight.telling_waits(models), models.exchange.waits.question(LOCAL):  # type: ignore[arg-type]
        models.exchange.waits.record_call(LOCAL, "the server answered 529")
        until(is_told)
    assert re.fullmatch(rf"Waiting for {LOCAL} for 0 s \(the server answered 529\)\.\n", "".join(told))
