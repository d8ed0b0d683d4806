"""The rules pages: a ruleset as Markdown, plain text, data and diagrams; docs/rules kept up to date."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from duskfall.core.plan.compile import compile_plan, plain
from duskfall.draw.ruleset import rules_picture
from duskfall.rules.registry import rulesets
from duskfall.study.citations import citations
from duskfall.tell import paper
from duskfall.tell.rules.mermaid import both_charts
from duskfall.tell.rules.overrides import graph_data
from duskfall.tell.rules.sections import cited, sections
from duskfall.tell.text import plural
from duskfall.tell.tongue import say
from duskfall.vocabulary.ruleset import Ruleset

RULINGS, SECTIONS = "../rulings.md", "../rulebooks/sections.md"


def page(rules: Ruleset) -> str:
    """The ruleset as a Markdown page with its diagrams; each citation links to where the rule stands."""
    links = (f"[{rule}]: {SECTIONS if '§' in rule else RULINGS}" for rule in cited(rules) if rule in citations())
    picture = paper.Line(f"![{say('What overturns what, and a round')}]({rules.id}.svg)")
    return paper.markdown([*sections(rules), paper.Heading(say("Picture")), picture]) + "\n" + "\n".join(links) + "\n"


def text(rules: Ruleset) -> str:
    """The same page for a terminal of 100 columns."""
    return paper.plain(sections(rules))


def html(rules: Ruleset) -> str:
    """The same page as HTML, without its diagrams."""
    return paper.html(sections(rules))


def data(rules: Ruleset) -> dict[str, Any]:
    """The ruleset as JSON-ready data, with the derived order of settlement and the override graph."""
    plan = compile_plan(rules)
    return {
        "id": rules.id,
        "title": str(rules.title),
        "hash": plan.hash,
        "order": list(plan.order),
        "graph": graph_data(plan),
        "rules": plain(rules),
    }


def mermaid(rules: Ruleset) -> str:
    """The override graph and the flow of a round, as two parts of one Mermaid document."""
    return both_charts(compile_plan(rules))


def svg(rules: Ruleset) -> str:
    """The same two as one picture that needs no other program to be drawn."""
    return rules_picture(compile_plan(rules))


def export(folder: str | Path) -> list[str]:
    """Write the pages of all rulesets and an index; the names of the files."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = _files()
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8", newline="\n")
    return list(files)


def stale(folder: str | Path) -> list[str]:
    """The files of a folder that differ from what the rules say now, missing and left-over ones included."""
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
        files[f"{name}.md"] = page(rules)
        files[f"{name}.json"] = json.dumps(data(rules), ensure_ascii=False, indent=1) + "\n"
        files[f"{name}.mmd"] = mermaid(rules)
        files[f"{name}.svg"] = svg(rules)
    return files


def _index() -> str:
    rows = []
    for rules in rulesets():
        name = rules.id
        made = f"{plural(len(rules.roles), 'role')}, {plural(len(rules.flags), 'house rule')}"
        links = f"[page]({name}.md)", f"[data]({name}.json)", f"[picture]({name}.svg), [Mermaid]({name}.mmd)"
        rows.append((str(rules.title), f"`{name}`", made, *links))
    blocks: list[paper.Block] = [
        paper.Heading("Rules", 1),
        paper.Line("These pages are written from the rulesets' data (`make docs`); edit the rulesets, not the pages."),
        paper.Table(("game", "id", "what it has", "read", "use", "draw"), tuple(rows)),
    ]
    return paper.markdown(blocks)
