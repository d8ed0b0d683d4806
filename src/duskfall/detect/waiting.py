"""How much is counted for somebody who waits for it: less where nothing is compiled, as in a page on a phone."""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec

from duskfall.detect.posterior import Budget

COMPILED = Budget(steps=1_000_000)
PLAIN = Budget(steps=20_000, samples=200)


def budget() -> Budget:
    """How much may be counted here; what is beyond it is sampled, or not known."""
    return COMPILED if compiled() else PLAIN


@cache
def compiled() -> bool:
    """Whether worlds are stepped by compiled code here."""
    return sys.platform != "emscripten" and all(find_spec(name) for name in ("numba", "numpy"))
