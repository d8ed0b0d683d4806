"""The end of a page, where everything is shown: who won and why, what became of whom, what turned it, who lied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.facts import Ended, Fact
from duskfall.core.view import view
from duskfall.replay.fates import LIE, POINTS, WHO, Fate, fates, verdict
from duskfall.replay.pieces import also_won, marked, piece, won
from duskfall.study.sight import rules_of, teams
from duskfall.table.story import Story
from duskfall.tell.tongue import say


def finale(told: Sequence[Fact], tale: Story) -> Iterator[str]:
    """The items of the last chapter, from all the facts of a finished game."""
    end = next(fact for fact in reversed(told) if isinstance(fact, Ended))
    seen = view(told, None)
    yield won(end, verdict(end, rules_of(seen))[1])
    yield from also_won(end, seen.names)
    order = list(dict.fromkeys(teams(seen).values()))
    rows = "".join(_row(fate, order) for fate in fates(told))
    yield piece("fates", f"<h3>{say(WHO)}</h3><ul>{rows}</ul>")
    if tale.turning_points:
        points = "".join(f"<li>{_unbroken(point)}</li>" for point in tale.turning_points)
        yield piece("points", f"<h3>{say(POINTS)}</h3><ol>{points}</ol><p>{marked(tale.counted)}</p>")
    if tale.lie:
        yield piece("lie", f"<h3>{say(LIE)}</h3><p>{marked(tale.lie)}</p>")


def _row(fate: Fate, order: Sequence[str]) -> str:
    """What became of one player."""
    seat, name, role, team, left, result = fate.cells
    number = order.index(fate.team) + 1 if fate.team in order else 0
    face = f'<span class="face" style="--seat:{seat}">{seat}</span>'
    card = f'<i class="role">{marked(role)}</i><i class="team">{marked(team)}</i>'
    ends = f'<i class="left">{marked(left)}</i><i class="{"won" if fate.won else "lost"}">{result}</i>'
    return f'<li data-team="{number}">{face}<b>{marked(name)}</b>{card}{ends}</li>'


def _unbroken(sentence: str) -> str:
    """A number stays with its percent sign."""
    return marked(sentence).replace(" %", "&nbsp;%")
