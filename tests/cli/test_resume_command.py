"""`duskfall resume` as a user meets it: real processes, and one clear line for a mistake."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from duskfall.core.chance import commitment
from duskfall.core.record import dump, read
from duskfall.rules import ruleset
from tests.patience import PATIENCE
from tests.table.cut import begin, changed, half, whole
from tests.warm import duskfall

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The command line as a user meets it, with a shelf of its own."""

    def run(*args: str, before: str = "") -> subprocess.CompletedProcess[str]:
        env = {"XDG_STATE_HOME": str(tmp_path / "state")}
        if not before:
            return duskfall(*args, env=env)
        line = ["bash", "-c", f'{before}; exec "$@"', "bash", sys.executable, "-m", "duskfall", *args]
        return subprocess.run(line, capture_output=True, text=True, cwd=ROOT, env=os.environ | env, timeout=PATIENCE)

    return run


Run = Callable[..., subprocess.CompletedProcess[str]]


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 2, done
    assert done.stderr.startswith("duskfall: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_the_command_goes_on_and_says_what_it_repaired(run: Run, path: Path) -> None:
    text = whole(path, "werewolf", 7, talk=True)
    path.write_bytes(text[:-333])
    done = run("resume", str(path))
    assert done.returncode == 0
    assert done.stderr.startswith(f"{path}: line ")
    assert done.stderr.endswith(" bytes dropped.\n")
    assert done.stdout.endswith(f"\nSeed 28. Kept; see it again with: duskfall replay {path}\n")
    assert path.read_bytes() == text
    again = run("resume", str(path))
    assert again.returncode == 0
    assert again.stdout.startswith("The game is over: ")
    assert again.stderr == ""
    assert path.read_bytes() == text


def test_a_paused_game_goes_on(run: Run, path: Path) -> None:
    game, journal = begin(path)
    game.pause()
    journal(game)
    journal.close(over=False)
    assert run("resume", str(path)).returncode == 0
    assert read(path.read_bytes().splitlines()).replay(ruleset("city-mafia")).over


def test_the_command_finds_the_last_game_by_itself(run: Run, tmp_path: Path) -> None:
    assert "no game waits here" in one_line(run("resume"))
    for seed in ("1", "2"):
        assert run("play", "--no-talk", "--seats", "6", "--players", "random", "--seed", seed).returncode == 0
    games = sorted((tmp_path / "state/duskfall/games").iterdir())
    texts = [path.read_bytes() for path in games]
    for path, text in zip(games, texts, strict=True):
        path.write_bytes(half(text))
    assert run("resume").returncode == 0
    assert [path.read_bytes() for path in games] == [half(texts[0]), texts[1]]
    assert run("resume").returncode == 0
    assert [path.read_bytes() for path in games] == texts
    assert "no game waits here" in one_line(run("resume"))


def test_mistakes_are_one_clear_line(run: Run, path: Path, tmp_path: Path, text: bytes) -> None:
    assert "No such file" in one_line(run("resume", "nothing"))
    assert "not the folder of a series" in one_line(run("resume", str(tmp_path)))
    assert "line 1: not a line" in one_line(run("resume", "README.md"))
    path.write_bytes(text[:90])
    assert "had not begun" in one_line(run("resume", str(path)))
    path.write_bytes(changed(text, 20, b"{"))
    assert f"{path}: line 20: not a line" in one_line(run("resume", str(path)))
    path.write_bytes(half(text))
    assert "nobody is called 'Zed'" in one_line(run("resume", str(path), "--as", "Zed"))
    path.write_bytes(played_by(half(text), ["nosuch"] * 5))
    assert "unknown player 'nosuch'" in one_line(run("resume", str(path)))
    path.write_bytes(played_by(half(text), None))
    assert "line 2 does not say who plays" in one_line(run("resume", str(path)))


def played_by(text: bytes, kinds: list[str] | None) -> bytes:
    """The record as if others had begun it."""
    head, secret = (json.loads(line) for line in text.splitlines()[:2])
    secret["secret"]["players"] = kinds
    head["game"]["commitment"] = commitment(dump(secret["secret"]))
    return changed(changed(text, 1, dump(head).encode()), 2, dump(secret).encode())


SPY = """
from pathlib import Path
from duskfall.players.bots.random import RandomPlayer as make
Path(__file__).with_name("imported").touch()
"""


@pytest.mark.parametrize("handed_over", [False, True])
def test_code_comes_from_who_plays_and_never_from_a_record(
    run: Run, path: Path, tmp_path: Path, text: bytes, monkeypatch: pytest.MonkeyPatch, handed_over: bool
) -> None:
    (tmp_path / "spy.py").write_text(SPY, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    if handed_over:
        path.unlink()
        game, journal = begin(path)
        game.hand_over(2, "spy:make")
        journal(game)
        journal.close(over=False)
    else:
        path.write_bytes(played_by(half(text), ["spy:make", *["random"] * 4]))
    before = path.read_bytes()
    said = one_line(run("resume", str(path)))
    assert (
        said
        == f"duskfall: {path}: player 'spy:make' is code, which a record never brings: give it by --players spy:make\n"
    )
    assert path.read_bytes() == before
    assert not (tmp_path / "imported").exists()
    assert run("resume", str(path), "--players", "spy:make").returncode == 0
    assert (tmp_path / "imported").exists()


def test_the_folder_of_a_series_brings_no_code_either(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "spy.py").write_text(SPY, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    sheet = {"rules": "ai-mafia", "players": "spy:make, http://127.0.0.1:9/v1#none"}
    (tmp_path / "series.json").write_text(json.dumps({"series": 1, "sheet": sheet, "seeds": [1, 1]}), encoding="utf-8")
    assert "series.json: player 'spy:make' is code" in one_line(run("resume", str(tmp_path)))
    assert not (tmp_path / "imported").exists()


def test_a_disk_that_fills_up_is_one_clear_line(run: Run, path: Path) -> None:
    table = ("play", "--seats", "7", "--players", "random", "--seed", "3", "--record")
    done = run(*table, str(path), before="ulimit -f 8")  # no file may grow beyond 8 kB
    assert done.returncode == 1, done
    assert done.stderr.count("\n") == 1, done.stderr
    assert f"Go on with: duskfall resume {path}" in done.stderr
    assert path.stat().st_size == 8192
    assert run("resume", str(path)).returncode == 0
    other = path.with_name("whole.jsonl")
    run(*table, str(other))
    assert tail(path.read_bytes().splitlines()) == tail(other.read_bytes().splitlines())


def tail(lines: Iterable[bytes]) -> list[bytes]:
    """All but the opening, which has a nonce of its own."""
    return list(lines)[2:]
