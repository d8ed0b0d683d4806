"""The differences between two leagues' settings, and the pairs of players that correspond."""

from __future__ import annotations

from collections.abc import Iterator

from duskfall.arena.league import Entrant, League
from duskfall.arena.report.compare.data import Pair
from duskfall.table.sheet import TableSheet

SAID = ("blocks", "seed", "mode", "probe", "schedule")


def changes(before: League, after: League) -> Iterator[str]:
    """Yield a sentence for each setting of the league that changed."""
    for key in SAID:
        was, now = getattr(before, key), getattr(after, key)
        if was != now:
            yield f"{key}: {was} before, {now} after"
    if before.tables != after.tables:
        yield f"tables: {_tables(before)} before, {_tables(after)} after"
    elif before.plans != after.plans:
        rules = ", ".join(
            sheet.rules for sheet, was, now in zip(before.tables, before.plans, after.plans, strict=False) if was != now
        )
        yield f"the rules were changed: {rules or 'of some tables'}"


def _tables(league: League) -> str:
    return ", ".join(_table(sheet) for sheet in league.tables)


def _table(sheet: TableSheet) -> str:
    flags = "".join(f" {name}={value}" for name, value in sorted(sheet.flags.items()))
    return f"{sheet.rules} ({sheet.seats or 'usual'} seats{flags})"


def pairs(before: League, after: League) -> Iterator[Pair]:
    """Yield the players of both leagues, matched by name, else by equal kind and identity."""
    left = {each.name: each for each in after.entrants}
    alone = []
    for one in before.entrants:
        if other := left.pop(one.name, None):
            yield Pair(one.name, other.name, tuple(_differences(one, other)))
        else:
            alone.append(one)
    for one in alone:
        same = next((each for each in left.values() if (each.kind, each.identity) == (one.kind, one.identity)), None)
        if same:
            del left[same.name]
            yield Pair(one.name, same.name, ())


def _differences(one: Entrant, other: Entrant) -> Iterator[str]:
    if one.kind != other.kind:
        yield f"kind: {one.kind} before, {other.kind} after"
    for key in dict.fromkeys((*one.identity, *other.identity)):
        was, now = one.identity.get(key), other.identity.get(key)
        if was != now:
            yield f"{key}: {_short(was)} before, {_short(now)} after"


def _short(value: object) -> str:
    """Return a value as text of limited length."""
    text = "none" if value is None else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
