"""OpenSpiel's side of the measurement: games of `social_deduction` with random legal actions; prints one JSON line.

    .venv-openspiel/bin/python bench/openspiel_peer.py --games 500 [--observed]

It is a game of one public vote a round without a night: ten players, two imposters, one token of talk and one vote of
every living player a round, and the imposters win at parity or after the last round. A decision is one action of a
player: a token or a vote. With `--observed` whoever acts is first shown their observation, a text, as players need
it; the game has no tensors.
"""

from __future__ import annotations

import argparse
import json
import random
import time

try:
    import pyspiel
except ImportError as error:
    raise SystemExit(f"{error}: run this with .venv-openspiel/bin/python, which `make bench` sets up") from None


def play(games: int, seed: int, players: int, observed: bool) -> dict[str, float]:
    """Play so many games; what was counted and timed."""
    game = pyspiel.load_game("social_deduction", {"players": players, "imposters": 2})
    rng, decisions, won = random.Random(seed), 0, 0
    choice = rng.choice
    began = time.perf_counter()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
                continue
            if observed:
                state.observation_string(state.current_player())
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
        won += sum(state.returns()) < 0
    return {"games": games, "decisions": decisions, "seconds": time.perf_counter() - began, "imposters": won}


def main() -> None:
    """Parse the options, play, print the line."""
    parser = argparse.ArgumentParser(description="time OpenSpiel's social_deduction with random legal actions")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--observed", action="store_true", help="with the text that players are shown")
    options = parser.parse_args()
    play(10, options.seed, options.players, options.observed)
    print(json.dumps(play(options.games, options.seed, options.players, options.observed)))


if __name__ == "__main__":
    main()
