"""Play TextArena's SecretMafia with random legal actions and print one JSON line.

Run it with the interpreter of `.venv-bench` (see `make bench`), never with the project's own: TextArena is a
peer that we measure, not a dependency.

    .venv-bench/bin/python bench/textarena_peer.py --games 500

The loop is the public one (`ta.make`, `reset`, `get_observation`, `step`) and is kept as light as it can be,
so that the time is TextArena's:

* the `-raw` registration, which has no text-joining wrappers, unless `--wrapped` asks for the default one;
* legal targets are read from the environment's state, not parsed out of the prompts;
* one environment, reset for every game; no rendering, no model, no network. With `--wrapped` it is a new one
  for every game: the default wrapper keeps the text of earlier games across `reset` (TextArena 0.7.4), and
  a text that only grows would be charged to it.

A decision is one `step`: a line of talk, a night action or a vote. TextArena counts only valid moves as
turns, so `decisions - turns` is the number of invalid ones; it has to be 0 or the run fails.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter

try:
    import textarena as ta
except ImportError as error:
    raise SystemExit(f"{error}: run this with .venv-bench/bin/python, which `make bench` sets up") from None

TALK = (
    "I have nothing to hide.",
    "Who has been quiet so far?",
    "I do not trust the last speaker.",
    "Let us hear everybody before we vote.",
    "Last night's death tells us something.",
    "I am just a villager.",
    "That sounds like an excuse to me.",
    "I will vote with the majority today.",
)


def make(name: str, rounds: int) -> tuple[ta.Env, ta.Env]:
    """Make the environment; return it and the bare one below its wrappers."""
    env = base = ta.make(name, discussion_rounds=rounds)
    while isinstance(base, ta.Wrapper):
        base = base.env
    return env, base


def play(games: int, seed: int, players: int, rounds: int, wrapped: bool) -> dict[str, object]:
    """Play `games` games and return what was counted and timed."""
    name = "SecretMafia-v0" if wrapped else "SecretMafia-v0-raw"
    env, base = make(name, rounds)
    phases = type(base).reset.__globals__["Phase"]
    talking, mafia_night = phases.DAY_DISCUSSION, phases.NIGHT_MAFIA
    voting = phases.DAY_VOTING

    rng = random.Random(seed)
    choice = rng.choice
    tag = [f"[{i}]" for i in range(players)]
    decisions = invalid = 0
    kinds: Counter[str] = Counter()
    lengths: list[int] = []

    start = time.perf_counter()
    for game in range(games):
        if wrapped and game:
            env, base = make(name, rounds)
        env.reset(num_players=players, seed=seed + game)
        state = base.state
        alive = state.game_state["alive_players"]
        roles = base.player_roles
        talk = votes = night = 0
        done = False
        while not done:
            me, _seen = env.get_observation()
            phase = base.phase
            if phase is talking:
                talk += 1
                action = choice(TALK)
            elif phase is voting:
                votes += 1
                action = tag[choice(alive)]
            elif phase is mafia_night:
                night += 1
                action = tag[choice([p for p in alive if roles[p] != "Mafia"])]
            else:  # doctor or detective: anybody alive but oneself
                night += 1
                action = tag[choice([p for p in alive if p != me])]
            done, _info = env.step(action)
        count = talk + votes + night
        decisions += count
        invalid += count - state.turn
        lengths.append(count)
        kinds["talk"] += talk
        kinds["vote"] += votes
        kinds["night"] += night
        env.close()
    seconds = time.perf_counter() - start

    return {
        "games": games,
        "decisions": decisions,
        "seconds": round(seconds, 6),
        "invalid": invalid,
        "kinds": dict(kinds),
        "shortest": min(lengths),
        "longest": max(lengths),
        "variant": name,
    }


def main() -> int:
    """Parse the options, play, print the line."""
    parser = argparse.ArgumentParser(description="time TextArena's SecretMafia with random legal actions")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of talk a day, at least 1")
    parser.add_argument("--wrapped", action="store_true", help="with the wrappers a model plays with")
    options = parser.parse_args()
    if options.games < 1:
        parser.error("--games must be at least 1")
    if options.rounds < 1:
        parser.error("--rounds must be at least 1: with 0 TextArena's environment fails with an IndexError")
    result = play(options.games, options.seed, options.players, options.rounds, options.wrapped)
    print(json.dumps(result))
    if result["invalid"]:
        print(f"{result['invalid']} invalid moves: the benchmark is wrong", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
