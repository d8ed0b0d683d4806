"""Our side of the measurement: complete 10-seat ai-mafia games, uniform random answers, all facts kept."""

from __future__ import annotations

import argparse
import json
import time

import duskfall
from duskfall.table.run import play, seat_players


def main() -> None:
    """Play the games in this one process and print one JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--talk", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="ai-mafia")
    args = parser.parse_args()
    decisions = facts = 0
    began = time.perf_counter()
    for number in range(args.games):
        game = duskfall.start(args.rules, 10, seed=args.seed + number, talk=args.talk)
        play(game, seat_players(game))
        decisions += len(game.log)
        facts += len(game.facts)
    seconds = time.perf_counter() - began
    print(json.dumps({"games": args.games, "decisions": decisions, "facts": facts, "seconds": seconds}))


if __name__ == "__main__":
    main()
