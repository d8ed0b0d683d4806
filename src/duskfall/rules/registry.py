"""The one place where rulesets are found: the five books, installed ones, those of a module or a file that was named.

Facts, records and pages name a ruleset by its id. An id never runs code but that of an installed entry point: whatever
else there is was brought by who plays, as `module:NAME` or `path/to/book.py`.
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
from duskfall.rules import BOOKS, ruleset
from duskfall.rules.outside import NoRuleset, instances, module_at, pick, split_path
from duskfall.vocabulary import OwnWords, Ruleset, RulesetError

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP = "duskfall.rulesets"
FIRST = next(iter(BOOKS))  # what is played where nothing is said
AN_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
UNPACKED = "duskfall-guests"  # under which the page's engine has rulesets that no package brought
NO_WORDS = OwnWords()
HOW = "bring one with --rules module:NAME or --rules path/to/book.py, or install a package that has it"


@dataclass(frozen=True, slots=True)
class Brought:
    """A ruleset from outside: where it was found, and which package has it, if one has."""

    rules: Ruleset
    module: str = ""
    name: str = ""
    distribution: Distribution | None = None
    words: OwnWords = NO_WORDS


_brought: dict[str, Brought] = {}  # by id
_by_place: dict[str, Ruleset] = {}  # by the path or module:NAME that was named, so that a file runs once


# -- by id ---------------------------------------------------------------------------------------------------


def known(rules_id: object) -> Ruleset | None:
    """The ruleset of this id, if it can be had without naming a place; this is how facts and records find theirs."""
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
    """The same where it must be there."""
    found = known(rules_id)
    if found is None:
        raise NoRuleset(unknown(rules_id))
    return found


def ids() -> tuple[str, ...]:
    """The ids of all that can be had."""
    return tuple(dict.fromkeys((*BOOKS, *_brought, *sorted(_entries()))))


def rulesets() -> list[Ruleset]:
    """All that can be had; an installed one that is broken is left out."""
    return [found for each in ids() if (found := known(each))]


def is_own(rules_id: str) -> bool:
    """Return whether a ruleset is one of the five that come with the engine; nothing from outside can have its id."""
    return rules_id in BOOKS


def here() -> tuple[str, ...]:
    """The ids of the five books and of what has been brought by now."""
    return (*BOOKS, *_brought)


def problems() -> list[str]:
    """Why some of what is installed cannot be had, a line each."""
    return list(filter(None, map(_problem, sorted(_entries()))))


def _problem(rules_id: str) -> str:
    try:
        find(rules_id)
    except NoRuleset as error:
        return str(error)
    return ""


def unknown(rules_id: str) -> str:
    """That there is no such ruleset, what there is, and how to bring one."""
    from difflib import get_close_matches  # only a mistake needs it

    close = get_close_matches(rules_id, ids(), 1)
    near = f", did you mean {close[0]!r}?" if close else ""
    return f"unknown ruleset {rules_id!r}{near} (there are: {', '.join(ids())}; {HOW})"


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """What is installed beside the five books, by id."""
    from importlib.metadata import entry_points  # slow to import, and none of the five books needs it

    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        if entry.name not in BOOKS:
            found.setdefault(entry.name, []).append(entry)
    return found


def _installed(rules_id: str) -> Ruleset | None:
    """What is installed under this id, imported now if it has not been."""
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
    """A ruleset by its id, as `module:NAME`, or as `path/to/book.py` (`book.py:NAME`); NoRuleset if it cannot be."""
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
    """Return the ruleset that a file of the user's names; `tell` gets a line before code from its place is run."""
    here = spec in (*BOOKS, *_brought, *_by_place) or spec in _entries()
    if tell and not here and (split_path(spec) or ":" in spec):
        tell(f"running rules from {spec}")
    return find(spec)


def located(spec: str, folder: Path | None = None) -> str:
    """The same name, good in any folder and any process: a path, which is meant from this folder, becomes whole."""
    place = split_path(spec)
    if not place:
        return spec
    path, name = place
    whole = ((folder or Path()) / path).absolute()
    return f"{whole}:{name}" if name else str(whole)


def place_of(rules: Ruleset) -> str:
    """Where a ruleset was found that was named by its place; empty for one that its id alone finds."""
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
    """Whether it is one of the five, which a book from outside may have imported to start from."""
    return rules.id in BOOKS and rules is ruleset(rules.id)


def _distribution(place: str) -> Distribution | None:
    """The package to which a module belongs; a file belongs to none."""
    if split_path(place):
        return None
    from importlib.metadata import Distribution, packages_distributions

    for name in packages_distributions().get(place.partition(":")[0].partition(".")[0], ()):
        return Distribution.from_name(name)
    return None


def bring(rules: Ruleset, words: OwnWords | None = None) -> Ruleset:
    """Let facts of this process find this ruleset by its id; NoRuleset if it contradicts itself, or its id is taken."""
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
    except Exception as error:  # whatever is no data of a ruleset
        raise NoRuleset(f"{where}this is no ruleset: {type(error).__name__}: {error}") from None
    if rules.id not in BOOKS:
        _brought.setdefault(rules.id, found)
    return other


# -- what came with them -------------------------------------------------------------------------------------


def guests() -> list[Brought]:
    """All rulesets from outside that can be had."""
    rulesets()
    return list(_brought.values())


def words_of(rules_id: str) -> OwnWords:
    """The words that a ruleset has brought."""
    brought = _brought.get(rules_id)
    return brought.words if brought else NO_WORDS


def own_words() -> Iterator[OwnWords]:
    """The words of all rulesets that are here by now."""
    return (each.words for each in _brought.values())


def origin(rules: Ruleset) -> dict[str, object]:
    """What a record says of its ruleset beside its hash: the id, the version, and the package that has it, if any."""
    brought = _brought.get(rules.id)
    package = brought.distribution if brought else None
    told = {"name": package.name, "version": package.version} if package and package.name != UNPACKED else None
    ours = {"name": "duskfall", "version": __version__}
    return {"id": rules.id, "version": rules.version, "distribution": ours if _is_book(rules) else told}


def how_to_bring(rules_id: str, header: object) -> str:
    """What to do about the ruleset of a record that is not here; `header` is what the record says of it, if it does."""
    package = header.get("distribution") if isinstance(header, dict) else None
    if isinstance(package, dict) and package.get("name"):
        which = " ".join(str(package[key]) for key in ("name", "version") if package.get(key))
        return f"unknown ruleset {rules_id!r}: install the package that it came with, {which}, or give it by --rules"
    return f"unknown ruleset {rules_id!r}: give its module:NAME or its file by --rules, or install its package"
