"""The end of a film, where everything is shown: who won by which rule, who was what, what turned it, who lied."""

from __future__ import annotations

from collections.abc import Sequence

from duskfall.core.facts import Fact
from duskfall.core.view import view
from duskfall.film.opened import in_one_line, opened
from duskfall.film.reel import Reel
from duskfall.replay.fates import Fate, fates, the_end, verdict
from duskfall.seat.screen import team_numbers
from duskfall.study.sight import rules_of
from duskfall.table.story import story
from duskfall.tell.text import safe
from duskfall.tell.tongue import say, word
from duskfall.wire.calls import Params
from duskfall.wire.film import FilmEnd, FilmFate
from duskfall.wire.seat import GameTale


def ending(facts: Sequence[Fact], reel: Reel) -> FilmEnd:
    """How a finished game ended, from all its facts: now everybody may know them."""
    end, seen = the_end(facts), view(facts, None)
    line, because = verdict(end, rules_of(seen))
    numbers = team_numbers(seen)
    return {
        "winner": word(end.winner, "side"),
        "line": line,
        "because": because,
        "also": [
            say("{name} has also won, as {role}.", name=safe(seen.names[seat - 1]), role=word(role, "role"))
            for seat, role in end.cowins
        ],
        "chairs": reel.last,
        "fates": [_fate(each, numbers.get(each.role, 0)) for each in fates(facts)],
    }


def _fate(fate: Fate, team: int) -> FilmFate:
    _, name, role, side, left, _ = fate.cells
    return {
        "seat": fate.seat, "name": name, "role": role, "team": team, "side": side, "left": left, "won": fate.won,
    }  # fmt: skip


def film_story(params: Params) -> GameTale:
    """What turned a finished game that can be played again: {text}. It takes a while, hence a call of its own."""
    with in_one_line():
        game = opened(params.get("text")).game
        told = story(game) if game and game.over else None
    points, lie = (list(told.turning_points), told.lie) if told else ([], "")
    return {"points": points, "counted": told.counted if told and points else "", "lie": lie}
