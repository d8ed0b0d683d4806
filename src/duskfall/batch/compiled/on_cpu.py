"""The functions of `support` as CPU instructions, and the way that numba compiles generated code."""

from __future__ import annotations

import sys
from _thread import interrupt_main
from collections.abc import Callable, Sequence
from threading import Timer
from types import FunctionType
from typing import Any

from llvmlite import binding, ir
from numba import njit, types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.extending import intrinsic

from duskfall.batch.compiled import support

SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")  # CPUs on which PDEP is slow microcode
BIT, WORD = ir.IntType(1), ir.IntType(64)

# Generated source is one long function over integers: LLVM optimizes it as well without these passes, which take half
# of the compile time.
NEEDLESS = {
    "ReconstructSSA", "DeadBranchPrune", "InlineClosureLikes", "InlineInlinables", "InlineOverloads", "GenericRewrites",
    "NopythonRewrites",
}  # fmt: skip


class Short(CompilerBase):  # type: ignore[misc]
    """Numba's compiler pipeline, without the passes that are useless for generated source."""

    def define_pipelines(self) -> list[Any]:
        """Return numba's pipeline without the needless passes, as the only one."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0].__name__ not in NEEDLESS]
        passes.finalize()
        return [passes]


class Inner(JITCodeLibrary):  # type: ignore[misc]
    """A library for code that only compiled code calls: it's translated to machine code once, as part of its callers.

    By default, Numba translates every function together with all that it calls.
    """

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: Python can't call these functions."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Inner:
        """The object whose `set_env` numba calls."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """Do nothing: only exceptions and Python objects need an environment."""


class ShortInner(Short):
    """The same pipeline for code that only compiled code calls."""

    def define_pipelines(self) -> list[Any]:
        """Return the same pipeline, with a library of its own as output."""
        self.state.library = Inner(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()


OPTIONS = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": False,
    "pipeline_class": Short,
}  # no float: no fastmath
INNER = OPTIONS | {"pipeline_class": ShortInner, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


def _instruction(arguments: int, emit: Callable[[Any, Sequence[Any]], Any]) -> Any:
    """Return a function of one or two integers that compiles to the instructions which `emit` builds."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pairs = zip(args, signature.args, strict=True)
        return emit(builder, [context.cast(builder, value, kind, types.int64) for value, kind in pairs])

    def one(typing: Any, a: Any) -> Any:
        return types.int64(a), code

    def two(typing: Any, a: Any, b: Any) -> Any:
        return types.int64(a, b), code

    return intrinsic({1: one, 2: two}[arguments])


def _deposited(builder: Any, args: Sequence[Any]) -> Any:
    """Build the position of a set's n-th bit: deposit a single bit on the set, then find it."""
    mask, number = args
    form = ir.FunctionType(WORD, [WORD, WORD])
    deposit = cgutils.get_or_insert_function(builder.module, form, "llvm.x86.bmi.pdep.64")
    return builder.cttz(builder.call(deposit, [builder.shl(WORD(1), number), mask]), BIT(0))


def _halved(mask: int, number: int) -> int:
    """Return the position of a set's n-th bit, found by bisection."""
    place = 0
    for width in (16, 8, 4, 2, 1):
        below = popc(mask >> place & (1 << width) - 1)
        above = number >= below
        number -= below * above
        place += width * above
    return place


def can_deposit() -> bool:
    """Return whether this CPU deposits bits in an instruction or two (PDEP)."""
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in SLOW_DEPOSIT


_inline = njit(forceinline=True, **OPTIONS)
popc = _instruction(1, lambda builder, args: builder.ctpop(args[0]))
first = _instruction(1, lambda builder, args: builder.cttz(args[0], BIT(0)))
halved = _inline(_halved)
nth = _instruction(2, _deposited) if can_deposit() else halved

NAMES = {name: getattr(support, name) for name in support.NAMES} | {"popc": popc, "first": first, "nth": nth}
for name in ("mix", "key", "drawn"):  # compiled as they are; each calls those before it
    NAMES[name] = _inline(FunctionType(NAMES[name].__code__, NAMES))
KINDS = {"i": types.int64, "a": types.int64[::1], "f": types.float64[::1]}


def names(kept: bool) -> dict[str, Any]:
    """Return the namespace for generated source. `kept`: compiled code is cached beside the source's file."""
    return NAMES | {
        "asked": njit(cache=kept, **OPTIONS),
        "within": njit(**INNER),
    }


def compile_now(function: Any, form: str) -> None:
    """Compile a function for the argument types in `form`.

    It has a letter for each argument: i for an integer, a for an array of integers, f for an array of floats.
    """
    function.compile(tuple(KINDS[letter] for letter in form))


SOON = 0.05  # seconds after which the compiler's callback has returned
_others = sys.unraisablehook


def _interrupted(told: sys.UnraisableHookArgs) -> None:
    """Raise a Ctrl-C again that fell into a callback of the compiler, where Python would only print it."""
    if told.exc_type is KeyboardInterrupt:
        Timer(SOON, interrupt_main).start()
    else:
        _others(told)


sys.unraisablehook = _interrupted
