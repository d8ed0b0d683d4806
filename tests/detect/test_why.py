"""Why something is certain: each reason is true, suffices, and holds nothing that could be left out."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from duskfall.core import facts as f
from duskfall.core.play.game import Game
from duskfall.detect.moments import moments, sight_at
from duskfall.detect.posterior import Posterior, posterior
from duskfall.detect.sight import Sight
from duskfall.detect.why import REVEALING, Certain, How, Of, Reason, certainties, reasons
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS
from duskfall.rules.registry import find
from duskfall.table.run import play
from tests.detect.innocent import read_innocent

SEATS = 6
TABLES = (
    *BOOKS,
    f"{Path(__file__).parents[2] / 'examples' / 'cult.py'}",  # roles change
    "ai-mafia: Forger, Mafia, Cop, Villager*2",  # what is shown may be a lie
)
PLAIN = "plain"  # to compile takes longer than to count so little


def played(rules: str, seed: int) -> Game:
    spec, _, deck = rules.partition(": ")
    game = Game.start(find(spec), None if deck else SEATS, deck=deck or None, seed=seed, talk=False)
    play(game, {seat: RandomPlayer(10 * seed + seat) for seat in range(1, SEATS + 1)})
    return game


@cache
def questions(rules: str) -> list[tuple[Game, Sight, Posterior]]:
    """What two seats of two games may look at, and what is known by it."""
    games = [played(rules, seed) for seed in (1, 2)]
    found = [(game, sight_at(game, when, seat)) for game in games for when in moments(game)[1:3] for seat in (0, 3)]
    return [(game, sight, posterior(sight, target=PLAIN)) for game, sight in found]


def proven(sight: Sight, reason: Reason, kept: tuple[int, ...], size: int, going: bool) -> bool:
    """Whether these facts suffice, with all else that was revealed in so many facts left open."""
    free = frozenset(at for at in range(size) if isinstance(sight.facts[at], REVEALING) and at not in kept)
    return reason.certain.within(
        posterior(replace(sight, facts=sight.facts[:size], going=going), free=free, target=PLAIN)
    )


@pytest.mark.parametrize("rules", TABLES)
def test_every_reason_suffices_and_nothing_in_it_can_be_left_out(rules: str) -> None:
    told = 0
    for _, sight, known in questions(rules):
        for reason in reasons(sight, known, target=PLAIN):
            told += 1
            *before, last = (*reason.facts, len(sight.facts)) if reason.going else reason.facts
            size = last if reason.going else last + 1
            assert proven(sight, reason, reason.facts, size, reason.going), reason
            if reason.how is How.COUNTED:  # what else happened may make some of the cards needless
                continue
            assert not proven(sight, reason, tuple(before), last, going=False), reason
            for at in before:
                kept = tuple(each for each in reason.facts if each != at)
                assert not proven(sight, reason, kept, size, reason.going), reason
    assert told


@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_certain_is_so_in_the_game(rules: str) -> None:
    for game, sight, known in questions(rules):
        roles = {fact.seat: fact.role for fact in game.facts if isinstance(fact, f.Dealt)}
        teams = {role.name: role.team for role in sight.rules.roles}
        if any(isinstance(fact, f.Became) for fact in game.facts):
            continue
        for each in certainties(sight, known):
            role = roles[each.seat]
            assert ((role if each.of is Of.ROLE else teams[role]) == each.name) == each.holds


def test_a_result_counts_once_nobody_is_left_who_could_deceive() -> None:
    game = read_innocent()
    bob, (*_, end) = 2, moments(game)
    sight = sight_at(game, end, 3)
    reason = next(
        each for each in reasons(sight, posterior(sight, target=PLAIN), target=PLAIN) if each.certain.seat == bob
    )
    assert reason.certain == Certain(bob, Of.SIDE, "town", holds=True)
    assert reason.how is How.FOUND
    assert [type(sight.facts[at]) for at in reason.facts] == [f.Told, f.Out]


def test_before_the_godfather_is_gone_the_result_rules_out_the_mafia_alone() -> None:
    game = read_innocent()
    sight = sight_at(game, moments(game)[1], 3)
    found = posterior(sight)
    assert [each for each in certainties(sight, found) if each.seat == 2] == [Certain(2, Of.ROLE, "Mafia", holds=False)]
    assert 0 < found.sides[1]["mafia"] < 1


def test_a_search_that_would_take_too_long_says_so() -> None:
    game = read_innocent()
    sight = sight_at(game, moments(game)[-1], 3)
    found = {each.certain.seat: each for each in reasons(sight, posterior(sight), steps=1)}
    assert (found[2].how, found[2].facts) == (How.ALL, ())
    assert found[1].how is How.SAID


def test_a_sample_proves_nothing() -> None:
    game = read_innocent()
    sight = sight_at(game, moments(game)[-1], 3)
    assert not [*certainties(sight, replace(posterior(sight), exact=False))]
