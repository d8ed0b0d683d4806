"""The page's types out of what the wire declares: `python -m tools.wire` compares them, `--write` writes them anew."""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

PLACE = Path(__file__).parents[1] / "page/src/lib/screen.ts"
WIRE = "duskfall.wire"
MODULES = (
    "common", "actions", "forms", "table", "screens", "evening", "cards", "pages", "scoring", "season", "seat", "known",
    "film", "room", "desk", "calls",
)  # fmt: skip  # all but the protocol and its phases, which the page gets as a file
HEAD = "// What the page is sent, as src/duskfall/wire declares it: written by `make wire`, not by hand.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"}
UNIONS = (Union, UnionType)


def typescript() -> str:
    """The whole file."""
    modules = [import_module(f"{WIRE}.{name}") for name in MODULES]
    speller = Speller({found: name for module in modules for name, found, _ in _declared(module) if _is_alias(found)})
    return HEAD + "".join(f"\n{block}\n" for module in modules for block in speller.blocks(module))


def _declared(module: ModuleType) -> Iterator[tuple[str, Any, ast.stmt]]:
    """What a module gives a name to, in order; an import does so where it says `as`."""
    for node in ast.parse(inspect.getsource(module)).body:
        match node:
            case ast.ClassDef(name=name) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name, getattr(module, name), node
            case ast.ImportFrom(names=names):
                yield from ((each.name, getattr(module, each.name), node) for each in names if each.asname == each.name)
            case _:
                pass


def _is_alias(found: object) -> bool:
    return get_origin(found) in (Literal, *UNIONS)


class Speller:
    """Writes types as TypeScript does; those that have a name of their own, by it."""

    def __init__(self, aliases: dict[Any, str]) -> None:
        self.aliases = aliases

    def blocks(self, module: ModuleType) -> Iterator[str]:
        """The declarations of a module."""
        lines = inspect.getsource(module).splitlines()
        for name, found, node in _declared(module):
            if is_typeddict(found):
                yield self._interface(found, node, lines)
            elif _is_alias(found):
                yield f"export type {name} = {self._union(get_args(found))}"

    def _interface(self, found: Any, node: ast.stmt, lines: list[str]) -> str:
        """A table with its fields; those of its bases are theirs."""
        hints = get_type_hints(found, include_extras=True)
        if not isinstance(node, ast.ClassDef):
            rows = [row for name in hints for row in self._field(found, name, hints[name], "")]
            return "\n".join([f"export interface {found.__name__} {{", *rows, "}"])
        own = {each.target.id: lines[each.lineno - 1] for each in node.body if isinstance(each, ast.AnnAssign)}
        bases = ", ".join(each.id for each in node.bases if each.id != "TypedDict")
        rows = [row for name, line in own.items() for row in self._field(found, name, hints[name], line)]
        head = f"export interface {node.name} {f'extends {bases} ' if bases else ''}{{"
        return "\n".join([f"/** {ast.get_docstring(node)} */", head, *rows, "}"])

    def _field(self, found: Any, name: str, hint: Any, line: str) -> Iterator[str]:
        """A field under the comment that stands beside it."""
        _, _, comment = line.partition("  # ")
        if comment:
            yield f"  /** {comment[0].upper()}{comment[1:]}. */"
        yield f"  {name}{'?' if name in found.__optional_keys__ else ''}: {self.spelled(hint)}"

    def spelled(self, hint: Any) -> str:
        """A type."""
        if hint in PLAIN:
            return PLAIN[hint]
        if is_typeddict(hint):
            return str(hint.__name__)
        if _is_alias(hint):
            return self.aliases.get(hint) or self._union(get_args(hint))
        origin, args = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.spelled(args[0])
        if origin is Annotated:  # a list of so many
            return f"[{', '.join([self.spelled(get_args(args[0])[0])] * args[1])}]"
        if origin is tuple:
            return f"[{', '.join(map(self.spelled, args))}]"
        if origin is dict:
            return f"Record<{self.spelled(args[0])}, {self.spelled(args[1])}>"
        if origin is list:
            each = self.spelled(args[0])
            return f"({each})[]" if " | " in each else f"{each}[]"
        raise TypeError(f"there is no TypeScript for {hint}")

    def _union(self, args: tuple[Any, ...]) -> str:
        """One of these words or types; null stands last."""
        if isinstance(args[0], str):
            return " | ".join(f"'{word}'" for word in args)
        others = [each for each in args if each is not NoneType]
        whole = self.aliases.get(reduce(or_, others)) if len(others) < len(args) else None
        parts = [whole] if whole else list(dict.fromkeys(map(self.spelled, others)))
        return " | ".join([*parts, *(["null"] if len(others) < len(args) else [])])


def main() -> int:
    """0 if the page has these types; else it is told, or they are written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them")
    made = typescript()
    if parser.parse_args().write:
        PLACE.write_text(made, encoding="utf-8")
    elif PLACE.read_text(encoding="utf-8") != made:
        print(f"{PLACE.name} is not what the host declares: run make wire", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
