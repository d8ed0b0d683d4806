"""What a seat is told grows with its view: the same as if it were told at once, and only the last item changes."""

from __future__ import annotations

import pytest

from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.rules.registry import book, ids
from duskfall.seat.items import Told, items
from duskfall.table.run import play
from duskfall.table.seating import seat_players


@pytest.mark.parametrize("rules", ids())
@pytest.mark.parametrize("viewer", [0, 3, None])
def test_told_fact_by_fact_as_told_at_once(rules: str, viewer: int | None) -> None:
    game = Game.start(book(rules), 10, seed=11)
    play(game, seat_players(game, "scripted"))
    view = View(viewer)
    told, before = Told(view), []
    for fact in game.facts:
        view.take(fact)
        first = told.grow()
        assert first >= len(before) - 1
        assert told.items[:first] == before[:first]
        before = list(told.items)
    assert before == items(view)
    assert told.grow() == len(before)


@pytest.mark.parametrize(("rules", "seed"), [("werewolf", 1), ("town-of-agents", 3)])
def test_the_ballots_of_a_vote_add_up(rules: str, seed: int) -> None:
    """ "Hal 9" stood before seven names."""
    game = Game.start(book(rules), 12, seed=seed)
    play(game, seat_players(game, "scripted"))
    votes = [item for item in items(game.view(0)) if item["kind"] == "vote"]
    rows = [row for item in votes for row in item["rows"]]
    for row in rows:
        assert sum(float(weight.removeprefix(" ×") or 1) for weight in row["weights"]) == float(row["votes"])
    assert {weight for row in rows for weight in row["weights"]} == {"", " ×1.5" if rules == "werewolf" else " ×3"}
