"""What compiled code calls on a processor: the names of `support` as machine instructions; and how it is compiled."""

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

SLOW_DEPOSIT = ("bdver4", "znver1", "znver2")  # processors on which PDEP is a long program
BIT, WORD = ir.IntType(1), ir.IntType(64)

# Generated source is one long function of integers alone: LLVM does as well without these, and they take as long as all
# the rest of compiling it.
NEEDLESS = {
    "ReconstructSSA", "DeadBranchPrune", "InlineClosureLikes", "InlineInlinables", "InlineOverloads", "GenericRewrites",
    "NopythonRewrites",
}  # fmt: skip


class Short(CompilerBase):  # type: ignore[misc]
    """Numba's way from bytecode to machine code, without what generated source has no use for."""

    def define_pipelines(self) -> list[Any]:
        """The only way there is."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0].__name__ not in NEEDLESS]
        passes.finalize()
        return [passes]


class Inner(JITCodeLibrary):  # type: ignore[misc]
    """Code that only compiled code calls: it becomes machine code once, as a part of its callers.

    By itself Numba makes machine code of every function together with all that it calls.
    """

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """There is nothing that Python could call."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Inner:
        """Whoever sets its environment."""
        return self

    def set_env(self, name: str, env: object) -> None:
        """It has none: only exceptions and objects of Python need one."""


class ShortInner(Short):
    """The same way for code that only compiled code calls."""

    def define_pipelines(self) -> list[Any]:
        """The only way there is, to a library of its own."""
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
    """A function of one or two integers that becomes these instructions."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pairs = zip(args, signature.args, strict=True)
        return emit(builder, [context.cast(builder, value, kind, types.int64) for value, kind in pairs])

    def one(typing: Any, a: Any) -> Any:
        return types.int64(a), code

    def two(typing: Any, a: Any, b: Any) -> Any:
        return types.int64(a, b), code

    return intrinsic({1: one, 2: two}[arguments])


def _deposited(builder: Any, args: Sequence[Any]) -> Any:
    """The place of a set's bit by its number: a single bit is deposited on the set, then found."""
    mask, number = args
    form = ir.FunctionType(WORD, [WORD, WORD])
    deposit = cgutils.get_or_insert_function(builder.module, form, "llvm.x86.bmi.pdep.64")
    return builder.cttz(builder.call(deposit, [builder.shl(WORD(1), number), mask]), BIT(0))


def _halved(mask: int, number: int) -> int:
    """The same place by halving: is it among the lower bits, or above them?"""
    place = 0
    for width in (16, 8, 4, 2, 1):
        below = popc(mask >> place & (1 << width) - 1)
        above = number >= below
        number -= below * above
        place += width * above
    return place


def can_deposit() -> bool:
    """Whether this processor deposits bits in an instruction or two (PDEP)."""
    return bool(binding.get_host_cpu_features().get("bmi2")) and binding.get_host_cpu_name() not in SLOW_DEPOSIT


_inline = njit(forceinline=True, **OPTIONS)
popc = _instruction(1, lambda builder, args: builder.ctpop(args[0]))
first = _instruction(1, lambda builder, args: builder.cttz(args[0], BIT(0)))
halved = _inline(_halved)
nth = _instruction(2, _deposited) if can_deposit() else halved

NAMES = {name: getattr(support, name) for name in support.NAMES} | {"popc": popc, "first": first, "nth": nth}
for name in ("mix", "key", "drawn"):  # as they are written; each calls those before it
    NAMES[name] = _inline(FunctionType(NAMES[name].__code__, NAMES))
KINDS = {"i": types.int64, "a": types.int64[::1], "f": types.float64[::1]}


def names(kept: bool) -> dict[str, Any]:
    """What generated source finds in its namespace; `kept`: what is compiled is kept beside the source's file."""
    return NAMES | {
        "asked": njit(cache=kept, **OPTIONS),
        "within": njit(**INNER),
    }


def compile_now(function: Any, form: str) -> None:
    """Compile a function; its form is a letter for each argument: i an integer, a an array of them, f one of floats."""
    function.compile(tuple(KINDS[letter] for letter in form))


SOON = 0.05  # seconds: whoever calls back has what it waits for by then
_others = sys.unraisablehook


def _interrupted(told: sys.UnraisableHookArgs) -> None:
    """Ctrl-C that falls into a callback of the compiler would be lost there, with a note: it comes again after it."""
    if told.exc_type is KeyboardInterrupt:
        Timer(SOON, interrupt_main).start()
    else:
        _others(told)


sys.unraisablehook = _interrupted
