"""The games that are written by hand for the benchmarks are the game that they stand for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from math import sqrt

import pytest

from tests.batch.truth.numbers import MAFIA_AT_RANDOM
from tests.outside import ROOT

TRUTH = MAFIA_AT_RANDOM[10, 2]
ON_A_CPU = "import handwritten; won, rounds = handwritten.run(1, 0, games)"
ON_A_GPU = """
import numpy as np
np.row_stack = np.vstack
import handwritten_cuda
tally = np.zeros(2, dtype=np.uint64)
handwritten_cuda.run[1, 4](1, 0, games, tally)
rounds, won = map(int, tally)
"""


@pytest.mark.parametrize(("code", "games"), [(ON_A_CPU, 500_000), (ON_A_GPU, 1_000)], ids=["cpu", "cuda"])
def test_the_mafia_wins_as_often_as_counted(code: str, games: int) -> None:
    text = f"games = {games}\n{code}\nimport json\nprint(json.dumps([won, rounds]))"
    env = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": str(ROOT / "bench")}
    done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, check=True)
    won, rounds = json.loads(done.stdout)
    assert abs(won / games - TRUTH) <= 4 * sqrt(TRUTH * (1 - TRUTH) / games)
    assert 4 < rounds / games < 5
