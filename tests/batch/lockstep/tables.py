"""Random tables of a ruleset: any deck of its roles, any size, any house rules, cards beside the roles."""

from __future__ import annotations

from random import Random

from duskfall.batch.table import Table
from duskfall.vocabulary import Flag, Ruleset, Value

SIZES = (3, 4, 5, 6, 7, 8, 9, 10)
LARGE, LARGEST = (11, 16), (17, 31)


def random_table(rules: Ruleset, seed: object) -> Table:
    """The table of a seed; one in six has the book's own deck and house rules."""
    random = Random(f"{rules.id} {seed}")
    low, high = rules.decks.seats
    if random.random() < 1 / 6 and high >= 3:
        return Table.make(rules, random.randint(max(3, low), min(high, 12)))
    seats = _seats(random)
    flags = {flag.name: _value(random, flag) for flag in rules.flags if random.random() < 0.5}
    cards = ", ".join(f"{card.name}*{random.randint(1, seats)}" for card in rules.cards if random.random() < 0.5)
    return Table.make(rules, deck=_deck(random, rules, seats), flags=flags, cards=cards or None)


def _seats(random: Random) -> int:
    """Mostly few: a large table takes the kernel many times as long."""
    luck = random.random()
    if luck < 0.85:
        return random.choice(SIZES)
    return random.randint(*LARGE) if luck < 0.97 else random.randint(*LARGEST)


def _deck(random: Random, rules: Ruleset, seats: int) -> list[str]:
    """Any roles, some oftener than others; one of either side at least."""
    kinds = [role.name for role in rules.roles]
    common = random.sample(kinds, random.randint(1, len(kinds)))
    evil, good = random.choice(rules.decks.evil), rules.decks.rest
    return [evil, good, *(random.choice(common if random.random() < 0.7 else kinds) for _ in range(seats - 2))]


def _value(random: Random, flag: Flag) -> Value:
    if flag.values:
        return random.choice(flag.values)
    if isinstance(flag.default, bool):
        return random.random() < 0.5
    if isinstance(flag.default, float):
        return random.choice((0.0, 0.5, 1.0, 1.5, flag.default))
    return random.choice((flag.least, flag.least + 1, flag.least + 2, int(flag.default), int(flag.default)))


def told(table: Table) -> str:
    """A table in one line, as it can be made again."""
    deck = ", ".join(table.deck)
    return f"{table.plan.rules.id}, deck {deck!r}, flags {dict(table.flags)}, cards {dict(table.cards)}"
