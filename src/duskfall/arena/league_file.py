"""League files: reading and checking the rulesets, tables, players and settings; errors name the line and the key."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from duskfall.arena.folder import LeagueError, Tell
from duskfall.arena.identity import identity
from duskfall.arena.league import MODES, SIDES, Budget, Entrant, League
from duskfall.arena.schedule import Schedule
from duskfall.cases.placed import Given, Misplaced, near, placed_at, read_placed
from duskfall.core.plan.compile import compile_plan
from duskfall.core.record import KERNEL
from duskfall.core.start.deck import make_deck, read_beside, read_deck, usual_size
from duskfall.core.start.flags import read_flags
from duskfall.players.addresses import addresses
from duskfall.players.base import PlayerError
from duskfall.players.find import known
from duskfall.players.foreign.kinds import is_foreign, with_settings
from duskfall.players.llm.model import is_model
from duskfall.rules.registry import FIRST, find_told, located
from duskfall.table import values
from duskfall.table.seating import try_out
from duskfall.table.sheet import TableSheet
from duskfall.vocabulary.ruleset import Ruleset

MOST_BLOCKS = 1_000_000
MOST_GAMES, MOST_WITH_MODELS = 100_000_000, 100_000
EXAMPLE = "a league file holds lines such as `rules: [ai-mafia, werewolf]` and `players: {one: scripted, two: random}`"
TIME = re.compile(r"(?:(\d{1,6})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?")
SECONDS = (86_400, 3600, 60, 1)
SAID = ("blocks", "seed", "tables", "records", "probe", "detect", "budget", "limits")  # keys taken unchanged
PLAYER = "player"  # key of a player's kind, for a player with further settings


def read_league_file(path: Path, tell: Tell | None = None) -> League:
    """Read the league of a file. Raises LeagueError: one line that names the place of the mistake.

    `tell` gets a line before code that the file names is run, and before a server that it names is contacted. Models
    aren't called here.
    """
    try:
        given = {key: each for key, each in read_placed(path, READERS, EXAMPLE).items() if each.value is not None}
        return _league(path, given, tell)
    except Misplaced as error:
        raise LeagueError(str(error)) from None


def _league(path: Path, given: Mapping[str, Given], tell: Tell | None) -> League:
    for key in ("players", "blocks"):
        if key not in given and not (key == "blocks" and "budget" in given):
            raise Misplaced(f"{path}: {key} is missing" + (", or a budget" if key == "blocks" else ""))
    tables = tuple(_tables(path, given, tell))
    fields = {"tables": "mode"}  # keys that have another name in the file
    said = {fields.get(key, key): given[key].value for key in SAID if key in given}
    league = League(
        **{"blocks": MOST_BLOCKS} | said,
        entrants=tuple(_entrants(given["players"], tell)),
        tables=tables,
        plans=tuple(f"{KERNEL}-{compile_plan(sheet.ruleset).hash}" for sheet in tables),
    )
    return _checked(league, given)


def _checked(league: League, given: Mapping[str, Given]) -> League:
    """Check that the settings fit together, and cap the number of blocks; an error names the place in the file."""
    if league.mode == SIDES and len(league.entrants) < 2:
        raise Misplaced(f"{given['tables'].place}: {SIDES} needs two players at least")
    if league.budget.dollars is not None and not league.has_models:
        raise Misplaced(f"{given['budget'].place}: no language model plays here, so nothing costs anything: say a time")
    if league.probe and not league.has_models:
        raise Misplaced(f"{given['probe'].place}: no language model plays here")
    one, most = len(Schedule(replace(league, blocks=1))), MOST_WITH_MODELS if league.has_models else MOST_GAMES
    if one * league.blocks > most and "blocks" in given:
        games = f"{one * league.blocks:,} games are more than the {most:,} that a league can have"
        raise Misplaced(f"{given['blocks'].place}: {games}")
    return replace(league, blocks=min(league.blocks, most // one))


# -- tables --------------------------------------------------------------------------------------------------


def _tables(path: Path, given: Mapping[str, Given], tell: Tell | None) -> Iterator[TableSheet]:
    rules = given.get("rules", Given((FIRST,), str(path)))
    if {"deck", "seats"} <= given.keys():
        raise Misplaced(f"{given['seats'].place}: the deck says how many sit there: leave this out")
    for spec, size in product(rules.value, given["seats"].value if "seats" in given else [None]):
        with placed_at(rules.parts.get(spec, rules.place)):
            place = located(spec, path.parent)
            book = find_told(place, tell)
        yield _table(place, book, size, given)


def _table(place: str, book: Ruleset, size: int | None, given: Mapping[str, Given]) -> TableSheet:
    """Build a table. Each key is checked against the rules on its own, so that an error names its place."""
    if size is not None:
        with placed_at(given["seats"].parts.get(str(size), given["seats"].place)):
            make_deck(book, size)
    for name, value in given["flags"].value.items() if "flags" in given else ():
        with placed_at(given["flags"].parts.get(name, given["flags"].place)):
            read_flags(book, {name: value})
    for key, check in (("deck", read_deck), ("cards", read_beside)):
        if key in given:
            with placed_at(given[key].place):
                check(book, given[key].value)
    named = {key: given[key].value for key in ("deck", "flags", "talk", "cards") if key in given}
    return TableSheet(place, **named | {"seats": None if "deck" in given else size or usual_size(book)})


# -- players -------------------------------------------------------------------------------------------------


def _entrants(players: Given, tell: Tell | None) -> Iterator[Entrant]:
    for name, said in players.value.items():
        with placed_at(f"{players.parts.get(name, players.place)}.{name}"):
            yield Entrant(name, *_entrant(name, said, tell))


def _entrant(name: str, said: str | Mapping[str, Any], tell: Tell | None) -> tuple[str, Mapping[str, object]]:
    """Return the kind and the identity of a player."""
    try:
        if not isinstance(said, str) and is_foreign(str(said.get(PLAYER))):
            said = with_settings(said[PLAYER], {key: value for key, value in said.items() if key != PLAYER})
        if not isinstance(said, str):
            from duskfall.arena.variants import entrant_of

            return entrant_of(name, said)
        if not is_model(said):
            if tell:
                for line in addresses([said]):
                    tell(line)
            try_out([said])
        return said, identity(said)
    except PlayerError as error:
        hint = near(str(said), dict.fromkeys(known())) if isinstance(said, str) and ":" not in said else ""
        text = str(error).removeprefix(f"players.{name}: ")
        raise ValueError(f"{text} ({hint})" if hint.startswith("did") else text) from None


# -- values --------------------------------------------------------------------------------------------------


def _one_or_more(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a reader of one value or a list of values, without duplicates."""

    def read_all(value: Any) -> tuple[Any, ...]:
        found = tuple(dict.fromkeys(map(read, value if isinstance(value, list) else [value])))
        if not found:
            raise ValueError("the list is empty")
        return found

    return read_all


def _players(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict) or not value:
        raise ValueError("players have names: write {one: scripted, two: random}")
    names = [str(name) for name in value]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"two players are called {twice}")
    return {name: _player(name, said) for name, said in zip(names, value.values(), strict=True)}


def _player(name: str, said: Any) -> Any:
    if not name.strip() or not name.isprintable():
        raise ValueError(f"{name!r} is no name")
    if isinstance(said, dict) and said.keys() == {PLAYER}:
        said = said[PLAYER]
    if not isinstance(said, str | dict):
        raise ValueError(f"{name}: {said!r} is no player, as in scripted or openai:MODEL")
    return said


def _mode(value: Any) -> str:
    if value not in MODES:
        raise ValueError(f"{value!r} is neither {' nor '.join(MODES)}")
    return str(value)


def _budget(value: Any) -> Budget:
    if not isinstance(value, dict) or not value:
        raise ValueError("a budget is {cost: DOLLARS}, {time: 2h30m}, or both")
    for key in value:
        if key not in BUDGET:
            raise ValueError(f"unknown key {key!r} ({near(str(key), BUDGET)})")
    return Budget(*(read(value[key]) if key in value else None for key, read in BUDGET.items()))


def _time(value: Any) -> float:
    found = TIME.fullmatch(f"{value}s" if type(value) is int else str(value).replace(" ", ""))
    total = sum(int(part or 0) * size for part, size in zip(found.groups(), SECONDS, strict=True)) if found else 0
    if not total:
        raise ValueError(f"{value!r} is no time, as 90s, 45m or 2h30m")
    return float(total)


def _limits(value: Any) -> str:
    line = values.line([f"{name}={number}" for name, number in value.items()] if type(value) is dict else value)
    values.READERS["limits"](line)
    return line


BUDGET: Mapping[str, Callable[[Any], float]] = {"cost": values.READERS["max-cost"], "time": _time}
READERS: Mapping[str, Callable[[Any], Any]] = {
    **{key: values.READERS[key] for key in ("deck", "cards", "flags", "talk", "seed", "probe")},
    "rules": _one_or_more(values.READERS["rules"]),
    "seats": _one_or_more(values.READERS["seats"]),
    "tables": _mode,
    "players": _players,
    "blocks": values.whole(1, MOST_BLOCKS),
    "budget": _budget,
    "records": values.READERS["talk"],
    "detect": values.READERS["talk"],
    "limits": _limits,
}
