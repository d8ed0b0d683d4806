"""The picture of a ruleset as SVG: the override graph, and how a round goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from duskfall.core.plan.compile import Plan
from duskfall.draw.boxes import Arrow, Box, Drawn, chart
from duskfall.draw.round_picture import round_picture
from duskfall.draw.style import HUES
from duskfall.draw.svg import TextLine, bent, document, extent, moved, panel, text, wrapped
from duskfall.tell.paper import bare
from duskfall.tell.rules.mermaid import condition
from duskfall.tell.rules.overrides import EDGE, kinds, overturn, overturner, ring
from duskfall.tell.text import quote
from duskfall.tell.tongue import say, told, word
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.ruleset import At, Overturns

SHAPES = {"act": "box", "mark": "round", "trigger": "hexagon", "card": "slant", "role": "round", "vote": "double"}
KINDS = {
    "act": "an act",
    "mark": "a mark",
    "trigger": "happens by itself",
    "card": "a card",
    "role": "a role",
    "vote": "the vote",
}
WAYS = {
    At.TARGET: ("", "overturns what is done to the same player"),
    At.ACTOR: ("dashed", "overturns what is done by the one it names"),
}
CONDITION, NOTE = 190.0, 640.0  # the greatest widths of a condition and of a note
MARGIN, GAP = 28.0, 22.0


def rules_picture(plan: Plan) -> str:
    """Return the override graph and a round, one below the other, as one SVG document."""
    parts = [_stacked(plan), round_picture(plan.rules)]
    width = max(part.width for part in parts) + 2 * MARGIN
    body, y = "", MARGIN
    for part, title in zip(parts, (say("What overturns what"), say("A round")), strict=True):
        body += text([TextLine(title, "title")], (MARGIN, y + 10), "start") + moved(part.markup, MARGIN, y + 36)
        y += part.height + 36 + 1.5 * MARGIN
    title = say("{title}: overrides, and a round", title=say(plan.rules.title))
    return document(panel(0, 0, width, y, "ground") + body, width, y, title)


def _stacked(plan: Plan) -> Drawn:
    """Return the override graph above its legend and its notes."""
    parts = [override_picture(plan), _legend(plan), *_notes(plan)]
    body, y = "", 0.0
    for part in parts:
        body += moved(part.markup, 0, y)
        y += part.height + GAP
    return Drawn(body, max(part.width for part in parts), y - GAP)


# -- what overturns what -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """Overrides that differ only in their source; they are drawn through one pill with the id of their rule."""

    by: tuple[str, ...]
    like: Overturns

    def title(self) -> str:
        """Return the tooltip: each override as a sentence."""
        return " ".join(bare(overturn(replace(self.like, by=name))) for name in self.by)

    def lines(self) -> list[TextLine]:
        """Return the text of the pill: the id of the rule, and its condition in short."""
        shows = say("shows {word}", word=quote(word(self.like.shows, "word"))) if self.like.shows else ""
        when = "" if self.like.when == ALWAYS else bare(condition(self.like.when, EDGE))
        more = [line for part in (shows, when) if part for line in wrapped(part, CONDITION, "small soft")]
        return [TextLine(self.like.rule, "bold"), *more]


def merged(edges: Iterable[Overturns]) -> list[Rule]:
    """Return the overrides, with those that differ only in their source merged into one."""
    found: dict[Overturns, list[str]] = {}
    for edge in edges:
        found.setdefault(replace(edge, by=""), []).append(edge.by)
    return [Rule(tuple(by), replace(like, by=by[0])) for like, by in found.items()]


def override_picture(plan: Plan) -> Drawn:
    """Return the drawing of the override graph: from each source, through its rule, to what is overturned."""
    rules = merged(plan.rules.overturns)
    used = {name for rule in rules for name in (*rule.by, *rule.like.what)}
    boxes = {name: _box(name, kind) for name, kind in kinds(plan).items() if name in used}
    arrows = []
    for number, rule in enumerate(rules):
        pill, title = f"rule {number}", rule.title()
        style = f"hue{number % len(HUES)}"
        boxes[pill] = Box(rule.lines(), "pill", f"pill {style}", title)
        style += " dashed" if rule.like.at is At.ACTOR else ""
        arrows += [Arrow(by, pill, style, title) for by in rule.by]
        arrows += [Arrow(pill, what, style, title) for what in rule.like.what]
    return chart(boxes, arrows)


def _box(name: str, kind: str) -> Box:
    label = overturner(name)
    return Box([TextLine(label)], SHAPES[kind], kind, say(KINDS[kind]))


# -- legend and notes --------------------------------------------------------------------------------


def _legend(plan: Plan) -> Drawn:
    """Return the legend of the shapes and lines that are used."""
    used = {name for edge in plan.rules.overturns for name in (edge.by, *edge.what)}
    found = dict.fromkeys(kind for name, kind in kinds(plan).items() if name in used)
    parts, x = [], 0.0
    for kind in found:
        box = Box([TextLine(say(KINDS[kind]), "small")], SHAPES[kind], kind)
        width, _ = box.size()
        parts.append(box.drawn((x + width / 2, 14)))
        x += width + 12
    used_ways = {edge.at for edge in plan.rules.overturns}
    for way, (style, words) in WAYS.items():
        if way in used_ways:
            line = [TextLine(say(words), "small soft")]
            parts.append(bent([(x, 14), (x + 40, 14)], f"plain {style}") + text(line, (x + 48, 14), "start"))
            x += 48 + extent(line)[0] + 20
    return Drawn("".join(parts), x, 28)


def _notes(plan: Plan) -> Iterable[Drawn]:
    """Yield a note for each ring, about what happens in it."""
    for each in plan.rules.rings:
        lines = wrapped(bare(told(ring(each))), NOTE, "small soft")
        width, height = extent(lines)
        yield Drawn(text(lines, (0, height / 2), "start"), width, height)
