"""The state line: the seat's identity, the living, and the turns left. It ends each question, after the cached part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from duskfall.core.ask import Ask
from duskfall.core.facts import Knows
from duskfall.core.view import View
from duskfall.players.llm.quote import labels
from duskfall.study.speech_left import speech_left
from duskfall.tell.text import plural

MATE = "mate"  # the kind of knowledge about a teammate
PASSES = "An empty `speech` passes your turn."


def state(ask: Ask, view: View) -> str:
    """Return the state line: parts of the view that a model may forget. It is not kept in the conversation."""
    names = labels(view.names)
    return " ".join(filter(None, [_you(view, names), _living(view, names), *_speech(ask, view)]))


def marks(view: View) -> dict[str, str]:
    """Return the marks after names in options, by label: " (you)" and " (your teammate)"."""
    names = labels(view.names)
    found = {names[seat - 1]: " (your teammate)" for seat in mates(view)}
    return found | ({names[view.seat - 1]: " (you)"} if view.seat else {})


def mates(view: View) -> list[int]:
    """Return the seats that the view's seat knows as teammates."""
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
