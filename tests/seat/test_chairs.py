"""The chairs of a seat's screen: what they show of the dead without being asked is the same for everybody."""

from __future__ import annotations

import pytest

from duskfall.core.facts import Announced, Ended, Fell, Out, Removed
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.rules.registry import book, ids
from duskfall.seat.screen import chair, team_numbers
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.wire.seat import SeatChair


@pytest.mark.parametrize("rules", ids())
@pytest.mark.parametrize("seed", [3, 11])
def test_every_screen_shows_the_same_of_the_dead(rules: str, seed: int) -> None:
    game = Game.start(book(rules), 10, seed=seed)
    play(game, seat_players(game, "scripted"))
    views = [View(seat) for seat in (None, *range(1, 11))]
    public, *own = views
    for fact in game.facts:
        for view in views:
            view.take(fact)
        if isinstance(fact, Announced | Out | Fell | Removed | Ended):
            told = shown(public)
            assert all(shown(view) == told for view in own)


def chairs_of(view: View) -> list[SeatChair]:
    numbers = team_numbers(view)
    return [chair(view, seat, numbers) for seat in range(1, len(view.names) + 1)]


def shown(view: View) -> list[tuple[str, int]]:
    return [(each["shown"], each["shown_team"]) for each in chairs_of(view)]


def test_a_partner_whose_card_stays_hidden_is_known_and_not_shown() -> None:
    for seed in range(40):
        game = Game.start(book("city-mafia"), 10, seed=seed)
        play(game, seat_players(game, "scripted"))
        mafia = [seat for seat in range(1, 11) if game.over and game.over.roles[seat - 1] in ("Don", "Mafia")]
        view = View(mafia[0])
        for fact in game.facts:
            view.take(fact)
            dead = [seat for seat in mafia if seat in view.dead]
            if dead and not view.over:
                chairs = chairs_of(view)
                assert all(chairs[seat - 1]["role"] and not chairs[seat - 1]["shown"] for seat in dead)
                return
    pytest.fail("no game in which one of the mafia dies")
