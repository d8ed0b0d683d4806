"""Sentences about changes by day (shots, titles, roles, rights) and about the moderator's actions."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell import phrases
from duskfall.tell.names import Names, name, named, seen_as, whose
from duskfall.tell.text import shown
from duskfall.tell.tongue import say, word


def shot(fact: facts.Shot, names: Names) -> str:
    """Return the sentence for a shot, with which a dying player takes another one along."""
    return say("{deed}: {target}.", deed=whose(fact.verb, fact.seat, names), target=name(fact.target, names))


def fell(fact: facts.Fell, names: Names) -> str:
    """Return the sentence for a death by day, with the role if it is shown."""
    who, role = name(fact.seat, names), seen_as(fact.shown)
    return say("{name} dies: {role}." if role else "{name} dies.", name=who, role=role)


def candidates(fact: facts.Candidates, names: Names) -> str:
    """Return the sentence for the players who stand for a title."""
    return say("Standing for {title}: {names}.", title=word(fact.title, "title"), names=named(fact.seats, names))


def title_held(fact: facts.TitleHeld, names: Names) -> str:
    """Return the sentence for the new holder of a title, with the previous one."""
    title, who, was = word(fact.title, "title"), name(fact.seat, names), name(fact.was, names)
    if not fact.seat:
        return say("There is no {title}, after {was}." if fact.was else "There is no {title}.", title=title, was=was)
    held = "The {title} is {name}, after {was}." if fact.was else "The {title} is {name}."
    return say(held, title=title, name=who, was=was)


def became(fact: facts.Became, names: Names) -> str:
    """Return the sentence for a player's new role."""
    who, role, team = name(fact.seat, names), word(fact.role, "role"), word(fact.team, "team")
    return say("{name} is {role} now, of team {team}.", name=who, role=role, team=team)


def lost(fact: facts.Lost, names: Names) -> str:
    """Return the sentence for an action that a player loses for good."""
    return say("{name} loses {act} for good.", name=name(fact.seat, names), act=word(fact.verb, "verb"))


def revealed(fact: facts.Shown, names: Names) -> str:
    """Return the sentence for a player whose role is revealed."""
    return say("{name} is revealed: {role}.", name=name(fact.seat, names), role=word(fact.role, "role"))


def co_won(fact: facts.CoWon, names: Names) -> str:
    """Return the sentence for a personal win, which counts whichever side wins."""
    who, role = name(fact.seat, names), word(fact.role, "role")
    return say("{name} has won as {role}, whichever side wins.", name=who, role=role)


def removed(fact: facts.Removed, names: Names) -> str:
    """Return the sentence for a player who is removed by the moderator, with the cause."""
    who, why = name(fact.seat, names), phrases.cause(fact.cause)
    return say("The moderator removes {name}: {cause}.", name=who, cause=why)


def handed_over(fact: facts.HandedOver, names: Names) -> str:
    """Return the sentence for a seat that another player takes over."""
    who = name(fact.seat, names)
    return say("The moderator gives the seat of {name} to {player}.", name=who, player=fact.player)


def flag_switched(fact: facts.FlagSwitched, names: Names) -> str:
    """Return the sentence for a house rule that changes."""
    flag, value = phrases.house_rule(fact.flag), word(shown(fact.value), "flag")
    return say('House rule from the next phase on: "{flag}" is {value}.', flag=flag, value=value)


def paused(fact: facts.Paused, names: Names) -> str:
    """Return the sentence for a game that is paused or goes on."""
    return say("The game is paused.") if fact.on else say("The game goes on.")


def undone(fact: facts.Undone, names: Names) -> str:
    """Return the sentence for answers that the moderator takes back."""
    return say("The moderator takes back {steps} of the last answers.", steps=fact.steps)
