"""The state line: who the seat is, who lives, what is left to say; it ends every question, after all that is cached."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.ask import Ask
from duskfall.core.facts import Knows
from duskfall.core.view import View
from duskfall.players.llm.quote import labels
from duskfall.study.speech_left import speech_left
from duskfall.tell.text import plural

MATE = "mate"  # how one knows one's own
PASSES = "An empty `speech` passes your turn."


def state(ask: Ask, view: View) -> str:
    """What must not be forgotten over a long conversation; made of the view alone, and not kept in it."""
    names = labels(view.names)
    return " ".join(filter(None, [_you(view, names), _living(view, names), *_speech(ask, view)]))


def marks(view: View) -> dict[str, str]:
    """Return what is put behind names among options, by label: who one is oneself, and whom one knows for one's own."""
    names = labels(view.names)
    found = {names[seat - 1]: " (your teammate)" for seat in mates(view)}
    return found | ({names[view.seat - 1]: " (you)"} if view.seat else {})


def mates(view: View) -> list[int]:
    """Return whom the seat was told to be of its own team."""
    return list(dict.fromkeys(fact.seat for fact in view.facts if isinstance(fact, Knows) and fact.how == MATE))


def _you(view: View, names: Sequence[str]) -> str:
    role = f" the {view.role}, of team {view.team}" if view.role else ""
    own = ", ".join(_mate(seat, view, names) for seat in mates(view))
    return f"Remember: you are {names[(view.seat or 1) - 1]}{role}{f'; your own: {own}' if own else ''}."


def _mate(seat: int, view: View, names: Sequence[str]) -> str:
    role = f" the {view.known[seat]}" if view.known.get(seat) else ""
    return f"{names[seat - 1]}{role}{' (dead)' if seat in view.dead else ''}"


def _living(view: View, names: Sequence[str]) -> str:
    return f"Living: {', '.join(names[seat - 1] for seat in view.living)}."


def _speech(ask: Ask, view: View) -> Iterator[str]:
    if not ask.speech:
        return
    left = speech_left(view, ask.part)
    if left and left.messages:
        yield f"{plural(left.messages, 'message')} left to the whole table in this discussion."
    elif left and left.turns > 1:
        yield f"{plural(left.turns, 'turn')} left to you in this part, with this one."
    elif left:
        yield "It is your last turn in this part of the talk."
    yield PASSES
