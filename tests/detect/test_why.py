"""Why something is certain: each reason is true, suffices, and holds nothing that could be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import duskfall
from duskfall.core import facts as f
from duskfall.core.play.game import Game
from duskfall.detect.moments import moments, sight_at
from duskfall.detect.posterior import posterior
from duskfall.detect.sight import Sight
from duskfall.detect.why import REVEALING, Of, Reason, certainties, reasons
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS
from duskfall.table.run import play

SEATS = 6


def played(rules: str, seed: int) -> Game:
    game = duskfall.start(rules, SEATS, seed=seed, talk=False)
    play(game, {seat: RandomPlayer(10 * seed + seat) for seat in range(1, SEATS + 1)})
    return game


def sights(rules: str) -> Iterator[tuple[Game, Sight]]:
    for seed in (1, 2):
        game = played(rules, seed)
        for when in moments(game)[1:4]:
            yield from ((game, sight_at(game, when, seat)) for seat in (0, 1, 3))


def proven(sight: Sight, reason: Reason, kept: tuple[int, ...], size: int, going: bool) -> bool:
    """Whether these facts suffice, with all else that was revealed in so many facts left open."""
    free = frozenset(at for at in range(size) if isinstance(sight.facts[at], REVEALING) and at not in kept)
    return reason.certain.within(posterior(replace(sight, facts=sight.facts[:size], going=going), free=free))


@pytest.mark.parametrize("rules", BOOKS)
def test_every_reason_suffices_and_nothing_in_it_can_be_left_out(rules: str) -> None:
    told = 0
    for _, sight in sights(rules):
        for reason in reasons(sight, posterior(sight)):
            told += 1
            *before, last = (*reason.facts, len(sight.facts)) if reason.going else reason.facts
            size = last if reason.going else last + 1
            assert proven(sight, reason, reason.facts, size, reason.going), reason
            assert not proven(sight, reason, tuple(before), last, going=False), reason
            for at in before:
                kept = tuple(each for each in reason.facts if each != at)
                assert not proven(sight, reason, kept, size, reason.going), reason
    assert told


@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_certain_is_so_in_the_game(rules: str) -> None:
    for game, sight in sights(rules):
        roles = {fact.seat: fact.role for fact in game.facts if isinstance(fact, f.Dealt)}
        teams = {role.name: role.team for role in sight.rules.roles}
        if any(isinstance(fact, f.Became) for fact in game.facts):
            continue
        for each in certainties(sight, posterior(sight)):
            role = roles[each.seat]
            assert ((role if each.of is Of.ROLE else teams[role]) == each.name) == each.holds
