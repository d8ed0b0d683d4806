"""The exchange: retries, deadlines, the one repair, every failure counted once, and nothing left behind."""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from duskfall.players.base import Pending, Stopped
from duskfall.players.llm.accounts.ledger import Key
from duskfall.players.llm.accounts.sidecar import Sidecar
from duskfall.players.llm.answers.repairs import ECHO
from duskfall.players.llm.calling.limits import Limits
from duskfall.players.llm.calling.line import Line
from duskfall.players.llm.calling.patience import AGAIN, BASE, BUSY, CALLS, CAP, Patience
from duskfall.players.llm.calling.reach import HINTS
from duskfall.players.llm.calls import ASSISTANT, FAILURES, USER, Failed, Hear, Message, Reply, Request, Usage
from tests.llm.fakes import GOOD, PASSED, SECRET, USED, Behave, Desk, FakeWire, model, prompt, script
from tests.patience import PATIENCE, until

ANN = {"target": "Ann"}
TRANSPORT, TIMEOUT, REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL = FAILURES


def failures(desk: Desk) -> dict[str, int]:
    return dict(desk.line.ledger.total().failures)


# -- one ask -----------------------------------------------------------------------------------------------


def test_an_answer_comes_back_as_the_form_reads_it() -> None:
    with Desk(script([GOOD])) as desk:
        assert desk.ask() == ANN
        total = desk.line.ledger.total()
    assert (total.calls, total.prompt, total.cached, total.answer, total.reasoning) == (1, 1000, 600, 50, 20)
    assert total.cost == pytest.approx((1000 * 1 + 50 * 10) / 1e6)
    assert not total.failures
    assert not total.silences


def test_the_schema_is_of_the_kind_that_the_provider_takes() -> None:
    with Desk(script([GOOD, GOOD])) as desk:
        desk.ask()
        desk.ask(2, model=model(provider="ollama"))
    kinds = [(request.schema["strict"], request.schema["bounds"]) for request in desk.wire.requests if request.schema]
    assert kinds == [(True, False), (True, True)]


def test_a_seed_hangs_on_what_is_asked_alone_and_changes_with_the_call() -> None:
    def seeds(label: str) -> list[int]:
        with Desk(script([Failed(EMPTY), GOOD, GOOD]), label=label) as desk:
            desk.ask()
            desk.ask(2)
        return [request.seed for request in desk.wire.requests]

    assert seeds("seed 1") == seeds("seed 2")
    assert len(set(seeds("seed 1"))) == 3
    assert all(0 <= seed < 2**31 for seed in seeds("seed 1"))


@pytest.mark.parametrize("kind", [TRANSPORT, TIMEOUT, EMPTY])
def test_what_may_go_well_the_next_time_is_tried_again_with_the_same_words(kind: str) -> None:
    with Desk(script([Failed(kind), Failed(kind), GOOD])) as desk:
        assert desk.ask() == ANN
        assert failures(desk) == {kind: 2}
    assert len({request.messages for request in desk.wire.requests}) == 1


def test_after_four_calls_there_is_silence() -> None:
    with Desk(script([GOOD, *[Failed(TRANSPORT)] * 9])) as desk:
        assert desk.ask(1) == ANN
        assert desk.ask(2) is None
        total = desk.line.ledger.total()
    assert len(desk.wire.requests) == 1 + CALLS == 5
    assert (total.failures[TRANSPORT], total.silences) == (4, 1)


def test_a_model_that_was_never_reached_stops_the_game() -> None:
    with Desk(script([Failed(TRANSPORT, "nobody there")] * 9)) as desk:
        with pytest.raises(Stopped, match="openai:m: nobody there"):
            desk.ask()
        total = desk.line.ledger.total()
    assert (total.failures[TRANSPORT], total.silences) == (4, 0)


def test_a_server_that_asks_for_time_gets_it() -> None:
    busy = [Failed(TRANSPORT, "loading", later=True)] * 8
    with Desk(script([*busy, GOOD])) as desk:
        assert desk.ask() == ANN  # it had not answered before, but it was there
        assert failures(desk) == {TRANSPORT: 8}
    told = [Failed(TRANSPORT, "loading", later=True, wait=30.0)] * 3
    with Desk(script([*told, GOOD])) as desk:  # longer than it may be busy without naming a time
        assert desk.ask() == ANN


def test_a_server_that_is_always_busy_stops_the_game_with_a_reason() -> None:
    """It used up the deadline of every question, and ten of them had to pass before the game stopped."""
    with Desk(script([Failed(TRANSPORT, "the server answered 503", later=True)] * 1000)) as desk:
        with pytest.raises(
            Stopped, match=r"openai:m: the server was busy for \d+ seconds \(\d+ calls\); the last time, "
        ):
            desk.ask()
        assert desk.exchange._loop.time() - desk.wire.at[0] <= BUSY + 1e-3
    with Desk(script([Failed(TRANSPORT, "busy", later=True)] * 1000)) as desk:
        with pytest.raises(Stopped, match="busy for"):
            desk.ask(model=model(deadline=20.0))
        assert desk.exchange._loop.time() - desk.wire.at[0] <= 20.0 + 1e-3


def test_a_server_that_is_busy_for_one_and_answers_another_does_not_stop_the_game() -> None:
    async def behave(request: Request, hear: Hear | None) -> Reply:
        while len(desk.wire.requests) < 3:  # the clock stands still until all are asked
            await asyncio.sleep(0)
        if "Question 1?" in request.messages[-1].text:
            raise Failed(TRANSPORT, "busy", later=True)
        await asyncio.sleep(5)
        return Reply(GOOD, USED)

    with Desk(behave) as desk:
        waits, *others = [desk.begin(number) for number in range(1, 4)]
        assert waits.result() is None
        assert [each.result() for each in others] == [ANN, ANN]


@pytest.mark.parametrize("kind", [TRANSPORT, TIMEOUT])
def test_so_does_one_that_is_not_reached_any_more(kind: str) -> None:
    with Desk(script([GOOD, *[Failed(kind)] * 4 * 2, GOOD, *[Failed(kind)] * 4 * 3])) as desk:
        answers = [desk.ask(number) for number in range(1, 7)]
        assert [number for number, answer in enumerate(answers, 1) if answer == ANN] == [1, 4]
        with pytest.raises(Stopped, match="no call came through for 3 questions in a row"):
            desk.ask(7)


ZOE = '{"choice": "Zoe"}'  # who is no option


def useless(kind: str) -> Failed | str:
    """An answer of no use, of this class."""
    return {UNPARSABLE: "what?", ILLEGAL: ZOE}.get(kind) or Failed(kind, "so it is", text="", usage=USED)


@pytest.mark.parametrize("kind", [REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL])
def test_a_model_of_no_use_stops_the_game(kind: str, tmp_path: Path) -> None:
    """Reasoning alone, cut off at the limit, cost 3,800 calls: ten questions in a row are enough, whatever it is."""
    path = tmp_path / "game.calls.jsonl"
    with Desk(script([useless(kind)] * 200), sidecar=Sidecar(path)) as desk:
        for number in range(1, 10):
            desk.ask(number)
        with pytest.raises(Stopped, match=rf"^openai:m: 10 useless answers in a row \({kind}\); ") as stopped:
            desk.ask(10)
    assert HINTS[kind] in str(stopped.value)
    assert len(desk.wire.requests) <= 40
    with Desk(script([GOOD]), sidecar=Sidecar(path)) as again:  # the last question is put again
        assert again.ask(10) == ANN


def test_useless_answers_count_together_whatever_their_class_until_one_is_of_use() -> None:
    kinds = [ILLEGAL, EMPTY, TIMEOUT, ILLEGAL, REFUSAL, TRANSPORT, UNPARSABLE, TRUNCATED, ILLEGAL]
    steps = [step for kind in kinds for step in [useless(kind)] * _calls(kind)]
    with Desk(script([GOOD, *steps, GOOD, *steps, ZOE])) as desk:
        for number in range(1, 21):
            desk.ask(number)
        with pytest.raises(Stopped, match="10 useless answers"):
            desk.ask(21)


def _calls(kind: str) -> int:
    """How many calls are made for one question that fails so."""
    return 1 if kind == ILLEGAL else CALLS if kind in AGAIN else 2


@pytest.mark.parametrize("kind", [REFUSAL, TRUNCATED, UNPARSABLE])
def test_a_bad_answer_is_repaired_once(kind: str) -> None:
    bad = Failed(kind, text="I would" + "x" * 9000, usage=USED) if kind != UNPARSABLE else "I would" + "x" * 9000
    with Desk(script([bad, GOOD])) as desk:
        assert desk.ask() == ANN
        assert failures(desk) == {kind: 1}
    first, second = (request.messages for request in desk.wire.requests)
    assert second[:-2] == first
    assert (second[-2].role, second[-1]) == (ASSISTANT, Message(USER, f"Once more, please ({kind})."))
    assert second[-2].text.startswith("I wouldxx")
    assert len(second[-2].text) <= 2000


@pytest.mark.parametrize(
    ("then", "answer", "calls"),
    [
        (['{"choice": "Bob"}'], {"target": "Bob"}, 2),
        ([GOOD], PASSED, 2),  # said once more: the seat passes, and the table's messages are not used up
        (["what?", "what?", "what?"], PASSED, 3),
        ([Failed(REFUSAL), Failed(REFUSAL)], PASSED, 3),
        ([Failed(TIMEOUT), GOOD], PASSED, 3),
    ],
)
def test_what_was_said_before_is_asked_for_anew_once(then: list[Failed | str], answer: object, calls: int) -> None:
    with Desk(script([GOOD, *then])) as desk:
        desk.form.echoes = lambda answer: answer == ANN  # type: ignore[method-assign]
        assert desk.ask() == answer
        assert desk.line.ledger.total().silences == 0
    first, second = (request.messages for request in desk.wire.requests[:2])
    assert second[: len(first)] == first
    assert second[-1] == Message(USER, f"Once more, please ({ECHO}).")
    assert len(desk.wire.requests) == calls


PROSE = "Speech: I'd rather talk about the weather."


def test_prose_is_a_speech_only_where_the_server_took_no_schema(tmp_path: Path) -> None:
    path = tmp_path / "game.calls.jsonl"
    with Desk(script([PROSE, PROSE]), sidecar=Sidecar(path)) as desk:
        assert desk.ask() is None
        assert failures(desk) == {UNPARSABLE: 2}
    bare = Reply(PROSE, USED, left_out=("schema",))
    said = {"text": PROSE.removeprefix("Speech: ")}
    with Desk(script([bare]), sidecar=Sidecar(tmp_path / "bare.calls.jsonl")) as desk:
        assert desk.ask() == said
    with Desk(script([]), sidecar=Sidecar(tmp_path / "bare.calls.jsonl")) as again:  # a resumed game reads it the same
        assert again.ask() == said
    with Desk(script([PROSE, PROSE])) as desk:
        assert desk.ask(model=model(provider="deepseek")) == said  # it is not asked for by a schema


def test_a_model_that_refuses_in_prose_is_given_up_after_ten_questions() -> None:
    """It was heard as a speech 43 times, and each of them counted as an answer of use."""
    with Desk(script(["Speech: I'm sorry, but I can't help with deceiving or killing people."] * 200)) as desk:
        for number in range(1, 10):
            assert desk.ask(number) is None
        with pytest.raises(Stopped, match="10 useless answers in a row"):
            desk.ask(10)
    assert len(desk.wire.requests) == 20


def test_a_speech_that_is_repeated_is_no_answer_of_use() -> None:
    """A refusal that is not recognized is spoken once; as a pass it must not go on resetting the count."""
    with Desk(script([GOOD, *["what?", "what?", GOOD, GOOD] * 5, *["what?"] * 20])) as desk:
        assert desk.ask(1) == ANN
        desk.form.echoes = lambda answer: answer == ANN  # type: ignore[method-assign]
        for number in range(2, 12, 2):
            assert desk.ask(number) is None
            assert desk.ask(number + 1) == PASSED
        for number in range(12, 16):
            assert desk.ask(number) is None
        with pytest.raises(Stopped, match="10 useless answers in a row"):
            desk.ask(16)


def test_a_second_bad_answer_is_silence() -> None:
    with Desk(script([Failed(REFUSAL), "what?", GOOD])) as desk:
        assert desk.ask() is None
        total = desk.line.ledger.total()
    assert dict(total.failures) == {REFUSAL: 1, UNPARSABLE: 1}
    assert total.silences == 1
    assert desk.wire.requests[1].messages[-2] == Message(ASSISTANT, "(no answer)")


def test_a_repair_that_does_not_get_through_is_sent_again() -> None:
    with Desk(script(["what?", Failed(TRANSPORT), GOOD])) as desk:
        assert desk.ask() == ANN
    assert desk.wire.requests[1].messages == desk.wire.requests[2].messages
    assert len(desk.wire.requests[1].messages) == 4


def test_an_illegal_answer_is_counted_and_left_to_the_rules() -> None:
    with Desk(script(['{"choice": "Zoe"}'])) as desk:
        assert desk.ask() == {"target": "Zoe"}
        total = desk.line.ledger.total()
    assert (dict(total.failures), total.silences, len(desk.wire.requests)) == ({ILLEGAL: 1}, 0, 1)


def test_a_final_failure_stops_the_game_with_one_line() -> None:
    with Desk(script([Failed(TRANSPORT, "openai refuses the key in OPENAI_API_KEY", final=True)])) as desk:
        with pytest.raises(Stopped, match=r"^openai:m: openai refuses the key in OPENAI_API_KEY$"):
            desk.ask()
        assert failures(desk) == {TRANSPORT: 1}
    assert len(desk.wire.requests) == 1


def test_a_wire_that_breaks_its_word_is_a_transport_failure_and_its_text_is_not_told(tmp_path: Path) -> None:
    async def behave(request: Request, hear: Hear | None) -> Reply:
        raise RuntimeError(f"headers: {SECRET}")

    path = tmp_path / "game.calls.jsonl"
    with Desk(behave, sidecar=Sidecar(path)) as desk:
        desk.exchange.reach.came_through(desk.model)
        assert desk.ask() is None
        assert failures(desk) == {TRANSPORT: 4}
    assert "RuntimeError" in path.read_text()
    assert SECRET not in path.read_text()


def test_a_wire_that_cannot_be_made_stops_the_game() -> None:
    with Desk(script([])) as desk:

        def make(_: object) -> FakeWire:
            raise ValueError("openai:m needs a key: set OPENAI_API_KEY")

        desk.exchange._make_wire = make
        with pytest.raises(Stopped, match="needs a key"):
            desk.ask()


def test_random_faults_are_each_counted_once_in_their_class() -> None:
    """Any sequence of faults: the ledger has one failure for each that the wire brought, and the calls add up."""
    chance, brought = random.Random(4), Counter[str]()

    async def behave(request: Request, hear: Hear | None) -> Reply:
        kind = chance.choice([*FAILURES, "ok", "ok", "ok"])
        brought[kind] += 1
        if kind == UNPARSABLE:
            return Reply("what?", USED)
        if kind in (ILLEGAL, "ok"):
            return Reply(GOOD if kind == "ok" else '{"choice": "Zoe"}', USED)
        if kind == TIMEOUT and chance.random() < 0.5:
            await asyncio.sleep(9999)
        raise Failed(kind)

    with Desk(behave) as desk:
        models = [model(f"m{number}") for number in range(300)]  # one that fails so often would be given up
        for each in models:
            desk.exchange.reach.came_through(each)
        asks = [desk.begin(number, model=each) for number, each in enumerate(models)]
        answers = [pending.result() for pending in asks]
        total = desk.line.ledger.total()
    assert total.calls == sum(brought.values())
    assert dict(total.failures) == {kind: brought[kind] for kind in FAILURES}
    assert total.silences == answers.count(None)
    assert 0 < total.silences < 300


# -- time --------------------------------------------------------------------------------------------------


def test_a_stalled_call_leaves_time_for_another() -> None:
    with Desk(script([999.0, GOOD])) as desk:
        assert desk.ask(model=model(deadline=10.0)) == ANN
        total = desk.line.ledger.total()
    assert dict(total.failures) == {TIMEOUT: 1}
    assert total.seconds == pytest.approx(5.0)
    assert desk.wire.broken_off == 1


def test_no_ask_takes_longer_than_its_deadline() -> None:
    for seed in range(30):
        chance = random.Random(seed)

        async def behave(request: Request, hear: Hear | None, chance: random.Random = chance) -> Reply:
            await asyncio.sleep(chance.uniform(0, 8))
            raise Failed(chance.choice(FAILURES[:6]), wait=chance.choice([None, 1.0, 40.0]))

        with Desk(behave) as desk:
            desk.exchange.reach.came_through(desk.model)
            assert desk.ask(model=model(deadline=20.0)) is None
            loop = desk.exchange._loop
            assert loop.time() - desk.wire.at[0] <= 20.0 + 1e-3


def test_waiting_for_our_own_limits_is_not_the_models_fault() -> None:
    with Desk(script([3.0] * 10), limits={"openai": Limits(connections=1)}) as desk:
        asks = [desk.begin(number, model=model(deadline=10.0)) for number in range(10)]
        assert [ask.result() for ask in asks] == [ANN] * 10
        assert not failures(desk)


def test_pauses_are_jittered_doubled_and_capped() -> None:
    first, second, third = [], [], []
    for seed in range(400):
        patience = Patience(1e6, random.Random(seed))
        for pauses in (first, second, third):
            patience.spend(0)
            pauses.append(patience.pause(TRANSPORT, None))
        patience.spend(0)
        assert patience.pause(TRANSPORT, None) is None
    for number, pauses in enumerate((first, second, third)):
        most = min(CAP, BASE * 2**number)
        assert 0 <= min(pauses) < most / 10
        assert most * 0.9 < max(pauses) <= most
    patience = Patience(1e6, random.Random(1), calls=3)
    patience.calls = 3
    assert (patience.pause(TRANSPORT, None) or 0) <= CAP


def test_a_provider_is_left_alone_as_long_as_it_asks_if_there_is_time() -> None:
    with Desk(script([Failed(TRANSPORT, wait=30.0), GOOD])) as desk:
        assert desk.ask() == ANN
    assert desk.wire.at[1] - desk.wire.at[0] == pytest.approx(30.0)
    with Desk(script([Failed(TRANSPORT, wait=500.0), GOOD])) as desk:
        assert desk.ask() == ANN
    assert 100 < desk.wire.at[1] - desk.wire.at[0] < 120


# -- listening ---------------------------------------------------------------------------------------------


def test_words_are_heard_as_they_are_written_and_never_the_thought() -> None:
    whole = '{"thought": "I am the wolf", "speech": "Good morning, all."}'
    heard: list[str] = []

    async def behave(request: Request, hear: Hear | None) -> Reply:
        assert hear
        for end in range(1, len(whole) + 1):
            hear(whole[:end])
            heard.append(asked[0].words)
            await asyncio.sleep(0.01)
        return Reply(whole, USED)

    asked = []
    with Desk(behave) as desk:
        desk.form.read = lambda text, prose: {"text": "Good morning, all."}  # type: ignore[method-assign]
        desk.form.legal = lambda answer: True  # type: ignore[method-assign]
        gate = threading.Event()
        desk.wire.behave = _after(gate, behave)
        asked.append(desk.begin(aloud=True))
        gate.set()
        asked[0].result()
        assert asked[0].words == "Good morning, all."
    assert any(0 < len(words) < 18 for words in heard)
    assert all("Good morning, all.".startswith(words) for words in heard)


def _after(gate: threading.Event, behave: Behave) -> Behave:
    async def later(request: Request, hear: Hear | None) -> Reply:
        gate.wait()
        return await behave(request, hear)

    return later


def test_what_a_failed_call_said_is_forgotten() -> None:
    async def behave(request: Request, hear: Hear | None) -> Reply:
        assert hear
        if len(desk.wire.requests) == 1:
            hear('{"speech": "Half a sen')
            raise Failed(TRANSPORT, "dropped")
        words.append(asked[0].words if asked else "")
        return Reply(GOOD, USED)

    words: list[str] = []
    asked: list[Pending] = []
    with Desk(behave) as desk:
        asked.append(desk.begin(aloud=True))
        assert asked[0].result() == ANN
    assert words == [""]


# -- threads -----------------------------------------------------------------------------------------------


def test_many_games_in_many_threads_share_one_loop() -> None:
    async def behave(request: Request, hear: Hear | None) -> Reply:
        await asyncio.sleep(0.05)
        return Reply(GOOD, USED)

    with Desk(behave) as desk:
        lines = [desk.exchange.line(f"seed {number}") for number in range(12)]

        def game(line: Line) -> list[object]:
            rounds = []
            for number in range(1, 6):
                said = prompt("You play.", f"{line.label} {number}")
                asks = [line.ask(desk.model, Key(seat, number, "vote"), said, desk.form) for seat in range(1, 6)]
                rounds += [ask.result() for ask in asks]
            return rounds

        with ThreadPoolExecutor(12) as threads:
            found = list(threads.map(game, lines))
        assert sum(thread.name == "duskfall-exchange" for thread in threading.enumerate()) == 1
    assert found == [[ANN] * 25] * 12
    assert [line.ledger.total().calls for line in lines] == [25] * 12
    assert desk.wire.most_under_way <= 16
    assert 0 < desk.exchange.busy("openai").share <= 1


def test_a_cancelled_ask_breaks_off_its_call() -> None:
    with Desk(_forever, loop=asyncio.new_event_loop) as desk:
        asked = desk.begin()
        until(lambda: desk.wire.under_way == 1)
        asked.cancel()
        until(lambda: desk.wire.broken_off == 1)
        with pytest.raises(Stopped):
            asked.result()
        assert asked.done()
        desk.wire.behave = script([GOOD])
        assert desk.ask(2) == ANN
        assert desk.line.ledger.total().calls == 1


def test_close_breaks_everything_off_and_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    desk = Desk(_forever, loop=asyncio.new_event_loop)
    asks = [desk.begin(number, model=model(deadline=1e9)) for number in range(40)]
    until(lambda: desk.wire.under_way == 16)
    told: list[object] = []

    def wait(ask: Pending) -> None:
        try:
            ask.result()
        except Stopped as error:
            told.append(error)

    waiting = [threading.Thread(target=wait, args=(ask,)) for ask in asks]
    for thread in waiting:
        thread.start()
    desk.exchange.close()
    for thread in waiting:
        thread.join()
    assert len(told) == 40
    assert desk.wire.closed
    assert desk.wire.under_way == 0
    assert set(threading.enumerate()) == before
    desk.exchange.close()
    with pytest.raises(Stopped, match="closed"):
        desk.begin(99)


def test_an_exchange_that_was_never_asked_has_no_thread() -> None:
    before = set(threading.enumerate())
    desk = Desk(_forever)
    assert set(threading.enumerate()) == before
    desk.exchange.close()


async def _forever(request: Request, hear: Hear | None) -> Reply:
    await asyncio.Event().wait()
    raise AssertionError


STUCK = """
import asyncio, sys
from duskfall.players.llm.calling.exchange import Exchange
from tests.llm.fakes import FakeWire, Form, model, prompt
from duskfall.players.llm.accounts.ledger import Key

async def hang(request, hear):
    print("under way", flush=True)
    await asyncio.Event().wait()

exchange = Exchange(wires=lambda model: FakeWire(hang))
try:  # the loop may say that it is under way before this thread goes on
    asked = exchange.line("x").ask(model(), Key(1, 1, "vote"), prompt("a", "b"), Form())
    if sys.argv[1] == "leave":
        sys.exit(7)
    asked.result()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_is_heard_while_an_answer_is_waited_for() -> None:
    child = subprocess.Popen([sys.executable, "-c", STUCK, "wait"], stdout=subprocess.PIPE, text=True, env=_here())
    assert child.stdout
    assert child.stdout.readline() == "under way\n"
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=PATIENCE)[0] == "interrupted\n"
    assert child.returncode == 0


def test_leaving_while_a_call_is_under_way_neither_hangs_nor_complains() -> None:
    child = subprocess.run(
        [sys.executable, "-c", STUCK, "leave"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env=_here(),
        check=False,
    )
    assert (child.returncode, child.stderr) == (7, "")


def _here() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


# -- what went out before ----------------------------------------------------------------------------------


def test_the_repeated_part_of_prompts_is_counted_in_whole_messages_and_the_same_whoever_is_first() -> None:
    chance = random.Random(2)

    async def behave(request: Request, hear: Hear | None) -> Reply:
        await asyncio.sleep(chance.random())
        return Reply(GOOD, USED)

    def share() -> list[tuple[int, int]]:
        with Desk(behave) as desk:
            talk = ["You play.", "x" * 90]
            for number in itertools.count(1):
                asks = [desk.begin(number, seat, prompt(*talk, f"seat {seat}")) for seat in (1, 2)]
                for ask in asks:
                    ask.result()
                talk += ["y" * 10, "z" * 10]
                if number == 3:
                    return [(part.chars, part.repeated) for part in desk.line.ledger.seats().values()]
        raise AssertionError

    # Of seat 1: 105, 125, 145 characters; 0, 99 and 119 of them had gone out. Seat 2 always comes after seat 1.
    assert share() == [(375, 218), (375, 99 + 119 + 139)]
    assert share() == share()


def test_usage_of_a_model_without_numbers_is_not_taken_for_nothing() -> None:
    with Desk(script([Reply(GOOD, None)])) as desk:
        desk.ask()
        total = desk.line.ledger.total()
    assert (total.cost, total.unknown) == (None, 1)
    with Desk(script([Reply(GOOD, Usage(10, answer=1), 0.25)])) as desk:
        desk.ask()
        assert desk.line.ledger.total().cost == 0.25
