"""Rows in words, and what two logs of one game differ in: a failure reads like a ruling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from duskfall.batch.follow import seat_names
from duskfall.batch.names import Names
from duskfall.batch.rows import EVERY_ONE_OF_THEM, Kind, Row
from duskfall.core.facts import EVERYONE, MODERATOR
from duskfall.vocabulary.masks import bits

CHAIRS = seat_names(31)
Word = Callable[[Names, int], str]


def seat(names: Names, number: int) -> str:
    """Who sits there."""
    if number == EVERY_ONE_OF_THEM:
        return "all of them"
    return CHAIRS[number - 1] if 0 < number < EVERY_ONE_OF_THEM else "nobody" if not number else f"seat {number}?"


def seats(names: Names, mask: int) -> str:
    """Who they are."""
    return " and ".join(seat(names, each) for each in bits(mask)) if mask >= 0 else "everyone"


def number(names: Names, value: int) -> str:
    """Just that."""
    return str(value)


def named(kind: str) -> Word:
    """A name of this kind."""

    def word(names: Names, value: int) -> str:
        found: tuple[str, ...] = getattr(names, kind)
        return (found[value] or "-") if 0 <= value < len(found) else f"{kind} {value}?"

    return word


def causes(names: Names, mask: int) -> str:
    """By which acts."""
    return " and ".join(named("acts")(names, each) for each in bits(mask))


def sparer(names: Names, value: int) -> str:
    """What spares a player the vote."""
    return named("acts")(names, value) if value < len(names.acts) else named("cards")(names, value - len(names.acts))


role, act, word, card, how = named("roles"), named("acts"), named("words"), named("cards"), named("how")
SAID: dict[Kind, tuple[tuple[str, Word], ...]] = {
    Kind.PHASE: (("night", number), ("number", number)),
    Kind.DEALT: (("", seat), ("as", role)),
    Kind.KNOWS: (("", seat), ("as", role), ("how", how)),
    Kind.CARD: (("", seat), ("holds", card)),
    Kind.CHOSE: (("", seat), ("at", act), ("names", seat), ("as", role)),
    Kind.SILENT: (("", seat), ("at", act)),
    Kind.TOLD: (("by", act), ("of", seat), ("word", word), ("seats", seats)),
    Kind.NOTICED: (("", seat), ("of", named("notices")), ("about", seat)),
    Kind.MARKED: (("", seat), ("with", named("marks"))),
    Kind.DIED: (("", seat), ("a", role), ("shown as", word), ("by", causes)),
    Kind.ANNOUNCED: (("", number),),
    Kind.GONE: (("", seat), ("shown as", word)),
    Kind.FELL: (("", seat), ("shown as", word)),
    Kind.OUT: (("", seat), ("shown as", word)),
    Kind.NOBODY_OUT: (),
    Kind.SPARED: (("", seat), ("by", sparer)),
    Kind.VOTED: (("", seat), ("at", act), ("for", seat), ("on all", number)),
    Kind.TIED: (("", seats),),
    Kind.LOT: (("at", act), ("on", seat)),
    Kind.NOMINATED: (("by", seat), ("whom", seat)),
    Kind.CANDIDATES: (("for", named("titles")), ("", seats)),
    Kind.TITLE: (("", named("titles")), ("to", seat), ("from", seat)),
    Kind.SHOT: (("by", seat), ("at", act), ("on", seat)),
    Kind.BECAME: (("", seat), ("a", role)),
    Kind.LOST: (("", seat), ("the right to", act)),
    Kind.SHOWN: (("", seat), ("as", role)),
    Kind.REMOVED: (("", seat),),
    Kind.COWON: (("", seat), ("as", role)),
    Kind.HELD_OFF: (("", act), ("of", seat), ("on", seat)),
    Kind.ENDED: (("won by", named("sides")), ("for", named("reasons")), ("beside", seats)),
    Kind.ANSWER: (("", seat), ("at", act), ("names", seat), ("as", role)),
}


def tell(names: Names, row: Row) -> str:
    """A row in words, with its audience."""
    kind, to, *values = row
    if kind not in SAID:
        return f"a row of unknown kind {row}"
    said = SAID[Kind(kind)]
    parts = [f"{before} {say(names, value)}".strip() for (before, say), value in zip(said, values, strict=False)]
    parts += [f"and {value}?" for value in values[len(said) :] if value]
    audience = "all" if to == EVERYONE else "the moderator" if to == MODERATOR else seats(names, to)
    return f"{Kind(kind).name.lower().replace('_', ' ')} {' '.join(parts)}".strip() + f" (to {audience})"


def by_phase(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of the deal, then of each phase; what a policy answered is no fact."""
    phases: list[list[Row]] = [[]]
    for row in rows:
        if row.kind == Kind.PHASE:
            phases.append([])
        if row.kind != Kind.ANSWER:
            phases[-1].append(row)
    return phases


def difference(names: Names, batch: list[Row], kernel: list[Row]) -> str:
    """Empty if both logs tell the same, phase by phase; else the first phase that differs, and in what."""
    ours, theirs = by_phase(batch), by_phase(kernel)
    if ours == theirs:
        return ""
    for at in range(max(len(ours), len(theirs))):
        mine = Counter(ours[at] if at < len(ours) else ())
        other = Counter(theirs[at] if at < len(theirs) else ())
        if mine != other:
            lines = [f"  the simulator alone: {tell(names, row)}" for row in (mine - other).elements()]
            lines += [f"  the kernel alone:    {tell(names, row)}" for row in (other - mine).elements()]
            return "\n".join([f"{_phase(names, ours, theirs, at)}:", *lines])
    return ""


def _phase(names: Names, ours: list[list[Row]], theirs: list[list[Row]], at: int) -> str:
    if not at:
        return "at the deal"
    first = (theirs if at < len(theirs) else ours)[at][0]
    return f"{'night' if first.a else 'day'} {first.b}"
