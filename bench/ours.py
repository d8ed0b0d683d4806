"""Our side of the measurement: complete games, all facts kept, in one process; prints one JSON line.

The kernel is driven in a plain loop with `random`, as the peer's environment is; with `--players KIND`, by the table
and players of this kind, as `duskfall play --games` does it. Then the same answers are given again without anybody
thinking about them: `kernel` is what the games cost the engine alone.
"""

from __future__ import annotations

import argparse
import json
import random
import time

import duskfall
from duskfall.arena.run.many import play_seeds
from duskfall.core.play.game import Game
from duskfall.players.bots.random import LINES
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet


def drive(game: Game, rng: random.Random) -> None:
    """Answer every ask with one of its options."""
    draw = rng.random
    while asks := game.asks:
        for ask in asks:
            options = LINES if ask.speech else ask.seats + ask.words
            value = options[int(draw() * len(options))] if options else None
            if ask.addresses and value:  # a question names its addressee
                value = {"text": value, "to": ask.addresses[int(draw() * len(ask.addresses))]}
            if ask.roles and value in ask.seats:
                value = {"target": value, "as": rng.choice(ask.roles)}
            game.answer(ask.seat, ask.verb, value)


def by_loop(args: argparse.Namespace, seeds: range) -> dict[str, float]:
    """The games in a plain loop."""
    rng = random.Random(args.seed)
    decisions = 0
    began = time.perf_counter()
    for seed in seeds:
        game = duskfall.start(args.rules, 10, deck=args.deck, seed=seed, talk=args.talk)
        drive(game, rng)
        decisions += len(game.log)
    return {"decisions": decisions, "seconds": time.perf_counter() - began}


def by_table(args: argparse.Namespace, seeds: range) -> dict[str, float]:
    """The games as many games are played, and again with the answers known."""
    deck = tuple(args.deck.split(",")) if args.deck else None
    sheet = TableSheet(args.rules, deck=deck, players=args.players, talk=args.talk)
    play_seeds(sheet, seeds[:1])
    began, worked = time.perf_counter(), time.process_time()
    outcome = play_seeds(sheet, seeds)
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    share = kernel_alone(sheet, seeds) / worked
    return {"decisions": outcome.decisions, "seconds": seconds, "kernel": seconds * min(1.0, share)}


def kernel_alone(sheet: TableSheet, seeds: range) -> float:
    """The seconds of work that these games take when every answer is known beforehand."""
    total = 0.0
    for seed in seeds:
        game = sheet.start(seed)
        log = play(game, seat_players(game, sheet.kinds(game))).log
        began = time.process_time()
        game = sheet.start(seed)
        for entry in log:
            game.answer(entry.seat, entry.word, entry.value)
        total += time.process_time() - began
    return total


def main() -> None:
    """Play the games and print one JSON line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--talk", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--players", metavar="KIND", help="by the table, with players of this kind")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="ai-mafia")
    parser.add_argument("--deck", help="the roles to deal; else the book's own deck for 10 seats")
    args = parser.parse_args()
    duskfall.start(args.rules, 10, deck=args.deck)  # compiles the plan, as the peer makes its environment beforehand
    seeds = range(args.seed, args.seed + args.games)
    measured = by_table(args, seeds) if args.players else by_loop(args, seeds)
    print(json.dumps({"games": args.games, **measured}))


if __name__ == "__main__":
    main()
