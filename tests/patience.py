"""How long a test waits for what has to come: so long that only what hangs is given up, however busy the machine is.

No test waits for a fixed time, nor asserts how long something took. DUSKFALL_PATIENCE=3 makes every wait three times as
long, and with them the time after which pytest gives up a whole test.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

SCALE = float(os.environ.get("DUSKFALL_PATIENCE", "1"))
PATIENCE = 120 * SCALE  # seconds, for one line, one answer, one process
LONG = 900 * SCALE  # seconds, for a whole test that takes minutes
LOOK = 0.01  # seconds between two looks


def until(true: Callable[[], object]) -> None:
    """Look again and again until this is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(LOOK)
