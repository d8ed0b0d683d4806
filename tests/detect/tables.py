"""Random small tables of a ruleset, and games at them that brute force can count."""

from __future__ import annotations

from random import Random

from duskfall.batch.table import Table
from duskfall.vocabulary import Flag, Ruleset, Value
from tests.batch.lockstep.rulesets.library import named
from tests.detect.played import Played, played

SIZES = ((5, 2), (5, 2), (6, 1), (7, 1))  # seats, nights


def small_table(rules: Ruleset, luck: Random) -> tuple[Table, int]:
    """A deck of a few kinds with one of either side at least, any house rules, cards; and for how many nights."""
    seats, nights = luck.choice(SIZES)
    low, high = rules.decks.seats
    seats = min(max(seats, low), high)
    kinds = [role.name for role in rules.roles]
    plain, evil = rules.decks.rest, luck.choice(rules.decks.evil)
    common = luck.sample(kinds, min(len(kinds), luck.randint(1, 4)))
    rest = [plain if luck.random() < 0.25 else luck.choice(common) for _ in range(seats - 2)]
    flags = {flag.name: _value(luck, flag) for flag in rules.flags if luck.random() < 0.5}
    cards = ", ".join(f"{card.name}*{luck.randint(1, 2)}" for card in rules.cards if luck.random() < 0.3)
    return Table.make(rules, deck=[evil, plain, *rest], flags=flags, cards=cards or None), nights


def _value(luck: Random, flag: Flag) -> Value:
    if flag.values:
        return luck.choice(flag.values)
    if isinstance(flag.default, bool):
        return luck.random() < 0.5
    if isinstance(flag.default, float):
        return flag.default
    return luck.choice((flag.least, flag.least + 1, int(flag.default), int(flag.default)))


def small_game(rules_id: str, seed: object, missing: float = 0.0, talk: bool = False) -> Played:
    """The game of a seed at the table of a seed."""
    luck = Random(f"small {rules_id} {seed}")
    table, nights = small_table(named(rules_id), luck)
    return played(table, seed, nights, missing, talk)


def told(game: Played) -> str:
    """A game in one line, as it can be made again."""
    setup = game.setup
    flags = {name: value for name, value in setup.flags.items() if value != game.table.plan.defaults[name]}
    return f"{game.table.plan.rules.id}, {', '.join(setup.roles)}, flags {flags}, cards {setup.cards}, {setup.assign}"
