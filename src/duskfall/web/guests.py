"""Rulesets from outside for the engine in the page: their files as they are, and the entry points that find them."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from duskfall.rules.registry import GROUP, UNPACKED, Brought, guests


def guest_files() -> dict[str, bytes]:
    """What the page's engine needs so that it finds the rulesets that were brought, by path in its folder.

    A ruleset that needs more than the standard library is left out: it plays on the server only.
    """
    found: dict[str, bytes] = {}
    entries: dict[tuple[str, str], list[str]] = {}
    for guest in guests():
        module, files = _module(guest)
        if files and all(_fits(text, module) for path, text in files.items() if path.endswith(".py")):
            found |= files
            package = guest.distribution
            of = (package.name, package.version) if package else (UNPACKED, "0")
            entries.setdefault(of, []).append(f"{guest.rules.id} = {module}:{guest.name}\n")
    for (name, version), each in entries.items():
        info = f"{name.replace('-', '_')}-{version}.dist-info"
        found[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode()
        found[f"{info}/entry_points.txt"] = f"[{GROUP}]\n{''.join(each)}".encode()
    return found


def _module(guest: Brought) -> tuple[str, dict[str, bytes]]:
    """What the module of a ruleset is called in the page, and its files: itself, or the code of the package around it.

    A module of a folder that is no package (it has no `__init__.py`) stays on the server: that may be any folder.
    """
    module = sys.modules.get(guest.module)
    top = guest.module.partition(".")[0]
    file, above = getattr(module, "__file__", None), getattr(sys.modules.get(top), "__file__", None)
    if not file or not above:
        return "", {}
    if top == guest.module and not hasattr(module, "__path__"):
        name = f"duskfall_guest_{guest.rules.id.replace('-', '_')}"
        return name, {f"{name}.py": Path(file).read_bytes()}
    folder = Path(above).parent
    files = sorted(folder.rglob("*.py"))
    return guest.module, {f"{top}/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in files}


def _fits(text: bytes, module: str) -> bool:
    """Whether a file imports nothing but the standard library, duskfall, and its own package."""
    known = {*sys.stdlib_module_names, "duskfall", module.partition(".")[0]}
    for node in ast.walk(ast.parse(text)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
        if any(name.partition(".")[0] not in known for name in names):
            return False
    return True
