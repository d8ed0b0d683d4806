"""The registry of rulesets: built-in, installed, and loaded from a module or file that the user named.

Events, records and pages refer to a ruleset by its id. Looking up an id runs no code except that of an installed entry
point: any other external ruleset must be named by the user, as `module:NAME` or `path/to/book.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from duskfall import __version__
from duskfall.core.plan.compile import compile_plan
from duskfall.core.problem import meant
from duskfall.rules import BOOKS, ruleset
from duskfall.rules.outside import NoRuleset, instances, module_at, pick, split_path
from duskfall.vocabulary import OwnWords, Ruleset, RulesetError

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "duskfall.rulesets"
FIRST = next(iter(BOOKS))  # the default ruleset
AN_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
UNPACKED = "duskfall-guests"  # distribution name that the page's engine gives to rulesets without a package
NO_WORDS = OwnWords()
HOW = "bring one with --rules module:NAME or --rules path/to/book.py, or install a package that has it"


@dataclass(frozen=True, slots=True)
class Brought:
    """An external ruleset: where it was found, its package if it has one, and its text."""

    rules: Ruleset
    module: str = ""
    name: str = ""
    distribution: Distribution | None = None
    words: OwnWords = NO_WORDS


_brought: dict[str, Brought] = {}  # by id
_by_place: dict[str, Ruleset] = {}  # by path or module:NAME, so that a file runs only once


# -- by id ---------------------------------------------------------------------------------------------------


def known(rules_id: object) -> Ruleset | None:
    """Return the ruleset with this id if it can be found without a path, else None; used for events and records."""
    if not isinstance(rules_id, str):
        return None
    if rules_id in BOOKS:
        return ruleset(rules_id)
    if rules_id in _brought:
        return _brought[rules_id].rules
    try:
        return _installed(rules_id)
    except NoRuleset:
        return None


def book(rules_id: str) -> Ruleset:
    """Return the ruleset with this id; raise `NoRuleset` if there is none."""
    found = known(rules_id)
    if found is None:
        raise NoRuleset(unknown(rules_id))
    return found


def ids() -> tuple[str, ...]:
    """Return the ids of all available rulesets."""
    return tuple(dict.fromkeys((*BOOKS, *_brought, *sorted(_entries()))))


def rulesets() -> list[Ruleset]:
    """Return all available rulesets; installed ones that cannot be loaded are left out."""
    return [found for each in ids() if (found := known(each))]


def is_own(rules_id: str) -> bool:
    """Return whether an id is that of a built-in ruleset; no external ruleset can have it."""
    return rules_id in BOOKS


def here() -> tuple[str, ...]:
    """Return the ids of the built-in rulesets and of the external ones loaded so far."""
    return (*BOOKS, *_brought)


def problems() -> list[str]:
    """Return a line for each installed ruleset that cannot be loaded, with the reason."""
    return list(filter(None, map(_problem, sorted(_entries()))))


def _problem(rules_id: str) -> str:
    try:
        find(rules_id)
    except NoRuleset as error:
        return str(error)
    return ""


def unknown(rules_id: str) -> str:
    """Return the error message for an unknown id, with all known ids and how to bring a ruleset."""
    return f"unknown ruleset {rules_id!r}{meant(rules_id, ids())} (there are: {', '.join(ids())}; {HOW})"


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """Return the entry points of installed external rulesets, by id."""
    from importlib.metadata import entry_points  # slow to import, and none of the five books needs it

    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        if entry.name not in BOOKS:
            found.setdefault(entry.name, []).append(entry)
    return found


def _installed(rules_id: str) -> Ruleset | None:
    """Return the installed ruleset with this id, importing it if necessary; None if there is none."""
    entries = _entries().get(rules_id, [])
    if len({entry.value for entry in entries}) > 1:
        raise NoRuleset(f"ruleset {rules_id!r}: several packages bring one: {', '.join(map(_package, entries))}")
    for entry in entries[:1]:
        return _named(entry.value, entry)
    return None


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value


# -- by any name ---------------------------------------------------------------------------------------------


def find(spec: str | Ruleset) -> Ruleset:
    """Return the ruleset with this id, `module:NAME` or `path/to/book.py:NAME`; raise `NoRuleset` if there is none.

    A file may be given without `:NAME`. A `Ruleset` is registered and returned.
    """
    if isinstance(spec, Ruleset):
        return bring(spec)
    if spec in BOOKS or spec in _brought:
        return book(spec)
    if spec in _by_place:
        return _by_place[spec]
    if spec in _entries() and (installed := _installed(spec)):
        return installed
    if split_path(spec) or (":" in spec and not spec.endswith(":")):
        return _named(spec)
    raise NoRuleset(unknown(spec))


def find_told(spec: str, tell: Callable[[str], None] | None) -> Ruleset:
    """Return the ruleset that a user's file names; `tell` gets a line before code from an external place runs."""
    here = spec in (*BOOKS, *_brought, *_by_place) or spec in _entries()
    if tell and not here and (split_path(spec) or ":" in spec):
        tell(f"running rules from {spec}")
    return find(spec)


def located(spec: str, folder: Path | None = None) -> str:
    """Return a ruleset's name so that it is valid in any directory: make a path absolute, relative to `folder`."""
    place = split_path(spec)
    if not place:
        return spec
    path, name = place
    whole = ((folder or Path()) / path).absolute()
    return f"{whole}:{name}" if name else str(whole)


def place_of(rules: Ruleset) -> str:
    """Return the path or `module:NAME` under which a ruleset was loaded; empty if its id alone finds it."""
    installed = {located(entry.value) for entries in _entries().values() for entry in entries}
    return next((place for place, each in _by_place.items() if each is rules and place not in installed), "")


def _named(spec: str, entry: EntryPoint | None = None) -> Ruleset:
    place, distribution = located(spec), entry.dist if entry else None
    if place not in _by_place:
        module = module_at(place, beside=entry is None)
        rules, name = pick(module, place, _is_book)
        if entry and rules.id != entry.name:
            raise NoRuleset(f"ruleset {entry.name!r}: {entry.value} of {_package(entry)} has the id {rules.id!r}")
        words = next(iter(instances(module, OwnWords).values()), NO_WORDS)
        where = Brought(rules, module.__name__, name, distribution or _distribution(place), words)
        _by_place[place] = _take(where, f"{spec}: ")
    return _by_place[place]


def _is_book(rules: Ruleset) -> bool:
    """Return whether a ruleset is built in; an external module may have imported it to build on it."""
    return rules.id in BOOKS and rules is ruleset(rules.id)


def _distribution(place: str) -> Distribution | None:
    """Return the package that a module belongs to; None if there is none, as for a file."""
    if split_path(place):
        return None
    from importlib.metadata import Distribution, packages_distributions

    for name in packages_distributions().get(place.partition(":")[0].partition(".")[0], ()):
        return Distribution.from_name(name)
    return None


def bring(rules: Ruleset, words: OwnWords | None = None) -> Ruleset:
    """Register a ruleset under its id for this process; raise `NoRuleset` if it is invalid or the id is taken."""
    return rules if _is_book(rules) else _take(Brought(rules, words=words or NO_WORDS), f"{rules.id}: ")


def _take(found: Brought, where: str) -> Ruleset:
    rules = found.rules
    if not AN_ID.fullmatch(str(rules.id)):
        raise NoRuleset(f"{where}an id is made of small letters, digits and hyphens, unlike {rules.id!r}")
    other = ruleset(rules.id) if rules.id in BOOKS else _brought[rules.id].rules if rules.id in _brought else rules
    if other is not rules and other != rules:
        raise NoRuleset(f"{where}there is another ruleset of the id {rules.id!r}: give yours an id of its own")
    try:
        compile_plan(other)
    except RulesetError as error:
        raise NoRuleset(f"{where}{error}") from None
    except Exception as error:  # data that is no ruleset at all
        raise NoRuleset(f"{where}this is no ruleset: {type(error).__name__}: {error}") from None
    if rules.id not in BOOKS:
        _brought.setdefault(rules.id, found)
    return other


# -- what came with them -------------------------------------------------------------------------------------


def guests() -> list[Brought]:
    """Return all available external rulesets."""
    rulesets()
    return list(_brought.values())


def words_of(rules_id: str) -> OwnWords:
    """Return the text that an external ruleset brought; empty for other rulesets."""
    brought = _brought.get(rules_id)
    return brought.words if brought else NO_WORDS


def own_words() -> Iterator[OwnWords]:
    """Yield the text of all external rulesets loaded so far."""
    return (each.words for each in _brought.values())


def origin(rules: Ruleset) -> dict[str, object]:
    """Return what a record stores about its ruleset besides the hash: id, version, and package, if it has one."""
    brought = _brought.get(rules.id)
    package = brought.distribution if brought else None
    told = {"name": package.name, "version": package.version} if package and package.name != UNPACKED else None
    ours = {"name": "duskfall", "version": __version__}
    return {"id": rules.id, "version": rules.version, "distribution": ours if _is_book(rules) else told}


def how_to_bring(rules_id: str, header: object) -> str:
    """Return an error message for a record whose ruleset is missing, with what the user can do about it.

    `header` is what the record stores about its ruleset, if anything.
    """
    package = header.get("distribution") if isinstance(header, dict) else None
    if isinstance(package, dict) and package.get("name"):
        which = " ".join(str(package[key]) for key in ("name", "version") if package.get(key))
        return f"unknown ruleset {rules_id!r}: install the package that it came with, {which}, or give it by --rules"
    return f"unknown ruleset {rules_id!r}: give its module:NAME or its file by --rules, or install its package"
