"""The words of the vocabulary as their files declare them, and an example of each from a rule book."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from duskfall import vocabulary
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary import Const, Flag, OwnWords, Ruleset, Text
from duskfall.vocabulary.ruleset import parts_of
from tools.vocabulary_written import arguments, constant, written

ROOT = Path(__file__).parents[1]
FILES = ("seats", "conditions", "effects", "steps", "cards", "ruleset")
LONG = 260  # an example is to be read at a glance
SIGNS = {"Either": "a | b", "Both": "a & b", "Without": "a - b"}  # words that are written by a sign


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a word, or a member of a list of words, as its file declares it."""

    name: str
    declared: str
    about: str


@dataclass(frozen=True, slots=True)
class Example:
    """A node of a book, the file it stands in, and the rule it is cited under."""

    node: Any
    file: str
    rule: str


# -- the words -----------------------------------------------------------------------------------------------


def words_of(file: str) -> list[type]:
    """The words that a file declares, in its order; a word is what a ruleset can write."""
    module = importlib.import_module(f"duskfall.vocabulary.{file}")
    return [kind for kind in _classes(module) if _is_word(kind)]


def _classes(module: ModuleType) -> Iterator[type]:
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            yield getattr(module, node.name)


def _is_word(kind: type) -> bool:
    return kind.__name__ in vocabulary.__all__ or kind.__name__ in SIGNS or bool(constants(kind))


def constants(kind: type) -> list[str]:
    """The names that the vocabulary gives to values of this kind."""
    return [name for name in vocabulary.__all__ if name.isupper() and type(getattr(vocabulary, name)) is kind]


def parts(kind: type) -> list[Part]:
    """The fields of a word with their defaults and comments; of a list of words, its members."""
    source = inspect.getsource(kind)
    (declared,), lines = ast.parse(source).body, source.splitlines()
    assert isinstance(declared, ast.ClassDef)
    found = []
    for node in declared.body:
        about = lines[(node.end_lineno or 1) - 1].partition("  # ")[2]
        if isinstance(node, ast.AnnAssign):
            found.append(Part(ast.unparse(node.target), f"{ast.unparse(node.annotation)}{_default(node.value)}", about))
        elif isinstance(node, ast.Assign) and issubclass(kind, Enum):
            targets = node.targets[0].elts if isinstance(node.targets[0], ast.Tuple) else node.targets
            found += [Part(name := ast.unparse(each), repr(kind[name].value), about) for each in targets]
    return found


def _default(value: ast.expr | None) -> str:
    """What a field is if nothing is said; `field(...)` says it in its own way."""
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "field":
        said = {each.arg: ast.unparse(each.value) for each in value.keywords}
        return f" = {said.get('default', '{}')}"
    return f" = {ast.unparse(value)}" if value else ""


# -- their examples ------------------------------------------------------------------------------------------


def example(kind: type) -> Example | None:
    """The example that says the most and is short; from one of the five books if they have any."""
    return next(filter(None, (_best(kind, name) for name in ("books", "examples"))), None)


def uses(member: Enum) -> Example | None:
    """Where a member of a list of words is written first."""
    for where in ("books", "examples"):
        if every := [each for each in found(where) if _writes(each.node, member)]:
            return min(every, key=lambda each: (member.name not in written(each.node), _length(each)))
    return None


def _writes(node: Any, member: Enum) -> bool:
    """Whether a node has it for a field; house rules and constants say it by its plain word."""
    values = [getattr(node, name) for name in parts_of(node)]
    if isinstance(node, Const | Flag) and isinstance(member, str):
        return any(str(member) in (value, *(value if isinstance(value, tuple) else ())) for value in values)
    return any(value is member for value in values)


def _best(kind: type, where: str) -> Example | None:
    """The one with most of its fields set, then the shortest; the first in the book among equals."""
    all_of = [each for each in found(where) if type(each.node) is kind]
    if names := constants(kind)[:1] if all_of and not parts(kind) else ():
        return min(_around(names[0], where), key=_length, default=all_of[0])
    short = [each for each in all_of if len(written(each.node)) <= LONG]
    plain = [each for each in short if not constant(each.node)]
    fallback = sorted(all_of, key=_length)[:1]
    return min(plain or short or fallback, key=_plainness, default=None)


def _around(name: str, where: str) -> Iterator[Example]:
    """The nodes that have this value for a field: a name alone shows nothing."""
    for each in found(where):
        said = any(constant(getattr(each.node, part)) == name for part in parts_of(each.node))
        if said and re.search(rf"\b{name}\b", written(each.node)):
            yield each


def _length(each: Example) -> int:
    return len(written(each.node))


def _plainness(each: Example) -> tuple[int, int]:
    return -len(arguments(each.node)) if is_dataclass(each.node) else 0, len(written(each.node))


@cache
def found(where: str) -> tuple[Example, ...]:
    """Every node of the five books, or of the examples."""
    books = _books() if where == "books" else _examples()
    return tuple(each for rules, file in books for each in _walk(rules, file, ""))


def _books() -> Iterator[tuple[Ruleset | OwnWords, str]]:
    for name, (module, _) in BOOKS.items():
        yield ruleset(name), f"src/duskfall/rules/{module}.py"


def _examples() -> Iterator[tuple[Ruleset | OwnWords, str]]:
    for path in sorted((ROOT / "examples").glob("*.py")):
        names: dict[str, Any] = {}
        exec(compile(path.read_text("utf-8"), path.name, "exec"), names)
        for value in names.values():
            if isinstance(value, Ruleset | OwnWords):
                yield value, f"examples/{path.name}"


def _walk(node: Any, file: str, rule: str) -> Iterator[Example]:
    """A node and all below it, each under the nearest rule that is cited above it."""
    if is_dataclass(node) or isinstance(node, Text):
        rule = getattr(node, "rule", "") or rule
        yield Example(node, file, rule)
    for part in node if isinstance(node, tuple) else [getattr(node, name) for name in parts_of(node)]:
        yield from _walk(part, file, rule)
