"""The ledger and the sidecar: sums by seat and model, the same in the file, private, and whole after a kill."""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import subprocess
import sys
from collections import Counter
from pathlib import Path
from threading import Thread

import pytest

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.ledger import OK, Call, Ledger, Totals
from duskfall.players.llm.accounts.prefixes import Prefixes
from duskfall.players.llm.accounts.sidecar import LONGEST, Sidecar
from duskfall.players.llm.calls import FAILURES, USER, Failed, Hear, Message, Reply, Request, Usage
from duskfall.players.llm.lines import LinesError
from duskfall.table.kept.journal import calls_path
from duskfall.terminal.bill import remarks
from tests.llm.fakes import GOOD, SECRET, USED, Desk, Said, model, prompt, script
from tests.patience import PATIENCE

TRANSPORT, TIMEOUT, REFUSAL, TRUNCATED, EMPTY, UNPARSABLE, ILLEGAL = FAILURES
FIELDS = [
    "at", "seat", "number", "verb", "call", "model", "outcome", "why", "seconds", "first", "prompt", "cached", "stored",
    "answer", "reasoning", "cost", "charged", "chars", "repeated", "silent", "request", "text", "left_out",
    "cut",
]  # fmt: skip


@pytest.fixture
def side(tmp_path: Path) -> Path:
    return calls_path(tmp_path / "game.jsonl")


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def call(seat: int = 1, kind: str = "a", outcome: str = "ok", **more: object) -> Call:
    return Call(seat, 1, "vote", 1, kind, outcome, **more)  # type: ignore[arg-type]


# -- sums --------------------------------------------------------------------------------------------------


def test_sums_by_seat_and_by_model() -> None:
    ledger = Ledger([call(1, "a", cost=0.5, usage=USED), call(2, "a", EMPTY, cost=0.25), call(2, "b", cost=None)])
    assert {seat: totals.calls for seat, totals in ledger.seats().items()} == {1: 1, 2: 2}
    assert {kind: totals.calls for kind, totals in ledger.models().items()} == {"a": 2, "b": 1}
    assert (ledger.models()["a"].cost, ledger.models()["b"].cost) == (0.75, None)
    total = ledger.total()
    assert (total.cost, total.known, total.unknown, total.failures) == (None, 0.75, 1, Counter({EMPTY: 1}))
    assert (total.prompt, total.cached, total.stored, total.answer, total.reasoning) == USED


def test_ledgers_of_many_games_are_merged_and_told_as_json() -> None:
    one, other = Ledger([call(1, cost=0.5, chars=100, repeated=90)]), Ledger([call(1, cost=0.5, chars=100)])
    one.merge(other)
    assert one.total().share == 0.45
    assert json.loads(json.dumps(one.as_data()))["seats"]["1"]["cost"] == 1.0
    assert (other.total().calls, one.total().calls) == (1, 2)
    assert Totals().share == 0


def test_nothing_is_lost_between_threads() -> None:
    ledger = Ledger()
    threads = [Thread(target=lambda: [ledger.add(call(seat, cost=0.1)) for seat in range(200)]) for _ in range(8)]
    for thread in threads:
        thread.start()
    for _ in range(50):
        ledger.as_data()
    for thread in threads:
        thread.join()
    assert ledger.total().calls == 1600


# -- the file ----------------------------------------------------------------------------------------------


def test_the_sidecar_stands_beside_the_record() -> None:
    assert calls_path(Path("a/game.jsonl")) == Path("a/game.calls.jsonl")


def test_every_call_is_a_line_with_all_that_it_took(side: Path) -> None:
    said = prompt("You play.", "Question?")
    with Desk(script([Failed(TRANSPORT, "the server answered 500", usage=Usage()), GOOD]), Sidecar(side)) as desk:
        desk.ask(3, seat=2, said=said, aloud=True)
    first, second = lines(side)
    assert list(first) == list(second) == FIELDS
    assert (first["outcome"], first["why"], first["call"]) == (TRANSPORT, "the server answered 500", 1)
    assert (first["cost"], first["text"], first["request"]) == (0, "", "")
    assert (second["seat"], second["number"], second["verb"], second["call"]) == (2, 3, "vote", 2)
    assert (second["model"], second["outcome"], second["text"]) == ("openai:m", "ok", GOOD)
    assert [second[name] for name in Usage._fields] == list(USED)
    assert second["first"] is not None
    assert str(second["at"]).endswith("+00:00")


def test_the_sums_of_the_file_are_those_of_the_ledger(side: Path) -> None:
    chance = random.Random(3)

    async def behave(request: Request, hear: Hear | None) -> Reply:
        kind = chance.choice([*FAILURES, *["ok"] * 7])
        usage = chance.choice([None, Usage(*(chance.randrange(999) for _ in range(5)))])
        if kind in ("ok", "illegal", UNPARSABLE):
            return Reply({"ok": GOOD, "illegal": '{"choice": "Zoe"}'}.get(kind, "what?"), usage)
        raise Failed(kind, usage=usage)

    with Desk(behave, Sidecar(side)) as desk:
        for ask in [desk.begin(number, seat) for number in range(40) for seat in (1, 2, 3)]:
            ask.result()
        live = desk.line.ledger.as_data()
    again = Sidecar(side)
    assert _rounded(again.ledger().as_data()) == _rounded(live)
    assert live["total"]["silences"] > 0
    assert live["total"]["calls"] == len(lines(side))
    again.close(over=True)


def _rounded(data: object) -> object:
    if isinstance(data, dict):
        return {key: _rounded(value) for key, value in data.items()}
    return round(data, 9) if isinstance(data, float) else data


def test_a_sidecar_is_private_while_the_game_runs(side: Path) -> None:
    def mode() -> int:
        return stat.S_IMODE(side.stat().st_mode)

    sidecar = Sidecar(side)
    assert mode() == 0o600
    sidecar.close(over=False)
    assert mode() == 0o600
    Sidecar(side).close(over=True)
    mask = os.umask(0o022)
    os.umask(mask)
    assert mode() == 0o666 & ~mask
    sidecar.note({"late": True})
    sidecar.close(over=True)
    assert side.read_bytes() == b""


def test_other_lines_are_kept_and_not_counted(side: Path) -> None:
    sidecar = Sidecar(side)
    sidecar.note({"probe": 3, "seat": 1, "choice": 2})
    sidecar.close(over=False)
    assert Sidecar(side).ledger().total().calls == 0
    assert lines(side)[0]["probe"] == 3


def test_long_and_broken_texts_can_be_written_and_read(side: Path) -> None:
    sidecar = Sidecar(side)
    sidecar.call(call(text="\ud800 half, \x00, \u2028 and 你好", request="x"))
    sidecar.call(call(text="x" * (LONGEST + 1), request="y"))
    sidecar.close(over=False)
    again = Sidecar(side)
    kept = again.kept("x")
    assert kept is not None
    assert kept.text == "\ud800 half, \x00, \u2028 and 你好"
    assert again.kept("y") is None  # what was cut cannot stand for the whole
    assert len(again.past[1].text) == LONGEST


def test_a_torn_line_is_cut_and_a_damaged_file_is_named(side: Path) -> None:
    sidecar = Sidecar(side)
    sidecar.call(call(request="x"))
    sidecar.close(over=False)
    whole = side.read_bytes()
    for end in range(len(whole)):
        side.write_bytes(whole + whole[:end])
        Sidecar(side).close(over=False)
        assert side.read_bytes() == whole
    side.write_bytes(whole + b"nonsense\n" + whole)
    with pytest.raises(LinesError, match=r"game\.calls\.jsonl, line 2: the file is damaged here"):
        Sidecar(side)
    side.write_bytes(whole.replace(b'"seat"', b'"seal"'))
    with pytest.raises(LinesError, match="line 1"):
        Sidecar(side)


KILLED = """
import os, signal, sys
from pathlib import Path
from duskfall.players.llm.accounts.sidecar import Sidecar
from tests.llm.test_llm_ledger import call
sidecar = Sidecar(Path(sys.argv[1]))
for number in range(1000):
    sidecar.call(call(text="x" * 5000))
    if number == 40:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_written_survives_a_kill(side: Path) -> None:
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    killed = subprocess.run([sys.executable, "-c", KILLED, str(side)], env=here, timeout=PATIENCE, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert Sidecar(side).ledger().total().calls == 41


def test_a_sidecar_that_cannot_be_written_stops_the_game_with_one_line(side: Path) -> None:
    with Desk(script([GOOD]), Sidecar(side)) as desk:
        os.close(desk.line.sidecar._lines._file)  # type: ignore[union-attr]
        desk.line.sidecar._lines._file = os.open(side, os.O_RDONLY)  # type: ignore[union-attr]
        with pytest.raises(Stopped, match=r"game\.calls\.jsonl: Bad file descriptor"):
            desk.ask()


# -- what was paid for before the game was stopped ---------------------------------------------------------


def test_an_answer_that_was_paid_for_is_used_after_a_kill(side: Path) -> None:
    with Desk(script(["what?", GOOD, GOOD]), Sidecar(side)) as desk:
        desk.ask(1)
        desk.ask(2)
        before = desk.line.ledger.as_data()
    with Desk(script([]), Sidecar(side)) as desk:
        assert desk.ask(1) == {"target": "Ann"}  # also its bad first try: the repair was paid for, too
        assert desk.ask(2, aloud=True) == {"target": "Ann"}
        assert not desk.wire.requests
        assert _rounded(desk.line.ledger.as_data()) == _rounded(before)
    assert len(lines(side)) == 3


def test_a_paid_answer_stands_only_for_the_same_question_and_only_once(side: Path) -> None:
    with Desk(script([GOOD]), Sidecar(side)) as desk:
        desk.ask(1)
    with Desk(script([GOOD] * 4), Sidecar(side)) as desk:
        desk.ask(1, said=prompt("You play.", "Another question?"))
        desk.ask(1, model=model(temperature=0.5))
        assert len(desk.wire.requests) == 2
        desk.ask(1)
        assert len(desk.wire.requests) == 2
        desk.ask(1)
        assert len(desk.wire.requests) == 3


def test_a_failure_is_no_answer_to_keep(side: Path) -> None:
    with Desk(script([Failed(REFUSAL, text="No."), Failed(REFUSAL)]), Sidecar(side)) as desk:
        assert desk.ask() is None
    with Desk(script([GOOD]), Sidecar(side)) as desk:
        assert desk.ask() == {"target": "Ann"}
        assert desk.line.ledger.total().calls == 3


def test_no_key_is_in_the_file(side: Path) -> None:
    with Desk(script([Failed(TRANSPORT, "dropped"), GOOD]), Sidecar(side)) as desk:
        desk.ask()
        shown = repr((desk.wire.requests, desk.line.ledger.as_data()))
    assert SECRET not in side.read_text() + shown


def test_a_server_whose_count_stops_growing_is_noticed() -> None:
    """As an Ollama that reads 4096 tokens and leaves the rest out without a word."""

    def told(limit: int) -> Totals:
        texts = ["The rules. " * 300]

        async def behave(request: Request, hear: Hear | None) -> Reply:
            tokens = sum(len(message.text) for message in request.messages) // 4
            return Reply(GOOD, Usage(prompt=min(tokens, limit), answer=9))

        with Desk(behave) as desk:
            for number in range(1, 13):
                texts += [f"Question {number}: {'who did it, and why? ' * 60}", GOOD]
                messages = prompt(*texts[:-1]).messages
                desk.ask(number, said=Said((*messages, Message(USER, "You are Ann.")), tail=1))
            return desk.line.ledger.total()

    assert told(1_000_000).cut == 0
    found = told(4096)
    assert 0 < found.cut < 12
    assert found.cut_at == 4096
    assert "4,096 tokens at most: let it take a longer context, or fold earlier: ?context=3400" in remarks(found)[-1]


@pytest.mark.parametrize("new", [100, 200, 300])
@pytest.mark.parametrize("rounded", [1, 64])
def test_a_count_that_stops_growing_is_noticed_where_turns_are_short(new: int, rounded: int) -> None:
    """Whatever stands at the end of a prompt, and is not kept, is as long as it likes."""

    def alarms(limit: int) -> list[int]:
        prefixes, kept, found = Prefixes(), [Message(USER, "The rules. " * 900)], []
        for turn in range(60):
            kept.append(Message(USER, "x" * new))
            messages = (*kept, Message(USER, "t" * (900 if turn % 7 else 40)))
            tokens = sum(len(message.text) for message in messages) // 4 // rounded * rounded
            if prefixes.counted(messages, min(tokens, limit), len(kept)):
                found.append(tokens)
        return found

    assert alarms(1_000_000) == []
    assert alarms(3000)
    assert min(alarms(3000)) > 3000


def test_counts_of_another_tokenizer_or_of_another_form_are_no_alarm() -> None:
    prefixes, kept = Prefixes(), [Message(USER, "The rules. " * 900)]
    for turn in range(60):
        kept.append(Message(USER, "x" * 200))
        tokens = sum(len(message.text) for message in kept) // (5 if turn % 2 else 4)
        assert not prefixes.counted(kept, tokens)
    prefixes = Prefixes()
    for turn in range(60):
        kept.append(Message(USER, "x" * 200))
        form = 0 if turn % 10 else 200
        tokens = sum(len(message.text) for message in kept) // 4 + form
        assert not prefixes.counted(kept, tokens, verb="say" if turn % 10 else "vote")


def test_a_prompt_that_was_cut_is_noticed() -> None:
    def took(tokens: int) -> Call:
        return Call(1, 1, "vote", 1, "ollama:m", OK, usage=Usage(prompt=tokens), chars=40_000)

    assert Ledger([took(10_000), took(0)]).total().cut == 0
    assert Ledger([took(10_000), took(4_096)]).total().cut == 1
