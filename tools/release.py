"""Whether this tree can be released: `python -m tools.release`; `make release-check` compares the page as well."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tools import words

ROOT = Path(__file__).parents[1]


def untranslated(everything: words.Said) -> Iterator[str]:
    """Texts that are not yet in every language."""
    first, *texts = words.told_pending(everything)
    if texts:
        yield "\n".join([first, *texts])


def unkept(root: Path) -> Iterator[str]:
    """Files that are not as the last commit has them."""
    command = ["git", "status", "--porcelain"]
    if changed := subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout:
        yield f"not committed:\n{changed.rstrip()}"


def untold(root: Path) -> Iterator[str]:
    """A version that the changelog does not tell of, or only as one to come."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    told = re.search(rf"^## {re.escape(version)}\b(.*)$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if not told:
        yield f"CHANGELOG.md does not tell of {version}"
    elif not re.search(r"\d{4}-\d\d-\d\d", told[1]):
        yield f"CHANGELOG.md has no date for {version}: ## {version} (YYYY-MM-DD)"


def main() -> int:
    """Tell every reason against a release; the exit status is 1 if there is any."""
    found = [*untranslated(words.said()), *unkept(ROOT), *untold(ROOT)]
    print("\n".join(found) or "this tree can be released")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
