"""The words for people that stand in the code: what is said in Python (`say`, `word`) and in the page (`t`)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from duskfall.tell.text import spaced
from duskfall.tell.tongue import AS_SPELLED, Asked

ROOT = Path(__file__).parents[1]
CODE, PAGE = ROOT / "src/duskfall", ROOT / "page/src"
ROOMS = (
    "core",
    "study",
    "detect",
    "tell",
    "draw",
    "players/bots",
    "table",
    "cases",
    "seat",
    "film",
    "host",
    "room",
    "web",
    "mcp",
    "replay",
    "terminal",
    "cli",
)  # whose words are for people
TABLES = (  # files of nothing but sentences
    "tell/phrases.py",
    "players/bots/scripted/charges.py",
    "players/bots/scripted/lines.py",
)
MACHINES = ("core/", "cases/")  # whose tables are for machines
SAYS = ("say", "later", "told", "DeckError", "FlagError", "CaseError", "NotCounted")
SECOND = ("_not_known",)  # whose second argument is said
PAGE_FILES = (".ts", ".svelte")

# What is said in the page, by quotation mark; a template with parts in it is none.
_SAID = re.compile(r"""(?<![\w.$])t\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\$])*`)""")
_ESCAPED = re.compile(r"\\(u[0-9a-fA-F]{4}|.)")
_PLAIN = {"n": "\n", "t": "\t"}


def in_code() -> Iterator[tuple[Asked, str]]:
    """All that the Python code says, and where."""
    paths = [path for room in ROOMS for path in (CODE / room).rglob("*.py")]
    trees = {path.relative_to(CODE).as_posix(): ast.parse(path.read_text("utf-8")) for path in paths}
    files = {name: File(tree) for name, tree in sorted(trees.items())}
    tables = {name for file in files.values() for name in file.tables}
    for name, file in files.items():
        yield from ((asked, name) for asked in file.said())
        if not name.startswith(MACHINES):
            yield from ((("", text), name) for text in file.constants(None if name in TABLES else tables))


class File:
    """One file of Python."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.given: dict[str, list[ast.expr]] = {}  # all that is assigned to a name, anywhere in the file
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        self.given.setdefault(target.id, []).append(node.value)
        self.calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
        self.tables = {name for call in self.calls if _named(call) == "say" for name in self._tables(call.args[:1])}

    def said(self) -> Iterator[Asked]:
        """The texts of all calls."""
        for call in self.calls:
            if _named(call) in SAYS and call.args:
                yield from (("", text) for text in self._texts(call.args[0]))
            elif _named(call) in SECOND and len(call.args) > 1:
                yield from (("", text) for text in self._texts(call.args[1]))
            elif _named(call) == "word" and len(call.args) == 2:
                yield from _word(*call.args)

    def _texts(self, node: ast.expr, deep: bool = True) -> Iterator[str]:
        """The strings that an argument may be."""
        match node:
            case ast.Constant(value=str(text)):
                yield text
            case ast.IfExp(body=one, orelse=other):
                yield from self._texts(one, deep)
                yield from self._texts(other, deep)
            case ast.Name(id=name) if deep and not name.isupper():
                for value in self.given.get(name, []):
                    yield from self._texts(value, deep=False)

    def _tables(self, nodes: Iterable[ast.AST]) -> Iterator[str]:
        """The tables of sentences from which an argument is taken, directly or by way of a local name."""
        for each in (inner for node in nodes for inner in ast.walk(node)):
            if isinstance(each, ast.Attribute) and each.attr.isupper():
                yield each.attr
            elif isinstance(each, ast.Name) and each.id.isupper():
                yield each.id
            elif isinstance(each, ast.Name):
                for value in self.given.get(each.id, []):
                    yield from (name.id for name in ast.walk(value) if isinstance(name, ast.Name) and name.id.isupper())

    def constants(self, names: set[str] | None) -> Iterator[str]:
        """The strings in the tables of this file that have such a name; without names, in all of them."""
        for node in self.tree.body:
            target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value and isinstance(target, ast.Name):
                name = target.id
                if name.isupper() and (names is None or name in names):
                    yield from _leaves(node.value)


def _named(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _word(name: ast.expr, kind: ast.expr) -> Iterator[Asked]:
    if isinstance(name, ast.Constant) and isinstance(kind, ast.Constant):
        yield str(kind.value), str(name.value) if kind.value in AS_SPELLED else spaced(str(name.value))


def _leaves(node: ast.expr) -> Iterator[str]:
    """The strings of a table: values, not keys."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Dict(values=values):
            yield from (text for value in values for text in _leaves(value))
        case ast.Tuple(elts=values) | ast.List(elts=values):
            yield from (text for value in values for text in _leaves(value))


def in_page() -> Iterator[tuple[Asked, str]]:
    """All that the page says by itself, and where."""
    for path in sorted(PAGE.rglob("*")):
        if path.suffix in PAGE_FILES:
            for quoted in _SAID.findall(path.read_text("utf-8")):
                text = _ESCAPED.sub(_unescaped, quoted[1:-1])
                yield ("", text), f"page/{path.relative_to(PAGE).as_posix()}"


def _unescaped(match: re.Match[str]) -> str:
    code = match[1]
    return chr(int(code[1:], 16)) if len(code) == 5 else _PLAIN.get(code, code)
