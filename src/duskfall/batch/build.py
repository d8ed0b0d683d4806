"""From a program to functions that run it: plain Python, compiled for a processor, or for a GPU."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, Literal, Protocol

from duskfall.batch import kept, support

Target = Literal["plain", "cpu", "cuda"]
Array = Sequence[int]  # a list, or an array of 64-bit integers

# What a program defines, with a letter for each argument: i for an integer, a for an array.
FORMS = {"play": "iiaaa", "run": "iiiaaaa", "begin": "iiaaaa", "step": "aaaaa"}
LINE = 16  # integers that keep two threads off each other's cache lines


class NotHere(Exception):
    """What a target needs is not there; the text says how to get it."""


class Program(Protocol):
    """What the generator gives."""

    text: str
    scratch: int
    constants: tuple[int, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Built:
    """The functions of a program that were asked for, and what they need."""

    target: Target
    functions: Mapping[str, Callable[..., Any]]
    scratch: int
    constants: tuple[int, ...]
    rows: int
    compile_s: float  # how long it took; nothing, if it was built before

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A function by its name."""
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(f"{name} was not built") from None

    def arrays(self) -> tuple[Any, Any, Any]:
        """Room for one game: its state W, the constants K, its log L with nothing in it."""
        W, K, L = [0] * self.scratch, [*self.constants, 0], [1] + [0] * self.rows
        return (W, K, L) if self.target == "plain" else (integers(W), integers(K), integers(L))


def integers(values: Sequence[int]) -> Any:
    """An array of 64-bit integers, with nothing of another thread's near it."""
    import numpy as np

    room = np.zeros(len(values) + 2 * LINE, dtype=np.int64)
    array = room[LINE : LINE + len(values)]
    array[:] = values
    return array


def build(program: Program, target: Target, *functions: str) -> Built:
    """Build these functions of a program; raises NotHere where the target cannot be reached."""
    need(target)
    began = perf_counter()
    before = _made.cache_info().misses
    made = _made(program.text, program.scratch if target == "cuda" else 0, target, functions)
    seconds = perf_counter() - began if _made.cache_info().misses > before else 0.0
    return Built(target, made, program.scratch, program.constants, program.rows, seconds)


@lru_cache(maxsize=64)
def _made(text: str, scratch: int, target: Target, functions: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    match target:
        case "plain":
            names = {name: getattr(support, name) for name in ("MASK", "STRIDE", "popc", "first", "nth", "mix", "key")}
            module = kept.load(text, None, names)
        case "cpu":
            module = _on_cpu(decorated(text), functions)
        case "cuda":
            module = _on_cuda(decorated(text), scratch, functions)
    return {name: getattr(module, name) for name in functions}


def decorated(text: str) -> str:
    """The source with every function of it compiled: those that are called from outside, and those within them."""
    return re.sub(r"^def (\w+)", lambda found: f"@{_decorator(found[1])}\n{found[0]}", text, flags=re.MULTILINE)


def _decorator(name: str) -> str:
    return "compiled" if name in FORMS else "within"


def _on_cpu(text: str, functions: tuple[str, ...]) -> ModuleType:
    """Compiled for this processor."""
    from duskfall.batch import on_cpu

    def compiled(path: Path | None) -> ModuleType:
        module = kept.load(text, path, on_cpu.names(path is not None))
        for name in functions:
            on_cpu.compile_now(getattr(module, name), FORMS[name])
        return module

    return _kept_or_not(text, on_cpu.__file__, compiled)


def _on_cuda(text: str, scratch: int, functions: tuple[str, ...]) -> ModuleType:
    """Compiled for this GPU: functions for its threads, and the kernel `run` in place of the loop."""
    from duskfall.batch import on_cuda

    text = re.sub(r"^@compiled\ndef run\(.*?(?=^@|\Z)", "", text, flags=re.MULTILINE | re.DOTALL) + on_cuda.KERNEL

    def compiled(path: Path | None) -> ModuleType:
        module = kept.load(text, path, on_cuda.names(path is not None, scratch))
        if "run" in functions:
            on_cuda.compile_now(vars(module)["run"])
        return module

    return _kept_or_not(text, on_cuda.__file__, compiled)


def _kept_or_not(text: str, beside: str, compiled: Callable[[Path | None], ModuleType]) -> ModuleType:
    """Compiled from a file that is kept; whatever goes wrong with that, compiled without it."""
    path = kept.keep(text, _versions(beside))
    if path:
        try:
            return compiled(path)
        except Exception:  # a full disk, a torn file; a mistake in the source comes again
            pass
    return compiled(None)


def need(target: Target) -> None:
    """Raise NotHere if a target cannot be reached from here."""
    from importlib.util import find_spec

    if target != "plain" and (find_spec("numba") is None or find_spec("numpy") is None):
        raise NotHere("the simulator needs numba: pip install 'duskfall[batch]' (in a checkout: make batch)")
    if target == "cpu":
        from duskfall.batch import on_cpu  # noqa: F401  (it takes a moment, which is not compiling)
    if target == "cuda":
        from duskfall.batch.on_cuda import available

        if not available():
            raise NotHere(
                "there is no CUDA GPU that can be used here: pip install 'duskfall[cuda]' on a machine that has one, "
                "or leave out the device"
            )


def _versions(beside: str) -> str:
    """Whatever compiled code depends on beside its source."""
    found = [sys.version, *(Path(file).read_text(encoding="utf-8") for file in (support.__file__, beside))]
    for package in ("numba", "llvmlite", "numba-cuda", "numpy"):
        try:
            found.append(version(package))
        except PackageNotFoundError:
            found.append("")
    return "\n".join(found)
