"""Moderator commands (G12): remove or hand over a seat, count a vote, give a tie-break, switch a flag, pause, undo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from duskfall.core.facts import EVERYONE, FlagSwitched, HandedOver, Paused, Undone
from duskfall.core.log import LOT, STRAY, Entry
from duskfall.core.play import flow, vote
from duskfall.core.play.removal import remove
from duskfall.core.start.flags import read_flags
from duskfall.vocabulary.masks import has

if TYPE_CHECKING:
    from duskfall.core.play.game import Game

CAUSES = ("left", "fouls", "idle")


def check(game: Game, entry: Entry) -> None:
    """Raise `ValueError` if a moderator command cannot be carried out now."""
    state = game.state
    if state.over and entry.kind != "undo":
        raise ValueError("the game is over: only an undo goes back into it")
    if entry.kind in ("remove", "hand over") and not 1 <= entry.seat <= len(state.names):
        raise ValueError(f"no seat {entry.seat} at this table of {len(state.names)}")
    if entry.kind == "remove":
        if entry.word not in CAUSES:
            raise ValueError(f"cause {entry.word!r} is none of {', '.join(CAUSES)}")
        if not has(state.public, entry.seat):
            raise ValueError(f"{state.name(entry.seat)} has left the game already")
    if entry.kind == "switch":
        read_flags(game.plan.rules, {entry.word: entry.value})
    if entry.kind == "count":
        vote.read_counts(game, entry.word, entry.value)
    if entry.kind == LOT and (state.lot is None or entry.word != state.lot[0] or entry.seat not in state.lot[1]):
        raise ValueError(f"no lot between seat {entry.seat} and others is to be drawn")
    if entry.kind == "undo":
        count = sum(each.kind != LOT for each in standing(game.log))
        if type(entry.value) is not int or not 1 <= entry.value <= count:
            raise ValueError(f"cannot undo {entry.value!r} steps: {count} can be undone")


def standing(log: Iterable[Entry]) -> list[Entry]:
    """Return the answers and commands that no undo has taken back. Stray answers are left out: they changed nothing."""
    kept: list[Entry] = []
    for entry in log:
        if entry.kind == "undo" and isinstance(entry.value, int):
            _take_back(kept, entry.value)
        elif entry.kind != STRAY:
            kept.append(entry)
    return kept


def _take_back(kept: list[Entry], steps: int) -> None:
    """Drop the last `steps` entries. A tie-break draw is no step of its own; it goes with the entry before it."""
    while kept and steps > 0:
        steps -= kept.pop().kind != LOT


def act(game: Game, entry: Entry) -> None:
    """Carry out a moderator command.

    Commands from a record are unchecked; raise `ValueError` for an unknown seat, house rule or command.
    """
    if entry.kind in ("remove", "hand over") and not 1 <= entry.seat <= len(game.state.names):
        raise ValueError(f"no seat {entry.seat} at this table of {len(game.state.names)}")
    if entry.kind == "remove":
        remove(game, entry.seat, entry.word)
    elif entry.kind == "hand over":
        game.emit(HandedOver(EVERYONE, entry.seat, entry.word))
    elif entry.kind == "count":
        vote.count(game, entry.word, entry.value)
        if not game.state.open:
            flow.advance(game)
    elif entry.kind == LOT:
        check(game, entry)  # commands from a record are unchecked
        vote.take_lot(game, entry.seat)
        flow.advance(game)
    elif entry.kind == "switch":
        value = read_flags(game.plan.rules, {entry.word: entry.value})[entry.word]
        game.switched[entry.word] = value
        game.emit(FlagSwitched(EVERYONE, entry.word, value))
    elif entry.kind == "pause":
        game.paused = bool(entry.value)
        game.emit(Paused(EVERYONE, game.paused))
    elif entry.kind == "undo" and isinstance(entry.value, int):
        _undo(game, entry.value)
    else:
        raise ValueError(f"unknown act {entry.kind!r}")


def _undo(game: Game, steps: int) -> None:
    """Restart the game and replay the remaining entries; the same entries give the same events."""
    kept = standing(game.log[:-1])
    _take_back(kept, steps)
    game.begin()
    for entry in kept:
        game.do(entry)
    game.emit(Undone(EVERYONE, steps))
