"""What compiled code calls on a GPU: the names of `support` as its instructions; and the kernel, one thread a game.

Numba's CUDA target comes with the package numba-cuda; NUMBA_ENABLE_CUDASIM=1 runs the same without a GPU, slowly.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # NumPy 2.5 has let go of it; numba's CUDA target still names it when it is imported
    np.row_stack = np.vstack

from numba import cuda, int64

from duskfall.batch import support

BLOCK = 128  # threads of a block
WAVES = 32  # blocks for each multiprocessor: enough to keep it busy whatever one thread needs

# One thread plays every n-th game, counts by itself, and adds to the common tally once.
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
word = np.uint32  # sets of seats and draws have 32 bits: the rest of an integer is cut off before it costs anything


def _popc(mask: Any) -> Any:
    return cuda.popc(word(mask & MASK))


def _first(mask: Any) -> Any:
    return cuda.ffs(word(mask & MASK)) - 1


def _nth(mask: Any, number: Any) -> Any:
    """The place of a set's bit by its number, by halving: is it among the lower bits, or above them?"""
    place = 0
    for width in (16, 8, 4, 2, 1):
        below = cuda.popc(word(mask & (1 << width) - 1))
        above = number >= below
        number -= below * above
        place += width * above
        mask >>= width * above
    return place


def _stirred(low: Any) -> Any:
    """`support.mix` in words of 32 bits: a GPU multiplies wider ones by many instructions."""
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
    """What generated source finds in its namespace; `kept`: what is compiled is kept beside the source's file."""
    return NAMES | {"asked": cuda.jit(cache=kept), "within": _device}


def compile_now(kernel: Any) -> None:
    """Compile the kernel for this GPU; the simulator has nothing to compile."""
    if hasattr(kernel, "compile"):
        kernel.compile((int64, int64, int64, int64[::1], int64[::1]))


def available() -> bool:
    """Whether there is a GPU that can be used."""
    return bool(cuda.is_available())


class Grid:
    """A kernel and the arrays that it works on."""

    def __init__(self, kernel: Any, constants: tuple[int, ...], sides: int) -> None:
        """Put the constants and an empty tally on the GPU."""
        self._kernel = kernel[shape()]
        self._constants = cuda.to_device(np.array([*constants, 0], dtype=np.int64))
        self._sides = sides

    def run(self, seed: int, begin: int, count: int) -> list[int]:
        """What these games came to: the rounds, then the wins of each side."""
        tally = cuda.to_device(np.zeros(self._sides, dtype=np.int64))
        self._kernel(seed, begin, count, self._constants, tally)
        return [int(number) for number in tally.copy_to_host()]


def shape() -> tuple[int, int]:
    """How many blocks of how many threads fill this GPU; a simulator has no multiprocessor, and two threads in turn."""
    device = cuda.get_current_device() if hasattr(cuda, "get_current_device") else None
    many = int(getattr(device, "MULTIPROCESSOR_COUNT", 0))
    return (many * WAVES, BLOCK) if many else (2, 1)
