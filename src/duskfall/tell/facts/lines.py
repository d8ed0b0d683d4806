"""Transcript lines, one per event, for a seat or the moderator; no speech can pose as another line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from duskfall.core.facts import EVERYONE, MODERATOR, Began, Fact, Skipped, Voted
from duskfall.core.view import View, visible
from duskfall.study.weights import weights
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.facts.sentences.said import passes
from duskfall.tell.facts.sentences.voted import ALIKE, Weights
from duskfall.tell.names import name
from duskfall.tell.text import safe
from duskfall.tell.tongue import listed, row, say
from duskfall.vocabulary.masks import bits


def line(fact: Fact, names: Sequence[str], weights: Weights = ALIKE) -> str:
    """Return the event on one line; an event that isn't public is marked as private."""
    return safe(_marked(fact, sentence(fact, names, weights)))


def _marked(fact: Fact, text: str) -> str:
    if fact.to == EVERYONE:
        return text
    return say("(moderator) {line}" if fact.to == MODERATOR else "(private) {line}", line=text)


def _addressed(fact: Fact, names: Sequence[str], text: str) -> str:
    """Return the event's text for the moderator, with the names of those who see the event."""
    if fact.to in (EVERYONE, MODERATOR):
        return _marked(fact, text)
    return say("(to {names}) {line}", names=listed(seeing(fact, names)), line=text)


def seeing(fact: Fact, names: Sequence[str]) -> list[str]:
    """Return the names of the players who see an event that isn't public."""
    return [name(seat, names) for seat in bits(fact.to) if seat <= len(names)]


def moderator_line(fact: Fact, names: Sequence[str], weights: Weights = ALIKE) -> str:
    """Return the event on one line, with the names of those who see it."""
    return safe(_addressed(fact, names, sentence(fact, names, weights)))


def passing(run: Sequence[Skipped], names: Sequence[str], seat: int | None = None) -> str:
    """Return consecutive passes on one line, for a seat, or for the moderator if `seat` is None."""
    text = passes((fact.seat for fact in run), names)
    return safe(_addressed(run[0], names, text) if seat is None else _marked(run[0], text))


def transcript(facts: Iterable[Fact], names: Sequence[str], seat: int | None = None, since: int = 0) -> Iterator[str]:
    """Yield the lines of what a seat may see, with a heading for each phase; the moderator's if `seat` is None.

    Events before index `since` are left out.
    """
    seen = View(seat)
    for at, fact in enumerate(facts):
        if visible(fact, seat):
            seen.take(fact)
            yield from last_lines(seen, names) if at >= since else ()


def last_lines(seen: View, names: Sequence[str]) -> Iterator[str]:
    """Yield the transcript lines of the last event in this view."""
    fact = seen.facts[-1]
    told = moderator_line if seen.seat is None else line
    yield told(fact, names, weights(fact, seen) if isinstance(fact, Voted) else ALIKE)
    if isinstance(fact, Began):
        seats = row(f"{number} {each}" for number, each in enumerate(names, 1))
        yield safe(say("At the table: {seats}.", seats=seats))
