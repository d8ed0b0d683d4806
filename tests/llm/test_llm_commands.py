"""Models by the command line: play, stop at a limit, go on, many games, the tape, the probe, and mistakes."""

from __future__ import annotations

import asyncio
import json
import re
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duskfall.core.facts import Fact
from duskfall.core.record import Record, read
from duskfall.core.start.setup import NAMES
from duskfall.players.llm import personas
from duskfall.players.llm.accounts.ledger import Ledger
from duskfall.players.llm.accounts.sidecar import read_calls
from duskfall.rules import ruleset
from duskfall.table.kept.journal import calls_path
from tests import warm
from tests.llm.faulty import Faulty
from tests.llm.loopback import response

PRICED = "?price=1/10&answer=100&deadline=120"
WAITING = "Waiting for "
SMALL = ("--rules", "ai-mafia-classic", "--seats", "5", "--flags", "maxRounds=1", "--seed", "7", "--plain")


@pytest.fixture
def model() -> Iterator[str]:
    """A model that always answers well, and the same question the first time always the same."""
    with Faulty(share=0.0) as server:
        yield f"{server.address}#good"


def duskfall(*args: object, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run a command; how often it told that it waits hangs on the machine."""
    done = warm.duskfall(*args, **more)
    told = (line for line in done.stderr.splitlines(keepends=True) if not line.startswith(WAITING))
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout, "".join(told))


def played(*args: object) -> str:
    done = duskfall("play", *SMALL, *args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def refused(*args: object, **env: str) -> str:
    done = duskfall(*args, env=env)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done
    assert done.stderr.startswith("duskfall: ")
    return done.stderr


def record(path: Path) -> Record:
    return read(path.read_text(encoding="utf-8").splitlines())


def facts(path: Path) -> list[Fact]:
    return record(path).facts


def ledger(path: Path) -> Ledger:
    return Ledger(read_calls(calls_path(path)))


# -- one game ----------------------------------------------------------------------------------------------


def test_a_game_with_its_bill(model: str, path: Path) -> None:
    shown = played("--players", f"{model}{PRICED}*3", "--record", path)
    assert "What the models took:" in shown
    assert "of all prompt text repeats" in shown
    game, bill = record(path), ledger(path).total()
    assert game.verify(ruleset(game.rules)) == ""
    assert [kind.startswith("http") for kind in game.players] == [True] * 3 + [False] * 2
    assert model not in path.read_text().splitlines()[0]  # who plays is part of the secret
    assert bill.calls == sum(entry.seat <= 3 for entry in game.entries)
    assert not bill.failures
    assert bill.cost is not None
    assert f"${bill.cost:.4f}" in shown
    for kept in (path, calls_path(path)):
        assert stat.S_IMODE(kept.stat().st_mode) & 0o077 == 0o044


def test_names_are_drawn_anew_for_every_game(model: str, tmp_path: Path) -> None:
    drawn = []
    for seed in (1, 2):
        path = tmp_path / f"{seed}.jsonl"
        played("--players", model, "--record", path, "--seed", seed, "--no-talk", "--names", "Robin")
        drawn.append(record(path).names)
    assert [names[0] for names in drawn] == ["Robin", "Robin"]
    assert all(set(names[1:]) < set(NAMES) for names in drawn)
    assert drawn[0] != drawn[1]


def test_a_price_that_is_not_known_is_told_as_such(model: str) -> None:
    shown = played("--players", model, "--no-talk")
    assert "unknown" in shown
    assert "$0.00" not in shown


# -- stopping and going on ---------------------------------------------------------------------------------


def test_a_budget_is_not_exceeded_and_the_game_goes_on(model: str, path: Path, tmp_path: Path) -> None:
    unbroken = tmp_path / "unbroken.jsonl"
    with Faulty(share=0.0) as other:  # which was asked nothing before, as the first was
        played("--players", f"{other.address}#good{PRICED}*5", "--record", unbroken)
    whole = ledger(unbroken).total()
    half, more = (f"{whole.known * share:.4f}" for share in (0.5, 0.8))
    done = duskfall("play", *SMALL, "--players", f"{model}{PRICED}*5", "--max-cost", half, "--record", path)
    assert done.returncode == 3, done
    assert "could exceed --max-cost" in done.stderr
    assert f"resume {path}" in done.stderr
    part = ledger(path).total()
    assert 0 < part.known <= float(half)
    assert "is a model, which a record never calls by itself" in refused("resume", path, "--max-cost", more)
    named = ("--players", f"{model}{PRICED}")
    again = duskfall("resume", path, *named, "--max-cost", more, "--plain")
    assert again.returncode == 3, again
    assert part.known < ledger(path).total().known <= float(more)
    assert duskfall("resume", path, *named, "--plain").returncode == 0
    assert facts(path) == facts(unbroken)
    assert ledger(path).total().calls == whole.calls


def test_a_killed_game_goes_on_as_if_nothing_had_happened(model: str, path: Path, tmp_path: Path) -> None:
    played("--players", f"{model}*5", "--record", path)
    text = path.read_bytes()
    whole = facts(path)
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(text[: len(text) * 2 // 3])
    calls_path(cut).write_bytes(calls_path(path).read_bytes())  # all answers had been paid for
    done = duskfall("resume", cut, "--plain", "--players", f"{model}*5")
    assert done.returncode == 0, done
    assert facts(cut) == whole
    assert cut.read_bytes() == text
    assert ledger(cut).total().calls == ledger(path).total().calls


def test_who_cannot_be_reached_is_told_before_the_deal_a_line_each(model: str, path: Path) -> None:
    gone = [f"http://127.0.0.1:9/v1#{name}?deadline=60" for name in ("gone", "lost")]
    done = duskfall("play", *SMALL, "--players", ", ".join([*gone, model]), "--record", path)
    assert done.returncode == 3, done
    assert [line.partition("?")[0] for line in done.stderr.splitlines()] == [
        f"duskfall: {kind.partition('?')[0]}" for kind in gone
    ]
    assert done.stderr.count("http://127.0.0.1:9/v1 cannot be reached") == 2
    assert not path.exists()
    folder = path.with_name("runs")
    series = duskfall("play", *SMALL, "--players", gone[0], "--games", "3", "--record", folder)
    assert (series.returncode, series.stderr.count("cannot be reached")) == (3, 1), series
    assert not list(folder.glob("*[0-9].jsonl"))


class Busy(Faulty):
    """A server that has no time for anybody."""

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(response(503, "Service Unavailable", {"error": {"message": "all slots are taken"}}))


def test_a_server_that_is_always_busy_is_told_from_the_first_second_on(path: Path) -> None:
    with Busy(share=0.0) as server:
        kind = f"{server.address}#busy"
        done = warm.duskfall("play", *SMALL, "--players", f"{kind}?deadline=4*5", "--record", path)
    assert done.returncode == 3, done
    first, *_, last = done.stderr.splitlines()
    assert first.startswith(f"{WAITING}{kind} for 1 s (the server answered 503: all slots are taken")
    assert last.startswith(f"duskfall: {kind}?deadline=4: the server was busy for ")
    assert not path.exists()


@pytest.mark.parametrize("more", [(), ("--games", "2")], ids=["a game", "a series"])
def test_a_busy_server_is_told_where_the_costs_are_limited(more: tuple[str, ...], path: Path) -> None:
    """With a limit, a provider's models are not measured; nothing was printed until the table gave up."""
    with Busy(share=0.0) as server:
        env = {"OPENAI_BASE_URL": server.address, "OPENAI_API_KEY": "secret"}
        players = ("--players", "openai:gpt-5-mini?deadline=4*5", "--max-cost", "9")
        done = warm.duskfall("play", *SMALL, *players, *more, "--record", path, env=env)
    assert done.returncode == 3, done
    assert re.search(rf"^{WAITING}openai:gpt-5-mini for \d s", done.stderr, re.MULTILINE), done


class BusyLater(Busy):
    """A server that is busy from some moment on."""

    busy = False

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await (Busy if self.busy else Faulty).serve(self, body, reader, writer)


def test_a_busy_server_is_told_when_a_game_goes_on(path: Path) -> None:
    with BusyLater(share=0.0) as server:
        kind = f"{server.address}#good?price=1/10&answer=100&deadline=4"
        stopped = warm.duskfall("play", *SMALL, "--players", f"{kind}*5", "--max-cost", "0.02", "--record", path)
        assert stopped.returncode == 3, stopped
        server.busy = True
        done = warm.duskfall("resume", path, "--players", kind, "--max-cost", "9")
    assert done.returncode == 3, done
    assert f"{WAITING}{kind.partition('?')[0]} for 1 s (the server answered 503: all slots are taken" in done.stderr


def test_a_game_that_is_over_needs_no_model(model: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    with Faulty(share=0.0) as server:
        players = ("--players", f"{server.address}#good")
        series = ("play", *SMALL, "--no-talk", *players, "--games", "1", "--record", folder)
        assert duskfall(*series).returncode == 0
    assert duskfall(*series).returncode == 0  # nobody is there any more


def test_without_a_limit_it_is_told_what_it_will_cost(model: str) -> None:
    """It was told 12 calls of the longest kind for each question of a game that goes on to its last round."""
    players = ("--players", f"{model}{PRICED}&context=2000*2")
    done = duskfall("play", *SMALL, *players)
    assert done.returncode == 0
    found = re.fullmatch(
        r"1 game will cost about \$([\d.]+) \((\d+) questions, ([\d,]+) tokens in, answers as long as a first one "
        r"was\), hardly more than \$([\d.]+)\. --max-cost sets a limit\.\n",
        done.stderr,
    )
    assert found, done.stderr
    assert 0 < float(found[1]) < float(found[4]) < 50 * float(found[1])
    assert ledger_of(done) / 4 < int(found[2]) < ledger_of(done) * 4
    assert duskfall("play", *SMALL, *players, "--max-cost", "9").stderr == ""
    short = duskfall("play", *SMALL, *players, "--max-cost", "0.01")
    assert "; --max-cost $0.01 will stop it before its end." in short.stderr
    assert duskfall("play", *SMALL, "--players", f"{model}*2").stderr == ""  # which nobody is paid for


def ledger_of(done: subprocess.CompletedProcess[str]) -> int:
    """How many calls the bill counts."""
    found = re.search(r"^ +all +(\d+)", done.stdout, re.MULTILINE)
    assert found, done.stdout
    return int(found[1])


# -- settings ----------------------------------------------------------------------------------------------


class Stiff(Faulty):
    """A server that takes no temperature and no seed."""

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for name in ("temperature", "seed"):
            if name in json.loads(body):
                writer.write(response(400, "Bad Request", {"error": {"message": f"{name} is not supported"}}))
                return
        await super().serve(body, reader, writer)


def test_settings_that_a_server_does_not_take_are_recorded_and_told(path: Path) -> None:
    with Stiff(share=0.0) as server:
        kind = f"{server.address}#stiff?temperature=0.5&top_p=0.9&persona=any"
        shown = played("--players", f"{kind}*2", "--record", path)
        strict = duskfall("play", *SMALL, "--players", f"{kind}*2", "--strict-settings")
    assert "not taken by the server, and left out: seed, temperature" in shown
    seats = record(path).models
    assert list(seats) == ["1", "2"]
    for seat in seats.values():
        assert seat["persona"] in personas.known()
        assert (seat["top_p"], seat["schema"], seat["left_out"]) == (0.9, True, ["seed", "temperature"])
        assert "temperature" not in seat
    assert read_calls(calls_path(path))[0].left_out == ("temperature", "seed")
    assert (strict.returncode, strict.stderr.count("\n")) == (3, 1), strict
    assert "does not take temperature; leave it out of the settings, or leave out --strict-settings" in strict.stderr


class Short(Stiff):
    """A server that besides has no room for an answer as long as nobody plays."""

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = json.loads(body)
        if b"Are you there?" in body and not {"temperature", "seed"} & asked.keys():
            cut = {"index": 0, "message": {"role": "assistant", "content": ""}, "finish_reason": "length"}
            writer.write(response(200, "OK", {"choices": [cut]}))
            return
        await super().serve(body, reader, writer)


def test_the_record_has_what_is_in_effect_whatever_the_first_call_came_to(path: Path) -> None:
    with Short(share=0.0) as server:
        played("--players", f"{server.address}#short?temperature=0.5&top_p=0*2", "--record", path)
    for seat in record(path).models.values():
        assert (seat["top_p"], seat["left_out"]) == (0, ["seed", "temperature"])
        assert "temperature" not in seat


def test_a_temperature_of_0_is_in_the_record(model: str, path: Path) -> None:
    played("--players", f"{model}?temperature=0*2", "--record", path)
    assert [seat["temperature"] for seat in record(path).models.values()] == [0, 0]
    assert not any("notes" in seat or "top_p" in seat for seat in record(path).models.values())


class Late(Faulty):
    """A server that takes a temperature in one word of greeting, and in no game."""

    async def serve(self, body: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if b"Are you there?" not in body and "temperature" in json.loads(body):
            writer.write(response(400, "Bad Request", {"error": {"message": "temperature is not supported"}}))
            return
        await super().serve(body, reader, writer)


def test_what_is_refused_after_the_deal_is_told_with_the_calls(path: Path) -> None:
    with Late(share=0.0) as server:
        shown = played("--players", f"{server.address}#late?temperature=0.5*2", "--record", path)
    assert "not taken by the server, and left out: temperature" in shown
    calls = read_calls(calls_path(path))
    assert {call.left_out for call in calls} == {("temperature",)}


def test_the_persona_that_was_drawn_is_in_the_record_and_in_the_prompt(model: str, path: Path, tmp_path: Path) -> None:
    people = tmp_path / "people.toml"
    people.write_text('grump = "You are a grump."\nsaint = "You are a saint."\n')
    tape = tmp_path / "tape"
    played("--players", f"{model}?persona={people}*4", "--record", path, "--tape", tape)
    told = tape.read_text()
    seats = record(path).models
    assert {seat["manner"] for seat in seats.values()} <= {"You are a grump.", "You are a saint."}
    assert all(seat["manner"] in told and seat["persona"] in ("grump", "saint") for seat in seats.values())


# -- many games --------------------------------------------------------------------------------------------


def test_a_series_goes_on_where_it_was_stopped(model: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    series = ("play", *SMALL, "--players", f"{model}{PRICED}*2", "--games", "4", "--record", folder)
    done = duskfall(*series, "--max-cost", "0.05", "--jobs", "2")
    assert done.returncode == 3, done
    assert f"resume {folder} --players '{model}{PRICED}' --max-cost" in done.stderr
    assert "is a model, which a record never calls by itself" in refused("resume", folder)
    rest = duskfall("resume", folder, "--json", "--players", f"{model}{PRICED}")
    assert rest.returncode == 0, rest
    found = json.loads(rest.stdout)
    assert found["games"] == 4
    assert found["by_player"][f"{model}{PRICED}"]["seats"] == 8
    bill = found["models"][f"{model}{PRICED}"]
    kept = [ledger(path).total() for path in sorted(folder.glob("*[0-9].jsonl"))]
    assert len(kept) == 4
    assert bill["calls"] == sum(each.calls for each in kept)
    assert json.loads(duskfall(*series, "--json").stdout) == found  # all is over: it is only counted


def test_another_series_does_not_go_into_the_same_folder(model: str, tmp_path: Path) -> None:
    folder = tmp_path / "runs"
    series = ("play", *SMALL, "--no-talk", "--games", "2", "--record", folder)
    assert duskfall(*series, "--players", f"{model}*2").returncode == 0
    assert "another series" in refused(*series, "--players", f"{model}*3")
    assert "not the folder of a series" in refused("resume", tmp_path)


# -- the tape ----------------------------------------------------------------------------------------------


def test_a_tape_is_played_again_without_a_server(path: Path, tmp_path: Path) -> None:
    tape, again = tmp_path / "tape", tmp_path / "again.jsonl"
    with Faulty(share=0.3) as server:
        players = ("--players", f"{server.address}#bad?deadline=6*5", "--tape", tape)
        shown = played(*players, "--record", path)
    assert played(*players, "--record", again).replace("again.jsonl", path.name) == shown
    assert facts(again) == facts(path)
    assert ledger(again).as_data() == ledger(path).as_data()


def test_a_tape_knows_its_seed(model: str, tmp_path: Path) -> None:
    seedless = [word for word in SMALL if word not in ("--seed", "7")]
    records = [tmp_path / "one.jsonl", tmp_path / "other.jsonl"]
    for record in records:
        args = ("--players", model, "--no-talk", "--tape", tmp_path / "tape", "--record", record)
        assert duskfall("play", *seedless, *args).returncode == 0
    assert facts(records[0]) == facts(records[1])


def test_a_tape_of_another_game_says_where_it_differs(model: str, tmp_path: Path) -> None:
    tape = tmp_path / "tape"
    played("--players", model, "--no-talk", "--tape", tape)
    done = duskfall("play", *SMALL, "--players", model, "--no-talk", "--tape", tape, "--flags", "announceSaves=true")
    assert done.returncode == 3, done
    assert "is not as on this tape" in done.stderr
    other = duskfall("play", *SMALL, "--players", model, "--no-talk", "--tape", tape, "--seed", "8")
    assert other.returncode == 3, other
    assert "is not on this tape" in other.stderr


# -- the probe ---------------------------------------------------------------------------------------------


def test_a_probe_changes_nothing(path: Path, tmp_path: Path) -> None:
    probed = tmp_path / "probed.jsonl"
    for file, options in ((path, ()), (probed, ("--probe", "votes"))):
        with Faulty(share=0.0) as server:
            shown = played("--players", f"{server.address}#good*4", "--record", file, *options)
    assert facts(probed) == facts(path)
    assert "What moved the votes:" in shown
    lines = [json.loads(line) for line in calls_path(probed).read_text().splitlines()]
    asked = [line["probe"] for line in lines if "probe" in line]
    assert {seat for _, seat, _ in asked} <= {1, 2, 3, 4}
    assert all(vote == "nobody" or 1 <= vote <= 5 for _, _, vote in asked)


# -- mistakes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("--players", "openai:"), "the model's name is missing"),
        (("--players", "openai:gpt-5"), "set OPENAI_API_KEY"),
        (("--players", "http://127.0.0.1:9/v1#x", "--max-cost", "1"), "price of http://127.0.0.1:9/v1#x is not known"),
        (("--players", "http://127.0.0.1:9/v1#x?persona=nun"), "persona"),
        (("--players", "http://127.0.0.1:9/v1#x?colour=red"), "unknown setting 'colour'"),
        (("--max-cost", "1"), "no language model plays here"),
        (("--games", "3", "--tape", "x"), "no language model plays here"),
        (("--players", "ollama:x", "--max-cost", "much"), "--max-cost: 'much' is not an amount"),
        (("--players", "ollama:x", "--limits", "ollama.calls=3"), "nothing to limit is called 'calls'"),
        (("--players", "ollama:x", "--probe", "minds"), "--probe: 'minds' cannot be probed"),
        (("--players", "ollama:x, human", "--games", "2"), "human plays one game"),
        (("--night-clock", "5"), "no language model plays here"),
        (("--players", "ollama:x, human", "--night-clock", "soon"), "'soon' is not a number of seconds from 0 on"),
    ],
)
def test_a_mistake_is_one_line(args: tuple[str, ...], told: str) -> None:
    assert told in refused("play", *SMALL, *args, OPENAI_API_KEY="")


def test_a_table_file_holds_the_terms(model: str, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(f"players: '{model}?price=1/1'\nmax-cost: 50\nlimits: {{http.connections: 2}}\n")
    done = duskfall("play", file, *SMALL, "--no-talk", "--json")
    assert done.returncode == 0, done
    assert json.loads(done.stdout)["models"]
