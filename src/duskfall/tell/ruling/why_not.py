"""Lines of a ruling about what did not happen in a phase because of a rule, and which victories are still open."""

from __future__ import annotations

from collections.abc import Iterable

from duskfall.core.play.state import State
from duskfall.tell.quotes import quoted
from duskfall.tell.ruling.explain import RulingLine
from duskfall.tell.ruling.matter import Matter
from duskfall.tell.ruling.not_asked import by_day, not_asked
from duskfall.tell.ruling.not_set_off import not_set_off
from duskfall.tell.ruling.not_yet import not_yet
from duskfall.tell.text import capital, safe


def why_not(case: Matter, state: State) -> tuple[RulingLine, ...]:
    """Return what did not happen in this phase; `state` is the game at the end of the phase."""
    return _lines(case, [*not_set_off(case, state), *not_asked(case, state), *by_day(case, state)])


def still_open(case: Matter, state: State) -> tuple[RulingLine, ...]:
    """Return the win conditions that are not met; `state` is the game at the end of the phase."""
    return _lines(case, not_yet(case, state))


def _lines(case: Matter, found: Iterable[tuple[str, str]]) -> tuple[RulingLine, ...]:
    names = tuple(case.names)
    told = [(text if text.startswith(names) else capital(text), rule) for text, rule in found]
    return tuple(dict.fromkeys(RulingLine(safe(text), rule, quoted(rule)) for text, rule in told))
