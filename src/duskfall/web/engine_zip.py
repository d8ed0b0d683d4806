"""The engine as one zip file for the page: whatever of this package needs nothing but the standard library.

Under Pyodide it is unpacked and imported as it is. The same files give the same bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import accumulate
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
ABROAD = ("duskfall.cli.", "duskfall.web.", "duskfall.players.llm.")  # never in the page
SOURCES_ONLY = {".po", ".pot", ".pyc"}  # read by people and by tools
IMPORT = re.compile(r"^([ \t]*)(?:from ([\w.]+) import (\([^)]*\)|.+)|import (.+))", re.MULTILINE)
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
    found, followed = set[Path](), set[str]()
    ahead = [PACKAGE / "__init__.py", *(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py"))]
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        names = imports(path.read_text(encoding="utf-8"))
        if _fits(names):
            found.add(path)
            runs = {each for name in names for each in _runs(name)} - followed
            ahead += [module for name in runs for module in _modules(name)]
            followed |= runs
    folders = {path.parent for path in found} - {PACKAGE}
    return found | {path for folder in folders for path in _data(folder)}


def imports(text: str) -> dict[str, bool]:
    """The full names that a file imports, `duskfall.core.facts` and `duskfall.core.facts.Fact`: of each, whether at its
    top level. No parser is asked: for all files that takes a second, in which a server does not start."""
    found: dict[str, bool] = {}
    for indent, module, named, plain in IMPORT.findall(text):
        names = [name.split()[0] for name in re.sub(r"#.*|[()]", "", named or plain).split(",") if name.strip()]
        for name in [module, *(f"{module}.{name}" for name in names)] if module else names:
            found[name] = found.get(name, False) or not indent
    return found


def _runs(name: str) -> Iterator[str]:
    """The names that importing this one runs, packages above it first; none for a name from elsewhere."""
    if name.startswith("duskfall.") and not f"{name}.".startswith(ABROAD):
        yield from accumulate(name.split("."), "{}.{}".format)


def _modules(name: str) -> Iterator[Path]:
    """The file of a module, or of a package; none for a name in a module."""
    place = PACKAGE.parent.joinpath(*name.split("."))
    yield from (path for path in (place / "__init__.py", place.with_suffix(".py")) if path.is_file())


def _fits(names: dict[str, bool]) -> bool:
    """Whether a module can be imported with the standard library alone, as far as it says itself."""
    known = {*sys.stdlib_module_names, "duskfall"}
    return all(name.partition(".")[0] in known for name, on_top in names.items() if on_top)


def _data(folder: Path) -> Iterator[Path]:
    """What lies in a package and is no module: its words, pictures, tables."""
    for path in folder.iterdir():
        if path.is_dir() and path.name != "__pycache__" and not (path / "__init__.py").exists():
            yield from (each for each in path.rglob("*") if each.is_file() and each.suffix not in SOURCES_ONLY)
        elif path.is_file() and path.suffix not in {".py", *SOURCES_ONLY}:
            yield path
