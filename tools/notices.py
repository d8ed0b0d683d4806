"""The notices for what the wheel bundles from others: `python -m tools.notices` checks them, `--write` writes them.

The texts are those of the installed packages: of `page/node_modules` and of Python. Pyodide's package brings none, so
the text of its license (MPL-2.0) is taken from another package that has the same.
"""

from __future__ import annotations

import json
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MODULES = ROOT / "page" / "node_modules"
NOTICES = ROOT / "src" / "duskfall" / "web" / "THIRD_PARTY_NOTICES.txt"
IN_THE_PAGE = ("svelte", "clsx", "esm-env", "uqr", "vite")  # of which `npm run build` puts code into the page
PYODIDE, SAME_LICENSE = "pyodide", {"MPL-2.0": "lightningcss"}
BUNDLED = "\n# Licenses of bundled dependencies\n"  # in Vite's license; the page holds none of these
RULE = "=" * 100
HEAD = """Third-party notices

duskfall itself is licensed under Apache-2.0. Its wheel and the site of `duskfall host --bundle` also hold the software
below, under the licenses that follow. Pyodide and the Python standard library are there only if they were brought when
the wheel was built. This file is written by tools/notices.py.
"""


class Notice(NamedTuple):
    """A package that is bundled, its license, and the license's text."""

    name: str
    version: str
    license: str
    source: str
    text: str

    @property
    def title(self) -> str:
        """The line by which it is found."""
        return f"{self.name} {self.version} ({self.license})"


def notices() -> Iterator[Notice]:
    """Yield the notices in their order; FileNotFoundError if a package or its license is not there."""
    for name in IN_THE_PAGE:
        data = about(name)
        yield Notice(name, data["version"], data["license"], source(data), license_text(MODULES / name))
    data = about(PYODIDE)
    text = license_text(MODULES / SAME_LICENSE[data["license"]])
    yield Notice(PYODIDE, data["version"], data["license"], source(data), text)
    lock = json.loads((MODULES / PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    stdlib = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    python = lock["info"]["python"]
    yield Notice(
        "Python standard library", python, "PSF-2.0", "https://www.python.org", stdlib.read_text("utf-8").strip()
    )


def about(name: str) -> dict[str, str]:
    """Return what a package says of itself."""
    found: dict[str, str] = json.loads((MODULES / name / "package.json").read_text("utf-8"))
    return found


def source(data: dict[str, object]) -> str:
    """Return where the source of a package is."""
    found = data.get("repository") or data.get("homepage") or ""
    url = str(found.get("url", "") if isinstance(found, dict) else found)
    return url.removeprefix("git+").removesuffix(".git")


def license_text(folder: Path) -> str:
    """Return the text of a package's license, without those of the packages that it bundles for itself."""
    for path in sorted(folder.iterdir()):
        if path.name.lower().partition(".")[0] in ("license", "licence"):
            return path.read_text("utf-8").partition(BUNDLED)[0].strip()
    raise FileNotFoundError(f"{folder}: there is no license in it")


def written(found: list[Notice]) -> str:
    """Return the whole file."""
    parts = [f"{each.title}\n{each.source}\n\n{each.text}\n" for each in found]
    return f"\n{RULE}\n".join([HEAD, *parts])


def stale(found: list[Notice], text: str) -> list[str]:
    """Return what the file lacks; the text of Python's license may be that of another of its versions."""
    lacking = [each.title for each in found if f"\n{each.title}\n" not in text]
    return lacking + [f"the license of {each.name}" for each in found[:-1] if each.text not in text]


def main() -> int:
    """Check or write the file; the exit status."""
    try:
        found = list(notices())
    except FileNotFoundError as error:
        print(f"{error}: run make page first", file=sys.stderr)
        return 1
    if "--write" in sys.argv[1:]:
        NOTICES.write_text(written(found), encoding="utf-8")
        return 0
    if lacking := stale(found, NOTICES.read_text("utf-8")):
        print(
            f"{NOTICES.relative_to(ROOT)} lacks {'; '.join(lacking)}: python -m tools.notices --write", file=sys.stderr
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
