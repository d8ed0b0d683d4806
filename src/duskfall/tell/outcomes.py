"""Sentences for the facts that change the table: shots, titles, roles, the moderator's acts, and the end."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.core.words import DRAW
from duskfall.tell.sentences import HIDDEN, Names, name, named, sentence, whose
from duskfall.tell.text import code, shown, spaced, wins

CAUSES = {"left": "has left", "fouls": "too many fouls", "idle": "gives no answers"}


@sentence.register
def _shot(fact: facts.Shot, names: Names) -> str:
    return f"{whose(fact.verb, fact.seat, names)}: {name(fact.target, names)}."


@sentence.register
def _fell(fact: facts.Fell, names: Names) -> str:
    seen = f": {fact.shown}" if fact.shown and fact.shown != HIDDEN else ""
    return f"{name(fact.seat, names)} dies{seen}."


@sentence.register
def _candidates(fact: facts.Candidates, names: Names) -> str:
    return f"Standing for {spaced(fact.title)}: {named(fact.seats, names)}."


@sentence.register
def _title_held(fact: facts.TitleHeld, names: Names) -> str:
    was = f", after {name(fact.was, names)}" if fact.was else ""
    if not fact.seat:
        return f"There is no {spaced(fact.title)}{was}."
    return f"The {spaced(fact.title)} is {name(fact.seat, names)}{was}."


@sentence.register
def _became(fact: facts.Became, names: Names) -> str:
    return f"{name(fact.seat, names)} is {fact.role} now, of team {fact.team}."


@sentence.register
def _lost(fact: facts.Lost, names: Names) -> str:
    return f"{name(fact.seat, names)} loses {spaced(fact.verb)} for good."


@sentence.register
def _shown(fact: facts.Shown, names: Names) -> str:
    return f"{name(fact.seat, names)} is revealed: {fact.role}."


@sentence.register
def _co_won(fact: facts.CoWon, names: Names) -> str:
    return f"{name(fact.seat, names)} has won as {fact.role}, whichever side wins."


@sentence.register
def _removed(fact: facts.Removed, names: Names) -> str:
    return f"The moderator removes {name(fact.seat, names)}: {CAUSES.get(fact.cause, spaced(fact.cause))}."


@sentence.register
def _handed_over(fact: facts.HandedOver, names: Names) -> str:
    return f"The moderator gives the seat of {name(fact.seat, names)} to {fact.player}."


@sentence.register
def _flag_switched(fact: facts.FlagSwitched, names: Names) -> str:
    return f"House rule from the next phase on: {code(fact.flag)} is {shown(fact.value)}."


@sentence.register
def _paused(fact: facts.Paused, names: Names) -> str:
    return "The game is paused." if fact.on else "The game goes on."


@sentence.register
def _undone(fact: facts.Undone, names: Names) -> str:
    return f"The moderator takes back {fact.steps} of the last answers."


@sentence.register
def _ended(fact: facts.Ended, names: Names) -> str:
    won = "a draw" if fact.winner == DRAW else wins(fact.winner)
    also = "; ".join(f"{name(seat, names)} ({role})" for seat, role in fact.cowins)
    who = ", ".join(f"{player} {role}" for player, role in zip(names, fact.roles, strict=False))
    beside = f" Also won: {also}." if also else ""
    return f"The game is over: {won} ({spaced(fact.reason)}).{beside} Who was what: {who}."
