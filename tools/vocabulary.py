"""Writes docs/vocabulary.md from the words themselves (`make docs`): what each means, and an example from a book."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

from duskfall import vocabulary
from duskfall.core.night.executors import EXECUTORS, Place
from duskfall.tell.rules.any_word import words
from duskfall.vocabulary import Effect, Occasion, Text
from tools.vocabulary_found import FILES, SIGNS, Example, Part, constants, example, parts, uses, words_of
from tools.vocabulary_written import laid_out, written

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/vocabulary.md"
OPENING = f"""\
# The vocabulary

Every word in which rules are written. A ruleset imports them from `duskfall.vocabulary`. Under each word: its fields
with their defaults, an example as a book has it, and what the rules page makes of that example. `make docs` writes this
page from the classes in `src/duskfall/vocabulary` and from the books; edit those. A `Value` is `{vocabulary.Value}`.
"""
UNUSED = "No book needs it yet."
WIDE, LONG = 110, 1000


def page() -> str:
    """The whole reference."""
    return "\n".join((OPENING, *_places(), *(line for file in _files() for line in _file(file)))).rstrip() + "\n"


def _files() -> tuple[str, ...]:
    """The files of the vocabulary, the six that every book writes with first."""
    homes = {getattr(getattr(vocabulary, name), "__module__", "").rpartition(".")[2] for name in vocabulary.__all__}
    known = {path.stem for path in (ROOT / "src/duskfall/vocabulary").glob("*.py")}
    return (*FILES, *sorted((homes & known) - {*FILES}))


def _file(file: str) -> Iterator[str]:
    module = importlib.import_module(f"duskfall.vocabulary.{file}")
    yield f"## {file.replace('_', ' ').capitalize()}\n\n{inspect.getdoc(module)} (`vocabulary/{file}.py`)\n"
    for kind in words_of(file):
        yield from _word(kind)
    yield from _names(module)


# -- a word --------------------------------------------------------------------------------------------------


def _word(kind: type) -> Iterator[str]:
    names = constants(kind)
    alone = len(names) == 1 and names[0].replace("_", "") == kind.__name__.upper()
    yield f"### {names[0] if alone else kind.__name__}\n\n{inspect.getdoc(kind)}\n"
    if issubclass(kind, Enum):
        yield from (_member(kind, each) for each in parts(kind))
        yield ""
        return
    fields = [_field(each) for each in parts(kind) if kind.__name__ not in SIGNS]
    yield from (*fields, "") if fields else ()
    if names and not alone:
        yield "Ready-made: " + ", ".join(f"`{name}` is {_plain(getattr(vocabulary, name))}" for name in names) + ".\n"
    yield from _shown(kind)


def _plain(value: Any) -> str:
    return f"`{type(value).__name__}({value.const!r})`"


def _field(part: Part) -> str:
    return f"- `{part.name}: {part.declared}`{f': {part.about}' * bool(part.about)}"


def _member(kind: type[Enum], part: Part) -> str:
    used = uses(kind[part.name])
    begins = f"- `{kind.__name__}.{part.name}`{f': {part.about}' * bool(part.about)}"
    if not used:
        return f"{begins}. {UNUSED}"
    shown = written(used.node)
    code = f"; `{shown}`" if len(shown) <= WIDE and part.name in shown else ""
    return f"{begins}{code} {_source(used)}"


def _shown(kind: type) -> Iterator[str]:
    """The example, and what the rules page says of it; a word that others are made from has none of its own."""
    found = example(kind)
    if found and len(written(found.node)) > LONG:
        yield f"Too long to be shown here {_source(found)}.\n"
    elif found:
        yield f"```python\n{laid_out(found.node)}\n```\n"
        yield f"{_english(found)}{_source(found)}\n"
    elif not kind.__subclasses__() and not issubclass(kind, Exception):
        yield f"{UNUSED}\n"


def _english(found: Example) -> str:
    return "" if isinstance(found.node, Text) else f"“{words(found.node)}” "


def _source(found: Example) -> str:
    cited = f", {found.rule}" if found.rule else ""
    return f"([{Path(found.file).name}](../{found.file}){cited})"


def _names(module: Any) -> Iterator[str]:
    """Plain values with a name of their own, with the comments at them."""
    source = inspect.getsource(module)
    for node in ast.parse(source).body:
        if not isinstance(node, ast.Assign) or isinstance(node.value, ast.Call):
            continue
        name = ast.unparse(node.targets[0])
        if name in vocabulary.__all__:
            about = source.splitlines()[node.lineno - 1].partition("  # ")[2]
            yield f"### {name}\n\n`{ast.unparse(node.value)}`{f': {about}' * bool(about)}\n"


# -- which effect may stand where ----------------------------------------------------------------------------


def _places() -> Iterator[str]:
    """The table of executors; places that take the same effects share a column."""
    columns: dict[tuple[type[Effect], ...], list[Place | Occasion]] = {}
    for place, takes in EXECUTORS.items():
        columns.setdefault(tuple(sorted(takes, key=_name)), []).append(place)
    yield "## Which effect may stand where\n"
    yield "A rule that stands where nothing runs it is refused when the plan is made (`core/night/executors.py`).\n"
    yield f"| effect | {' | '.join(map(_head, columns.values()))} |"
    yield f"| --- |{' --- |' * len(columns)}"
    for effect in sorted({effect for takes in columns for effect in takes}, key=_name):
        yield f"| {_name(effect)} | {' | '.join('yes' if effect in takes else '' for takes in columns)} |"
    yield ""


def _head(places: list[Place | Occasion]) -> str:
    occasions = ", ".join(each.name for each in places if isinstance(each, Occasion))
    named = [each.value for each in places if isinstance(each, Place)]
    return ", ".join((*named, *([f"a trigger on {occasions}"] if occasions else [])))


def _name(kind: type) -> str:
    return kind.__name__


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), "utf-8")
    else:
        sys.stdout.write(page())
