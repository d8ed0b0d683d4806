"""The rules pages: complete, readable in a terminal, drawn in valid Mermaid, and current in docs/rules."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from duskfall.core.plan.compile import compile_plan
from duskfall.draw import export
from duskfall.rules import BOOKS, ruleset
from duskfall.tell.rules import formats
from duskfall.tell.text import capital, spaced
from duskfall.vocabulary.ruleset import Ruleset

ROOT = Path(__file__).parents[2]
RULESETS = [ruleset(name) for name in BOOKS]
every_ruleset = pytest.mark.parametrize("book", RULESETS, ids=list(BOOKS))


@every_ruleset
def test_a_page_names_every_role_act_flag_reason_and_citation(book: Ruleset) -> None:
    for printed in (formats.page(book), formats.text(book)):
        for role in book.roles:
            assert role.name in printed
            assert all(capital(spaced(ability.verb)) in printed for ability in role.abilities)
        assert all(flag.name in printed and flag.about.split()[0] in printed for flag in book.flags)
        assert all(capital(flag.called).split()[0] in printed for flag in book.flags)
        assert all(spaced(win.reason).split()[0] in printed for win in book.wins)
        edges = {f"[{edge.rule}]" for edge in book.overturns} | {f"[{win.rule}]" for win in book.wins}
        assert all(edge in printed for edge in edges)


@every_ruleset
def test_a_terminal_page_fits_and_bears_no_marks(book: Ruleset) -> None:
    printed = formats.text(book)
    assert max(map(len, printed.splitlines())) <= 100
    assert not re.search(r"`|\*\*|\|---|^#+ ", printed, re.MULTILINE)


@every_ruleset
def test_every_citation_of_a_page_is_a_link(book: Ruleset) -> None:
    body, _, links = formats.page(book).partition("\n\n[")
    cited = set(re.findall(r"\[([A-Z]+(?:-|§)?[\w.§-]+)\](?!\()", body))
    defined = set(re.findall(r"^\[?([^\]]+)\]: ", links, re.MULTILINE))
    assert cited
    assert cited <= defined


@every_ruleset
def test_data_is_json_and_its_graph_is_the_plan(book: Ruleset) -> None:
    found = json.loads(json.dumps(formats.data(book)))
    plan = compile_plan(book)
    assert found["order"] == list(plan.order)
    nodes = {node["id"] for node in found["graph"]["nodes"]}
    assert len(nodes) == len(found["graph"]["nodes"])
    assert {edge[end] for edge in found["graph"]["edges"] for end in ("by", "what")} <= nodes
    assert len(found["graph"]["edges"]) == sum(len(edge.what) for edge in book.overturns)
    assert [role["name"] for role in found["rules"]["roles"]] == [role.name for role in book.roles]


NODE = re.compile(r'^(\w+)(\[/|\[\[|\(\[|\{\{|\[|\(|\{)"[^"]+"(/\]|\]\]|\]\)|\}\}|\]|\)|\})$')
ARROW = re.compile(r'^(\w+) (?:-->|-\.->|~~~)(?:\|(?:"[^"|]+"|yes|no)\|)? (\w+)$')
SUBGRAPH = re.compile(r'^subgraph (\w+)\["[^"]+"\]$')


@every_ruleset
def test_diagrams_are_mermaid(book: Ruleset) -> None:
    first, *lines = formats.mermaid(book).splitlines()
    assert first == "flowchart TB"
    declared, used, depth = set(), set(), 0
    for each in map(str.strip, lines):
        if match := ARROW.match(each):
            used |= set(match.groups())
        elif match := NODE.match(each):
            assert match[1] not in declared
            declared.add(match[1])
        else:
            frame = SUBGRAPH.match(each)
            depth += 1 if frame else -1 if each == "end" else 0
            declared |= {frame[1]} if frame and frame[1] == "overrides" else set()
            assert frame or each == "end" or each in ("direction LR", "direction TB"), each
            assert 0 <= depth <= 1, "a frame within a frame lies down, whatever its direction"
    assert lines[-1].strip() == "overrides ~~~ start", "what nothing joins stands side by side"
    assert depth == 0
    assert used <= declared
    assert declared - used == set()


def test_docs_are_current() -> None:
    assert export.stale(ROOT / "docs/rules") == [], "run: make docs"


def test_stale_names_what_differs(tmp_path: Path) -> None:
    written = export.export(tmp_path)
    assert "README.md" in written
    assert export.stale(tmp_path) == []
    (tmp_path / "werewolf.md").write_text("old")
    (tmp_path / "werewolf.json").unlink()
    (tmp_path / "left-over.md").write_text("")
    assert sorted(export.stale(tmp_path)) == ["left-over.md", "werewolf.json", "werewolf.md"]


def page(book: str) -> str:
    return formats.page(ruleset(book))


def test_a_page_says_what_a_question_that_is_not_put_tells() -> None:
    """TA-15: the Jailor is not asked for an execution that the full moon prevents."""
    silent = "Where moon overturns execute beforehand, who is not asked knows by that that the player in question is"
    assert f"{silent} Werewolf. [" in page("town-of-agents")
    assert "who is not asked" not in page("ai-mafia") + page("werewolf")


def test_a_page_says_of_which_role_there_is_one() -> None:
    assert page("town-of-agents").count("A deck has at most one. [TA§Uniqueness]") == 5
    assert "A deck has at most one" not in page("werewolf")


def test_a_page_says_what_a_change_of_role_tells() -> None:
    later = "Who takes such a role later learns of the others, and they learn of the new role."
    assert later in page("town-of-agents")
    assert later not in page("ai-mafia")  # nobody knows a Jester
