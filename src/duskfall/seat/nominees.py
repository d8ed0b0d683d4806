"""Who stands before the table: those put up for the vote, those who share the most votes, those who want a title."""

from __future__ import annotations

from duskfall.core.facts import Candidates, NobodyOut, Nominated, Out, Tied, TitleHeld
from duskfall.core.view import View
from duskfall.study.phases import begun


def nominees(view: View) -> list[int]:
    """Their seats, as they were named; nobody once it is decided."""
    found: list[int] = []
    for fact in view.facts[max(0, begun(view.facts)[0]) :]:
        match fact:
            case Nominated():
                found += [fact.target] if fact.target not in found else []
            case Tied() | Candidates():
                found = list(fact.seats)
            case Out() | NobodyOut() | TitleHeld():
                found = []
            case _:
                pass
    return found
