"""A long lockstep: `python -m tests.batch.lockstep.soak --games 1000000`, or one table again that was out of step."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import count, islice

from duskfall.rules import BOOKS
from tests.batch.lockstep.driver import Form, OutOfStep
from tests.batch.lockstep.rulesets.library import GROWN, small
from tests.batch.lockstep.sweep import A_TABLE, sweep

FORMS = (Form(general=True, target="cpu"), Form(), Form(general=True), Form(policy="skilled"))


def main() -> int:
    """Play, and say how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rules", help="only this ruleset")
    parser.add_argument("--table", type=int, help="only this table of it")
    parser.add_argument("--general", action="store_true")
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--target", default="plain", choices=("plain", "cpu"))
    parser.add_argument("--policy", default="uniform")
    wish = parser.parse_args()
    try:
        if wish.table is not None:
            form = Form(wish.general, wish.target, wish.policy)
            sweep(wish.rules, A_TABLE, form, first=wish.table, steps=wish.steps)
        else:
            soak(wish.games, wish.rules)
    except OutOfStep as error:
        print(error)
        return 1
    print("in step")
    return 0


def soak(games: int, only: str | None = None) -> None:
    """The books over and over by compiled code, between them small and grown rulesets in the other forms."""
    began, done = time.monotonic(), 0
    others = (f"{GROWN}{number}" for number in count(1000))
    for round_ in count():
        for rules in [only] if only else [*BOOKS, *list(small())[round_::50], *islice(others, 10)]:
            book = rules in BOOKS or only is not None
            form = FORMS[round_ % len(FORMS)] if book else FORMS[1 + round_ % 2]
            steps = round_ % 5 == 4 and form.policy == "uniform" and form.target == "plain"
            part = A_TABLE * (40 if book else 2)
            sweep(rules, min(part, games - done), form, first=1000 + round_ * 40, steps=steps)
            done += part
            if done >= games:
                return
        seconds = time.monotonic() - began
        print(f"{done} games in step after {seconds:.0f} s", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
