"""Effects of actions and triggers in English, worded as what their owner does: "kills the target …"."""

from __future__ import annotations

from duskfall.tell.phrases import quoted_notice
from duskfall.tell.rules.conditions import given
from duskfall.tell.rules.seats import CAST, YOU, Cast, agree, counted, is_one, no_words, seats, whose
from duskfall.tell.text import quote, spaced
from duskfall.vocabulary.conditions import ALWAYS, NEVER
from duskfall.vocabulary.effects import (
    Attack,
    Become,
    Block,
    Cowin,
    Effect,
    Guard,
    Link,
    Lose,
    Mark,
    Moment,
    ReadRole,
    ReadSeats,
    ReadSide,
    Reveal,
    Says,
    Show,
    Teach,
    Tell,
    Tier,
    Until,
)
from duskfall.vocabulary.seats import Everyone

LASTING = {
    Until.DAWN: "until dawn",
    Until.NEXT_DUSK: "until the next dusk",
    Until.READ: "until somebody reads it",
    Until.FOREVER: "for good",
}


def does(effects: tuple[Effect, ...], cast: Cast = CAST) -> str:
    """Return all effects of an action in one clause, without a subject."""
    return "; ".join(effect(each, cast) for each in effects)


def doing(effects: tuple[Effect, ...], subject: str, cast: Cast) -> str:
    """Return all effects of an action in one clause, with a subject."""
    return "; ".join(agree(subject, effect(each, cast)) for each in effects)


def effect(node: Effect, cast: Cast = CAST) -> str:
    """Return what one effect does."""
    match node:
        case Block(priority):
            return f"blocks {cast.target}: all that {cast.target} does this night fails{_priority(priority)}"
        case Guard(tier):
            return f"protects {cast.target} tonight ({strength(tier)} defense)"
        case Attack(on=on):
            return f"kills {seats(on, cast)} ({_attack(node, cast)})"
        case Mark(name, until, when):
            return f"gives {cast.target} the mark {quote(spaced(name))} {LASTING[until]}{given(when, cast)}"
        case Link(name, when):
            bond = f"if {agree(cast.me, 'dies')} tonight, {cast.target} dies too"
            return f"binds {cast.target} to {cast.me}: {bond} ({quote(spaced(name))}){given(when, cast)}"
        case ReadSide() | ReadRole() | ReadSeats():
            return _learns(node, cast)
        case Show() | Teach() | Reveal() | Tell():
            return _tells(node, cast)
        case Become(role):
            return f"changes {whose('role', cast.me)} to {role}"
        case Lose(verb):
            return f"takes {spaced(verb)} from {cast.me} for good"
        case Cowin():
            return f"lets {cast.me} win beside whichever side wins"
        case _:
            raise no_words(node)


def comes(node: Effect, cast: Cast) -> str:
    """Return what one effect does if it happens by itself, without anybody's action."""
    match node:
        case Tell(who):
            return f"{agree(seats(who, cast), 'is')} told {_notice(node, cast)}"
        case Become(role):
            return f"{agree(cast.me, 'becomes')} {role}"
        case Lose(verb):
            return f"{cast.me} may never use {spaced(verb)} again"
        case Attack(on=on) if is_one(on):
            return f"{agree(seats(on, cast), 'is')} killed ({_attack(node, cast)})"
        case Cowin():
            return f"{agree(cast.me, 'wins')} beside whichever side wins"
        case _:
            return f"this {effect(node, cast)}"


def strength(tier: Tier) -> str:
    """Return the strength of an attack or a defense in a word."""
    return tier.name.lower()


def _attack(node: Attack, cast: Cast) -> str:
    """Return how strong an attack is, and which action it counts as."""
    counted_as = f", counted as {spaced(node.as_)}" if node.as_ else ""
    if node.unstoppable == ALWAYS:
        return f"{strength(Tier.UNSTOPPABLE)} attack{counted_as}"
    stronger = "" if node.unstoppable == NEVER else f", {strength(Tier.UNSTOPPABLE)}{given(node.unstoppable, cast)}"
    return f"{strength(node.tier)} attack{stronger}{counted_as}"


def _priority(priority: int) -> str:
    return f" (priority {priority})" if priority > 1 else ""


def _learns(node: ReadSide | ReadRole | ReadSeats, cast: Cast) -> str:
    if isinstance(node, ReadRole):
        return f"learns {whose('role', cast.target)}"
    if isinstance(node, ReadSeats):
        return f"learns the names of {seats(node.who, cast)}"
    return f"learns of {cast.target}: {', '.join(says(each, cast) for each in node.says)}"


def says(node: Says, cast: Cast = CAST) -> str:
    """Return one possible answer of a reading, with the players that it is given for."""
    if isinstance(node.who, Everyone):
        return f"else {quote(node.word)}"
    return f"{quote(node.word)} for {counted(node.who, cast)}"


def _tells(node: Show | Teach | Reveal | Tell, cast: Cast) -> str:
    match node:
        case Show(word, when, first):
            role = quote(word) if word else "the role named with the choice"
            several = "; where several do this, the first in seat order stands" if first else ""
            return f"has {cast.target}, once dead, shown to the table as {role}{given(when, cast)}{several}"
        case Teach(who, when):
            return f"tells {seats(who, cast)} {whose('true role', cast.target)}{given(when, cast)}"
        case Reveal(mark):
            bears = f"{'you bear' if cast.target == YOU else 'who bears'} the mark {quote(spaced(mark))}"
            return f"shows everyone {whose('role', cast.target)}, {'and ' * (cast.target == YOU)}{bears} for good"
        case Tell(who):
            return f"tells {seats(who, cast)} {_notice(node, cast)}"


def _notice(node: Tell, cast: Cast) -> str:
    told = "at once" if node.moment is Moment.AT_ONCE else "at dawn"
    whom = "" if not node.about else cast.target if node.of is None else seats(node.of, cast)
    return f"{told}: {quote(quoted_notice(node.notice, 'your name' if whom == YOU else whom))}"
