"""From a program to functions that run it: plain Python, compiled for a processor, or for a GPU."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, Literal

from duskfall.batch.compiled import kept, support
from duskfall.batch.program import Program
from duskfall.batch.table import Table

Target = Literal["plain", "cpu", "cuda"]

# What a program defines, with a letter for each argument: i for an integer, a for an array.
FORMS = {"play": "iiaaa", "run": "iiiaaaa", "begin": "iiaaaa", "step": "aaaaa", "answer": "aaaai"}
ON_CPU = str(Path(__file__).with_name("on_cpu.py"))  # named without importing it: that takes a while
LINE = 16  # integers that keep two threads off each other's cache lines


class NotHere(Exception):
    """What a target needs is not there; the text says how to get it."""


@dataclass(frozen=True, slots=True)
class Built:
    """A program, and those of its functions that were asked for."""

    program: Program
    target: Target
    functions: Mapping[str, Callable[..., Any]]
    compile_s: float  # how long it took; nothing, if it was built before

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """A function by its name."""
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(f"{name} was not built") from None

    def arrays(self, table: Table) -> tuple[Any, Any, Any]:
        """Room for one game at a time: its state W, the constants K of the table, its log L with nothing in it."""
        state, log = [0] * self.program.scratch, [1] + [0] * self.program.rows
        made = state, [*self.program.constants(table), 0], log
        return made if self.target == "plain" else (integers(made[0]), integers(made[1]), integers(made[2]))


def integers(values: Sequence[int]) -> Any:
    """An array of 64-bit integers, with nothing of another thread's near it."""
    import numpy as np

    room = np.zeros(len(values) + 2 * LINE, dtype=np.int64)
    array = room[LINE : LINE + len(values)]
    array[:] = values
    return array


def zeros(count: int) -> Any:
    """An array of so many 64-bit integers, all nought."""
    import numpy as np

    return np.zeros(count, dtype=np.int64)


def build(program: Program, target: Target, *functions: str) -> Built:
    """Build these functions of a program; raises NotHere where the target cannot be reached.

    Its own are compiled at once. Others may be added to its text: they are compiled when they are first called, and on
    a GPU they are kernels, in which SCRATCH stands for the length of W.
    """
    need(target)
    began = perf_counter()
    before = _made.cache_info().misses
    made = _made(program.text, program.scratch if target == "cuda" else 0, target, functions)
    seconds = perf_counter() - began if _made.cache_info().misses > before else 0.0
    return Built(program, target, made, seconds)


def is_kept(program: Program, *functions: str) -> bool:
    """Whether these functions were compiled for this processor before, so that they need not be compiled again."""
    return kept.is_compiled(decorated(program.text, functions), _versions(ON_CPU), functions)


def keep_source(program: Program, *functions: str) -> Path | None:
    """The file from which these functions are compiled for this processor; None where none can be kept."""
    return kept.keep(decorated(program.text, functions), _versions(ON_CPU))


def compile_file(path: Path, forms: Mapping[str, str]) -> None:
    """Compile functions of a file that is kept, by their forms; they are kept beside it."""
    from duskfall.batch.compiled import on_cpu

    module = kept.load(path.read_text(encoding="utf-8"), path, on_cpu.names(kept=True))
    for name, form in forms.items():
        on_cpu.compile_now(getattr(module, name), form)


@lru_cache(maxsize=64)
def _made(text: str, scratch: int, target: Target, functions: tuple[str, ...]) -> dict[str, Callable[..., Any]]:
    match target:
        case "plain":
            module = kept.load(text, None, {name: getattr(support, name) for name in support.NAMES})
        case "cpu":
            module = _on_cpu(decorated(text, functions), functions)
        case "cuda":
            module = _on_cuda(text, scratch, functions)
    return {name: getattr(module, name) for name in functions}


def decorated(text: str, functions: Sequence[str]) -> str:
    """The source with every function of it compiled: those that are asked for, and those within them."""

    def marked(found: re.Match[str]) -> str:
        return f"@{'asked' if found[1] in functions else 'within'}\n{found[0]}"

    return re.sub(r"^def (\w+)", marked, text, flags=re.MULTILINE)


def _on_cpu(text: str, functions: tuple[str, ...]) -> ModuleType:
    """Compiled for this processor."""
    from duskfall.batch.compiled import on_cpu

    def compiled(path: Path | None) -> ModuleType:
        module = kept.load(text, path, on_cpu.names(path is not None))
        for name in FORMS.keys() & functions:
            on_cpu.compile_now(getattr(module, name), FORMS[name])
        return module

    return _kept_or_not(text, ON_CPU, compiled)


def _on_cuda(text: str, scratch: int, functions: tuple[str, ...]) -> ModuleType:
    """Compiled for this GPU: kernels, of which `run` stands in place of the loop, and functions of their threads."""
    from duskfall.batch.compiled import on_cuda

    loop = re.compile(r"^def run\(.*?(?=^\S|\Z)", re.MULTILINE | re.DOTALL)
    text = re.sub(r"\bSCRATCH\b", str(scratch), loop.sub("", text) + on_cuda.KERNEL)
    text = decorated(text, [name for name in functions if name == "run" or name not in FORMS])

    def compiled(path: Path | None) -> ModuleType:
        module = kept.load(text, path, on_cuda.names(path is not None))
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


def may_compile() -> bool:
    """Whether numba is not told to leave everything as it is."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def need(target: Target) -> None:
    """Raise NotHere if a target cannot be reached from here; what it takes to import it is not compiling."""
    from importlib.util import find_spec

    if target == "plain":
        return
    if not may_compile():
        raise NotHere("NUMBA_DISABLE_JIT forbids numba to compile: unset it")
    if find_spec("numba") is None or find_spec("numpy") is None:
        raise NotHere("the simulator needs numba: pip install 'duskfall[batch]' (in a checkout: make batch)")
    try:
        from duskfall.batch.compiled import on_cpu  # noqa: F401
    except ImportError as error:  # numba refuses a Python or a NumPy that it does not know
        raise NotHere(f"numba cannot be used here ({error}): pip install --upgrade 'duskfall[batch]'") from None
    if target == "cuda" and not _has_gpu():
        raise NotHere(
            "there is no CUDA GPU that can be used here: pip install 'duskfall[cuda]' on a machine that has one, "
            "or leave out the device"
        )


def _has_gpu() -> bool:
    try:
        from duskfall.batch.compiled.on_cuda import available
    except ImportError:  # numba-cuda refuses to start without its driver's package
        return False
    return available()


def _versions(beside: str) -> str:
    """Whatever compiled code depends on beside its source."""
    found = [sys.version, *(Path(file).read_text(encoding="utf-8") for file in (support.__file__, beside))]
    for package in ("numba", "llvmlite", "numba-cuda", "numpy"):
        try:
            found.append(version(package))
        except PackageNotFoundError:
            found.append("")
    return "\n".join(found)
