"""Every word of the rule vocabulary in English, through one function."""

from __future__ import annotations

from functools import singledispatch

from duskfall.tell.rules import acts, conditions, effects, overrides, seats, setting, steps
from duskfall.vocabulary.cards import (
    Ability,
    Bar,
    Card,
    Deal,
    Group,
    Know,
    Pick,
    Role,
    Seen,
    Title,
    Trigger,
    Unique,
    Weight,
)
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.effects import Effect, Says
from duskfall.vocabulary.ruleset import Decks, Flag, Overturns, Quota, Ring, Wins
from duskfall.vocabulary.seats import Who
from duskfall.vocabulary.steps import Ballot, SkipVote, Step


@singledispatch
def words(node: object) -> str:
    """Return a node of a ruleset in English; raise `TypeError` if there are no words for it."""
    raise seats.no_words(node)


@words.register
def _ballot(node: Ballot) -> str:
    return " ".join(steps.ballot(node))


@words.register
def _role(node: Role) -> str:
    return " ".join(acts.role_lines(node))


@words.register
def _decks(node: Decks) -> str:
    return " ".join(setting.decks(node))


words.register(Who, seats.seats)
words.register(Expr, conditions.expression)
words.register(Effect, effects.effect)
words.register(Says, effects.says)
words.register(Step, steps.step_told)
words.register(SkipVote, steps.skip)
words.register(Title, steps.title)
words.register(Weight, steps.weight)
words.register(Ability, acts.ability)
words.register(Pick, acts.pick)
words.register(Bar, acts.bar)
words.register(Group, acts.group)
words.register(Trigger, acts.trigger)
words.register(Seen, acts.seen)
words.register(Unique, acts.unique)
words.register(Overturns, overrides.overturn)
words.register(Ring, overrides.ring)
words.register(Know, setting.know)
words.register(Deal, setting.deal)
words.register(Card, setting.card)
words.register(Flag, setting.flag)
words.register(Wins, setting.win)
words.register(Quota, setting.quota)
