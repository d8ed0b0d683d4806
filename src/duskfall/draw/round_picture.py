"""The picture of a round: night and day as two panels of steps, with every way out to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from duskfall.draw.boxes import Box, Drawn
from duskfall.draw.svg import TextLine, bent, extent, group, moved, panel, shape, text, wrapped
from duskfall.tell.paper import bare
from duskfall.tell.rules.conditions import holds
from duskfall.tell.rules.mermaid import brief
from duskfall.tell.rules.steps import step_told
from duskfall.tell.text import capital
from duskfall.tell.tongue import say, told, word
from duskfall.vocabulary.conditions import ALWAYS, Expr
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Check, Collect, Settle, Step

WORDS, STEP = 220.0, 244.0  # the widths of a step's text and of its box
EXIT, PAD, LANE = 142.0, 22.0, 36.0  # room for a way out, inside a panel's edge, and beside a panel
BETWEEN, HEAD, FRAME = 24.0, 44.0, 12.0  # between steps, above the first step, and around steps that share a condition
START, GUTTER = 58.0, 50.0  # above the panels, and between them
DIAMOND = 176.0, 60.0
OVER = 64.0  # the width of the text of a way out
CENTRE = PAD + FRAME + STEP / 2


def round_picture(rules: Ruleset) -> Drawn:
    """Return the drawing of a round, from the deal to the end of the game."""
    phases = [("night", rules.night), ("day", rules.day)]
    if rules.day_first:
        phases.reverse()
    left, right = (_phase(name, steps) for name, steps in phases)
    ways = [*_start(left), _over(left, right), _back(left, right)]
    panels = [moved(left.markup(), LANE, START), moved(right.markup(), _beside(left), START)]
    height = START + max(left.height, right.height) + LANE + 2
    return Drawn("".join(panels + ways), _beside(left) + right.width, height)


def _beside(left: Column) -> float:
    """Return the x position of the second panel."""
    return LANE + left.width + GUTTER


# -- one phase ---------------------------------------------------------------------------------------


@dataclass
class Column:
    """The panel of a phase, which is filled from top to bottom."""

    name: str
    width: float
    y: float = HEAD  # the top of the next step
    drawn: list[str] = field(default_factory=list)
    top: float = 0.0  # the upper edge of the first step ...
    first: float = 0.0  # ... and its middle
    last: Step | None = None  # the last step, whose arrow to the next one is not drawn yet ...
    low: float = 0.0  # ... and its lower edge

    @property
    def height(self) -> float:
        """The height of the panel."""
        return self.y - BETWEEN + PAD

    def markup(self) -> str:
        """Return the SVG of the panel with everything added so far."""
        ground = panel(0, 0, self.width, self.height, self.name)
        title = text([TextLine(capital(word(self.name, "phase")), "bold")], (PAD, 22), "start")
        return ground + title + "".join(self.drawn)

    def add(self, step: Step, title: str) -> None:
        """Add a step below the others, with the arrow that leads to it."""
        lines = wrapped(title, WORDS)
        size = DIAMOND if isinstance(step, Check) else (STEP, extent(lines)[1] + 14)
        middle = self.y + size[1] / 2
        if self.last is not None:
            self.drawn.append(bent([(CENTRE, self.low), (CENTRE, self.y)], "plain") + self.no(self.low))
        else:
            self.top, self.first = self.y, middle
        kind, style = ("diamond", "end") if isinstance(step, Check) else ("box", "step")
        box = shape(kind, (CENTRE, middle), size, style) + text(lines, (CENTRE, middle))
        self.drawn.append(group([box], bare(step_told(step))))
        if isinstance(step, Check):
            self.drawn.append(_way_out(middle, self.width - PAD - FRAME))
        self.last, self.low = step, self.y + size[1]
        self.y = self.low + BETWEEN

    def no(self, y: float) -> str:
        """Return the label "no" for the arrow that leads on from a check; empty after other steps."""
        return text([TextLine(say("no"), "small soft")], (CENTRE + 12, y + 9)) if isinstance(self.last, Check) else ""


def _phase(name: str, steps: Sequence[Step]) -> Column:
    out = EXIT if any(isinstance(step, Check) for step in steps) else 0.0
    column = Column(name, 2 * (PAD + FRAME) + STEP + out)
    for when, some in groupby(_stops(steps), key=lambda stop: stop[0].when):
        stops = list(some)
        if when == ALWAYS:
            for step, title in stops:
                column.add(step, title)
        else:
            _framed(column, when, stops)
    return column


def _stops(steps: Sequence[Step]) -> Iterator[tuple[Step, str]]:
    """Yield the steps with their titles; an action that is chosen and takes effect at once is one step."""
    for before, step, after in zip((None, *steps), steps, (*steps[1:], None), strict=False):
        if _at_once(step, after):
            yield step, say("{step}: it takes effect at once", step=_title(step))
        elif not _at_once(before, step):
            yield step, _title(step)


def _title(step: Step) -> str:
    return capital(bare(brief(step)))


def _at_once(step: Step | None, after: Step | None) -> bool:
    if not isinstance(step, Collect) or not isinstance(after, Settle):
        return False
    return (step.verbs, step.when) == (after.verbs, after.when) and len(step.verbs) == 1


def _framed(column: Column, when: Expr, stops: list[tuple[Step, str]]) -> None:
    """Add steps that share a condition, in a frame with that condition."""
    only = say("only if {condition}", condition=bare(told(holds(when))))
    words = wrapped(only, column.width - CENTRE - PAD - 2 * FRAME, "small soft")
    tall = extent(words)[1]
    top = column.y + (FRAME if column.last is None else 0)
    at = len(column.drawn)
    column.y = top + tall + FRAME
    for step, title in stops:
        column.add(step, title)
    frame = panel(PAD, top - FRAME / 2, column.width - 2 * PAD, column.low - top + 1.5 * FRAME, "frame when")
    column.drawn.insert(at, frame + text(words, (CENTRE + FRAME, top + tall / 2), "start"))
    column.y += FRAME


def _way_out(y: float, right: float) -> str:
    """Return the arrow from a check to the end of the game."""
    box = Box(wrapped(say("The game is over"), OVER, "small"), "round", "end")
    x = CENTRE + DIAMOND[0] / 2
    at = right - box.size()[0] / 2
    way = bent([(x, y), (at - box.size()[0] / 2, y)], "plain")
    return way + text([TextLine(say("yes"), "small soft")], (x + 16, y - 9)) + box.drawn((at, y))


# -- from phase to phase -----------------------------------------------------------------------------


def _start(left: Column) -> list[str]:
    x = LANE + CENTRE
    box = Box([TextLine(say("The cards are dealt"))], "round", "end")
    low = box.size()[1]
    return [box.drawn((x, low / 2)), bent([(x, low), (x, START + left.top)], "plain")]


def _over(left: Column, right: Column) -> str:
    """Return the arrow from the first phase of a round to the second one."""
    x, low, lane = LANE + CENTRE, START + left.height + LANE / 2, _beside(left) - GUTTER / 2
    first, edge = START + right.first, _beside(left) + CENTRE - STEP / 2
    way = [(x, START + left.low), (x, low), (lane, low), (lane, first), (edge, first)]
    return bent(way, "plain") + moved(left.no(left.low), LANE, START)


def _back(left: Column, right: Column) -> str:
    """Return the arrow from the second phase back to the first one."""
    offset = _beside(left)
    x, low = offset + CENTRE, START + max(left.height, right.height) + LANE
    first = START + left.first
    way = [(x, START + right.low), (x, low), (LANE / 2, low), (LANE / 2, first), (LANE + CENTRE - STEP / 2, first)]
    return bent(way, "plain") + moved(right.no(right.low), offset, START)
