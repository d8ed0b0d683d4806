"""The examples from outside the package: by path and by module, in every command that takes a ruleset."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from duskfall.arena.run.series import Series, open_folder, read_folder
from duskfall.players.base import PlayerError
from duskfall.rules.registry import find, located
from duskfall.table.sheet import TableSheet
from duskfall.testing import ContractError, ruleset_test, untranslated
from duskfall.vocabulary import Const, Flag
from duskfall.web.engine_zip import engine_zip
from tests import warm
from tests.cli.test_completion import completed
from tests.outside import CULT, EXAMPLES, MINI, forgetting
from tests.web.test_web_command import serving

CASES = EXAMPLES / "cases"


def duskfall(*args: str, cwd: Path = EXAMPLES, code: int = 0, **environment: str) -> str:
    done = warm.duskfall(*args, cwd=cwd, env=environment)
    assert done.returncode == code, done
    assert "Traceback" not in done.stderr
    return done.stdout if code == 0 else done.stderr


# -- the contract --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rules", "cases"), [(MINI, "mini_mafia.yaml"), (CULT, "cult.yaml")])
def test_the_examples_keep_the_contract(rules: str, cases: str) -> None:
    report = ruleset_test(rules, cases=[CASES / cases], games=24)
    assert report.games == report.swaps == 24
    assert report.evenings
    assert report.cases >= 4


@pytest.mark.parametrize("rules", ["ai-mafia", "city-mafia", "werewolf"])
def test_so_do_the_books(rules: str) -> None:
    assert ruleset_test(rules, games=16).games == 16


def test_a_book_that_breaks_it_is_told_so() -> None:
    mini, cult = find(MINI), find(CULT)
    broken = {
        "what it is asked tells|can tell the cards": replace(mini, id="leaks", knows=()),
        "the game does not end": replace(mini, id="endless", max_rounds=Const(10**9), wins=()),
        "lacks what it is called": replace(cult, id="wordless", flags=(*cult.flags, Flag("quiet", True))),
        "it has no title": replace(cult, id="untitled", title=type(cult.title)("")),
    }
    for told, rules in broken.items():
        with pytest.raises(ContractError, match=told):
            ruleset_test(rules)


def test_a_case_that_fails_breaks_it(tmp_path: Path) -> None:
    text = (CASES / "mini_mafia.yaml").read_text(encoding="utf-8").replace("../mini_mafia.py", MINI)
    (tmp_path / "wrong.yaml").write_text(text.replace("winner: town", "winner: mafia"), encoding="utf-8")
    with pytest.raises(ContractError, match=r"wrong\.yaml: The vote finds the Mafioso.*winner: expected mafia"):
        ruleset_test(MINI, cases=[tmp_path], games=1)


def test_what_is_not_translated_can_be_listed() -> None:
    assert "Cult Leader" not in untranslated(CULT, "ru")
    assert "Cult Leader" in untranslated(CULT, "zh")
    assert untranslated(CULT, "en") == []


def test_the_mini_mafia_is_small() -> None:
    assert len(Path(MINI).read_text(encoding="utf-8").splitlines()) <= 60


# -- commands ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["mini_mafia.py", "mini_mafia.py:MINI_MAFIA", "mini_mafia:MINI_MAFIA"])
def test_it_is_played_counted_in_processes_and_printed(rules: str) -> None:
    counted = json.loads(duskfall("play", "--rules", rules, "--games", "60", "--jobs", "2", "--seed", "1", "--json"))
    assert counted["rules"] == "mini-mafia"
    assert sum(counted["wins"].values()) == counted["games"] == 60
    assert counted["deck"] == {"Villager": 2, "Detective": 1, "Mafioso": 1}
    assert "MINI-MAFIA" in duskfall("rules", rules)


def test_a_module_on_the_path_of_python(tmp_path: Path) -> None:
    told = duskfall("rules", "cult:THE_CULT_RULES", "--language", "ru", cwd=tmp_path, PYTHONPATH=str(EXAMPLES))
    assert "Глава культа" in told


def test_a_record_is_resumed_replayed_and_explained_with_the_ruleset_or_shown_without(tmp_path: Path) -> None:
    record = str(tmp_path / "game.jsonl")
    duskfall("play", "--rules", "cult.py", "--seats", "7", "--seed", "5", "--record", record, "--plain", "--speed", "0")
    head = json.loads(Path(record).read_text(encoding="utf-8").splitlines()[0])["game"]
    assert head["ruleset"] == {"id": "cult", "version": 1, "distribution": None}
    assert duskfall("replay", record, "--verify", "--rules", "cult.py").startswith("verified: ")
    with_it = duskfall("replay", record, "--plain", "--rules", "cult.py")
    without = duskfall("replay", record, "--plain")
    assert "Turning points:" in with_it
    assert without.splitlines()[:20] == with_it.splitlines()[:20]
    assert "unknown ruleset 'cult': give its module:NAME or its file by --rules" in duskfall(
        "replay", record, "--verify", code=1
    )
    assert duskfall("why", record, "--rules", "cult.py")
    assert duskfall("why", record)
    lines = Path(record).read_text(encoding="utf-8").splitlines(keepends=True)
    Path(record).write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
    assert "unknown ruleset 'cult'" in duskfall("resume", record, "--plain", code=2)
    assert "The game is over" in duskfall("resume", record, "--plain", "--speed", "0", "--rules", "cult.py")


def test_a_record_never_causes_an_import(tmp_path: Path) -> None:
    """Whatever its header says of where its ruleset is."""
    (tmp_path / "evil.py").write_text("raise AssertionError('this ran')\n", encoding="utf-8")
    record = tmp_path / "game.jsonl"
    duskfall("play", "--rules", "mini_mafia.py", "--seed", "5", "--record", str(record), "--plain", "--speed", "0")
    head, *rest = record.read_text(encoding="utf-8").splitlines(keepends=True)
    for name in ("evil.py", "evil:X", str(tmp_path / "evil.py")):
        game = json.loads(head)["game"]
        there = {"id": name, "version": 1, "distribution": {"name": "evil", "version": "1"}}
        record.write_text(
            json.dumps({"game": game | {"rules": name, "ruleset": there}}) + "\n" + "".join(rest), "utf-8"
        )
        told = duskfall("replay", str(record), "--verify", cwd=tmp_path, code=1)
        assert "install the package that it came with, evil 1, or give it by --rules" in told
        assert "Day 1" in duskfall("replay", str(record), "--plain", cwd=tmp_path)
        assert "this ran" not in duskfall("resume", str(record), cwd=tmp_path, code=2)


def test_a_table_file_names_a_path_from_its_own_folder(tmp_path: Path) -> None:
    duskfall("init", str(tmp_path / "table.yaml"), "--rules", "cult.py")
    text = (tmp_path / "table.yaml").read_text(encoding="utf-8")
    assert f"\nrules: {os.path.relpath(CULT, tmp_path)}\n" in text
    counted = duskfall("play", str(tmp_path / "table.yaml"), "--games", "3", "--seed", "1", "--json", cwd=tmp_path)
    assert json.loads(counted)["rules"] == "cult"


def test_cases_and_rulings() -> None:
    assert duskfall("check", "cases").splitlines()[-1] == "12 passed, 0 failed"
    seats = "Ann: Cult Leader, Bob: Priest, Cid: Inquisitor, Dee: Believer, Eli: Believer"
    ruled = duskfall("rule", "cult.py", "--seats", seats, "--night", "recruit: Dee, bless: Dee")
    assert "CULT-3" in ruled
    assert "Whom a Priest has blessed is not recruited that night." in ruled
    explained = duskfall("rule", "cases/cult.yaml")
    assert "becomes a Cultist" in explained


def test_a_case_names_an_id_that_was_brought(tmp_path: Path) -> None:
    text = (CASES / "mini_mafia.yaml").read_text(encoding="utf-8").replace("../mini_mafia.py", "mini-mafia")
    (tmp_path / "cases.yaml").write_text(text, encoding="utf-8")
    assert "4 passed" in duskfall("check", str(tmp_path), "--rules", "mini_mafia.py")
    assert "rules: unknown ruleset 'mini-mafia'" in duskfall("check", str(tmp_path), code=2)


@pytest.mark.parametrize(
    "command",
    [
        ("play",),
        ("rules",),
        ("rule",),
        ("init", "-"),
        ("check", "cases"),
        ("replay",),
        ("why", "x"),
        ("resume",),
        ("host",),
    ],
)
def test_a_mistake_is_one_clear_line_everywhere(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("\nnope\n", encoding="utf-8")
    option = () if command[0] in ("rules", "rule") else ("--rules",)
    told = duskfall(*command, *option, str(tmp_path / "bad.py"), code=2)
    assert told.count("\n") == 1
    assert told.startswith("duskfall: ")
    assert "bad.py: line 2: NameError: name 'nope' is not defined" in told


def test_completion_knows_files_and_their_roles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    assert completed("--rules", "mini") == ["mini_mafia.py"]
    assert completed("--rules", "../exam") == ["../examples/"]
    assert completed("--rules", "cult.py", "--deck", "Cult") == ["Cultist", "Cult Leader"]


def test_the_folder_of_a_series_names_its_ruleset_and_never_loads_one(tmp_path: Path) -> None:
    book = tmp_path / "book.py"
    book.write_text(Path(CULT).read_text(encoding="utf-8"), encoding="utf-8")
    with forgetting():
        open_folder(tmp_path / "runs", Series(TableSheet(located(str(book)), players="ollama:nobody"), range(2)))
    with forgetting():
        find(str(book))
        found = read_folder(tmp_path / "runs")
        assert found.sheet.ruleset.id == "cult"
        assert found.record(tmp_path, 1).name == "cult-1.jsonl"
    with forgetting(), pytest.raises(PlayerError, match=r"series\.json: unknown ruleset 'cult' .*--rules"):
        read_folder(tmp_path / "runs")
    plan = tmp_path / "runs" / "series.json"
    plan.write_text(plan.read_text(encoding="utf-8").replace('"cult"', json.dumps(str(book))), encoding="utf-8")
    book.write_text("raise SystemExit('loaded')", encoding="utf-8")
    with forgetting(), pytest.raises(PlayerError, match="unknown ruleset"):
        read_folder(tmp_path / "runs")


# -- the host's page -----------------------------------------------------------------------------------------


def test_it_is_hosted() -> None:
    with serving("--rules", MINI, "--rules", CULT, "--port", "18431") as server:
        there = server.call("rulesets", language="ru")
        assert [game["title"] for game in there if game["id"] in ("mini-mafia", "cult")] == ["Mini-mafia", "Культ"]
        actions = [{"do": "set", "key": "rules", "value": "cult"}, {"do": "deal", "seed": 3}]
        evening = server.call("evening", id="outside-1", have=0, actions=actions)
        assert evening["at"] == 2
        assert "<h1>" in server.call("rules", id="cult")["html"]


def test_the_engine_in_the_page_has_it_too(tmp_path: Path) -> None:
    find(MINI)
    find(CULT)
    ZipFile(BytesIO(engine_zip())).extractall(tmp_path)
    script = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "from duskfall.host.service import Service\n"
        "print([game['id'] for game in Service().call('rulesets', {})])"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, timeout=60)
    assert "'mini-mafia'" in done.stdout, done.stderr
    assert "'cult'" in done.stdout
