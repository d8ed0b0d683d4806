"""Text on what moved the votes: the speeches after which the most probed players changed their intended vote."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from duskfall.core.facts import EVERYONE, Fact, Said
from duskfall.core.play.game import Game
from duskfall.study.phases import begun
from duskfall.table.probe import Sway
from duskfall.tell.names import name
from duskfall.tell.text import listing, quote, safe

MOST, SHORT = 5, 80  # the most speeches listed, and the most characters of each


def told_swings(swings: Iterable[Sway], game: Game) -> list[str]:
    """Return a numbered line for each speech that changed the most votes; of equal ones, the earlier is first."""
    strongest = sorted((swing for swing in swings if swing.moved), key=lambda swing: -len(swing.moved))[:MOST]
    return [f"{number}. {_told(swing, game.facts, game.names)}" for number, swing in enumerate(strongest, 1)]


def _told(swing: Sway, facts: Sequence[Fact], names: Sequence[str]) -> str:
    said = next(fact for fact in reversed(facts[: swing.after]) if isinstance(fact, Said) and fact.to == EVERYONE)
    _, (_, day) = begun(facts[: swing.after])
    text = safe(said.text)
    words = quote(text if len(text) <= SHORT else f"{text[:SHORT].rstrip()}…")
    moves = [f"{name(seat, names)} from {_whom(old, names)} to {_whom(new, names)}" for seat, old, new in swing.moved]
    moved = f"moved {len(moves)} of {swing.asked}: {listing(moves)}"
    return safe(f"Day {day}, {name(swing.speaker, names)}: {words} {moved}.")


def _whom(vote: int | str, names: Sequence[str]) -> str:
    return name(vote, names) if isinstance(vote, int) else vote
