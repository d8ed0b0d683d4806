"""Environments: decisions a second of the vector environment, of PettingZoo over the kernel, and of OpenSpiel's game.

    python bench/envs.py                 print the tables
    python bench/envs.py --device cuda   with the vector environment on a GPU

Ten seats, the default deck, random legal actions. Timed are the calls of the environment, with observations and masks;
drawing the actions is not, nor compiling. A decision is one answer of a seat that a learner controls: of all seats, or
of one, while the others follow the simulator's uniform players. With `--one` a single row is measured and printed as
JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace

import numpy as np
from rows import ROOT, System, table, take_turns

PEER = ROOT / ".venv-openspiel" / "bin" / "python"
SIZES = (1, 1_000, 100_000)


def vector(rules: str, at: int, everyone: bool, games: int, seed: int, device: str) -> dict[str, float]:
    """So many games at once, until about so many were played."""
    from duskfall.envs import VectorSeats

    env = VectorSeats(rules, at, 10, controlled=range(1, 11) if everyone else (1,), device=device)
    random = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    seconds = decisions = done = 0.0
    for turn in range(1 << 30):
        mask, asked = _here(seen["action_mask"]), _here(infos["asked"])
        actions = (random.integers(1, 256, mask.shape, np.uint8) * mask.view(np.uint8)).argmax(-1)
        began = time.perf_counter()
        seen, _, over, _, infos = env.step(actions)
        ended = _here(over).sum()  # waits for a GPU
        if turn:  # the first step compiles
            seconds += time.perf_counter() - began
            decisions += asked.sum()
            done += ended
            if done >= games and turn > 4:
                break
    return {"games": float(done), "decisions": float(decisions), "seconds": seconds}


def _here(array: object) -> np.ndarray:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


def pettingzoo(rules: str, games: int, seed: int) -> dict[str, float]:
    """All seats in turn over the kernel."""
    from duskfall.envs import TableAEC

    env, random = TableAEC(rules, 10), np.random.default_rng(seed)
    seconds, decisions = 0.0, 0
    for game in range(games):
        began = time.perf_counter()
        env.reset(seed=seed + game)
        seconds += time.perf_counter() - began
        for _ in env.agent_iter():
            began = time.perf_counter()
            seen, _, over, _, _ = env.last()
            seconds += time.perf_counter() - began
            mask = seen["action_mask"]
            action = None if over else int((random.random(len(mask)) * mask).argmax())
            began = time.perf_counter()
            env.step(action)
            seconds += time.perf_counter() - began
            decisions += not over
    return {"games": games, "decisions": decisions, "seconds": seconds}


def systems(device: str, rules: str) -> list[System]:
    """The rows for one ruleset: the kernel, the vector environment in all sizes."""
    ours = [sys.executable, "bench/envs.py", "--rules", rules, "--device", device]
    rows = [System("PettingZoo over the kernel", "all", [*ours, "--one", "pettingzoo"], 100)]
    for seats, games in (("all", (200, 4_000, 100_000)), ("one", (2_000, 20_000, 200_000))):
        for at, count in zip(SIZES, games, strict=True):
            command = [*ours, "--one", "vector", "--at", str(at), *(["--everyone"] if seats == "all" else [])]
            rows.append(System(f"vector environment, {at:,} games", seats, command, count))
    return rows


def _games_at_once(command: list[str]) -> int:
    return int(command[command.index("--at") + 1]) if "--at" in command else 1


def peers() -> list[System]:
    """OpenSpiel's game, where its environment is installed."""
    command, name = [str(PEER), "bench/openspiel_peer.py"], "OpenSpiel social_deduction, no night"
    return [System(name, "all", command, 300), System(f"{name}, observed", "all", [*command, "--observed"], 300)]


def main() -> int:
    """Measure one row, or print the tables."""
    parser = argparse.ArgumentParser(description="decisions a second of the environments")
    parser.add_argument("--one", choices=["vector", "pettingzoo"])
    parser.add_argument("--rules", default="ai-mafia")
    parser.add_argument("--at", type=int, default=1)
    parser.add_argument("--everyone", action="store_true", help="all seats are controlled, not one")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="cpu (default), cuda, or plain, which is not compiled")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most", type=int, default=SIZES[-1], help="games at once at most (100,000 take 11 GB)")
    parser.add_argument("--quick", action="store_true", help="a single game in the first rows: to see that they run")
    options = parser.parse_args()
    if options.one == "vector":
        got = vector(options.rules, options.at, options.everyone, options.games, options.seed, options.device)
        print(json.dumps(got))
        return 0
    if options.one:
        print(json.dumps(pettingzoo(options.rules, options.games, options.seed)))
        return 0
    rows = systems(options.device, options.rules) + (peers() if PEER.exists() else [])
    rows = [row for row in rows if _games_at_once(row.command) <= options.most]
    if options.quick:
        rows = [replace(row, games=1) for row in rows[:2]]
    take_turns(rows, options.rounds)
    cells = [[row.name, row.note, row.numbers[1], row.numbers[2]] for row in rows]
    print(f"Environments, {options.rules}, 10 seats, one thread; medians of {options.rounds} rounds in turn.\n")
    print(table(["environment", "seats controlled", "decisions/s", "decisions/game"], cells))
    if not PEER.exists():
        print("\nOpenSpiel is not installed (.venv-openspiel): its rows are left out.")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
