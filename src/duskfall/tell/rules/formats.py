"""A ruleset as Markdown, plain text, HTML, JSON data or Mermaid. SVG is in the package `duskfall.draw`."""

from __future__ import annotations

from typing import Any

from duskfall.core.plan.compile import compile_plan, plain
from duskfall.tell import paper
from duskfall.tell.rules.mermaid import both_charts
from duskfall.tell.rules.overrides import graph_data
from duskfall.tell.rules.sections import cited, sections
from duskfall.tell.tongue import say
from duskfall.vocabulary.ruleset import Ruleset

RULINGS, SECTIONS = "../rulings.md", "../rulebooks/sections.md"


def page(rules: Ruleset) -> str:
    """Return the ruleset as a Markdown page with diagrams; each citation links to the document that has the rule."""
    links = (f"[{rule}]: {SECTIONS if '§' in rule else RULINGS}" for rule in cited(rules))
    picture = paper.Paragraph(f"![{say('What overturns what, and a round')}]({rules.id}.svg)")
    return paper.markdown([*sections(rules), paper.Heading(say("Picture")), picture]) + "\n" + "\n".join(links) + "\n"


def text(rules: Ruleset) -> str:
    """Return the rules page for a terminal of 100 columns."""
    return paper.plain(sections(rules))


def html(rules: Ruleset) -> str:
    """Return the rules page as HTML, without its diagrams."""
    return paper.html(sections(rules))


def data(rules: Ruleset) -> dict[str, Any]:
    """Return the ruleset as JSON-ready data, with the derived order of resolution and the override graph."""
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
    """Return the override graph and the flow of a round as one Mermaid document."""
    return both_charts(compile_plan(rules))
