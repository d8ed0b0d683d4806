"""Abilities and triggers in English: their targets, their effects and limits, and the occasions of triggers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from duskfall.tell.rules.conditions import given, holds
from duskfall.tell.rules.effects import comes, does, doing, strength
from duskfall.tell.rules.seats import CAST, YOU, Cast, agree, counted, fits, is_one, seats, whose
from duskfall.tell.text import capital, cite, quote, sentence, spaced, spacings, times
from duskfall.tell.tongue import listed, word
from duskfall.vocabulary.cards import Ability, Bar, Group, Occasion, Pick, Role, Seen, Trigger, Unique
from duskfall.vocabulary.conditions import ALWAYS, NEVER, Expr, Not, Some
from duskfall.vocabulary.effects import Tier
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.seats import SELF, Actor, Both, Holders, Living, Self, Target, Team, Who, Without

ATTACKED = (Occasion.KILLED, Occasion.FAILED, Occasion.BLOCKED, Occasion.NAMED)


def ability(node: Ability, me: str = CAST.me) -> str:
    """Return an ability in English: its possible targets, its effects and its limits; `me` is the owner's name."""
    cast = Cast(me, me, me if node.pick.confirm and isinstance(node.pick.among, Self) else CAST.target)
    if me == YOU:
        done = [agree(YOU, pick(node.pick, cast)), doing(node.does, YOU, cast)]
    else:
        done = [pick(node.pick, cast), does(node.does, cast)]
    parts = [*done, *_limits(node, cast)]
    return f"{capital(spaced(node.verb))}: {' '.join(sentence(part) for part in parts)}{cite(node.rule)}"


def _limits(node: Ability, cast: Cast) -> Iterator[str]:
    if node.uses:
        yield f"{times(node.uses)} a game"
    if node.when != ALWAYS:
        yield _only_if(node.when, cast)
    if node.not_after:
        yield f"not on a night on which {agree(cast.me, 'has')} used {spaced(node.not_after)}"
    if node.cautious:
        yield f"{agree(cast.me, 'stays')} at home, and nothing comes of it, if {cast.target} is protected"
    if node.astral:
        yield "this is no visit"


def _only_if(when: Expr, cast: Cast) -> str:
    match when:
        case Not(Some() as barred):
            return f"not if {holds(barred, cast)}"
        case _:
            return f"only if {holds(when, cast)}"


def pick(node: Pick, cast: Cast = CAST) -> str:
    """Return the possible targets of a choice, as a clause."""
    first = f"is first told {_who(node.shown, cast)}, then " if node.shown is not None else ""
    one = "that player" if node.shown == node.among else _one_of(node, cast)
    if node.confirm:
        unless = ", unless that is overturned beforehand" if node.unless_overturned else ""
        return f"{first}is asked yes or no" + ("" if isinstance(node.among, Self) else f", on {one}") + unless
    role = " and a role" if node.names_role else ""
    barred = [each for each in node.bars if not _implied(each.when, node.bars)]
    bars = f", but not {'; nor '.join(bar(each, cast) for each in barred)}" if barred else ""
    return f"{first}{'may' if node.decline else 'must'} name {one}{role}{bars}"


def _implied(when: Expr, bars: tuple[Bar, ...]) -> bool:
    """Return whether a bar on oneself holds only where another bar already bars oneself."""
    return any(when == Some(SELF & each.who) for each in bars if each.when == ALWAYS)


def _who(who: Who, cast: Cast) -> str:
    return seats(who, cast).replace("whoever ", "who ", 1)


def _one_of(node: Pick, cast: Cast) -> str:
    match node.among:
        case Living():
            return "a living player"
        case Both(Living(), who):
            return f"a living player who {fits(who, cast)}"
        case Without(Living(), Self()):
            return "another living player"
        case Without(Living(), who):
            return f"a living player, but not one who {fits(who, cast)}"
        case Team() | Holders():
            return f"a living player who {fits(node.among, cast)}"
        case _:
            return seats(node.among, cast)


def bar(node: Bar, cast: Cast = CAST) -> str:
    """Return which players may not be named, and on which condition."""
    barred = "yourself" if isinstance(node.who, Self) and cast.me == YOU else seats(node.who, cast)
    if barred.startswith("all "):
        barred = f"any {barred.removeprefix('all ')}"
    return barred + given(node.when, cast)


def group(node: Group) -> str:
    """Return how a team acts as one, in English."""
    me = "the one who acts"
    return f"{ability(node.ability, me)} {sentence(_asked(node), node.rule)}"


def _asked(node: Group) -> str:
    team = f"the {spaced(node.name)}"
    if node.together == ALWAYS:
        tie = f"of several named as often, the one whom {seats(node.asked)} has named, else the first in seat order"
        return f"everyone of {team} names somebody, and the most named is taken; {tie}"
    if is_one(node.asked):
        together = "" if node.together == NEVER else f"; {_together(node)}"
        return f"one decides for {team}: {seats(node.asked)}{together}"
    return f"asked for {team}: {seats(node.asked)}; {decided(node)}"


def _together(node: Group) -> str:
    """Return the rule for a team whose members all name somebody."""
    most = "everyone of the team names somebody, and the most named is taken"
    tie = "of several named as often, the one whom that player has named, else the first in seat order"
    return f"{given(node.together).strip()}, {most}; {tie}"


def decided(node: Group) -> str:
    """Return whose answer counts if several members of a team are asked."""
    most = "the most named is taken, and a tie names nobody"
    return most if node.leads is None else f"the word of the {counted(node.leads)} decides; without one, {most}"


def trigger(node: Trigger, me: str = "") -> str:
    """Return what happens by itself, and when; `me` is the name for the trigger's owner, if that is one player."""
    cast, owner = _cast(node, me or "that player")
    when = given(node.when, cast)
    if owner and me:
        when = f" if {agree(cast.me, fits(node.me, cast))}{given(node.when, cast, 'and')}"
    after = "the next night" if node.nights == 1 else f"{node.nights} nights later"
    later = f"{after} ({quote(spaced(node.name))}) " if node.nights else ""
    comma = "," if when else ""
    first = replace(cast, me=seats(node.me, cast)) if owner and not me else cast
    return sentence(f"{occasion(node, cast)}{comma}{when}, {later}{_comes(node, cast, first)}", node.rule)


def _comes(node: Trigger, cast: Cast, first: Cast) -> str:
    """Return what a trigger does; the first effect may have to name the trigger's owner."""
    if node.ask is None:
        return "; ".join(comes(each, cast if number else first) for number, each in enumerate(node.does))
    return f"{agree(cast.me, pick(node.ask, cast))}; {doing(node.does, cast.me, cast)}"


def _cast(node: Trigger, me: str) -> tuple[Cast, bool]:
    """Return the names for the players of a trigger, and whether its owner is still to be described."""
    cast = Cast(me, "the attacker", "the victim" if node.on in ATTACKED else "the one who goes")
    if node.ask is not None:
        return replace(cast, target="the one named"), False
    if isinstance(node.me, Target):
        return replace(cast, target=me), False
    if isinstance(node.me, Actor):
        return replace(cast, actor=me), False
    return cast, True


def occasion(node: Trigger, cast: Cast = CAST) -> str:
    """Return what sets a trigger off, as a clause."""
    acts = spacings(node.verbs, "or") or "act"
    actor, target = _first_named(cast.actor, cast.me), _first_named(cast.target, cast.me)
    who = cast.me if node.ask is not None else target
    match node.on:
        case Occasion.BLOCKED:
            return f"when {whose(acts, actor)} is blocked"
        case Occasion.NAMED:
            return f"when somebody uses {acts} on {target}"
        case Occasion.FAILED:
            return f"when {whose(acts, actor) if actor != 'somebody' else f'the {acts} on {target}'} fails"
        case Occasion.KILLED:
            return f"when {whose(acts, actor)} kills {target}"
        case Occasion.DIED:
            return f"when {agree(who, 'dies at night')}"
        case Occasion.VOTED_OUT:
            return f"when {agree(who, 'is voted out')}"
        case Occasion.LEFT:
            return f"when {agree(who, 'dies at night')} or {'are' if who == YOU else 'is'} voted out"
        case Occasion.DUSK:
            return "at dusk"
        case Occasion.DAWN:
            return "at dawn"
        case _:
            assert_never(node.on)


def _first_named(who: str, me: str) -> str:
    """Return "somebody" unless the player has been mentioned before."""
    if who != me:
        return "somebody"
    return "a player" if me == "that player" else me


def seen(node: Seen, me: str = CAST.me) -> str:
    """Return what a role looks like to those who check its side."""
    return f"whoever looks at {whose('side', me)} reads {quote(node.word)}{given(node.when, Cast(me))}"


def told_by_silence(role: Role, rules: Ruleset) -> Iterator[str]:
    """Yield what a missing question reveals: that a trigger has already overturned the action (TA-15)."""
    owners = {trigger.name: owner.name for owner in rules.roles for trigger in owner.triggers}
    for act in role.abilities:
        for edge in rules.overturns if act.pick.unless_overturned else ():
            if act.verb in edge.what and edge.by in owners:
                known = f"who is not asked knows by that that the player in question is {owners[edge.by]}"
                yield sentence(f"where {spaced(edge.by)} overturns {spaced(act.verb)} beforehand, {known}", edge.rule)


def unique(node: Unique) -> str:
    """Return the sentence that a deck has at most one card of a role."""
    return sentence("a deck has at most one", node.rule)


def has_lines(role: Role) -> bool:
    """Return whether there is anything to say about what a role may do or is."""
    return bool(role.abilities or role.triggers or role.defense is not Tier.NONE or role.seen is not None or role.proof)


def role_lines(role: Role, me: str = "") -> list[str]:
    """Return everything that a role may do and is, one line each; `me` is the name for its holder."""
    me = me or f"the {role.name}"
    own = "your own" if me == YOU else "its own"
    lines = [ability(each, me) for each in role.abilities]
    lines += [trigger(each, me) for each in role.triggers]
    if role.defense is not Tier.NONE:
        lines.append(sentence(f"{agree(me, 'has')} {strength(role.defense)} defense of {own}", role.rule))
    if role.seen is not None:
        lines.append(sentence(seen(role.seen, me), role.rule))
    lines += [sentence(f"{spaced(verb)} does nothing to {me}") for verb in role.proof]
    return lines or [sentence(f"{'you have ' * (me == YOU)}no act of {own}", role.rule)]


def holders(roles: tuple[Role, ...], groups: tuple[Group, ...]) -> dict[str, str]:
    """Return by action who does it, in the current language: a team, or the roles that have it."""
    found: dict[str, list[str]] = {}
    for role in roles:
        for each in role.abilities:
            found.setdefault(each.verb, []).append(word(role.name, "role"))
    found |= {each.ability.verb: [word(each.name, "team")] for each in groups}
    return {verb: listed(names) for verb, names in found.items()}
