"""Who does what docs/write-a-ruleset.md says comes to a tested book."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.docs.pages import DOCS, blocks, follow

PAGE = (DOCS / "write-a-ruleset.md").read_text("utf-8")


def install(folder: Path) -> None:
    """What pip leaves of the page's package, so far as an entry point is concerned."""
    (told,) = (tomllib.loads(block.text) for block in blocks(PAGE) if block.language == "toml")
    project = told["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    named = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(named, "utf-8")
    for group, entries in project["entry-points"].items():
        lines = [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")


def test_the_page_is_followed_to_its_end(tmp_path: Path) -> None:
    steps, ship = PAGE.split("## 9. ")
    assert follow(steps, tmp_path, {}) >= 9
    install(tmp_path)
    assert follow(ship, tmp_path, {"PYTHONPATH": str(tmp_path)}) == 1
