"""The request of `duskfall play`: a table file in YAML and the command-line options, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from secrets import randbits
from typing import Any

from duskfall.cases.placed import Given, Misplaced, placed_at, read_placed
from duskfall.cli.common import BadInput, tell_first
from duskfall.core.start.deck import make_deck, read_beside, read_deck
from duskfall.core.start.flags import read_flags
from duskfall.core.start.setup import check_names
from duskfall.players.addresses import addresses
from duskfall.rules.registry import FIRST, find, find_told, located
from duskfall.table.seating import all_kinds, read_line
from duskfall.table.sheet import TableSheet, all_names
from duskfall.table.values import READERS
from duskfall.tell.text import safe
from duskfall.vocabulary.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Wish:
    """A request to play: the table, and all settings with the place where each was given."""

    sheet: TableSheet
    given: Mapping[str, Given]

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of a setting, or `default` if it wasn't given."""
        return self.given[key].value if key in self.given else default

    @property
    def values(self) -> dict[str, Any]:
        """The values of all settings that were given, by key."""
        return {key: given.value for key, given in self.given.items()}

    def place(self, key: str) -> str:
        """Return the place where a setting was given, for error messages; by default its option."""
        return self.given[key].place if key in self.given else f"--{key}"


@contextmanager
def refused_at(place: str) -> Iterator[None]:
    """Turn a `ValueError` of the block into a `BadInput` that names the place of the mistake."""
    try:
        with placed_at(place):
            yield
    except Misplaced as error:
        raise BadInput(str(error)) from None


def read_file(path: Path) -> dict[str, Given]:
    """Return the settings of a table file; raise `BadInput` if it isn't valid."""
    try:
        return read_placed(path, READERS, f"a table file holds lines such as `rules: {FIRST}`")
    except Misplaced as error:
        raise BadInput(str(error)) from None


# -- file and options together --------------------------------------------------------------------------


def read_flag_options(options: tuple[str, ...]) -> dict[str, object]:
    """Return the house rules of the --flags options, as text; raise `BadInput` for a part that isn't NAME=VALUE."""
    flags: dict[str, object] = {}
    for part in (part for option in options for part in option.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise BadInput(safe(f"--flags: {part.strip()!r} is not NAME=VALUE, as in maxRounds=20"))
        flags[name] = value
    return flags


def read_options(options: Mapping[str, Any]) -> dict[str, Given]:
    """Return the settings of the command line; None means not given. Raise `BadInput` for bad values."""
    flags = read_flag_options(options["flags"])
    found = {key.replace("_", "-"): value for key, value in options.items() if value is not None and key != "flags"}
    given = {}
    for key, value in (found | ({"flags": flags} if flags else {})).items():
        with refused_at(f"--{key}"):
            given[key] = Given(READERS[key](value), f"--{key}")
    return given


def read_wish(file: Path | None, options: Mapping[str, Any]) -> Wish:
    """Return the request of a table file and the command line; options override the file.

    Raise `BadInput` for a setting that doesn't fit the ruleset.
    """
    written = {key: given for key, given in (read_file(file) if file else {}).items() if given.value is not None}
    if file and "rules" in written:
        written["rules"] = replace(written["rules"], value=located(written["rules"].value, file.parent))
    typed = read_options(options)
    if "rules" in typed:
        typed["rules"] = replace(typed["rules"], value=located(typed["rules"].value))
    if {"seats", "deck"} & typed.keys():  # either option replaces both settings of the file
        written = {key: given for key, given in written.items() if key not in ("seats", "deck")}
    given = written | typed
    if "flags" in written and "flags" in typed:
        both = written["flags"].value | typed["flags"].value
        old = {name: place for name, place in written["flags"].parts.items() if name not in typed["flags"].value}
        given["flags"] = Given(both, typed["flags"].place, old)
    keys = ("rules", "seats", "deck", "cards", "flags", "players", "names", "seed", "talk")
    values = {key: given[key].value for key in keys if key in given}
    _check(given, from_file=written.keys() - typed.keys())
    sheet = TableSheet(**({"seed": randbits(48)} | values))
    if "names" in given:
        with refused_at(given["names"].place):
            check_names(all_names(sheet.names, sheet.size), frozenset(group.name for group in sheet.ruleset.groups))
    return Wish(sheet, given)


def _check(given: Mapping[str, Given], from_file: Collection[str]) -> None:
    """Check each setting by itself against the ruleset, so that an error names the place of the mistake.

    The code and the addresses that a file names are printed before anything is loaded, reached or called.
    """
    rules = _rules(given.get("rules"), tell_first if "rules" in from_file else None)
    if "flags" in given:
        for name, value in given["flags"].value.items():
            with refused_at(given["flags"].parts.get(name, given["flags"].place)):
                read_flags(rules, {name: value})
    if "deck" in given:
        _check_deck(rules, given["deck"], given.get("seats"))
    elif "seats" in given:
        with refused_at(given["seats"].place):
            make_deck(rules, given["seats"].value)
    if given_cards := given.get("cards"):
        with refused_at(given_cards.place):
            read_beside(rules, given_cards.value)
    if "players" in given:
        with refused_at(given["players"].place):
            if "players" in from_file:
                for line in addresses(all_kinds(given["players"].value, rules)):
                    tell_first(line)
            read_line(given["players"].value, rules)


def _rules(given: Given | None, tell: Callable[[str], None] | None) -> Ruleset:
    if given is None:
        return find(FIRST)
    with refused_at(given.place):
        return find_told(given.value, tell)


def _check_deck(rules: Ruleset, deck: Given, seats: Given | None) -> None:
    known = {role.name.lower() for role in rules.roles}
    for part, place in deck.parts.items():
        if part.partition("*")[0].strip().lower() not in known:
            with refused_at(place):
                read_deck(rules, [part])
    with refused_at(deck.place):
        read_deck(rules, deck.value, seats.value if seats else None)
