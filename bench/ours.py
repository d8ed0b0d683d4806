"""Our side of the measurement: complete games with uniform random answers, all facts kept, in one process.

The kernel is driven in a plain loop with `random`, as the peer's environment is; with `--players`, by the table and
its `random` players, whose draws are keyed so that a game can be resumed.
"""

from __future__ import annotations

import argparse
import json
import random
import time

import duskfall
from duskfall.core.game import Game
from duskfall.players.bots.random import LINES
from duskfall.table.run import play
from duskfall.table.seating import seat_players


def drive(game: Game, rng: random.Random) -> None:
    """Answer every ask with one of its options."""
    draw = rng.random
    while asks := game.asks:
        for ask in asks:
            options = LINES if ask.speech else ask.seats + ask.words
            value = options[int(draw() * len(options))] if options else None
            if ask.roles and value in ask.seats:
                value = {"target": value, "as": rng.choice(ask.roles)}
            game.answer(ask.seat, ask.verb, value)


def main() -> None:
    """Play the games and print one JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--talk", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--players", action="store_true", help="by the table, with its random players")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="ai-mafia")
    parser.add_argument("--deck", help="the roles to deal; else the book's own deck for 10 seats")
    args = parser.parse_args()
    duskfall.start(args.rules, 10, deck=args.deck)  # compiles the plan, as the peer makes its environment beforehand
    rng = random.Random(args.seed)
    decisions = facts = 0
    began = time.perf_counter()
    for seed in range(args.seed, args.seed + args.games):
        game = duskfall.start(args.rules, 10, deck=args.deck, seed=seed, talk=args.talk)
        if args.players:
            play(game, seat_players(game))
        else:
            drive(game, rng)
        decisions += len(game.log)
        facts += len(game.facts)
    seconds = time.perf_counter() - began
    print(json.dumps({"games": args.games, "decisions": decisions, "facts": facts, "seconds": seconds}))


if __name__ == "__main__":
    main()
