"""The case files hold; every rule has a case; a file that is no case file is refused with one clear line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from duskfall.cases.check import check, failures, find_files
from duskfall.cases.load import Case, read_file
from duskfall.core.plan.compile import walk
from duskfall.rules import BOOKS, ruleset
from tests.case_files import cases_of
from tests.rules.declared import RULE_IDS

ROOT = Path(__file__).parents[2]
FILES = find_files([ROOT / "cases"])
IN_NO_BOOK = {"G14"}  # none has a ballot of weight 0: tests/core/test_zero_weights.py shows it
BY_MODERATOR = {"G12"}  # case files have no words for a moderator's acts: tests/laws must show them


def ids_of(name: str) -> set[str]:
    """The rule ids that a case names: all before the first colon."""
    ids, colon, _ = name.partition(":")
    return set(re.split(r"[,\s]+", ids.strip())) if colon else set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_all_cases_of_a_file_hold(path: Path) -> None:
    cases = cases_of(path)
    assert cases
    assert {case.name: wrong for case in cases if (wrong := failures(case))} == {}


def test_every_rule_has_a_case() -> None:
    cited = {part.rule for book in BOOKS for part in walk(ruleset(book)) if getattr(part, "rule", "")}
    named = {rule for path in FILES for case in cases_of(path) for rule in ids_of(case.name)}
    assert (RULE_IDS | cited) - named - BY_MODERATOR - IN_NO_BOOK == set()


def test_every_id_before_a_colon_is_a_rule() -> None:
    for path in FILES:
        for case in cases_of(path):
            assert ids_of(case.name) <= RULE_IDS, case.name


def test_what_only_the_moderator_can_show_is_tested_among_the_laws() -> None:
    laws = "".join(path.read_text() for path in (ROOT / "tests/laws").glob("*.py"))
    for rule in BY_MODERATOR:
        assert re.search(rf"\b{rule}\b", laws)


def test_no_two_cases_of_a_file_share_a_name() -> None:
    for path in FILES:
        names = [case.name for case in cases_of(path)]
        assert len(names) == len(set(names)), path


# -- what the runner prints ------------------------------------------------------------------------

GOOD = """\
- name: "AM-6: A Bomb takes its killer along"
  rules: ai-mafia
  seats: {Ann: Bomb, Bob: Godfather, Cid: Villager, Dee: Cop, Eli: Mafia}
  play:
  - night: {kill: {mafia: Ann}, investigate: {Dee: Bob}}
    expect: {dead: {Ann: Bomb, Bob: Godfather}, told: {Dee: {investigate: INNOCENT}}}
"""


class Run:
    """What a run of the checker says."""

    def __init__(self, *paths: Path) -> None:
        self.out: list[str] = []
        self.err: list[str] = []
        self.status = check(paths, self.out.append, self.err.append)


@pytest.fixture
def write(tmp_path: Path):
    def to_file(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return to_file


def test_all_hold(write) -> None:
    run = Run(write("good.yaml", GOOD))
    assert run.status == 0
    assert run.out == ["ok AM-6: A Bomb takes its killer along", "1 passed, 0 failed"]
    assert run.err == []


def test_a_failure_shows_step_key_expected_and_came(write) -> None:
    wrong = GOOD.replace("INNOCENT", "MAFIA").replace("Bob: Godfather}, told", "Cid: Villager}, told")
    run = Run(write("wrong.yaml", wrong))
    assert run.status == 1
    assert run.out == [
        "FAIL AM-6: A Bomb takes its killer along",
        "  play 1 (night): dead: expected {Ann: Bomb, Cid: Villager}, came {Ann: Bomb, Bob: Godfather}",
        "  play 1 (night): told: expected {Dee: {investigate: MAFIA}}, came {Dee: {investigate: INNOCENT}}",
        "0 passed, 1 failed",
    ]


def test_an_item_after_the_end_of_the_game_fails(write) -> None:
    over = GOOD.replace("{mafia: Ann}, investigate: {Dee: Bob}", "{mafia: Cid}").partition("    expect")[0]
    over += "    expect: {winner: mafia}\n  - day: {}\n    expect: {out: null}\n"
    run = Run(write("over.yaml", over.replace("Dee: Cop", "Dee: Jester")))
    assert run.status == 1
    assert run.out[1:] == ["  play 2 (day): not played, the game was over", "0 passed, 1 failed"]


def test_a_folder_without_case_files_has_not_passed(write, tmp_path: Path) -> None:
    write("notes.txt", "no case")
    run = Run(tmp_path)
    assert (run.status, run.out) == (2, ["0 passed, 0 failed"])
    assert run.err == [f"{tmp_path}: no case file is there: *.yaml or *.yml"]


def test_folders_are_read_in_order_and_the_other_files_still_run(write, tmp_path: Path) -> None:
    write("b.yaml", GOOD)
    write("a.yml", GOOD.replace("AM-6: A Bomb", "AM-6: The Bomb"))
    write("c.yaml", "- {name: x, rules: chess, seats: {}, play: []}")
    write("notes.txt", "no case")
    run = Run(tmp_path)
    assert run.status == 2
    assert run.out == [
        "ok AM-6: The Bomb takes its killer along",
        "ok AM-6: A Bomb takes its killer along",
        "2 passed, 0 failed",
    ]
    assert len(run.err) == 1


# What is wrong: a change to the good case, and the words that the complaint must hold.
BAD: dict[str, tuple[str, str, list[str]]] = {
    "unknown ruleset": ("rules: ai-mafia", "rules: ai-mafai", ["rules", "'ai-mafai'"]),
    "unknown role": ("Ann: Bomb, B", "Ann: Bomber, B", ["seats", "Ann", "'Bomber'", "did you mean 'Bomb'?"]),
    "role of another book": ("Dee: Cop", "Dee: Seer", ["seats", "Dee", "'Seer'"]),
    "seat without a role": ("Dee: Cop", "Dee:", ["seats", "Dee"]),
    "unknown actor": ("{Dee: Bob}}", "{Dea: Bob}}", ["play 1", "investigate", "'Dea'"]),
    "unknown target": ("{Dee: Bob}}", "{Dee: Bop}}", ["play 1", "investigate", "'Bop'", "did you mean 'Bob'?"]),
    "unknown player expected": ("Bob: Godfather}, t", "Bop: Godfather}, t", ["expect", "dead", "'Bop'"]),
    "unknown verb": (
        "investigate: {Dee: Bob}",
        "investigat: {Dee: Bob}",
        ["night", "'investigat', did you mean 'investigate'?"],
    ),
    "verb of the day at night": ("investigate: {Dee: Bob}", "vote: {Dee: Bob}", ["night", "'vote'"]),
    "unknown key": ("rules:", "flag: {}\n  rules:", ["key", "'flag', did you mean 'flags'?"]),
    "unknown expect key": ("{dead:", "{died: [], dead:", ["expect", "'died'"]),
    "unknown key in an item": ("expect:", "expects:", ["play 1", "'expects'"]),
    "unknown flag": ("seats:", "flags: {blocks: true}\n  seats:", ["flags", "'blocks'"]),
    "bad flag value": ("seats:", "flags: {announceSaves: 3}\n  seats:", ["flags", "announceSaves"]),
    "duplicate key": ("Cid: Villager", "Ann: Villager", ["line 3", "'Ann'", "twice"]),
    "reserved name": ("Cid: Villager", "nobody: Villager", ["seats", "'nobody'"]),
    "team's name": ("Cid: Villager", "mafia: Villager", ["seats", "'mafia'"]),
    "unknown side": ("{dead:", "{winner: purple, dead:", ["expect", "winner", "'purple'"]),
    "night and day": ("    expect:", "    day: {}\n    expect:", ["play 1", "one night or one day"]),
    "no play": ("  play:", "  played:", ["'played'"]),
    "play is no list": (GOOD[GOOD.index("  - night") :], "    {}\n", ["play", "a list"]),
    "bad start": ("seats:", "start: {nigth: 2}\n  seats:", ["start", "'nigth'"]),
    "dead strangers": ("seats:", "start: {night: 2, dead: [Zoe]}\n  seats:", ["dead", "'Zoe'"]),
    "unknown mark": ("seats:", "start: {night: 2, revealed: [Ann]}\n  seats:", ["revealed"]),
    "no such card": ("seats:", "immune: [Ann]\n  seats:", ["immune", "ai-mafia"]),
    "target is a stranger": ("seats:", "target: {Ann: Zoe}\n  seats:", ["target", "'Zoe'"]),
    "target of no Executioner": ("seats:", "target: {Ann: Bob}\n  seats:", ["target", "Bomb", "Ann"]),
    "target is a list": ("seats:", "target: [Ann]\n  seats:", ["target", "a mapping"]),
    "flags are a list": ("seats:", "flags: [announceSaves]\n  seats:", ["flags", "a mapping"]),
    "two seats of one name": ("Ann: Bomb, Bob", "1: Bomb, '1': Cop, Bob", ["seats", "'1'", "twice"]),
    "seat without a name": ("Ann: Bomb, Bob", "null: Bomb, Bob", ["seats", "null"]),
    "name that no line can hold": ("Ann: Bomb, Bob", '"A\\nB": Bomb, Bob', ["seats", "printable"]),
    "name is null": ('name: "AM-6: A Bomb takes its killer along"', "name:", ["case 1", "name", "missing"]),
    "name is a list": ('name: "AM-6: A Bomb takes its killer along"', "name: [x]", ["case 1", "name", "a list"]),
    "ruleset is a list": ("rules: ai-mafia", "rules: [ai-mafia]", ["rules", "a list"]),
    "role is a list": ("Ann: Bomb, Bob", "Ann: [Bomb], Bob", ["seats", "Ann", "a list"]),
    "start with no phase": ("seats:", "start: {dead: [Ann]}\n  seats:", ["start", "night or day"]),
    "start at night 0": ("seats:", "start: {night: 0}\n  seats:", ["start", "night", "not 0"]),
    "start at night yes": ("seats:", "start: {night: true}\n  seats:", ["start", "night", "True"]),
    "used for ever": ("seats:", "start: {night: 2, used: {shoot: {Ann: true}}}\n  seats:", ["used", "shoot", "True"]),
    "used less than never": ("seats:", "start: {night: 2, used: {shoot: {Ann: -1}}}\n  seats:", ["used", "-1"]),
    "used by a stranger": ("seats:", "start: {night: 2, used: {shoot: {Zoe: 1}}}\n  seats:", ["used", "'Zoe'"]),
    "used by nobody": ("seats:", "start: {night: 2, used: {shoot: {null: 1}}}\n  seats:", ["used", "null"]),
    "unknown act used": ("seats:", "start: {night: 2, used: {shot: {Ann: 1}}}\n  seats:", ["used", "'shot'"]),
    "last is a stranger": ("seats:", "start: {night: 2, last: {jail: {Ann: Zoe}}}\n  seats:", ["last", "'Zoe'"]),
    "dead is no list": ("seats:", "start: {night: 2, dead: Ann}\n  seats:", ["start: dead", "'Ann'"]),
    "no such title": ("seats:", "start: {night: 2, sheriff: Ann}\n  seats:", ["sheriff", "ai-mafia"]),
}
NO_CASES = {
    "not YAML": b"- name: [",
    "a word": b"- Bomb",
    "a tab": b"- name: x\n\trules: y",
    "not a list": b"name: x\nrules: ai-mafia",
    "a number": b"7",
    "binary": bytes(range(256)),
    "not UTF-8": "- name: Älg".encode("latin-1"),
    "empty": b"",
    "only a comment": b"# nothing yet\n",
    "unhashable key": b"- {[a, b]: c}",
    "a bomb of aliases": b"a: &a [x]\nb: *c",
    "deeply nested": b"[" * 5000,
    "a tag": b"- !!python/object/apply:os.system [ls]",
    "neither true nor false": b"- !!bool maybe",
    "no time": b"- !!timestamp x",
    "a list tagged a mapping": b"- !!map [a]",
    "a mapping tagged a word": b"- !!str {a: b}",
    "no number": b"- !!float x",
    "a mapping that holds itself": b"- &a {name: *a}",
    "a merge of a word": b"- {<<: x}",
    "two merges": b"- {<<: {}, <<: {}}",
}


@pytest.mark.parametrize("what", BAD)
def test_a_slip_in_a_case_is_refused_with_file_case_and_key(what: str, write) -> None:
    old, new, words = BAD[what]
    path = write("bad.yaml", GOOD.replace(old, new))
    run = Run(path, write("good.yaml", GOOD))
    assert run.status == 2
    assert run.out == ["ok AM-6: A Bomb takes its killer along", "1 passed, 0 failed"]
    [line] = run.err
    assert "\n" not in line
    assert line.startswith(f"{path}: ")
    assert "case AM-6: A Bomb takes its killer along: " in line or "case 1" in words
    for word in words:
        assert word in line


@pytest.mark.parametrize("what", NO_CASES)
def test_a_file_that_is_no_case_file_is_refused(what: str, write) -> None:
    path = write("bad.yaml", NO_CASES[what])
    run = Run(path, write("good.yaml", GOOD))
    assert run.status == 2, run.out
    assert run.out[-1] == "1 passed, 0 failed"
    [line] = run.err
    assert "\n" not in line
    assert line.startswith(f"{path}: ")
    assert "codec" not in line


def test_a_missing_file_is_refused(write, tmp_path: Path) -> None:
    run = Run(tmp_path / "none.yaml", write("good.yaml", GOOD))
    assert run.status == 2
    assert run.out[-1] == "1 passed, 0 failed"
    assert run.err == [f"{tmp_path / 'none.yaml'}: No such file or directory"]


def test_names_are_text_whatever_they_look_like(write) -> None:
    """YAML 1.2: `on`, `no`, `y` are words; numbers can be names too."""
    text = "- name: n\n  rules: ai-mafia\n  seats: {on: Godfather, no: Villager, y: Villager, 7: Cop}\n"
    text += "  play:\n  - night: {kill: {mafia: no}, investigate: {7: y}}\n    expect: {dead: [no]}\n"
    assert Run(write("words.yaml", text)).out == ["ok n", "1 passed, 0 failed"]


def test_the_rest_runs_when_a_case_breaks_the_runner(write, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(case: Case) -> list[str]:
        if "broken" in case.name:
            raise RuntimeError("boom\nbang")
        return []

    monkeypatch.setattr("duskfall.cases.check.failures", burst)
    run = Run(write("two.yaml", GOOD.replace("A Bomb", "A broken Bomb") + GOOD))
    assert run.status == 1
    assert run.out == [
        "FAIL AM-6: A broken Bomb takes its killer along",
        "  internal error: RuntimeError('boom\\nbang')",
        "ok AM-6: A Bomb takes its killer along",
        "1 passed, 1 failed",
    ]


def test_the_other_files_run_when_a_file_breaks_the_reader(write, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(path: Path, tell: object) -> list[Case]:
        if path.stem == "bad":
            raise RuntimeError("boom")
        return read_file(path)

    monkeypatch.setattr("duskfall.cases.check.read_file", burst)
    bad = write("bad.yaml", GOOD)
    run = Run(bad, write("good.yaml", GOOD))
    assert (run.status, run.out[-1]) == (2, "1 passed, 0 failed")
    assert run.err == [f"{bad}: internal error: RuntimeError('boom')"]


@pytest.mark.parametrize("name", ['"A Bomb\\ntwice\\r\\n"', '"A Bomb\\u2028twice"', "|\n    A Bomb\n    twice"])
def test_a_name_of_several_lines_is_shown_on_one(name: str, write) -> None:
    text = GOOD.replace('"AM-6: A Bomb takes its killer along"', name)
    assert Run(write("ok.yaml", text)).out == ["ok A Bomb twice", "1 passed, 0 failed"]
    failed = Run(write("fail.yaml", text.replace("INNOCENT", "MAFIA")))
    assert failed.out[0] == "FAIL A Bomb twice"
    [line] = Run(write("bad.yaml", text.replace("investigate: {Dee", "look: {Dee"))).err
    assert "case A Bomb twice: play 1: night: unknown verb 'look'" in line


def test_what_is_printed_is_always_text(write) -> None:
    assert Run(write("odd.yaml", GOOD.replace("A Bomb", "A \\ud800"))).out[0] == (
        "ok AM-6: A \\ud800 takes its killer along"
    )


def test_null_is_left_out(write) -> None:
    text = GOOD.replace("seats:", "start: null\n  target: null\n  immune: null\n  flags: null\n  seats:")
    assert Run(write("null.yaml", text)).status == 0
