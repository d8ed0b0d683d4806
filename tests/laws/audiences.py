"""Every emission of the kernel with a limited audience, read off its source, and the mutant that tells it to all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from inspect import getsource
from pkgutil import walk_packages
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from duskfall import core
from duskfall.core.facts import KINDS

PUBLIC = "EVERYONE"


@dataclass(frozen=True)
class Emission:
    """Where a fact is made: its function, its kind, and the place of its audience in the source."""

    module: str
    function: str  # as in __qualname__
    kind: str
    audience: str
    line: int
    column: int

    def __str__(self) -> str:
        place = f"{self.module.removeprefix('duskfall.core.')}.{self.function}"
        return f"{self.kind} in {place}, line {self.line}"

    def widen(self, patch: pytest.MonkeyPatch) -> None:
        """Everybody gets this fact; whoever has imported the function runs the changed one."""
        module = import_module(self.module)
        function: Any = module
        for name in self.function.split("."):
            function = getattr(function, name)
        assert isinstance(function, FunctionType)
        patch.setattr(function, "__code__", self._mutant(module))

    def _mutant(self, module: ModuleType) -> CodeType:
        tree = _Widening(self.line, self.column).visit(ast.parse(getsource(module)))
        code = compile(ast.fix_missing_locations(tree), f"<{self}>", "exec", dont_inherit=True, flags=FUTURE)
        return next(each for each in _codes(code) if each.co_qualname == self.function)


FUTURE = 0x1000000  # from __future__ import annotations, as in every module


class _Widening(ast.NodeTransformer):
    """The audience at this place is everybody."""

    def __init__(self, line: int, column: int) -> None:
        self.at = line, column

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and (node.lineno, node.col_offset) == self.at:
            return ast.copy_location(ast.Constant(-1), node)
        return self.generic_visit(node)


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


# -- where facts are made ------------------------------------------------------------------------------------


def modules() -> list[str]:
    """The modules of the kernel."""
    return [each.name for each in walk_packages(core.__path__, "duskfall.core.") if not each.ispkg]


@cache
def emissions() -> tuple[Emission, ...]:
    """Every place in the kernel where a fact is made with an audience that is not everybody."""
    return tuple(each for name in modules() for each in made(name) if each.audience != PUBLIC)


def made(module: str) -> Iterator[Emission]:
    """Every place in a module where a fact is made."""
    yield from _made(module, ast.parse(getsource(import_module(module))), ())


def _made(module: str, node: ast.AST, path: tuple[str, ...]) -> Iterator[Emission]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and (found := _fact(child)):
            kind, to = found
            yield Emission(module, ".".join(path), kind, ast.unparse(to), to.lineno, to.col_offset)
        named = isinstance(child, ast.FunctionDef | ast.ClassDef)
        yield from _made(module, child, (*path, child.name) if named else path)


def _fact(call: ast.Call) -> tuple[str, ast.expr] | None:
    """Of `Kind(audience, ...)` and `new(Kind, (audience, ...))`: the kind, and the audience."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if name in KINDS:
        return name, call.args[0]
    if name == "new" and isinstance(call.args[0], ast.Name) and call.args[0].id in KINDS:
        fields = call.args[1]
        assert isinstance(fields, ast.Tuple)
        return call.args[0].id, fields.elts[0]
    return None
