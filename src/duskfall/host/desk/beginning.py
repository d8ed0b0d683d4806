"""Set-ups with given roles, also in the middle of a game, as the data of a `start` command."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.state import DAY, NIGHT
from duskfall.core.start.flags import given_flags, hosted
from duskfall.core.start.setup import Setup, Start, check_names
from duskfall.host.evening.fields import Refusal
from duskfall.rules.registry import known
from duskfall.tell.tongue import say
from duskfall.vocabulary.cards import Ability
from duskfall.vocabulary.masks import bits, only
from duskfall.vocabulary.ruleset import Ruleset, walk
from duskfall.wire.desk import StartRows, StartSetup


def start_of(rules: Ruleset, setup: Setup) -> StartSetup:
    """Return a set-up as the data of a `start` command."""
    return {
        "rules": rules.id,
        "seats": dict(zip(setup.names, setup.roles, strict=True)),
        "flags": dict(setup.flags),
        "cards": {card: list(bits(held)) for card, held in setup.cards},
        "assign": None if setup.assign is None else [list(each) for each in setup.assign],
        "talk": setup.talk,
        "seed": setup.seed,
        "start": _rows(setup.start) if setup.start else None,
    }


def _rows(start: Start) -> StartRows:
    return {
        "phase": start.phase,
        "number": start.number,
        "dead": list(start.dead),
        "marks": [list(row) for row in start.marks],
        "used": [list(row) for row in start.used],
        "last": [list(row) for row in start.last],
        "titles": [list(row) for row in start.titles],
    }


def read_start(given: object) -> tuple[Ruleset, Setup]:
    """Parse the data of a `start` command; raise `Refusal` if it's invalid."""
    if not isinstance(given, Mapping):
        raise Refusal(say("This is not a position of a game: {reason}.", reason=type(given).__name__))
    name = given.get("rules")
    rules = known(name)
    if rules is None:
        raise Refusal(say("There are no rules called {name}.", name=name))
    try:
        return rules, _setup(rules, given)
    except (ValueError, TypeError, KeyError, AttributeError, IndexError) as error:
        raise Refusal(say("This is not a position of a game: {reason}.", reason=str(error))) from None


def _setup(rules: Ruleset, given: Mapping[str, Any]) -> Setup:
    flags = hosted(rules) | given_flags(rules, given.get("flags") or {})
    setup = Setup.make(rules, given["seats"], flags=flags, seed=int(given.get("seed", 0)))
    check_names(setup.names, frozenset(group.name for group in rules.groups))
    cards = tuple((_known(card, rules), only(_seats(held, setup))) for card, held in (given.get("cards") or {}).items())
    assign = given.get("assign")
    start = given.get("start")
    return Setup(
        setup.names,
        setup.roles,
        flags,
        setup.seed,
        given.get("talk", True) is True,
        cards=cards,
        assign=None if assign is None else tuple(_assigned(row, rules, len(setup.names)) for row in assign),
        start=_start(start, rules, len(setup.names)) if start else None,
    )


def _start(given: Mapping[str, Any], rules: Ruleset, size: int) -> Start:
    """Parse a position in the middle of a game; raise ValueError if it names a seat or word that isn't in this game."""
    start = Start(**{key: _tuples(value) for key, value in given.items()})
    verbs = {ability.verb for ability in walk(rules) if isinstance(ability, Ability)}
    marks, titles = set(compile_plan(rules).until), {title.name for title in rules.titles}
    people = [*start.dead, *(row[1] for rows in (start.marks, start.used, start.last, start.titles) for row in rows)]
    people += [whom for _, _, whom in start.last]
    if start.phase not in (NIGHT, DAY) or type(start.number) is not int or start.number < 1:
        raise ValueError(f"{start.phase} {start.number}")
    if not all(_sits(seat, size) for seat in people):
        raise ValueError(f"{people}")
    for rows, there in ((start.marks, marks), (start.titles, titles), (start.used, verbs), (start.last, verbs)):
        if unknown := {row[0] for row in rows} - there:
            raise ValueError(", ".join(sorted(map(str, unknown))))
    if not all(type(row[2]) is int and row[2] >= 0 for row in start.used):
        raise ValueError(f"{start.used}")
    return start


def _known(card: str, rules: Ruleset) -> str:
    if card not in {each.name for each in rules.cards}:
        raise ValueError(f"{rules.id} has no card {card!r}")
    return card


def _seats(held: list[int | str], setup: Setup) -> list[int]:
    """Return the seats of holders, which are given by seat or by name."""
    found = [setup.names.index(each) + 1 if isinstance(each, str) else each for each in held]
    if not all(_sits(seat, len(setup.names)) for seat in found):
        raise ValueError(f"{held}")
    return found


def _assigned(row: list[Any], rules: Ruleset, size: int) -> tuple[str, int, int]:
    """Check an assignment of the deal: its name, the seat that gets it, and the seat that is assigned."""
    deal, to, whom = row
    if deal not in {each.name for each in rules.deals} or not (_sits(to, size) and _sits(whom, size)):
        raise ValueError(f"{row}")
    return deal, to, whom


def _sits(seat: object, size: int) -> bool:
    return type(seat) is int and 1 <= seat <= size


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
