"""Win rates of each side among scripted players: read from stored results, or estimated from games played now."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache

from duskfall.core.chance import draw, shuffled
from duskfall.core.play.game import Game
from duskfall.core.start.deck import dealt_sides
from duskfall.core.start.flags import defaults
from duskfall.core.start.setup import Setup
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.study.scripted_play import was_played, win_rates
from duskfall.table.eyes import Eyes
from duskfall.vocabulary.ruleset import Ruleset

GAMES, FEWEST = 48, 8  # to play with one deck; with fewer, nothing is said about it
WORK = 40_000  # answers in all these games times seats: an answer costs more at a larger table
GUESS = 4  # the guess from the deck's cards counts for so many games


def scripted_rates(game: Game) -> dict[str, float]:
    """Return the share of each side in won games of scripted players with this deck and these house rules.

    Empty if these were not counted: the game did not begin with a deal, or its games are too long to play some now.
    """
    rules, setup = game.plan.rules, game.setup
    if setup.start:
        return {}
    if was_played(rules, setup.roles) and setup.talk and not setup.cards and setup.flags == defaults(rules):
        return win_rates(rules, setup.roles)
    table = replace(setup, seed=0, roles=tuple(sorted(setup.roles)), assign=None, deck=None)
    return _play(rules, table, WORK // len(setup.names))


@lru_cache(maxsize=64)
def _play(rules: Ruleset, setup: Setup, most: int) -> dict[str, float]:
    """Play some games of this table, with so many answers at most, and count them with the guess from its cards."""
    wins: Counter[str] = Counter()
    for seed in range(GAMES):
        game = Game(rules, replace(setup, seed=seed, roles=tuple(shuffled(seed, "deal", setup.roles))))
        most = _play_to_the_end(game, most)
        if game.over is None:
            break
        wins[game.over.winner] += 1
    if wins.total() < FEWEST:
        return {}
    sides = dealt_sides(rules, setup.roles)
    guess = win_rates(rules, setup.roles) or dict.fromkeys(sides, 1 / len(sides))
    total = sum(wins[side] for side in sides) + GUESS
    return {side: (wins[side] + GUESS * guess[side]) / total for side in sides}


def _play_to_the_end(game: Game, most: int) -> int:
    """Let scripted players finish the game, unless they need more answers than `most`; return how many are left."""
    eyes, seed = Eyes(), game.setup.seed
    players = {seat: ScriptedPlayer(draw(seed, "player", seat)) for seat in range(1, len(game.names) + 1)}
    while (asks := game.asks) and most >= len(asks):
        most -= len(asks)
        for ask in asks:
            game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, eyes.of(ask.seat, game)))
    return most
