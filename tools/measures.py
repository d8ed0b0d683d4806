"""Writes docs/measures.md from the measures themselves (`make docs`)."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

from duskfall.arena import measures
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Measure

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/measures.md"
BETTER = {1: "More is better.", -1: "Less is better.", 0: "Neither more nor less is better by itself."}
OPENING = """\
# Measures

What `duskfall arena report` tells of every player beside its rating. `make docs` writes this page from the measures in
`src/duskfall/arena/measures`; edit those.

Each measure is a ratio of two sums over events: a ballot, a seat, a claim, a call. Beside its value stand

- its **interval** of 95 %. The games of a block share a deal and are alike, so a block counts as one draw: the
  variance is the linearised one of a ratio over blocks, the quantile is Student's at one less than their number, and
  a share has Wilson's interval at the number of independent events that this variance is worth. Fewer
  than three blocks have no interval, nor has an amount that was the same in all blocks.
- its **denominator**: out of how many events.
- **knowing nothing**: what is expected, in the very same places, of who has no information; a formula, given below.
- **random play**: the same measure read off games of random bots at the league's own tables.
- **knowing all**, of measures that stand on what could be known: what who knows all that can be known scores.

Those measures, and the seats won adjusted for luck, need a league that says `detect: true`: for every choice and every
stated suspicion the detective is then asked, in that seat's own view and by the rules alone, how likely everybody is
evil. The report says how many of these moments were counted exactly, how many were sampled, and how many are not known.
Random play is not read for them: that would take longer than the league.

All of them are told over all rulesets and for each, and by group (side, role, class …) where that makes sense.

## Add a measure

A measure is one file that says what it means and asks the [tables](../src/duskfall/arena/store/tables.py) in
SQL, and one name in `MEASURES` of [measures/\\_\\_init\\_\\_.py](../src/duskfall/arena/measures/__init__.py);
intervals, rulesets, random play, the report, `arena compare` and this page come by themselves. Its query has a
row per event (or per game): `player`, `game`, `group`, `x`, `n`, and in `nothing` what `x` would be for who
knows nothing, or NULL. `played`, `seated`, `ballots` and `living` of
[parts.py](../src/duskfall/arena/measures/parts.py) are there to be used. What needs a posterior over roles joins the
tables `moments` and `knowledge`, as those in [measures/knowledge](../src/duskfall/arena/measures/knowledge) do.

```python
from duskfall.arena.measures.measure import Measure

BLANKS = Measure(
    id="blank-votes",
    title="Blank votes",
    formula="Ballots of the player that name nobody, over all its ballots that can send somebody out.",
    baseline="Knowing nothing has no meaning here.",
    denominator="ballots",
    events=\"\"\"
        SELECT player, game, side AS "group", (target = 0)::INTEGER AS x, 1 AS n, NULL::DOUBLE AS nothing
        FROM ballots JOIN seated USING (game, seat)\"\"\",
)
```
"""


def page() -> str:
    """The whole page."""
    return "\n".join((OPENING, *(line for measure in MEASURES for line in _measure(measure)))).rstrip() + "\n"


def _measure(measure: Measure) -> Iterator[str]:
    path = _file(measure)
    groups = f" By {measure.groups}." if measure.groups else ""
    yield f"## {measure.title}\n\n`{measure.id}`, told as a {measure.unit.value}. {BETTER[measure.better]}{groups}"
    yield f"([{path.name}](../{path.as_posix()}))\n"
    yield f"- **Counted:** {measure.formula}\n- **Baseline:** {measure.baseline}"
    yield f"- **Out of:** {measure.denominator}.\n"


def _file(measure: Measure) -> Path:
    """The file in which a measure is defined."""
    modules = (module for name, module in sys.modules.items() if name.startswith(f"{measures.__name__}."))
    home = next(each for each in modules if any(value is measure for value in vars(each).values()))
    return Path(inspect.getfile(home)).relative_to(ROOT)


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), "utf-8")
    else:
        sys.stdout.write(page())
