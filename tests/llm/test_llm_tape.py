"""The tape: a run is played again exactly, faults and all, without a network; and what differs is said where."""

from __future__ import annotations

import asyncio
import json
import os
import random
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from duskfall.players.base import Stopped
from duskfall.players.llm.accounts.budget import Budget
from duskfall.players.llm.accounts.ledger import Key
from duskfall.players.llm.accounts.sidecar import Sidecar
from duskfall.players.llm.calling.line import Line
from duskfall.players.llm.calling.tape import Tape
from duskfall.players.llm.calls import FAILURES, TRANSPORT, Failed, Hear, Reply, Request, Usage
from duskfall.players.llm.lines import LinesError
from tests.llm.fakes import GOOD, SECRET, Desk, Said, model, prompt, script
from tests.patience import PATIENCE

TALK = ("You play.", "Привет, день 1.", "да", "Whom do you suspect?")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "run.tape"


async def no_network(request: Request, hear: Hear | None) -> Reply:
    raise AssertionError("there is no network here")


class Faulty:
    """A provider whose every third call fails, in any way, and takes any time."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    async def __call__(self, request: Request, hear: Hear | None) -> Reply:
        chance = self.chance
        await asyncio.sleep(chance.random() * 5)
        kind = chance.choice([*FAILURES, *["ok"] * 10])
        usage = chance.choice([None, Usage(*(chance.randrange(1, 999) for _ in range(5)))])
        if kind in ("ok", "illegal", "unparsable"):
            return Reply({"ok": GOOD, "illegal": '{"choice": "Zoe"}'}.get(kind, "что?\ud800"), usage)
        raise Failed(kind, "as told", wait=chance.choice([None, 2.0]), usage=usage, text="half")


def game(line: Line, desk: Desk) -> list[object]:
    """Four rounds of three seats, asked together."""
    answers, talk = [], list(TALK)
    for number in range(1, 5):
        asks = [line.ask(desk.model, Key(seat, number, "vote"), said(talk, seat), desk.form) for seat in (1, 2, 3)]
        answers += [ask.result() for ask in asks]
        talk += [str(answers[-3:]), f"Day {number}."]
    return answers


def said(talk: list[str], seat: int) -> Any:
    return prompt(f"You are {seat}.", *talk)


def run(path: Path, behave: Any, folder: Path, games: int = 5, complete: bool = True, **more: Any) -> Any:
    """Some games at once with a tape: answers, sums, and the lines of the sidecars."""
    folder.mkdir()
    tape = Tape(path)
    with Desk(behave, tape=tape, **more) as desk:
        sides = [Sidecar(folder / f"{number}.jsonl") for number in range(games)]
        lines = [desk.exchange.line(f"seed {number}", side) for number, side in enumerate(sides)]
        with ThreadPoolExecutor(games) as threads:
            answers = list(threads.map(lambda line: game(line, desk), lines))
        sums = [rounded(line.ledger.as_data()) for line in lines]
    tape.close(complete)
    return answers, sums, [told(folder / f"{number}.jsonl") for number in range(games)], len(desk.wire.requests)


def rounded(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    return round(data, 6) if isinstance(data, float) else data


def told(path: Path) -> list[str]:
    """The lines of a sidecar, but for the time of day; who answers first is up to the provider."""
    found = [json.loads(line) for line in path.read_bytes().splitlines()]
    return sorted(json.dumps({name: value for name, value in line.items() if name != "at"}) for line in found)


# -- the same again ----------------------------------------------------------------------------------------


def test_a_faulty_run_is_played_again_exactly_without_a_network(path: Path, tmp_path: Path) -> None:
    *live, calls = run(path, Faulty(1), tmp_path / "live")
    data = path.read_bytes()
    assert calls > 60
    for number in range(3):
        *again, sent = run(path, no_network, tmp_path / str(number))
        assert again == live
        assert sent == 0
    assert path.read_bytes() == data
    assert SECRET not in data.decode()


def test_pauses_are_not_slept_through_again(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([Failed(TRANSPORT, wait=30.0), 20.0]), tape=tape) as desk:
        assert desk.ask()
        assert desk.exchange._loop.time() > 1040
    tape.close(complete=True)
    with Desk(no_network, tape=Tape(path)) as desk:
        assert desk.ask()
        assert desk.exchange._loop.time() < 1001


def test_how_often_was_tried_is_as_it_was_even_where_time_ran_out(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([Failed(TRANSPORT), 59.0, 59.9999, 999.0]), tape=tape) as desk:
        desk.form.read = lambda text, prose: (_ for _ in ()).throw(Failed("empty"))  # type: ignore[method-assign]
        assert desk.ask() is None
        tries = len(desk.wire.requests)
    tape.close(complete=True)
    assert tries == 3
    with Desk(no_network, tape=Tape(path)) as desk:
        desk.form.read = lambda text, prose: (_ for _ in ()).throw(Failed("empty"))  # type: ignore[method-assign]
        assert desk.ask() is None
        assert desk.line.ledger.total().calls == tries


def test_what_is_played_can_be_heard(path: Path) -> None:
    text = '{"speech": "Good morning.", "choice": "Ann"}'
    tape = Tape(path)
    with Desk(script([text]), tape=tape) as desk:
        desk.ask(aloud=True)
    tape.close(complete=True)
    with Desk(no_network, tape=Tape(path)) as desk:
        asked = desk.begin(aloud=True)
        asked.result()
        assert asked.words == "Good morning."


def test_the_server_may_have_moved(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([GOOD]), tape=tape) as desk:
        desk.ask(model=model(provider="ollama"))
    tape.close(complete=True)
    moved = model(provider="ollama")
    with Desk(no_network, tape=Tape(path)) as desk:
        desk.ask(model=type(moved)("ollama:m?x", moved.provider, "m", "http://10.0.0.1:99/v1"))


WITHOUT = """
import sys
for name in ("openai", "anthropic", "genai_prices", "aiolimiter", "jiter", "httpx2", "pydantic"):
    sys.modules[name] = None
from pathlib import Path
from duskfall.players.llm.calling.exchange import Exchange
from duskfall.players.llm.accounts.ledger import Key
from duskfall.players.llm.calling.limits import Limits
from duskfall.players.llm.calling.tape import Tape
from tests.llm.fakes import Form, model, prompt
exchange = Exchange(tape=Tape(Path(sys.argv[1])), limits={"openai": Limits(requests=1, tokens=1)})
line = exchange.line("seed 1")
print(line.ask(model("gpt-5-mini", price=None), Key(1, 1, "vote"), prompt("a", "b"), Form()).result())
print(line.ledger.total().cost)
"""


def test_a_complete_tape_needs_neither_packages_nor_keys(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([GOOD]), tape=tape) as desk:
        desk.ask(said=prompt("a", "b"), model=model("gpt-5-mini", price=None))
        cost = desk.line.ledger.total().cost
    tape.close(complete=True)
    env = {name: value for name, value in os.environ.items() if not name.endswith("_KEY")}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, str(path)],
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.stdout == f"{{'target': 'Ann'}}\n{cost}\n", ran.stderr
    assert cost


# -- broken off --------------------------------------------------------------------------------------------


def test_a_tape_that_broke_off_anywhere_is_played_and_gone_on_with(path: Path, tmp_path: Path) -> None:
    """Cut at many places, also within lines: the rest is recorded anew, and then the tape is whole."""
    run(path, script([GOOD] * 99), tmp_path / "live", games=2, complete=False)
    whole, chance = path.read_bytes(), random.Random(5)
    for number, end in enumerate([0, 1, len(whole), len(whole) - 1, *chance.sample(range(len(whole)), 12)]):
        path.write_bytes(whole[:end])
        kept = whole[:end].count(b'"took"')
        answers, sums, _, sent = run(path, script([GOOD] * 99), tmp_path / f"on{number}", games=2)
        assert sent <= 24 - kept + 1
        *again, more = run(path, no_network, tmp_path / f"again{number}", games=2)
        assert again[:2] == [answers, sums]
        assert more == 0


def test_a_tape_is_private_and_linear(path: Path, tmp_path: Path) -> None:
    tape = Tape(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    sizes = []
    with Desk(script([GOOD] * 99), tape=tape) as desk:
        talk = ["You play."]
        for number in range(1, 81):
            talk += [f"Question {number}: " + "x" * 500, GOOD]
            desk.ask(number, said=prompt(*talk[:-1]))
            sizes.append(path.stat().st_size)
    tape.close(complete=True)
    steps = [after - before for before, after in pairwise(sizes)]
    assert max(steps) < 1.1 * min(steps)
    assert path.read_text().count("Question 7: ") == 1


def test_a_complete_tape_is_only_read(path: Path) -> None:
    Tape(path).close(complete=True)
    os.chmod(path, 0o400)
    tape = Tape(path)
    assert tape.complete
    tape.close(complete=True)
    assert not Tape(path.with_name("other")).complete


def test_a_wrong_key_is_not_played_again(path: Path) -> None:
    """It is mended before the next run, which then goes on."""
    for behave in (script([Failed(TRANSPORT, "openai refuses the key", final=True)]), script([GOOD])):
        tape = Tape(path)
        with Desk(behave, tape=tape) as desk:
            try:
                desk.ask()
            except Stopped:
                tape.close(complete=False)
    assert desk.line.ledger.total().calls == 1


def test_a_budget_counts_what_is_played_but_does_not_stop_it(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([GOOD] * 3), tape=tape) as desk:
        for number in (1, 2, 3):
            desk.ask(number)
    tape.close(complete=False)
    budget = Budget(0.001)
    with Desk(no_network, tape=Tape(path), budget=budget) as desk:
        assert all(desk.ask(number) for number in (1, 2, 3))
        assert budget.spent == pytest.approx(desk.line.ledger.total().cost)
        with pytest.raises(Stopped, match="--max-cost"):
            desk.ask(4)


@pytest.mark.parametrize(
    ("change", "number"),
    [
        (lambda lines: [b"nonsense", *lines[1:]], 1),
        (lambda lines: [b'{"fact": 1}', *lines], 1),
        (lambda lines: [b'{"tape": 99}', *lines[1:]], 1),
        (lambda lines: [lines[0], b"[]", *lines[1:]], 2),
        (lambda lines: [*lines[:3], *lines[4:]], 4),  # a message after one that is missing
        (lambda lines: [*lines[:5], lines[5].replace(b'"seconds"', b'"second"'), lines[6]], 6),
        (lambda lines: [*lines[:4], lines[4].replace(b'"role"', b'"rule"'), *lines[5:]], 5),
        (lambda lines: [*lines, lines[1]], 8),  # after the end
    ],
)
def test_a_damaged_tape_is_named_with_the_line(path: Path, change: Any, number: int) -> None:
    tape = Tape(path)
    with Desk(script([GOOD]), tape=tape) as desk:
        desk.ask()
    tape.close(complete=True)
    lines = path.read_bytes().splitlines()
    assert len(lines) == 7  # the head, the model, the form, two messages, the call, the end
    path.write_bytes(b"\n".join(change(lines)) + b"\n")
    with pytest.raises(LinesError) as error:
        Tape(path)
    assert str(error.value) == f"{path}, line {number}: the file is damaged here, or of another kind"


# -- what differs ------------------------------------------------------------------------------------------


def differing(path: Path, **more: Any) -> str:
    """A tape of one ask, and another ask instead: what is said."""
    tape = Tape(path)
    with Desk(script([GOOD]), tape=tape) as desk:
        desk.ask(said=prompt(*TALK))
    tape.close(complete=True)
    schema = more.pop("schema", None)
    with Desk(no_network, tape=Tape(path)) as desk:
        if schema:
            desk.form.schema = lambda strict, bounds: schema  # type: ignore[method-assign]
        with pytest.raises(Stopped) as stopped:
            desk.ask(**{"said": prompt(*TALK), **more})
    found = str(stopped.value)
    assert "\n" not in found
    assert found.startswith(f"{path}: seed 1, seat 1, ask ")
    return found.removeprefix(f"{path}: seed 1, ")


def test_a_differing_message_is_shown_with_its_place(path: Path) -> None:
    words = ("You play.", "Привет, день\u202e 2.", *TALK[2:])
    assert differing(path, said=prompt(*words)) == (
        "seat 1, ask 1 (vote), call 1 is not as on this tape: message 2 (user), character 13: "
        "it is 'Привет, день\\u202e 2.', on the tape 'Привет, день 1.'"
    )


def test_excerpts_are_short(path: Path) -> None:
    words = (*TALK[:3], "Whom do you suspect, of all who sit here tonight, and why? " * 50)
    found = differing(path, said=prompt(*words))
    assert "message 4 (user), character 20: it is …' you suspect, of all who sit here tonight, and w'…" in found


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"said": prompt(*TALK[:2])}, "it has 2 messages, on the tape 4"),
        ({"said": Said(prompt(*TALK).messages[::-1])}, "message 1 is of the user, on the tape of the system"),
        ({"model": model(temperature=0.5)}, "the model.temperature: it is '0.5', on the tape 'null'"),
        ({"model": model("other")}, "the model.name: it is '\"other\"', on the tape '\"m\"'"),
        ({"schema": {"type": "object"}}, 'the form of the answer: it is \'{"type":"object"}\', on the tape '),
        (
            {
                "schema": {
                    "type": "object",
                    "properties": {"choice": {"enum": ["Ann", "Eve"]}},
                    "strict": 1,
                    "bounds": 1,
                }
            },
            "the form of the answer.properties.choice.enum[1]: it is '\"Eve\"', on the tape '\"Bob\"'",
        ),
        ({"number": 7}, "seat 1, ask 7 (vote), call 1 is not on this tape"),
    ],
)
def test_whatever_differs_is_said(path: Path, more: dict[str, Any], told: str) -> None:
    assert told in differing(path, **more)


def test_a_tape_that_broke_off_is_not_gone_on_with_where_it_differs(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([GOOD]), tape=tape) as desk:
        desk.ask()
    tape.close(complete=False)
    before = path.read_bytes()
    with Desk(script([GOOD]), tape=Tape(path)) as desk:
        with pytest.raises(Stopped, match="is not as on this tape"):
            desk.ask(said=prompt("You play.", "Something else?"))
        assert not desk.wire.requests
    assert path.read_bytes() == before


def test_the_same_ask_after_an_undo_is_another_call(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([GOOD, '{"choice": "Bob"}']), tape=tape) as desk:
        live = [desk.ask(1), desk.ask(1)]
    tape.close(complete=True)
    with Desk(no_network, tape=Tape(path)) as desk:
        assert [desk.ask(1), desk.ask(1)] == live == [{"target": "Ann"}, {"target": "Bob"}]


def test_what_stopped_a_run_is_not_played_again(path: Path) -> None:
    tape = Tape(path)
    with Desk(script([GOOD, *[Failed(TRANSPORT, "nobody there")] * 4]), tape=tape) as desk:
        desk.exchange.reach.came_through(desk.model)
        desk.exchange.reach._useless[desk.model.kind] = 9
        assert desk.ask(1) is not None
        desk.exchange.reach._useless[desk.model.kind] = 9
        with pytest.raises(Stopped):
            desk.ask(2)
    tape.close(complete=False)
    with Desk(script([GOOD]), tape=Tape(path)) as again:
        assert again.ask(1) == again.ask(2) == {"target": "Ann"}
    assert len(again.wire.requests) == 1


@pytest.mark.parametrize("text", ["my precious thesis", "my precious\nthesis\n"])
def test_somebody_elses_file_is_left_alone(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(LinesError):
        Tape(path)
    assert path.read_text() == text
