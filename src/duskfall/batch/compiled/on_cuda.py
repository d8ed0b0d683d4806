"""The functions of `support` as GPU instructions, and the kernel that plays a game in each thread.

Numba's CUDA target comes with the package numba-cuda. NUMBA_ENABLE_CUDASIM=1 runs the same code slowly, without a GPU.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # NumPy 2.5 removed it; numba's CUDA target still uses it when it's imported
    np.row_stack = np.vstack

from numba import cuda, int64

from duskfall.batch.compiled import support

BLOCK = 128  # threads in a block
WAVES = 32  # blocks for each multiprocessor: enough to keep it busy, whatever a thread needs

# Each thread plays every n-th game, counts locally, and adds to the common tally once.
KERNEL = """
def run(seed, begin, count, K, T):
    W = cuda.local.array(SCRATCH, int64)
    L = cuda.local.array(1, int64)
    C = cuda.local.array(64, int64)
    for side in range(T.shape[0]):
        C[side] = 0
    game = begin + cuda.grid(1)
    while game < begin + count:
        end = play(seed, game, W, K, L)
        C[end & 63] += 1
        C[0] += end >> 6
        game += cuda.gridsize(1)
    for side in range(T.shape[0]):
        if C[side]:
            cuda.atomic.add(T, side, C[side])
"""

_device = cuda.jit(device=True)
MASK, STRIDE = support.MASK, support.STRIDE
word = np.uint32  # sets of seats and draws have 32 bits: cutting off the upper half of an integer makes them cheap


def _popc(mask: Any) -> Any:
    return cuda.popc(word(mask & MASK))


def _first(mask: Any) -> Any:
    return cuda.ffs(word(mask & MASK)) - 1


def _nth(mask: Any, number: Any) -> Any:
    """Return the position of a set's n-th bit, found by bisection."""
    place = 0
    for width in (16, 8, 4, 2, 1):
        below = cuda.popc(word(mask & (1 << width) - 1))
        above = number >= below
        number -= below * above
        place += width * above
        mask >>= width * above
    return place


def _stirred(low: Any) -> Any:
    """Return `support.mix` in 32-bit words: a GPU needs many instructions to multiply wider ones."""
    low = word(word(low ^ low >> word(16)) * word(0x21F0AAAD))
    low = word(word(low ^ low >> word(15)) * word(0xD35A2D97))
    return word(low ^ low >> word(15))


stirred = _device(_stirred)


def _mix(mixed: Any) -> Any:
    return np.int64(stirred(word(mixed & MASK)))


def _drawn(draws: Any, seat: Any, key: Any, limit: Any) -> Any:
    place = word(word(draws & MASK) + word(seat) * word(STRIDE))
    return np.int64(np.uint64(stirred(word(place ^ word(key & MASK)))) * np.uint64(limit) >> np.uint64(32))


NAMES: dict[str, Any] = {name: getattr(support, name) for name in support.NAMES}
for function in (_popc, _first, _nth, _mix, _drawn):
    NAMES[function.__name__[1:]] = _device(function)
NAMES["key"] = _device(FunctionType(support.key.__code__, dict(NAMES)))
NAMES |= {"cuda": cuda, "int64": int64}


def names(kept: bool) -> dict[str, Any]:
    """Return the namespace for generated source. `kept`: compiled code is cached beside the source's file."""
    return NAMES | {"asked": cuda.jit(cache=kept), "within": _device}


def compile_now(kernel: Any) -> None:
    """Compile the kernel for this GPU. The CUDA simulator has nothing to compile."""
    if hasattr(kernel, "compile"):
        kernel.compile((int64, int64, int64, int64[::1], int64[::1]))


def available() -> bool:
    """Return whether there is a GPU that can be used."""
    return bool(cuda.is_available())


class Grid:
    """A kernel and the arrays it works on."""

    def __init__(self, kernel: Any, constants: tuple[int, ...], sides: int) -> None:
        """Copy the constants to the GPU."""
        self._kernel = kernel[shape()]
        self._constants = cuda.to_device(np.array([*constants, 0], dtype=np.int64))
        self._sides = sides

    def run(self, seed: int, begin: int, count: int) -> list[int]:
        """Play these games and return the number of rounds, then the wins of each side."""
        tally = cuda.to_device(np.zeros(self._sides, dtype=np.int64))
        self._kernel(seed, begin, count, self._constants, tally)
        return [int(number) for number in tally.copy_to_host()]


def shape() -> tuple[int, int]:
    """Return how many blocks of how many threads fill this GPU.

    The CUDA simulator has no multiprocessors: there it's two threads, which run in turn.
    """
    device = cuda.get_current_device() if hasattr(cuda, "get_current_device") else None
    many = int(getattr(device, "MULTIPROCESSOR_COUNT", 0))
    return (many * WAVES, BLOCK) if many else (2, 1)
