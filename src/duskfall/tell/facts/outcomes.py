"""Sentences for the facts that change the table: shots, titles, roles, the moderator's acts, and the end."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell import phrases
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.names import Names, name, named, seen_as, whose
from duskfall.tell.text import shown
from duskfall.tell.tongue import row, say, together, word
from duskfall.vocabulary.ruleset import DRAW


@sentence.register
def _shot(fact: facts.Shot, names: Names) -> str:
    return say("{deed}: {target}.", deed=whose(fact.verb, fact.seat, names), target=name(fact.target, names))


@sentence.register
def _fell(fact: facts.Fell, names: Names) -> str:
    who, role = name(fact.seat, names), seen_as(fact.shown)
    return say("{name} dies: {role}." if role else "{name} dies.", name=who, role=role)


@sentence.register
def _candidates(fact: facts.Candidates, names: Names) -> str:
    return say("Standing for {title}: {names}.", title=word(fact.title, "title"), names=named(fact.seats, names))


@sentence.register
def _title_held(fact: facts.TitleHeld, names: Names) -> str:
    title, who, was = word(fact.title, "title"), name(fact.seat, names), name(fact.was, names)
    if not fact.seat:
        return say("There is no {title}, after {was}." if fact.was else "There is no {title}.", title=title, was=was)
    held = "The {title} is {name}, after {was}." if fact.was else "The {title} is {name}."
    return say(held, title=title, name=who, was=was)


@sentence.register
def _became(fact: facts.Became, names: Names) -> str:
    who, role, team = name(fact.seat, names), word(fact.role, "role"), word(fact.team, "team")
    return say("{name} is {role} now, of team {team}.", name=who, role=role, team=team)


@sentence.register
def _lost(fact: facts.Lost, names: Names) -> str:
    return say("{name} loses {act} for good.", name=name(fact.seat, names), act=word(fact.verb, "verb"))


@sentence.register
def _shown(fact: facts.Shown, names: Names) -> str:
    return say("{name} is revealed: {role}.", name=name(fact.seat, names), role=word(fact.role, "role"))


@sentence.register
def _co_won(fact: facts.CoWon, names: Names) -> str:
    who, role = name(fact.seat, names), word(fact.role, "role")
    return say("{name} has won as {role}, whichever side wins.", name=who, role=role)


@sentence.register
def _removed(fact: facts.Removed, names: Names) -> str:
    who, why = name(fact.seat, names), phrases.cause(fact.cause)
    return say("The moderator removes {name}: {cause}.", name=who, cause=why)


@sentence.register
def _handed_over(fact: facts.HandedOver, names: Names) -> str:
    who = name(fact.seat, names)
    return say("The moderator gives the seat of {name} to {player}.", name=who, player=fact.player)


@sentence.register
def _flag_switched(fact: facts.FlagSwitched, names: Names) -> str:
    flag, value = phrases.house_rule(fact.flag), word(shown(fact.value), "flag")
    return say('House rule from the next phase on: "{flag}" is {value}.', flag=flag, value=value)


@sentence.register
def _paused(fact: facts.Paused, names: Names) -> str:
    return say("The game is paused.") if fact.on else say("The game goes on.")


@sentence.register
def _undone(fact: facts.Undone, names: Names) -> str:
    return say("The moderator takes back {steps} of the last answers.", steps=fact.steps)


@sentence.register
def _ended(fact: facts.Ended, names: Names) -> str:
    over = say("The game is over: {won} ({reason}).", won=victory(fact.winner), reason=word(fact.reason, "reason"))
    also = "; ".join(
        say("{name} ({role})", name=name(seat, names), role=word(role, "role")) for seat, role in fact.cowins
    )
    pairs = zip(names, fact.roles, strict=False)
    who = row(say("{name} {role}", name=player, role=word(role, "role")) for player, role in pairs)
    beside = [say("Also won: {names}.", names=also)] if also else []
    return together([over, *beside, say("Who was what: {roles}.", roles=who)])


def victory(side: str) -> str:
    """What a game came to: town wins, werewolves win, a draw."""
    if side == DRAW:
        return say("a draw")
    return say("{side} win" if side.endswith("s") else "{side} wins", side=word(side, "side"))
