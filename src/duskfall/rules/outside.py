"""Loading of rulesets from external files and modules: imported once, every failure described in one line."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import TypeVar

from duskfall.vocabulary import Ruleset

Kind = TypeVar("Kind")
LONGEST = 200  # characters of a path in an error, if the path itself may be what is wrong
A_FILE = re.compile(r"(.+\.py)(?::(\w+))?", re.DOTALL)


class NoRuleset(ValueError):
    """A ruleset that cannot be found or loaded; the message gives the reason in one line."""


def split_path(spec: str) -> tuple[str, str] | None:
    """Split `path/to/book.py:NAME` into file and name, which may be empty; return None if no file is meant."""
    found = A_FILE.fullmatch(spec)
    return (found[1], found[2] or "") if found else None


def module_at(place: str, beside: bool) -> ModuleType:
    """Return the module of `path/to/book.py:NAME` or `module:NAME`, importing it if necessary.

    `beside`: also look for a module in the current directory, which an installed entry point never needs.
    """
    file = split_path(place)
    if file:
        return _of_file(Path(file[0]))
    name = place.partition(":")[0]
    if beside and "" not in sys.path:
        sys.path.append("")  # the current directory comes last, so that installed modules have priority
    try:
        with redirect_stdout(sys.stderr):  # keep what it prints out of our output
            return import_module(name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # external code may raise anything when imported
        raise NoRuleset(f"{place}: {_told(error, '')}") from None


def _of_file(path: Path) -> ModuleType:
    """Import a file as a module, under a name that no other file has."""
    try:
        found = path.is_file()
    except OSError as error:  # the name is too long, or a folder may not be read
        raise NoRuleset(f"{str(path)[:LONGEST]}: {error.strerror}") from None
    if not found:
        raise NoRuleset(f"{path}: there is no such file")
    name = f"{re.sub(r'[^0-9A-Za-z]', '_', path.stem)}_{sha256(str(path).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        raise NoRuleset(f"{path}: {_told(error, str(path))}") from None
    return module


def _told(error: BaseException, file: str) -> str:
    """Describe an error in one line, with its line number in this file or in the file where it occurred."""
    kind = type(error).__name__
    if isinstance(error, SyntaxError):
        return _line(error.filename, error.lineno, file) + f"{kind}: {error.msg}"
    if isinstance(error, ModuleNotFoundError) and not file:
        return str(error)
    frames = [each for each in extract_tb(error.__traceback__) if "importlib" not in each.filename]
    at = next((each for each in reversed(frames) if each.filename == file), frames[-1])
    return _line(at.filename, at.lineno, file) + " ".join(f"{kind}: {error}".split())


def _line(name: str | None, line: int | None, file: str) -> str:
    return f"line {line}: " if name == file else f"{name}: line {line}: "


def instances(module: ModuleType, kind: type[Kind]) -> dict[str, Kind]:
    """Return what a module holds of a class, by name. Other values are left untouched: some would load a package."""
    return {name: value for name, value in list(vars(module).items()) if issubclass(type(value), kind)}


def pick(module: ModuleType, place: str, is_ours: Callable[[Ruleset], bool]) -> tuple[Ruleset, str]:
    """Return the ruleset that `place` names, or else the only one in the module, with its name.

    Without a name, rulesets for which `is_ours` holds don't count: the module has imported them to build on them. Raise
    `NoRuleset` if there is none or more than one.
    """
    wanted = place.rpartition(":")[2] if not split_path(place) else (split_path(place) or ("", ""))[1]
    if wanted:
        return _by_name(module, wanted, place), wanted
    found: dict[int, tuple[Ruleset, str]] = {}
    for name, value in instances(module, Ruleset).items():
        if not is_ours(value):
            found.setdefault(id(value), (value, name))
    if not found:
        raise NoRuleset(f"{place}: there is no Ruleset in it")
    if len(found) > 1:
        names = [name for _, name in found.values()]
        raise NoRuleset(f"{place}: there are several ({', '.join(names)}): name one, as in {place}:{names[0]}")
    return next(iter(found.values()))


def _by_name(module: ModuleType, name: str, place: str) -> Ruleset:
    value: object = module
    try:
        for part in name.split("."):
            value = getattr(value, part, None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # external code may raise anything on attribute access
        raise NoRuleset(f"{place}: {_told(error, '')}") from None
    if not issubclass(type(value), Ruleset):  # isinstance could make a value load a package
        raise NoRuleset(f"{place}: there is no Ruleset called {name} in it")
    assert isinstance(value, Ruleset)
    return value
