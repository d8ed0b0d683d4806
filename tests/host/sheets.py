"""Games played to a plan, for what is kept of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duskfall.core.play.game import Game
from duskfall.host.protocol.game_sheet import Best, Bonus, Foul, GameSheet, HostNote, When
from duskfall.rules import ruleset

TEN = {
    "Анна": "Don", "Борис": "Mafia", "Вера": "Maniac", "Глеб": "Sheriff", "Дина": "Doctor", "Ева": "Mistress",
    "Жан": "Citizen", "Зоя": "Citizen", "Ия": "Citizen", "Кир": "Citizen",
}  # fmt: skip
Phase = Mapping[str, Any]  # verb: {seat: answer}, or an answer for everybody


def phase(game: Game, answers: Phase) -> None:
    """Answer for everybody until the next phase begins or the game is over; who is not named gives no answer."""
    here = (game.state.phase, game.state.day, game.state.night)
    while game.asks and (game.state.phase, game.state.day, game.state.night) == here:
        ask = game.asks[0]
        given = answers.get(ask.verb)
        game.answer(ask.seat, ask.verb, given.get(ask.seat) if isinstance(given, dict) else given)


def played(*phases: Phase, **given: Any) -> Game:
    """A city-mafia game of ten that went so."""
    game = Game.start(ruleset("city-mafia"), TEN, tries=1, **given)
    for each in phases:
        phase(game, each)
    return game


# A tie that dissolves, a heal, a drag, a void heal, a vote-immunity, and the reds win on day 4.
# Seats: 1 Don, 2 Mafia, 3 Maniac, 4 Sheriff, 5 Doctor, 6 Mistress, 7 to 10 Citizens.
RED_WINS: tuple[Phase, ...] = (
    # day 1: 2 and 7 tie, then 2 is out
    {"vote": {1: 7, 2: 7, 4: 2, 5: 2}, "revote": {1: 7, 4: 2, 5: 2, 6: 2}},
    # night 1: the Doctor saves 7 from the Mafia, and the Maniac kills 10; the Mistress visits 8
    {"kill": 7, "seek": 4, "check": 3, "heal": 7, "visit": 8, "maniac_kill": 10},
    # day 2: 8 would be out, and stays
    {"vote": {1: 8, 3: 8, 4: 8}},
    # night 2: the heal of 7 again is void; the Mistress dies, and drags 9
    {"kill": 7, "seek": 6, "check": 1, "heal": 7, "visit": 9, "maniac_kill": 6},
    # day 3: the Maniac is out
    {"vote": {4: 3, 5: 3, 8: 3, 1: 5}, "say": "I was the Maniac."},
    # night 3: the Don kills nobody
    {"check": 5},
    # day 4: the Don is out
    {"vote": {4: 1, 5: 1}},
)


def red_wins(**given: Any) -> Game:
    """The reds win on day 4."""
    return played(*RED_WINS, **given)


def sheet(game: Game, **given: Any) -> GameSheet:
    """The game with a foul or two, a best move, a bonus and notes."""
    noted: dict[str, Any] = {
        "began": "2026-01-09T19:00:00", "ended": "2026-01-09T20:15:00",
        "fouls": (Foul(8, 1, When("day", 1, "2026-01-09T19:05:00")), Foul(8, 1, When("night", 1)),
                  Foul(8, -1, When("night", 1))),
        "best": (Best(10, (1, 3, 4)),), "bonus": (Bonus(4, 0.3, "a check"),),
        "notes": (HostNote("Table 2", When("", 0)), HostNote("Somebody laughed", When("day", 2))),
    }  # fmt: skip
    return GameSheet(game, **(noted | given))
