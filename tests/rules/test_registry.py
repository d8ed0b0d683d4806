"""The registry: every way to name a ruleset, and every way to get it wrong."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace

import pytest

import duskfall
from duskfall.core.facts import Began
from duskfall.rules import BOOKS, registry, ruleset
from duskfall.rules.outside import NoRuleset
from duskfall.rules.registry import find, find_told, ids, known, located, origin, unknown
from duskfall.tell.tongue import say, speaking, word
from duskfall.vocabulary import OwnWords
from tests.outside import CULT, MINI, forgetting

SOURCE = Path(duskfall.__file__).parent
MINE = "from dataclasses import replace\nfrom duskfall.rules.werewolf import WEREWOLF\n"


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    with forgetting():
        yield


def book(folder: Path, text: str, name: str = "book.py") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


def refusal(spec: str) -> str:
    with pytest.raises(NoRuleset) as caught:
        find(spec)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# -- found ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_the_five_books_by_id(name: str) -> None:
    assert find(name) is known(name) is ruleset(name)


def test_a_file_brings_its_one_ruleset_which_facts_find_by_id() -> None:
    assert known("mini-mafia") is None
    found = find(MINI)
    assert found.id == "mini-mafia"
    assert find(MINI) is found is known("mini-mafia") is find("mini-mafia")
    assert ids() == (*BOOKS, "mini-mafia")
    game = duskfall.start(MINI, 4)
    assert [fact.rules for fact in game.facts if isinstance(fact, Began)] == ["mini-mafia"]


def test_a_name_in_a_file_and_a_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'{MINE}A = replace(WEREWOLF, id="one")\nB = replace(WEREWOLF, id="two")\n'
    file = book(tmp_path, text, "two_books.py")
    assert find(f"{file}:B").id == "two"
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find("two_books:A").id == "one"
    assert "there are several (A, B): name one, as in" in refusal(file)


def test_a_book_that_ours_was_taken_for_is_not_taken_for_its_own(tmp_path: Path) -> None:
    assert find(book(tmp_path, f'{MINE}MINE = replace(WEREWOLF, id="mine")\n')).id == "mine"


def test_a_ruleset_itself_starts_a_game() -> None:
    rules = replace(ruleset("werewolf"), id="at-home")
    assert duskfall.start(rules, 8).plan.rules is rules
    assert known("at-home") is rules
    assert duskfall.start(ruleset("werewolf"), 8).plan.rules.id == "werewolf"


def test_the_same_twice_is_the_same() -> None:
    first = find(MINI)
    assert find(replace(first)) is first


def test_a_path_is_meant_from_the_folder_of_who_names_it(tmp_path: Path) -> None:
    assert located("book.py:A", tmp_path) == f"{tmp_path}/book.py:A"
    assert located("werewolf", tmp_path) == "werewolf"
    assert located("package.module:NAME", tmp_path) == "package.module:NAME"


def test_code_from_outside_is_told_of_before_it_runs_and_only_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    file = book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="told")\n')
    assert find_told(file, told.append).id == "told"
    assert told == [f"running rules from {file}"]
    find_told(file, told.append)  # it has run
    find_told("told", told.append)
    find_told("werewolf", told.append)
    assert len(told) == 1
    book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="told-too")\n', "told_too.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    find_told("told_too:A", told.append)
    assert told[1:] == ["running rules from told_too:A"]
    find_told("told_too:A", told.append)
    with pytest.raises(NoRuleset):
        find_told(str(tmp_path / "none.py"), told.append)
    assert told[2:] == [f"running rules from {tmp_path / 'none.py'}"]
    assert find_told(file, None).id == "told"
    with pytest.raises(NoRuleset):
        find_told("chess", told.append)
    assert len(told) == 3  # an id runs nothing
    assert find_told(book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="quiet")\n', "quiet.py"), None).id == "quiet"


def test_a_file_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="first")\n')
    first = find("book.py")
    monkeypatch.setattr(registry, "module_at", lambda place, beside: pytest.fail("it is read again"))
    assert find("book.py") is first


# -- refused -------------------------------------------------------------------------------------------------


def test_an_unknown_id_says_what_there_is_and_how_to_bring_one() -> None:
    told = refusal("chess")
    assert told == unknown("chess")
    assert all(name in told for name in BOOKS)
    assert "--rules" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\n", "book.py: there is no Ruleset in it"),
        ("import nowhere_to_be_found\n", "book.py: line 1: ModuleNotFoundError: No module named"),
        ("\n\nraise RuntimeError('one\\ntwo')\n", "book.py: line 3: RuntimeError: one two"),
        ("raise SystemExit(3)\n", "book.py: line 1: SystemExit: 3"),
        ("def broken(:\n", "book.py: line 1: SyntaxError"),
        (f'{MINE}A = replace(WEREWOLF, id="Not An Id")\n', "small letters, digits and hyphens"),
        (f'{MINE}A = replace(WEREWOLF, id="broken", sides=())\n', "broken: unknown side"),
        (f"{MINE}A = replace(WEREWOLF, version=7)\n", "there is another ruleset of the id 'werewolf'"),
        (f'{MINE}A = replace(WEREWOLF, id="odd", roles=5)\n', "odd: Ruleset.roles: 5 is no"),
    ],
)
def test_whatever_is_wrong_with_a_file_is_one_line(tmp_path: Path, text: str, told: str) -> None:
    before = ids()
    assert told in refusal(book(tmp_path, text))
    assert ids() == before


def test_no_such_file_module_or_name(tmp_path: Path) -> None:
    assert "there is no such file" in refusal(str(tmp_path / "gone.py"))
    assert "xxx: File name too long" in refusal(f"{'x' * 5000}.py")
    assert "there is no Ruleset called NOPE in it" in refusal(f"{MINI}:NOPE")
    assert "No module named 'no_such_module'" in refusal("no_such_module:X")
    assert "there is no Ruleset called Path in it" in refusal("pathlib:Path")


LAZY = """class Lazy:
    def __getattribute__(self, name):
        globals()["loaded"] = 1
        raise RuntimeError("loaded")

    __class__ = property(lambda self: self.__getattribute__("x"))

first, second = Lazy(), Lazy()
"""


def test_a_module_that_loads_more_when_it_is_looked_at_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The packages of providers are such: to look at what they hold changed it, and ended in a traceback."""
    file = book(tmp_path, LAZY, "lazy_book.py")
    assert "there is no Ruleset in it" in refusal(file)
    assert "no Ruleset called first in it" in refusal(f"{file}:first")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert "RuntimeError: loaded" in refusal("lazy_book:first.more")


@pytest.mark.parametrize("spec", ["openai:", "anthropic:", ":", "nowhere:", ":x", ".a:x", "a..b:x"])
def test_half_a_name_is_one_line(spec: str) -> None:
    assert refusal(spec)
    assert "openai" not in refusal("openai:").replace("'openai:'", "")


def test_an_id_alone_never_runs_code(tmp_path: Path) -> None:
    """What a record or a page names is no place from which something is imported."""
    file = book(tmp_path, "raise AssertionError('this ran')\n")
    assert known(file) is None
    assert known(f"{file}:X") is None
    assert known("antigravity:X") is None
    assert known(5) is None


def test_what_is_installed_is_never_taken_from_the_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, here = tmp_path / "site", tmp_path / "downloads"
    info = site / "acme_rules-1.0.dist-info"
    info.mkdir(parents=True)
    here.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-rules\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[duskfall.rulesets]\nmini-mafia = acme_rules:MINI_MAFIA\n")
    (site / "acme_rules.py").write_text(Path(MINI).read_text(encoding="utf-8"), encoding="utf-8")
    book(here, "raise AssertionError('this ran')\n", "acme_rules.py")
    monkeypatch.chdir(here)
    monkeypatch.setattr(sys, "path", [*(path for path in sys.path if path), str(site)])
    registry._entries.cache_clear()
    try:
        found = known("mini-mafia")
        assert found is not None
        assert origin(found)["distribution"] == {"name": "acme-rules", "version": "1.0"}
    finally:
        registry._entries.cache_clear()
        sys.modules.pop("acme_rules", None)


# -- what comes with it --------------------------------------------------------------------------------------


def test_a_record_says_what_brought_its_ruleset() -> None:
    assert origin(find(MINI)) == {"id": "mini-mafia", "version": 1, "distribution": None}
    found = origin(ruleset("werewolf"))
    assert found["distribution"] == {"name": "duskfall", "version": duskfall.__version__}


def test_a_module_that_is_named_belongs_to_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = SimpleNamespace(name="acme", version="2")
    monkeypatch.setattr(registry, "_distribution", lambda place: package)
    found = find(book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="packed")\n'))
    assert origin(found)["distribution"] == {"name": "acme", "version": "2"}


def test_words_and_translations_come_along() -> None:
    with speaking("ru"):
        assert word("Cult Leader", "role") == "Cult Leader"
        find(CULT)
        assert word("Cult Leader", "role") == "Глава культа"
        assert say("The Cult") == "Культ"
    with speaking("zh"):
        assert say("The Cult") == "The Cult"


def test_words_of_its_own_never_change_those_of_a_book() -> None:
    with speaking("ru"):
        before = word("Villager", "role")
        rules = replace(ruleset("werewolf"), id="rude")
        registry.bring(rules, OwnWords(translations={"ru": {"Villager": "?"}}))
        assert word("Villager", "role") == before != "?"


def test_nothing_above_the_rules_looks_a_book_up_in_a_closed_list() -> None:
    closed = re.compile(r"\bBOOKS\b|from duskfall\.rules import [^\n]*\bruleset\b")
    looking = [
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if SOURCE / "rules" not in path.parents and closed.search(path.read_text(encoding="utf-8"))
    ]
    assert looking == []


# -- where a ruleset was found -------------------------------------------------------------------------------


def test_the_place_of_a_ruleset_is_the_file_that_it_came_from(tmp_path: Path) -> None:
    files = [book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="{name}")\n', f"{name}.py") for name in ("one", "two")]
    found = [find(file) for file in files]
    assert [registry.place_of(rules) for rules in found] == files
    assert registry.place_of(ruleset("werewolf")) == ""
    assert registry.place_of(replace(found[0], id="three")) == ""


def test_an_installed_ruleset_has_no_place_beside_its_id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="installed")\n', "installed_book.py")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("installed", "installed_book:A", registry.GROUP)
    monkeypatch.setattr(registry, "_entries", lambda: {"installed": [entry]})
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    assert registry.place_of(find("installed")) == ""
    wrong = EntryPoint("wrong", "installed_book:A", registry.GROUP)
    registry._by_place.clear()
    monkeypatch.setattr(registry, "_entries", lambda: {"wrong": [wrong]})
    assert refusal("wrong").endswith("installed_book:A of installed_book:A has the id 'installed'")
    monkeypatch.setattr(registry, "_entries", lambda: {"installed": [entry]})
    assert "" not in sys.path  # an installed ruleset is never looked for in the current directory
    other = find(book(tmp_path, f'{MINE}A = replace(WEREWOLF, id="other")\n'))
    assert registry.place_of(other) == str(tmp_path / "book.py")
