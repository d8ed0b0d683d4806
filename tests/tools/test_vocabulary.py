"""The vocabulary reference is what the words say, and its examples are data of the books."""

from __future__ import annotations

import re
from enum import Enum

import pytest

from duskfall import vocabulary
from duskfall.core.night.executors import EXECUTORS
from duskfall.vocabulary import Effect
from tools.vocabulary import PAGE, ROOT, UNUSED, page
from tools.vocabulary_found import example, found, parts, uses, words_of
from tools.vocabulary_written import written

NAMES = {name: getattr(vocabulary, name) for name in vocabulary.__all__}
BOOKS = [*(ROOT / "src/duskfall/rules").glob("*.py"), *(ROOT / "examples").glob("*.py")]
PAGES = PAGE.read_text("utf-8")
NOT_YET = {"Occasion.DIED"}


def test_the_page_is_up_to_date() -> None:
    assert page() == PAGES, "run make docs"


def test_every_word_stands_on_it() -> None:
    lost = [name for name in NAMES if not re.search(rf"^### {name}$|`{name}`", PAGES, re.MULTILINE)]
    assert lost == []


def test_whatever_the_books_say_reads_back_as_the_same() -> None:
    for each in (*found("books"), *found("examples")):
        assert eval(written(each.node), dict(NAMES)) == each.node


def test_every_code_block_is_a_node_of_a_book() -> None:
    nodes = {repr(each.node) for each in (*found("books"), *found("examples"))}
    blocks = re.findall(r"```python\n(.*?)```", PAGES, re.DOTALL)
    assert len(blocks) > 50
    assert all(repr(eval(block, dict(NAMES))) in nodes for block in blocks)


@pytest.mark.parametrize("file", ["seats", "conditions", "effects", "steps", "cards", "ruleset"])
def test_every_word_has_an_example(file: str) -> None:
    """But for those from which others are made, and for errors."""
    for kind in words_of(file):
        if issubclass(kind, Enum):
            lacking = {f"{kind.__name__}.{part.name}" for part in parts(kind) if not uses(kind[part.name])}
            assert lacking <= NOT_YET
        elif not kind.__subclasses__() and not issubclass(kind, Exception):
            assert example(kind), kind.__name__


def test_what_no_book_needs_is_written_in_none() -> None:
    told = set(re.findall(rf"^- `(\w+\.\w+)`.*{re.escape(UNUSED)}$", PAGES, re.MULTILINE))
    assert told == NOT_YET
    assert not [(word, path.name) for path in BOOKS for word in told if word in path.read_text("utf-8")]


def test_an_effect_stands_in_the_table_where_it_has_an_executor() -> None:
    table = PAGES.partition("| --- |")[2].partition("\n## ")[0]
    rows = {row.split(" | ")[0].strip("| "): row.count("yes") for row in table.splitlines()[1:] if row}
    columns = {frozenset(kind.__name__ for kind in takes) for takes in EXECUTORS.values()}
    assert {*rows} == {kind.__name__ for kind in Effect.__subclasses__()}
    assert rows == {name: sum(name in takes for takes in columns) for name in rows}
