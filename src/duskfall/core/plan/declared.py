"""Checks of a ruleset's declarations: valid names that don't collide, sensible numbers, decks of the right size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from itertools import chain

from duskfall.core.plan.graph import Graph
from duskfall.core.play.state import State
from duskfall.core.start.deck import make_deck
from duskfall.core.start.flags import defaults
from duskfall.core.start.setup import MOST_SEATS, RESERVED
from duskfall.vocabulary.conditions import Expr
from duskfall.vocabulary.effects import Lose, Mark, Reveal
from duskfall.vocabulary.ruleset import DRAW, Ruleset, parts_of, walk
from duskfall.vocabulary.ruleset_error import RulesetError
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Ballot, Elect

A_NAME = re.compile(r"\w[\w-]*")
NUMBERS = ("rounds", "budget", "votes", "weight", "share")  # fields that are no condition
ROUNDS_TRIED = 3  # a number may be impossible in a round in which it is not needed
SPEECH, NOMINATION = "say", "nominate"  # verbs of the questions in a discussion, with speech and without


def check_declared(rules: Ruleset, graph: Graph) -> None:
    """Raise `RulesetError` for the first declaration that cannot be named, counted or dealt."""
    for problem in chain(_names(rules, graph), _roles(rules), _values(rules), _numbers(rules, graph), _decks(rules)):
        raise RulesetError(f"{rules.id}: {problem}")


def _names(rules: Ruleset, graph: Graph) -> Iterator[str]:
    marks = [
        each.name if isinstance(each, Mark) else each.mark for each in walk(rules) if isinstance(each, Mark | Reveal)
    ]
    votes = [verb for step in rules.day if isinstance(step, Ballot) for verb in (step.verb, step.again) if verb]
    votes += [verb for step in rules.day if isinstance(step, Elect) for verb in (step.stand, step.withdraw, step.verb)]
    declared: tuple[tuple[str, list[str]], ...] = (
        ("act", [*graph.verbs, *votes]),
        ("trigger", list(graph.triggers)),
        ("mark", marks),
        ("team", list(rules.teams)),
        ("side", list(rules.sides)),
        ("flag", [flag.name for flag in rules.flags]),
        ("card", [card.name for card in rules.cards]),
        ("title", [title.name for title in rules.titles]),
        ("notice", list(rules.notices)),
        ("reason", list(rules.reasons)),
    )
    for what, names in declared:
        for name in names:
            if not A_NAME.fullmatch(name):
                yield f"{what} {name!r}: a name is made of letters, digits, _ and -"
    yield from _meeting(rules, graph, votes, marks)
    if DRAW in rules.sides:
        yield f"a side cannot be called {DRAW!r}: that is a game which nobody wins"
    for verb in graph.verbs:
        if verb in (SPEECH, NOMINATION) or verb in votes:
            yield f"act {verb!r}: the {'vote' if verb in votes else 'talk'} has that name"


def _meeting(rules: Ruleset, graph: Graph, votes: list[str], marks: list[str]) -> Iterator[str]:
    """Yield a problem for each name that stands for two things."""
    by_team = [group.ability.verb for group in rules.groups]
    alone = {ability.verb for role in rules.roles for ability in role.abilities}
    for verb in by_team:
        if by_team.count(verb) > 1 or verb in alone:
            yield f"act {verb!r}: a team's act has a name of its own"
    for role in rules.roles:
        verbs = [ability.verb for ability in role.abilities]
        if len(set(verbs)) < len(verbs):
            yield f"role {role.name!r} has two acts of one name"
    for name in graph.triggers:
        if name in {*graph.verbs, *votes, *marks}:
            yield f"trigger {name!r}: an act, a vote or a mark has that name"
    for group in rules.groups:
        if group.ability.pick.names_role:
            yield f"act {group.ability.verb!r}: a team names a player, and no role beside"
    for node in walk(rules):
        if isinstance(node, Lose) and node.verb not in graph.verbs:
            yield f"Lose: {node.verb!r} is no act that somebody holds"


def _roles(rules: Ruleset) -> Iterator[str]:
    for role in rules.roles:
        if role.name != role.name.strip() or not role.name or not role.name.isprintable() or len(role.name) > 40:
            yield f"role {role.name!r}: a name has 1 to 40 printable characters, no blanks around it"
        if role.name.lower() in RESERVED:
            yield f"role {role.name!r}: the rules use the word"
    for team in rules.teams:
        if not any(role.team == team for role in rules.roles):
            yield f"no role is of team {team!r}"


def _values(rules: Ruleset) -> Iterator[str]:
    """Yield a problem for each condition or number that cannot be computed in any of the first rounds."""
    scenes = []
    for number in range(1, ROUNDS_TRIED + 1):
        state = State(("",) * rules.decks.seats[0], [], defaults(rules), talk=False)
        state.night = state.day = number
        scenes.append(Scene(state))
    for node in walk(rules):
        if isinstance(node, Expr) or not is_dataclass(node):
            continue
        for name in parts_of(node):
            value = getattr(node, name)
            if isinstance(value, Expr) and (problem := _uncomputable(value, scenes, number=name in NUMBERS)):
                yield f"{_called(node)}, {name}: {problem}"


def _uncomputable(value: Expr, scenes: list[Scene], *, number: bool) -> str:
    """Return why a value cannot be computed in any of these scenes; empty if it can in one of them."""
    problem = ""
    for scene in scenes:
        try:
            value.number(scene) if number else value.value(scene)
        except (RulesetError, TypeError) as error:
            problem = str(error)
        else:
            return ""
    return problem


def _called(node: object) -> str:
    """Return a part of a ruleset in a message: its class, and its name if it has one."""
    name = next((getattr(node, key) for key in ("name", "verb", "reason", "id") if hasattr(node, key)), "")
    return f"{type(node).__name__} {name!r}" if name else type(node).__name__


def _numbers(rules: Ruleset, graph: Graph) -> Iterator[str]:
    for ability in graph.abilities:
        if ability.uses < 0:
            yield f"act {ability.verb!r}: it cannot be used {ability.uses} times"
    for name, (_, trigger) in graph.triggers.items():
        if trigger.nights < 0:
            yield f"trigger {name!r}: it cannot come {trigger.nights} nights later"
    for flag in rules.flags:
        if isinstance(flag.default, str) and not flag.values:
            yield f"flag {flag.name!r}: a switch between words needs its values"
    table = Scene(State(("",) * rules.decks.seats[0], [], defaults(rules), talk=False))
    most = rules.max_rounds.value(table)
    if not isinstance(most, int | float) or most < 1:
        yield f"max_rounds comes to {most!r}, and a game has at least one round"
    quiet = rules.quiet_rounds.value(table)
    if not isinstance(quiet, int | float) or quiet < 0:
        yield f"quiet_rounds comes to {quiet!r}, and is a number of rounds, or 0"


def _decks(rules: Ruleset) -> Iterator[str]:
    low, high = rules.decks.seats
    if not 1 <= low <= high <= MOST_SEATS:
        yield f"decks for {low} to {high} seats cannot be: a table has 1 to {MOST_SEATS}"
        return
    for seats in range(low, high + 1):
        dealt = len(make_deck(rules, seats))
        if dealt != seats:
            yield f"the deck for {seats} seats has {dealt} cards: look at its share"
            return
