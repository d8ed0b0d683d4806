"""A file or folder from somebody else never connects, spends money or runs code: every command is tried on each."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner, Result

from duskfall.cli import cli
from duskfall.players.find import find
from duskfall.web.tables import hub
from tests.outside import forgetting

from .files import HostileFiles
from .watch import Listener, listening, no_connections

KEY = "sk-duskfall-test-secret"
BESIDE = {  # what a command needs beside the file that is tried, and what makes it come to an end
    "resume": ("--plain",), "replay": ("--plain", "--speed", "0"), "play": ("--speed", "0", "--plain", "--seed", "1"),
    "prompts": ("--seat", "1"), "simulate": ("--games", "10"),
}  # fmt: skip
SECOND = {"arena game": ("0",), "arena sql": ("SELECT * FROM games",)}  # arguments behind the folder
ASIDE = {  # parameters that are no files
    ("mcp", "link"), ("completion", "shell"), ("arena game", "number"), ("arena sql", "query"),
}  # fmt: skip


class Attack(NamedTuple):
    """A command with a place for a hostile file or folder, None in its words."""

    command: str
    parameter: str
    words: tuple[str | None, ...]


def commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command of the program, as click has it."""
    if not isinstance(group, click.Group):
        yield " ".join(path), group
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        yield from commands(found, (*path, name))


def takes_file(parameter: click.Parameter) -> bool:
    """Whether a parameter is a file or folder; an argument may be one whatever its type."""
    kinds = parameter.type.types if isinstance(parameter.type, click.Tuple) else [parameter.type]
    return isinstance(parameter, click.Argument) or any(isinstance(kind, click.Path) for kind in kinds)


def attacks() -> Iterator[Attack]:
    """For every command and each file that it takes: the words with which it is tried."""
    for name, command in commands(cli):
        for parameter in command.params:
            if takes_file(parameter) and (name, str(parameter.name)) not in ASIDE:
                yield Attack(name, str(parameter.name), _words(name, command, parameter))


def _words(name: str, command: click.Command, tried: click.Parameter) -> tuple[str | None, ...]:
    needed = [each for each in command.params if isinstance(each, click.Argument) and (each.required or each is tried)]
    given: list[str | None] = []
    for argument in needed:
        if (name, str(argument.name)) not in ASIDE:
            given.append(None if argument is tried else "RULES" if argument.name in ("rules", "what") else "SAFE")
    if isinstance(tried, click.Option):
        given += [tried.opts[0], *(["1"] if isinstance(tried.type, click.Tuple) else []), None]
    return (*name.split(), *given, *SECOND.get(name, ()), *BESIDE.get(name, ()))


ATTACKS = list(attacks())


@pytest.fixture(scope="module")
def listener() -> Iterator[Listener]:
    with listening() as found:
        yield found


@pytest.fixture(scope="module")
def hostile(listener: Listener, tmp_path_factory: pytest.TempPathFactory) -> HostileFiles:
    """Files which are only tried to be read: whoever changes one breaks the tests that follow."""
    return HostileFiles(tmp_path_factory.mktemp("hostile"), listener.port)


@pytest.fixture(autouse=True)
def _keys_are_set(listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever opens the files has keys of providers, whose calls would come here."""
    monkeypatch.setenv("DUSKFALL_HTTP_KEY", KEY)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", listener.address)
    monkeypatch.setenv("OLLAMA_HOST", f"127.0.0.1:{listener.port}")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(hub, "SWEEP", 0.0)
    find.cache_clear()
    with forgetting():
        yield


async def _end(self: hub.Hub) -> None:
    """Once all tables are open that were played, the server is stopped as by Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)


def run(*words: str, typed: str = "") -> tuple[Result, list[object]]:
    """A command, and the connections that it tried to make."""
    tried: list[object] = []
    with no_connections(tried), pytest.MonkeyPatch.context() as patch:
        patch.setattr(hub.Hub, "sweep", _end)
        result = CliRunner().invoke(cli, list(words), input=typed)
    return result, tried


def harmless(hostile: HostileFiles, listener: Listener, *words: str) -> Result:
    """Run a command; it may fail, but in one line, and nothing was called or run."""
    result, tried = run(*words)
    assert tried == [], (words, result.output)
    assert listener.heard == [], words
    assert not hostile.mark.exists(), words
    assert "a-secret-of-this-machine" not in result.output, words
    assert result.exception is None or isinstance(result.exception, SystemExit), (words, result.exception)
    return result


def test_every_command_that_takes_a_file_is_tried() -> None:
    tried = {(attack.command, attack.parameter) for attack in ATTACKS}
    assert {
        ("resume", "record"), ("resume", "tape"), ("play", "table"), ("serve", "data"), ("arena run", "into"),
        ("arena run", "league"), ("arena report", "folder"), ("arena sql", "folder"), ("check", "paths"),
        ("rule", "what"), ("simulate", "record"), ("replay", "html"),
    } <= tried  # fmt: skip
    names = {name for name, _ in commands(cli)}
    assert {name for name, _ in ASIDE} <= names
    assert names >= {*BESIDE, *SECOND}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: f"{attack.command} {attack.parameter}")
def test_no_command_calls_or_runs_what_a_file_names(
    attack: Attack, hostile: HostileFiles, listener: Listener, tmp_path: Path
) -> None:
    safe = tmp_path / "safe.yaml"
    safe.write_text("players: {one: random}\nrules: ai-mafia-classic\nseats: 5\nblocks: 1\n", encoding="utf-8")
    beside = {"RULES": "ai-mafia-classic", "SAFE": str(safe)}
    for path in hostile.all():
        harmless(hostile, listener, *(beside.get(word, word) if word else str(path) for word in attack.words))


def test_resume_says_what_to_name_and_changes_nothing(hostile: HostileFiles, listener: Listener) -> None:
    for name, path in hostile.records.items():
        before = path.read_bytes()
        result = harmless(hostile, listener, "resume", str(path), "--plain")
        assert result.exit_code == 2, name
        assert "give it by --players" in result.output
        assert result.output.count("\n") == 1
        assert path.read_bytes() == before


def test_games_that_were_put_into_the_folder_of_a_league_or_series(listener: Listener, tmp_path: Path) -> None:
    """What the user has named may be called; the journals in the folder name nobody else."""
    hostile = HostileFiles(tmp_path, listener.port)
    file, folder = hostile.own_league()
    result = harmless(hostile, listener, "arena", "run", str(file), "--into", str(folder))
    assert "is a model, which a record never calls by itself" in result.output
    model, folder = hostile.own_series()
    result = harmless(hostile, listener, "resume", str(folder), "--players", model)
    assert "is a model, which a record never calls by itself" in result.output


def test_a_finished_tape_answers_by_itself(hostile: HostileFiles, listener: Listener) -> None:
    words = ("play", "--plain", "--seed", "1", "--tape", str(hostile.tape), "--players", hostile.model)
    assert "is not on this tape" in harmless(hostile, listener, *words, "--as", "moderator").output


@pytest.mark.parametrize("answer", ["n\n", "\n", "y\n"])
def test_at_a_terminal_the_address_is_shown_and_confirmed(
    answer: str, listener: Listener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile = HostileFiles(tmp_path, listener.port)
    asked: list[str] = []

    def confirm(text: str, **_: object) -> bool:
        asked.append(text)
        return answer.startswith("y")

    monkeypatch.setattr(click, "confirm", confirm)
    monkeypatch.setattr("duskfall.cli.named._is_terminal", lambda: True)
    result, tried = run("resume", str(hostile.records["address"]), "--plain")
    assert f"calling http://127.0.0.1:{hostile.port}/v1" in result.output
    assert "with the key in DUSKFALL_HTTP_KEY" in result.output
    assert len(asked) == 1
    assert bool(tried) == answer.startswith("y")
    for name in ("program", "module", "server", "file", "prompt"):  # nobody can judge them by their names
        result, tried = run("resume", str(hostile.records[name]), "--plain")
        assert (result.exit_code, len(asked), tried) == (2, 1, [])


def test_a_record_of_a_stranger_does_not_get_the_key(tmp_path: Path) -> None:
    """The record that stole keys: `duskfall resume` alone posted the key to the address in it."""
    with listening() as listener:
        hostile = HostileFiles(tmp_path, listener.port)
        done = CliRunner().invoke(cli, ["resume", str(hostile.records["address"]), "--plain"])
    assert done.exit_code == 2
    assert listener.heard == []


def test_the_calls_beside_a_record_do_not_raise_a_limit_of_costs(listener: Listener, tmp_path: Path) -> None:
    hostile = HostileFiles(tmp_path, listener.port)
    words = ("resume", str(hostile.records["address"]), "--players", hostile.model, "--max-cost", "1")
    assert "the file is damaged here" in harmless(hostile, listener, *words).output


def test_the_key_goes_where_the_user_has_named_the_address(tmp_path: Path) -> None:
    """The listener hears what there is to hear, so that the test above means something."""
    with listening() as listener:
        hostile = HostileFiles(tmp_path, listener.port)
        words = ["resume", str(hostile.records["address"]), "--plain", "--players", hostile.model]
        assert CliRunner().invoke(cli, words).exit_code == 3
    assert f"authorization: bearer {KEY}".encode() in b"".join(listener.heard).lower()
