"""Environments for reinforcement learning: PettingZoo, Gymnasium, many games at once; one encoder for all.

Importing this registers `duskfall/Seat-v0` with Gymnasium.
"""

from __future__ import annotations

try:
    from gymnasium.envs.registration import register
except ImportError as error:
    raise ImportError("environments need more packages: pip install 'duskfall[rl]'") from error

from duskfall.envs.actions import IllegalActionError
from duskfall.envs.aec import TableAEC
from duskfall.envs.parallel import TableParallel
from duskfall.envs.seat import SeatEnv
from duskfall.envs.vector import VectorSeats

SEAT = "duskfall/Seat-v0"
register(SEAT, entry_point="duskfall.envs.seat:SeatEnv", vector_entry_point="duskfall.envs.vector:VectorSeats")

__all__ = ["SEAT", "IllegalActionError", "SeatEnv", "TableAEC", "TableParallel", "VectorSeats"]
