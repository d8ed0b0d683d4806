"""The build of a program: its functions as plain Python, compiled for a CPU, or compiled for a GPU."""

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

# The functions of a program, with a letter for each argument: i for an integer, a for an array.
FORMS = {"play": "iiaaa", "run": "iiiaaaa", "begin": "iiaaaa", "step": "aaaaa", "answer": "aaaai"}
ON_CPU = str(Path(__file__).with_name("on_cpu.py"))  # only the path: importing the module takes a while
LINE = 16  # integers of padding, so that two threads share no cache line


class NotHere(Exception):
    """Something that a target needs is missing; the message says how to get it."""


@dataclass(frozen=True, slots=True)
class Built:
    """A program with its requested functions, which are attributes."""

    program: Program
    target: Target
    functions: Mapping[str, Callable[..., Any]]
    compile_s: float  # compile time; 0 if it was built before

    def __getattr__(self, name: str) -> Callable[..., Any]:
        """Return a built function by its name."""
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(f"{name} was not built") from None

    def arrays(self, table: Table) -> tuple[Any, Any, Any]:
        """Return arrays for one game at a time: the state W, the table's constants K and an empty log L."""
        state, log = [0] * self.program.scratch, [1] + [0] * self.program.rows
        made = state, [*self.program.constants(table), 0], log
        return made if self.target == "plain" else (integers(made[0]), integers(made[1]), integers(made[2]))


def integers(values: Sequence[int]) -> Any:
    """Return an array of 64-bit integers, padded so that it shares no cache line with another thread's data."""
    import numpy as np

    room = np.zeros(len(values) + 2 * LINE, dtype=np.int64)
    array = room[LINE : LINE + len(values)]
    array[:] = values
    return array


def zeros(count: int) -> Any:
    """Return an array of this many 64-bit integers, all 0."""
    import numpy as np

    return np.zeros(count, dtype=np.int64)


def build(program: Program, target: Target, *functions: str) -> Built:
    """Build these functions of a program for a target.

    The program's own functions (see `FORMS`) are compiled at once. Functions that were added to its text are compiled
    when they are first called; on a GPU they are kernels, in which SCRATCH stands for the length of W. Raises NotHere
    if the target isn't available.
    """
    need(target)
    began = perf_counter()
    before = _made.cache_info().misses
    made = _made(program.text, program.scratch if target == "cuda" else 0, target, functions)
    seconds = perf_counter() - began if _made.cache_info().misses > before else 0.0
    return Built(program, target, made, seconds)


def is_kept(program: Program, *functions: str) -> bool:
    """Return whether the build cache has these functions, compiled for the CPU."""
    return kept.is_compiled(decorated(program.text, functions), _versions(ON_CPU), functions)


def keep_source(program: Program, *functions: str) -> Path | None:
    """Return the cached file from which these functions are compiled for this CPU; None if it can't be written."""
    return kept.keep(decorated(program.text, functions), _versions(ON_CPU))


def compile_file(path: Path, forms: Mapping[str, str]) -> None:
    """Compile functions of a cached source file. `forms` has a letter for each argument of each function."""
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
    """Return the source with a decorator on every function: `asked` on these, `within` on all others."""

    def marked(found: re.Match[str]) -> str:
        return f"@{'asked' if found[1] in functions else 'within'}\n{found[0]}"

    return re.sub(r"^def (\w+)", marked, text, flags=re.MULTILINE)


def _on_cpu(text: str, functions: tuple[str, ...]) -> ModuleType:
    """Return the module compiled for this CPU."""
    from duskfall.batch.compiled import on_cpu

    def compiled(path: Path | None) -> ModuleType:
        module = kept.load(text, path, on_cpu.names(path is not None))
        for name in FORMS.keys() & functions:
            on_cpu.compile_now(getattr(module, name), FORMS[name])
        return module

    return _kept_or_not(text, ON_CPU, compiled)


def _on_cuda(text: str, scratch: int, functions: tuple[str, ...]) -> ModuleType:
    """Return the module compiled for this GPU.

    Its kernel `run` replaces the program's loop over games; the other functions run in the kernel's threads.
    """
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
    """Compile from a cached file; if anything goes wrong with it, compile without one."""
    path = kept.keep(text, _versions(beside))
    if path:
        try:
            return compiled(path)
        except Exception:  # a full disk, a torn file; an error in the source is raised again below
            pass
    return compiled(None)


def may_compile() -> bool:
    """Return whether numba may compile: NUMBA_DISABLE_JIT isn't set."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def need(target: Target) -> None:
    """Raise NotHere if a target isn't available.

    Imports the target's module, so that the import doesn't count as compile time.
    """
    from importlib.util import find_spec

    if target == "plain":
        return
    if not may_compile():
        raise NotHere("NUMBA_DISABLE_JIT forbids numba to compile: unset it")
    if find_spec("numba") is None or find_spec("numpy") is None:
        raise NotHere("the simulator needs numba: pip install 'duskfall[batch]' (in a checkout: make batch)")
    try:
        from duskfall.batch.compiled import on_cpu  # noqa: F401
    except ImportError as error:  # numba rejects unknown versions of Python and NumPy
        raise NotHere(f"numba cannot be used here ({error}): pip install --upgrade 'duskfall[batch]'") from None
    if target == "cuda" and not _has_gpu():
        raise NotHere(
            "there is no CUDA GPU that can be used here: pip install 'duskfall[cuda]' on a machine that has one, "
            "or leave out the device"
        )


def _has_gpu() -> bool:
    try:
        from duskfall.batch.compiled.on_cuda import available
    except ImportError:  # numba-cuda needs the package of its driver
        return False
    return available()


def _versions(beside: str) -> str:
    """Return the versions and files that compiled code depends on, besides its source."""
    found = [sys.version, *(Path(file).read_text(encoding="utf-8") for file in (support.__file__, beside))]
    for package in ("numba", "llvmlite", "numba-cuda", "numpy"):
        try:
            found.append(version(package))
        except PackageNotFoundError:
            found.append("")
    return "\n".join(found)
