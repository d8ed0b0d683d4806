"""Three turning points in every game that has them, and every word of them is so."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from duskfall.core.facts import (
    CoWon,
    Died,
    Fact,
    NobodyOut,
    Out,
    Overturned,
    Said,
    Shown,
)
from duskfall.core.play.game import Game
from duskfall.rules import BOOKS
from duskfall.table import odds
from duskfall.table.story import story

from .test_story import at_random, check, quick  # noqa: F401  (a fixture)

pytestmark = pytest.mark.usefixtures("all_futures")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("book", BOOKS)
def test_every_game_worth_three_turning_points_has_three_and_they_are_true(book: str) -> None:
    for seed in range(40):
        game = at_random(book, seed, 7, "scripted")
        found = story(game)
        check(found, game)
        spans = {at.label: at.facts for at in odds.positions(game)}
        worth = sum(bool(events(span)) for span in spans.values())
        assert min(3, worth) <= len(found.turning_points) <= 3, found.turning_points
        for point in found.turning_points:
            label, _, told = point.partition(": ")
            assert events(spans[label]) or " each claimed " in point
            for clause in told.rpartition(" (")[0].split("; "):
                assert is_true(clause, spans[label], game), point


def events(facts: Sequence[Fact]) -> list[Fact]:
    """What makes a phase worth telling; a claim that is contested may do so as well."""
    return [fact for fact in facts if isinstance(fact, Died | Out | NobodyOut | Shown | CoWon) or is_save(fact)]


def is_save(fact: Fact) -> bool:
    return isinstance(fact, Overturned) and fact.what in {"vote_out", "kill", "shoot", "rampage", "poison", "execute"}


def is_true(clause: str, facts: Sequence[Fact], game: Game) -> bool:
    """Whether one part of a sentence is so, read off the facts of its phase."""
    name = dict(enumerate(game.names, 1))
    if clause == "nobody was voted out":
        return any(isinstance(fact, NobodyOut) for fact in facts)
    if " was voted out" in clause:
        return any(isinstance(fact, Out) and clause.startswith(f"{name[fact.seat]}, ") for fact in facts)
    if " took " in clause:
        dead = [name[fact.seat] for fact in facts if isinstance(fact, Died)]
        return any(f"{each}, " in clause.partition(" took ")[2] for each in dead)
    if " overturned " in clause:
        return any(isinstance(fact, Overturned) and f"{name[fact.on]}, " in clause for fact in facts)
    if " each claimed to be the " in clause:
        who, role = clause.split(" each claimed to be the ")
        claimed = {(fact.seat, claim.word) for fact in game.facts if isinstance(fact, Said) for claim in fact.claims}
        return all((game.names.index(each) + 1, role) in claimed for each in re.split(", | and ", who))
    return any(isinstance(fact, Shown | CoWon) and clause.startswith(name[fact.seat]) for fact in facts)
