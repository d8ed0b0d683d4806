"""The vector environment on a GPU: without one, in Numba's simulator of it."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["on_a_gpu", "sha256"]
ROOT = Path(__file__).parent.parent.parent


def on_a_gpu() -> list[bytes]:
    """What a few steps give on a GPU, brought here."""
    from duskfall.envs import VectorSeats

    env = VectorSeats("ai-mafia-classic", 2, 5, device=os.environ["DEVICE"])
    seen, infos = env.reset(seed=3)
    found = []
    for _ in range(8):
        mask = _here(seen["action_mask"])
        found += [_here(seen["observation"]), mask, _here(infos["asked"]), _here(infos["hidden_roles"])]
        seen, rewards, over, _, infos = env.step(mask.shape[1] - 1 - mask[:, ::-1].argmax(1))
        found += [_here(rewards), _here(over), _here(infos["final_obs"]["observation"])]
    return [each.tobytes() for each in found]


def _here(array: Any) -> np.ndarray:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array.copy()


def test_it_does_there_as_it_does_here() -> None:
    script = "from tests.envs.test_on_gpu import *; print(sha256(b''.join(on_a_gpu())).hexdigest())"
    found = [
        subprocess.run(
            [sys.executable, "-W", "ignore", "-c", script],
            cwd=ROOT, env=os.environ | {"NUMBA_ENABLE_CUDASIM": simulated, "DEVICE": device}, check=True,
            capture_output=True, text=True,
        ).stdout
        for device, simulated in (("cuda", "1"), ("plain", "0"))
    ]  # fmt: skip
    assert len(found[0]) == 65
    assert found[0] == found[1]
