"""Acts and triggers in words: what they do, whom they may name, how often, and what sets a trigger off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from duskfall.core.effects import Tier
from duskfall.core.expr import ALWAYS
from duskfall.core.who import Actor, Living, Self, Target
from duskfall.core.words import Ability, Bar, Group, Occasion, Pick, Role, Seen, Trigger
from duskfall.tell.conditions import given, holds
from duskfall.tell.effects import does, strength
from duskfall.tell.seats import CAST, Cast, fits, is_one, seats
from duskfall.tell.text import cite, code, codes, listing, plural, quote, sentence, spaced, times

ATTACKED = (Occasion.KILLED, Occasion.FAILED, Occasion.BLOCKED, Occasion.NAMED)


def ability(node: Ability, me: str = CAST.me) -> str:
    """An act: what it does, whom it may name, its limits."""
    cast = Cast(me, me)
    parts = [pick(node.pick, cast), does(node.does, cast), *_limits(node, cast)]
    return f"{code(node.verb)}: {' '.join(sentence(part) for part in parts)}{cite(node.rule)}"


def _limits(node: Ability, cast: Cast) -> Iterator[str]:
    if node.uses:
        yield f"{times(node.uses)} a game"
    if node.when != ALWAYS:
        yield f"only if {holds(node.when, cast)}"
    if node.not_after:
        yield f"not on a night on which {cast.me} has done {code(node.not_after)}"
    if not node.visits:
        yield "this is no visit"


def pick(node: Pick, cast: Cast = CAST) -> str:
    """What may be chosen."""
    first = f"is first told {seats(node.shown, cast)}, then " if node.shown is not None else ""
    if node.confirm:
        return f"{first}is asked yes or no" + ("" if isinstance(node.among, Self) else f", on {_one_of(node, cast)}")
    role = " and a role" if node.names_role else ""
    bars = f", but not {'; nor '.join(bar(each, cast) for each in node.bars)}" if node.bars else ""
    return f"{first}names {_one_of(node, cast)}{role}{bars}; {'may' if node.decline else 'may not'} decline"


def _one_of(node: Pick, cast: Cast) -> str:
    return "a living player" if isinstance(node.among, Living) else seats(node.among, cast)


def bar(node: Bar, cast: Cast = CAST) -> str:
    """Who may not be named, and when."""
    barred = seats(node.who, cast)
    if barred.startswith("all "):
        barred = f"any {barred.removeprefix('all ')}"
    return barred + given(node.when, cast)


def group(node: Group) -> str:
    """How a team acts as one."""
    me = "the one who acts"
    asked = sentence(f"asked for {spaced(node.name)}: {seats(node.asked)}")
    return f"{ability(node.ability, me)} {asked} {sentence(_decided(node), node.rule)}"


def _decided(node: Group) -> str:
    if is_one(node.asked):
        return "that player's word decides"
    most = "the most named is taken, and a tie names nobody"
    return most if node.leads is None else f"what {seats(node.leads)} say decides; without that, {most}"


def trigger(node: Trigger, role: str = "") -> str:
    """What happens by itself, and when."""
    cast, owner = _cast(node, role)
    when = given(node.when, cast)
    if owner and role:
        when = f" and {when.removeprefix(' if ')}" if when.startswith(" if ") else when
        when = f" if {cast.me} {fits(node.me, cast)}{when}"
    elif owner:
        when += f" for {seats(node.me, cast)}"
    later = f", {plural(node.nights, 'night')} later, when {code(node.name)} is settled" if node.nights else ""
    asked = f"{cast.me} {pick(node.ask, cast)}; " if node.ask is not None else ""
    comma = "," if when else ""
    return sentence(f"{occasion(node, cast)}{comma}{when}{later}: {asked}{does(node.does, cast)}", node.rule)


def _cast(node: Trigger, role: str) -> tuple[Cast, bool]:
    """Who is who in a trigger, and whether something is still to be said of its owner."""
    me = f"the {role}" if role else "that player"
    cast = Cast(me, "the attacker", "the victim" if node.on in ATTACKED else "the one who goes")
    if node.ask is not None:
        return replace(cast, target="the one named"), False
    if isinstance(node.me, Target):
        return replace(cast, target=me), False
    if isinstance(node.me, Actor):
        return replace(cast, actor=me), False
    return cast, True


def occasion(node: Trigger, cast: Cast = CAST) -> str:
    """What sets a trigger off."""
    acts = codes(node.verbs, "or") if node.verbs else "an act"
    actor, target = _first_named(cast.actor, cast.me), _first_named(cast.target, cast.me)
    who = cast.me if node.ask is not None else target
    match node.on:
        case Occasion.BLOCKED:
            return f"when {acts} of {actor} is blocked"
        case Occasion.NAMED:
            return f"when somebody does {acts} to {target}"
        case Occasion.FAILED:
            return f"when {acts} by {actor} fails" if actor != "somebody" else f"when {acts} on {target} fails"
        case Occasion.KILLED:
            return f"when {actor} kills {target} with {acts}"
        case Occasion.DIED:
            return f"when {who} dies at night"
        case Occasion.VOTED_OUT:
            return f"when {who} is voted out"
        case Occasion.LEFT:
            return f"when {who} dies at night or is voted out"
        case Occasion.DUSK:
            return "at dusk"
        case Occasion.DAWN:
            return "at dawn"
        case _:
            assert_never(node.on)


def _first_named(who: str, me: str) -> str:
    """Somebody, until there is somebody to point back to."""
    if who != me:
        return "somebody"
    return "a player" if me == "that player" else me


def seen(node: Seen, me: str = CAST.me) -> str:
    """How a role reads."""
    return f"whoever looks at the side of {me} reads {quote(node.word)}{given(node.when, Cast(me))}"


def role_lines(role: Role) -> list[str]:
    """All that a role may do and is, a line each."""
    me = f"the {role.name}"
    lines = [ability(each, me) for each in role.abilities]
    lines += [trigger(each, role.name) for each in role.triggers]
    if role.defense is not Tier.NONE:
        lines.append(sentence(f"{me} has {strength(role.defense)} defense of its own", role.rule))
    if role.seen is not None:
        lines.append(sentence(seen(role.seen, me), role.rule))
    return lines or [sentence("no act of its own", role.rule)]


def holders(roles: tuple[Role, ...], groups: tuple[Group, ...]) -> dict[str, str]:
    """By act, who does it: a team's name or the roles that hold it."""
    found: dict[str, list[str]] = {}
    for role in roles:
        for each in role.abilities:
            found.setdefault(each.verb, []).append(role.name)
    found |= {each.ability.verb: [spaced(each.name)] for each in groups}
    return {verb: listing(names) for verb, names in found.items()}
