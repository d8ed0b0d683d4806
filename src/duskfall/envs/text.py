"""From functions that are read and checked as Python to plain text that any of the compilers takes.

Types, docstrings and imports are left out; names of numbers (`At.SEATS`, `Kind.GONE`, `MOST`) become the numbers; and
our functions are named apart from those of a program that they are compiled with.
"""

from __future__ import annotations

import ast
from collections.abc import MutableSequence
from enum import IntEnum
from functools import cache
from inspect import getsource
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

Ints = MutableSequence[int]
"""An array of integers: a list, bytes, an array of NumPy or of a GPU."""

OURS = "env_"


@cache
def plain_text(module: ModuleType) -> str:
    """The functions of a module as plain text."""
    tree = ast.parse(getsource(module))
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return ast.unparse(ast.fix_missing_locations(_Plain(vars(module)).visit(tree))) + "\n"


@cache
def plain_functions(module: ModuleType) -> SimpleNamespace:
    """The functions of that text, as Python runs them."""
    space: dict[str, Any] = {}
    exec(compile(plain_text(module), f"<plain {module.__name__}>", "exec"), space)
    return SimpleNamespace(**{name.removeprefix(OURS): value for name, value in space.items() if name.startswith(OURS)})


class _Plain(ast.NodeTransformer):
    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name, node.returns = OURS + node.name, None
        for each in node.args.args:
            each.annotation = None
        node.body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        owner = self.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(owner, type) and issubclass(owner, IntEnum):
            return ast.copy_location(ast.Constant(int(owner[node.attr])), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        value = self.names.get(node.id)
        if type(value) is int:
            return ast.copy_location(ast.Constant(value), node)
        if isinstance(value, FunctionType) and value.__module__.startswith(__package__):
            node.id = OURS + node.id
        return node
