"""The syntax trees of the package: every node with the function around it, and names as they were imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path


def walked(path: Path, root: Path) -> Iterator[tuple[str, ast.AST, Mapping[str, str]]]:
    """Yield every node of a file with its place (`module.function`) and the file's imported names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    imported = _imported(tree)
    yield from ((place, node, imported) for place, node in _below(tree, module))


def _below(node: ast.AST, place: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        yield place, child
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        yield from _below(child, f"{place}.{child.name}" if named else place)


def _imported(tree: ast.AST) -> dict[str, str]:
    """Map local names to what they were imported as: `from os import write as put` maps `put` to `os.write`."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {each.asname: each.name for each in node.names if each.asname}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {each.asname or each.name: f"{node.module}.{each.name}" for each in node.names}
    return found


def dotted_name(node: ast.expr, imported: Mapping[str, str]) -> str:
    """Return the source of a name or attribute with its first part as it was imported."""
    first, dot, rest = ast.unparse(node).partition(".")
    return f"{imported.get(first, first)}{dot}{rest}"
