"""The export of all rules pages with their pictures to docs/rules, and a check that they are up to date."""

from __future__ import annotations

import json
from pathlib import Path

from duskfall.core.plan.compile import compile_plan
from duskfall.draw.ruleset_picture import rules_picture
from duskfall.rules.registry import rulesets
from duskfall.tell import paper
from duskfall.tell.rules import formats
from duskfall.tell.text import plural
from duskfall.vocabulary.ruleset import Ruleset

HOW_MADE = "These pages are written from the rulesets' data (`make docs`); edit the rulesets, not the pages."


def svg(rules: Ruleset) -> str:
    """Return the override graph and a round as one SVG, which needs no other program to be drawn."""
    return rules_picture(compile_plan(rules))


def export(folder: str | Path) -> list[str]:
    """Write the pages of all rulesets and an index into a folder; return the names of the files."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = _files()
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8", newline="\n")
    return list(files)


def stale(folder: str | Path) -> list[str]:
    """Return the files of a folder that differ from what `export` would write, including missing and left-over ones."""
    folder, files = Path(folder), _files()
    differ = [name for name, content in files.items() if _read(folder / name) != content]
    known = set(files)
    return differ + sorted(path.name for path in folder.glob("*") if path.name not in known)


def _read(path: Path) -> str | None:
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else None


def _files() -> dict[str, str]:
    files = {"README.md": _index()}
    for rules in rulesets():
        name = rules.id
        files[f"{name}.md"] = formats.page(rules)
        files[f"{name}.json"] = json.dumps(formats.data(rules), ensure_ascii=False, indent=1) + "\n"
        files[f"{name}.mmd"] = formats.mermaid(rules)
        files[f"{name}.svg"] = svg(rules)
    return files


def _index() -> str:
    rows = []
    for rules in rulesets():
        name = rules.id
        made = f"{plural(len(rules.roles), 'role')}, {plural(len(rules.flags), 'house rule')}"
        links = f"[page]({name}.md)", f"[data]({name}.json)", f"[picture]({name}.svg), [Mermaid]({name}.mmd)"
        rows.append((str(rules.title), f"`{name}`", made, *links))
    blocks: list[paper.Piece] = [
        paper.Heading("Rules", 1),
        paper.Paragraph(HOW_MADE),
        paper.Grid(("game", "id", "what it has", "read", "use", "draw"), tuple(rows)),
    ]
    return paper.markdown(blocks)
