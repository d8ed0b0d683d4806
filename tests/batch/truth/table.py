"""Every row that is known from outside, simulated with many games, as a table.

python -m tests.batch.truth.table --games 1e8 --device cuda

A row that is more than four standard errors off makes the exit status 1; what is sure must be sure. One compilation
serves all decks of a book; with --specialised each row is compiled for itself.
"""

from __future__ import annotations

import argparse
from math import sqrt
from typing import Any

from duskfall.batch.run import simulate
from tests.batch.truth.rows import ROWS, Row

FAR = 4  # standard errors


def off(row: Row, share: float, games: int) -> float:
    """How many standard errors a share of so many games lies off the truth."""
    error = sqrt(row.truth * (1 - row.truth) / games)
    return abs(share - row.truth) / error if error else 0.0 if share == row.truth else float("inf")


def measured(row: Row, games: int, **options: Any) -> float:
    """Simulate a row and say how often its side has won."""
    return simulate(row.table(), games, **options).wins[row.side] / games


def main() -> int:
    """Print the table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=lambda text: int(float(text)), default=10**6, help="of each row")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda", "plain"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--specialised", action="store_true")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows with this in their name")
    options = parser.parse_args()
    settings = {"device": options.device, "threads": options.threads, "general": not options.specialised}
    rows = [row for row in ROWS if options.only in row.name]
    print(f"{options.games:,} games a row, {options.device}, seed {options.seed}\n")
    print("| book | deck | how often | exact | simulated | standard errors off |")
    print("| ---- | ---- | --------- | ----: | --------: | ------------------: |", flush=True)
    worst = 0.0
    for row in rows:
        share = measured(row, options.games, seed=options.seed, **settings)
        far = off(row, share, options.games)
        worst = max(worst, far)
        cells = (row.rules.id, row.deck, row.what, f"{row.truth:.6f}", f"{share:.6f}", f"{far:.2f}")
        print(f"| {' | '.join(cells)} |", flush=True)
    verdict = "all hold" if worst <= FAR else "NOT ALL HOLD"
    print(f"\n{len(rows)} rows, the worst {worst:.2f} standard errors off: {verdict}")
    return int(worst > FAR)


if __name__ == "__main__":
    raise SystemExit(main())
