"""The detective: worlds a second, time and memory of one question, for 8, 10 and 12 seats of each ruleset.

    python bench/detect.py                         print the table
    python bench/detect.py --one werewolf --seats 10    a single row, as JSON

Games of random players without talk; the player in seat 1 asks at the beginning of every phase what can be known, with
the budget of a hint. Compiling is timed apart: it happens once for each deck of a machine.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from statistics import median

from rows import output, table

SEATS = (8, 10, 12)
RULES = ("ai-mafia", "ai-mafia-classic", "city-mafia", "town-of-agents", "werewolf")


def measure(rules_id: str, seats: int, games: int, timed_compiling: bool = True) -> dict[str, float]:
    """All questions of these games, one after another in this process."""
    from duskfall.batch.compiled.build import compile_file, keep_source
    from duskfall.core.play.game import Game
    from duskfall.core.start.setup import Setup
    from duskfall.core.view import view
    from duskfall.detect.count import program_of
    from duskfall.detect.evidence import table_of
    from duskfall.detect.posterior import HINT, posterior
    from duskfall.detect.sight import sight
    from duskfall.detect.worlds.source import forms
    from duskfall.players.bots.random import RandomPlayer
    from duskfall.rules.registry import find

    rules, seconds, exact, known, steps, compiling = find(rules_id), [], 0, 0, 0, 0.0
    for seed in range(1, games + 1):
        game = Game(rules, Setup.make(rules, seats, seed=seed, talk=False))
        players = [RandomPlayer(1000 * seed + seat) for seat in range(seats + 1)]
        before = None
        while game.asks:
            seen = view(game.facts, 1)
            if before != (seen.phase, seen.night, seen.day) and 1 in seen.living:
                before = seen.phase, seen.night, seen.day
                if timed_compiling and not compiling:
                    began = time.perf_counter()
                    path = keep_source(program_of(table_of(sight(seen))), *forms())
                    assert path is not None, "nothing can be kept here"
                    compile_file(path, forms())
                    compiling = time.perf_counter() - began
                began = time.perf_counter()
                found = posterior(sight(seen), budget=HINT)
                seconds.append(time.perf_counter() - began)
                exact, known, steps = exact + found.exact, known + found.known, steps + found.steps
            for ask in list(game.asks):
                game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, seen))
    return {
        "questions": len(seconds), "exact": exact, "known": known, "steps": steps, "seconds": sum(seconds),
        "median": median(seconds), "most": max(seconds), "compiling": compiling,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }  # fmt: skip


def row(rules: str, seats: int, games: int, timed_compiling: bool) -> list[str]:
    """One row of the table, measured in a process of its own."""
    command = [sys.executable, "bench/detect.py", "--one", rules, "--seats", str(seats), "--games", str(games)]
    got = json.loads(output([*command, *([] if timed_compiling else ["--no-compiling"])]).splitlines()[-1])
    share = [f"{got[kind] / got['questions']:.0%}" for kind in ("exact", "known")]
    return [
        rules, str(seats), f"{got['questions']:.0f}", *share, f"{got['median'] * 1000:,.0f}",
        f"{got['most'] * 1000:,.0f}", f"{got['steps'] / got['seconds'] / 1e6:.2f}", f"{got['memory']:,.0f}",
        f"{got['compiling']:.0f}",
    ]  # fmt: skip


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="measure the detective")
    parser.add_argument("--games", type=int, default=10, help="games of each row (default 10)")
    parser.add_argument("--one", metavar="RULES", help="a single row, as JSON")
    parser.add_argument("--seats", type=int, action="append", help=f"only this size; may be repeated (default {SEATS})")
    parser.add_argument("--rules", choices=RULES, action="append", help="only this ruleset; may be repeated")
    parser.add_argument(
        "--compiling", action=argparse.BooleanOptionalAction, default=True, help="time the compiling of each deck, too"
    )
    options = parser.parse_args()
    sizes = options.seats or SEATS
    if options.one:
        print(json.dumps(measure(options.one, sizes[0], options.games, options.compiling)))
        return 0
    books, games, compiling = options.rules or RULES, options.games, options.compiling
    rows = [row(rules, seats, games, compiling) for rules in books for seats in sizes]
    heads = ["detective", "seats", "questions", "exact", "known", "median ms", "most ms", "million steps/s", "MiB",
             "compiling s"]  # fmt: skip
    print(table(heads, rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
