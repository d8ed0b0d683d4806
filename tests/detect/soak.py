"""A long comparison with brute force: `python -m tests.detect.soak --lines 1e8`."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import count

from duskfall.rules import BOOKS
from tests.batch.lockstep.rulesets.library import GROWN, small
from tests.detect.brute import MOST_LINES
from tests.detect.sweep import Swept, sweep
from tests.detect.test_weighted import far_off, large_questions
from tests.detect.test_worlds import COUNTS, LARGE, count_all


def main() -> int:
    """Count, and say how far it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=lambda text: int(float(text)), default=10**7)
    parser.add_argument("--rules", help="only this ruleset")
    parser.add_argument("--table", type=int, help="only this table of it")
    parser.add_argument("--large", type=int, default=12, help="large questions of each book (default 12)")
    wish = parser.parse_args()
    try:
        if wish.table is not None:
            sweep(wish.rules, wish.table, 1, MOST_LINES, each=40)
        else:
            soak(wish.lines, wish.rules)
            count_all(*(LARGE if wish.large else COUNTS[0]))
            for question in large_questions(wish.large, 1_000, 200_000) if wish.large else ():
                assert not (off := far_off(question)), f"{question}: {off}"
    except AssertionError as error:
        print(error)
        return 1
    print("the same")
    return 0


def soak(lines: int, only: str | None = None) -> None:
    """The books over and over, between them small and grown rulesets; up to a million lines each question."""
    began, done = time.monotonic(), Swept()
    others = sorted(small())
    for round_ in count():
        rulesets = [only] if only else [*BOOKS, *others[round_::40], f"{GROWN}{round_ % 40}"]
        for rules in rulesets:
            book = rules in BOOKS or only is not None
            most = min(10**6 if book else 10**5, lines - done.lines)
            found = sweep(rules, 10_000 + round_ * 10, most, min(MOST_LINES if book else 10**5, lines))
            for name in Swept.__slots__:
                setattr(done, name, getattr(done, name) + getattr(found, name))
            if done.lines >= lines:
                return
            seconds = time.monotonic() - began
            print(f"{done} after {seconds:.0f} s ({rules})", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
