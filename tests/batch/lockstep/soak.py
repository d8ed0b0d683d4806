"""A long lockstep: `python -m tests.batch.lockstep.soak --games 1000000`, or one table again that was out of step."""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import replace
from itertools import count, islice

from duskfall.batch.table import Table
from duskfall.rules import BOOKS
from tests.batch.lockstep.driver import Form, OutOfStep
from tests.batch.lockstep.rulesets.library import GROWN, named, small
from tests.batch.lockstep.shrink import shrink, told
from tests.batch.lockstep.sweep import A_TABLE, in_step, sweep
from tests.batch.lockstep.tables import random_table

FORMS = (Form(general=True, target="cpu"), Form(), Form(general=True), Form(policy="skilled"))


def main() -> int:
    """Play, and say how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--rules", help="only this ruleset")
    parser.add_argument("--table", type=int, help="only this table of it")
    parser.add_argument("--general", action="store_true")
    parser.add_argument("--steps", action="store_true")
    parser.add_argument("--target", choices=("plain", "cpu"), help="of one table, default plain; else of all forms")
    parser.add_argument("--policy", default="uniform")
    parser.add_argument("--shrink", action="store_true", help="of one table: print the smallest ruleset that fails")
    wish = parser.parse_args()
    form = Form(wish.general, wish.target or "plain", wish.policy)
    try:
        if wish.table is not None:
            sweep(wish.rules, A_TABLE, form, first=wish.table, steps=wish.steps)
        else:
            soak(wish.games, wish.rules, wish.target)
    except OutOfStep as error:
        print(error)
        if wish.shrink and wish.table is not None:
            table = random_table(named(wish.rules), wish.table)
            print(told(shrink(table, lambda less: _is_out(less, form, wish.steps)).plan.rules))
        return 1
    print("in step")
    return 0


def _is_out(table: Table, form: Form, steps: bool) -> bool:
    try:
        in_step(table, form, range(A_TABLE), steps=steps)
    except OutOfStep:
        return True
    return False


def soak(games: int, only: str | None = None, target: str | None = None) -> None:
    """Play the books over and over by compiled code, between them small and grown rulesets in the other forms.

    `target`: play all forms with this one; None: with those that FORMS names.
    """
    forms = [replace(form, target=target) if target else form for form in FORMS]
    began, done = time.monotonic(), 0
    others = (f"{GROWN}{number}" for number in count(1000))
    for round_ in count():
        for rules in [only] if only else [*BOOKS, *list(small())[round_::50], *islice(others, 10)]:
            book = rules in BOOKS or only is not None
            form = forms[round_ % len(forms)] if book else forms[1 + round_ % 2]
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
