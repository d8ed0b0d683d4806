"""A clock that moves only when somebody waits, for a whole program; what is written is stamped with it."""

from __future__ import annotations

import io
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import duskfall

REAL = (time.sleep, time.monotonic, time.time)


class FakeClock:
    """The time of a program."""

    def __init__(self) -> None:
        self.now = 1000.0

    def time(self) -> float:
        """Now."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """It is later."""
        self.now += seconds


@contextmanager
def stopped() -> Iterator[FakeClock]:
    """In here the time of duskfall's modules stands still but for who waits; also where it was taken as a default."""
    clock, all_of_them = FakeClock(), functions()  # loaded before the time stands still
    aliases()
    fake = {time.sleep: clock.sleep, time.monotonic: clock.time, time.time: clock.time}
    with ExitStack() as stack:
        for name in ("sleep", "monotonic", "time"):
            stack.enter_context(patch.object(time, name, fake[getattr(time, name)]))
        for module, name, real in aliases():
            stack.enter_context(patch.object(module, name, fake[real]))
        for function in all_of_them:
            for kept in ("__defaults__", "__kwdefaults__"):
                before = getattr(function, kept)
                stack.callback(setattr, function, kept, before)
                setattr(function, kept, _with(before, fake))
        yield clock


def _with(defaults: Any, fake: dict[Any, Any]) -> Any:
    if isinstance(defaults, dict):
        return {name: _faked(value, fake) for name, value in defaults.items()}
    return tuple(_faked(value, fake) for value in defaults) if defaults else defaults


def _faked(value: Any, fake: dict[Any, Any]) -> Any:
    return next((new for old, new in fake.items() if value is old), value)


@cache
def modules() -> tuple[ModuleType, ...]:
    """All modules of duskfall: none is loaded while its time stands still."""
    names = [each.name for each in walk_packages(duskfall.__path__, "duskfall.") if not each.name.endswith("__main__")]
    return tuple(map(import_module, names))


@cache
def aliases() -> tuple[tuple[ModuleType, str, Any], ...]:
    """List the modules' own names for functions of the time, as in `from time import sleep`."""
    return tuple(
        (module, name, real)
        for module in modules()
        for name, value in vars(module).items()
        for real in REAL
        if value is real
    )


@cache
def functions() -> tuple[FunctionType, ...]:
    """Their functions and methods that take the time where none is given."""
    owners = {each for module in modules() for each in (module, *_classes(module))}
    found = [each for owner in owners for each in vars(owner).values() if isinstance(each, FunctionType)]
    return tuple(each for each in found if any(given in REAL for given in _defaults(each)))


def _classes(module: ModuleType) -> list[type]:
    return [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]


def _defaults(function: FunctionType) -> list[Any]:
    every = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    return [each for each in every if callable(each)]


class Written(io.StringIO):
    """A stream that keeps what is written to it, and when."""

    encoding = "utf-8"

    def __init__(self, clock: FakeClock, name: str, tty: bool, kept: list[str]) -> None:
        super().__init__()
        self.clock, self.called, self.tty, self.kept = clock, name, tty, kept

    def write(self, text: str) -> int:
        """Keep it with its moment."""
        self.kept.append(f"{self.clock.now:.3f} {self.called} {text!r}")
        return len(text)

    def isatty(self) -> bool:
        """Whether it is a terminal's."""
        return self.tty
