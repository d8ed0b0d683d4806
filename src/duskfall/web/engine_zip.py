"""The engine as one zip file for the page: whatever of this package needs nothing but the standard library.

Under Pyodide it is unpacked and imported as it is. The same files give the same bytes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from duskfall.web.guests import guest_files

PACKAGE = Path(__file__).parents[1]
ROOMS = (
    "vocabulary",
    "core",
    "rules",
    "study",
    "tell",
    "draw",
    "film",
    "host",
    "players/bots",
)  # whole; of other rooms what these import
ABROAD = ("duskfall.cli", "duskfall.web", "duskfall.players.llm")  # never in the page
SOURCES_ONLY = {".po", ".pot", ".pyc"}  # read by people and by tools
EPOCH = (1980, 1, 1, 0, 0, 0)  # the oldest date that a zip file can hold


def engine_zip() -> bytes:
    """The zip file."""
    data = BytesIO()
    ours = {f"duskfall/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes() for path in sorted(engine_files())}
    with ZipFile(data, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, content in (ours | guest_files()).items():
            entry = ZipInfo(name, EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            file.writestr(entry, content, ZIP_DEFLATED, 9)
    return data.getvalue()


def engine_files() -> set[Path]:
    """Its modules, found by following imports, and the data beside them."""
    found: set[Path] = set()
    ahead = [PACKAGE / "__init__.py", *(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))]
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        tree = ast.parse(path.read_bytes())
        if _fits(tree):
            found.add(path)
            ahead += [module for name in _imports(tree) for module in _modules(name)]
    folders = {path.parent for path in found} - {PACKAGE}
    return found | {path for folder in folders for path in _data(folder)}


def _imports(tree: ast.Module) -> Iterator[str]:
    """The full names that a file imports, wherever in it: `duskfall.core.facts` and `duskfall.core.facts.Fact`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules(name: str) -> Iterator[Path]:
    """The files that importing this name runs, packages above it first; none for a name from elsewhere."""
    parts = name.split(".")
    if parts[0] != "duskfall" or any(f"{name}.".startswith(f"{room}.") for room in ABROAD):
        return
    for depth in range(1, len(parts) + 1):
        place = PACKAGE.joinpath(*parts[1:depth])
        yield from (path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file())


def _fits(tree: ast.Module) -> bool:
    """Whether a module can be imported with the standard library alone, as far as it says itself."""
    known = {*sys.stdlib_module_names, "duskfall"}
    for node in tree.body:
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module]
        if any(name.split(".")[0] not in known for name in names):
            return False
    return True


def _data(folder: Path) -> Iterator[Path]:
    """What lies in a package and is no module: its words, pictures, tables."""
    for path in folder.iterdir():
        if path.is_dir() and path.name != "__pycache__" and not (path / "__init__.py").exists():
            yield from (each for each in path.rglob("*") if each.is_file() and each.suffix not in SOURCES_ONLY)
        elif path.is_file() and path.suffix not in {".py", *SOURCES_ONLY}:
            yield path
