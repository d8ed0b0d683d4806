"""Our side of the measurement: complete games with uniform random answers, all facts kept, in one process."""

from __future__ import annotations

import argparse
import json
import time

import duskfall
from duskfall.table.run import play, seat_players


def main() -> None:
    """Play the games and print one JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--talk", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="ai-mafia")
    parser.add_argument("--deck", help="the roles to deal; else the book's own deck for 10 seats")
    args = parser.parse_args()
    duskfall.start(args.rules, 10, deck=args.deck)  # compiles the plan, as the peer makes its environment beforehand
    decisions = facts = 0
    began = time.perf_counter()
    for seed in range(args.seed, args.seed + args.games):
        game = duskfall.start(args.rules, 10, deck=args.deck, seed=seed, talk=args.talk)
        play(game, seat_players(game))
        decisions += len(game.log)
        facts += len(game.facts)
    seconds = time.perf_counter() - began
    print(json.dumps({"games": args.games, "decisions": decisions, "facts": facts, "seconds": seconds}))


if __name__ == "__main__":
    main()
