"""Every benchmark, soak run, tool and example is started with tiny counts, so that none stops working unnoticed."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena.folder import CHUNKS
from duskfall.arena.store.tables import DETECTED, TABLES
from tests.outside import EXAMPLES, ROOT

BENCH = ROOT / "bench"
SMALL, ONE = "--rules ai-mafia-classic", "--rounds 1 --games 1"
QUICK: dict[str, tuple[str, ...]] = {  # the ways in which each script is started, with the ruleset that takes least
    "arena": (f"--blocks 1 {ONE} --report 0 {SMALL}",),
    "calibration": (f"--games 1 --seats 5 --target plain {SMALL}",),
    "decks": (f"--real 1 --games 5 --seats 5 --jobs 1 --device plain {SMALL}",),
    "detect": (f"--games 1 --seats 5 --no-compiling {SMALL}",),
    "detective": (f"--games 1 --side evil {SMALL}",),
    "envs": (f"--quick --rounds 1 --device plain {SMALL}",),
    "luck": (f"--blocks 1 --seats 7 {SMALL}",),
    "models": (f"--seconds 0.1 --seats 5 --days 1 {SMALL}",),
    "ours": (f"--games 1 --no-talk {SMALL}", f"--games 1 --players scripted {SMALL}"),
    "reading": (
        f"--fit {ONE} {SMALL}",
        f"--judge --games 1 --seats 5 --steps 100 --samples 1 --swaps 10 --target plain {SMALL}",
    ),
    "run": (f"--only speed --only throughput --only start --starts 1 --peer-games 1 {ONE} {SMALL}",),
    "serve": ("--tables 1 --people 2 --watchers 1 --seconds 0.2 --every 0.1 --deals 0 --night 0",),
    "simulator": ("--seconds 0.001 --rounds 1 --only classic --device plain",),
    "skilled": (
        f"--play {{folder}}/played.jsonl --games 1 --drawn 1 --seats 5 --jobs 1 {SMALL}",
        "--targets {folder}/played.jsonl --screen 1 --judged 2 --starts 1 --finest 0.4 --device plain " + SMALL,
    ),
    "winrates": (f"--games 1 --read 1 --jobs 1 --seats 5 {SMALL}",),
}
LIBRARIES = {"crowd", "handwritten", "handwritten_cuda", "million", "rows", "throughput"}  # of these scripts
ELSEWHERE = {  # scripts that need what may not be there: what they say without it
    "simulator_cuda": "there is no GPU that CUDA can use",
    "textarena_peer": ".venv-bench/bin/python",
    "openspiel_peer": ".venv-openspiel/bin/python",
}
SOAKS = {
    "tests.llm.soak": "--games 1",
    "tests.arena.rating.rating_study": "--leagues 1 --games 100 --processes 1",
    "tests.arena.rating.aa_study": "--leagues 1 --processes 1 --only simulated",
    "tests.batch.lockstep.soak": "--games 1 --target plain",
    "tests.detect.soak": "--lines 200 --large 0",
}
TOOLS = {  # what no other test starts; all others are named by the test that does
    "leaning": f"--decks 6 --games 2 --device plain {SMALL}",
    "scripted_play": "",
}
EXAMPLE_FILES = {  # what each is tried by
    "cult.py": "examples/test_examples.py",
    "mini_mafia.py": "examples/test_examples.py",
    "cases/cult.yaml": "examples/test_examples.py",
    "cases/mini_mafia.yaml": "examples/test_examples.py",
    "rl/ppo.py": "examples/test_ppo.py",
    "league.yaml": "test_readme.py",
}


@contextmanager
def imported(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Import a script of `bench` as `python bench/NAME.py` would find it, and forget it and its libraries."""
    before = set(sys.modules)
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(BENCH))
        try:
            yield import_module(name)
        finally:
            for each in {path.stem for path in BENCH.glob("*.py")} & (set(sys.modules) - before):
                del sys.modules[each]


def start(module: object, args: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Call the `main` of a script with these arguments and return its exit status."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", [module.__name__, *args.split()])  # type: ignore[attr-defined]
        patch.chdir(ROOT)
        return module.main() or 0  # type: ignore[attr-defined, no-any-return]


# -- nothing is left out ---------------------------------------------------------------------------------------


def test_every_script_of_bench_is_tried() -> None:
    assert {path.stem for path in BENCH.glob("*.py")} == {*QUICK, *LIBRARIES, *ELSEWHERE}


def test_every_soak_run_of_the_makefile_is_tried() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nsoak:")[2].partition("\n\n")[0]
    assert set(re.findall(r"-m ([\w.]+)", recipe)) == {
        *SOAKS,
        "pytest",
    }  # pytest: the tests that tests/volume.py scales


def programs(folder: str) -> list[Path]:
    """Return the files in a folder that can be run."""
    return [path for path in (ROOT / folder).rglob("*.py") if '\nif __name__ == "__main__"' in path.read_text("utf-8")]


@pytest.mark.parametrize("folder", ["tests", "tools"])
def test_every_other_program_is_named_by_a_test(folder: str) -> None:
    texts = {path: path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}
    found = programs(folder)
    assert found
    for program in found:
        name = re.compile(rf"\b{program.stem}\b")
        tried = any(name.search(text) for path, text in texts.items() if path != program)
        assert tried, f"{program.relative_to(ROOT)} is not tried by any test"


def test_every_example_is_tried() -> None:
    found = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*.*") if "__pycache__" not in path.parts}
    assert found == set(EXAMPLE_FILES)
    for name, place in EXAMPLE_FILES.items():
        text = (ROOT / "tests" / place).read_text(encoding="utf-8") + (ROOT / "tests/outside.py").read_text("utf-8")
        assert Path(name).name in text, f"{name} is not tried by tests/{place}"


# -- all of them run -------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")  # the game by hand means it
@pytest.mark.parametrize("name", QUICK)
def test_a_benchmark_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "simulator":  # the game by hand takes seconds to compile
        import_module("duskfall.batch.compiled.on_cpu")
        monkeypatch.setattr("numba.config.DISABLE_JIT", True)
    with imported(name, monkeypatch) as module:
        for args in QUICK[name]:
            assert start(module, args.format(folder=tmp_path), monkeypatch) == 0
            assert capsys.readouterr().out.strip() or (tmp_path / "played.jsonl").exists()


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_benchmark_says_what_it_lacks(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for peer in ("textarena", "pyspiel"):
        monkeypatch.setitem(sys.modules, peer, None)  # as if it were not installed
    try:
        with imported(name, monkeypatch) as module:
            monkeypatch.setattr("numba.cuda.is_available", lambda: False)
            assert start(module, "", monkeypatch) == 2
        told = capsys.readouterr().err
    except SystemExit as stopped:
        told = str(stopped.code)
    assert ELSEWHERE[name] in told
    assert len(told.strip().splitlines()) == 1


@pytest.mark.parametrize("name", SOAKS)
def test_a_soak_run_starts(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """So little says nothing about the promises of a study: it may end as broken, but it comes to its end."""
    assert start(import_module(name), SOAKS[name], monkeypatch) in (0, 1)
    assert capsys.readouterr().out.strip()


def test_a_question_of_the_load_run_is_for_somebody(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for nobody is refused: its table would wait, and the run measure nothing."""
    sent: list[dict[str, Any]] = []
    with imported("crowd", monkeypatch) as crowd:
        table = crowd.Table("room")  # type: ignore[attr-defined]
        seat = crowd.Seat(1, {}, table)  # type: ignore[attr-defined]

        async def send(socket: object, deed: dict[str, Any]) -> None:
            sent.append(deed)

        monkeypatch.setattr(crowd.Seat, "send", send)  # type: ignore[attr-defined]
        form = {"kind": "speech", "verb": "say", "number": 1, "seat": 1, "addresses": [{"value": 3, "label": "Cid"}]}
        run = crowd.Run((0, 0))  # type: ignore[attr-defined]
        for each in (form, form | {"addresses": []}):
            asyncio.run(seat._answer(each, {"floor": [1]}, run))
    assert [deed["value"].get("to") for deed in sent] == [3, None]


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_runs(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert start(import_module(f"tools.{name}"), TOOLS[name], monkeypatch) == 0
    assert capsys.readouterr().out.strip()


def test_a_league_of_copies_is_like_one_that_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of `bench/million.py` has the tables that a report reads, with their columns and all games."""
    import duckdb

    with imported("million", monkeypatch) as million:
        games = million.make(tmp_path, 150, played=10)  # type: ignore[attr-defined]
    for table in set(TABLES) - set(DETECTED):
        rows = duckdb.sql(f"SELECT * FROM '{tmp_path}/{CHUNKS}/*/{table}.parquet'")
        assert rows.columns == list(TABLES[table])
        if table in ("games", "seats"):
            assert duckdb.sql("SELECT count(DISTINCT game) FROM rows").fetchall() == [(games,)]
    assert not [path for path in tmp_path.glob(f"{CHUNKS}/*/*.parquet") if path.stem in DETECTED]
