"""Why something is certain: each reason is true, suffices, and holds nothing that could be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

import duskfall
from duskfall.core import facts as f
from duskfall.core.play.game import Game
from duskfall.detect.moments import moment, moments, sight_at
from duskfall.detect.posterior import posterior
from duskfall.detect.sight import Sight
from duskfall.detect.why import REVEALING, Certain, Of, Reason, certainties, reasons
from duskfall.players.bots.random import RandomPlayer
from duskfall.rules import BOOKS
from duskfall.table.run import play

SEATS = 6


def played(rules: str, seed: int) -> Game:
    game = duskfall.start(rules, SEATS, seed=seed, talk=False)
    play(game, {seat: RandomPlayer(10 * seed + seat) for seat in range(1, SEATS + 1)})
    return game


def sights(rules: str) -> Iterator[Sight]:
    for seed in (1, 2):
        game = played(rules, seed)
        for when in moments(game)[1:4]:
            yield from (sight_at(game, when, seat) for seat in (0, 1, 3))


def proven(sight: Sight, reason: Reason, free: frozenset[int]) -> bool:
    size = len(sight.facts) if reason.going else reason.facts[-1] + 1
    less = replace(sight, facts=sight.facts[:size], going=reason.going)
    return reason.certain.within(posterior(less, free=free))


def others(sight: Sight, kept: tuple[int, ...]) -> frozenset[int]:
    """All facts that reveal something, but for these."""
    return frozenset(at for at, fact in enumerate(sight.facts) if isinstance(fact, REVEALING) and at not in kept)


@pytest.mark.parametrize("rules", BOOKS)
def test_every_reason_suffices_and_nothing_in_it_can_be_left_out(rules: str) -> None:
    count = 0
    for sight in sights(rules):
        for reason in reasons(sight, posterior(sight)):
            count += 1
            free = others(sight, reason.facts)
            assert proven(sight, reason, frozenset(at for at in free if not reason.facts or at < reason.facts[-1] or reason.going))
            for at in reason.facts:
                if at != reason.facts[-1] or reason.going:
                    assert not proven(sight, reason, frozenset({at}) | frozenset(x for x in free if x < reason.facts[-1] or reason.going))
    assert count


@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_certain_is_so_in_the_game(rules: str) -> None:
    game = played(rules, 1)
    end = next(fact for fact in game.facts if isinstance(fact, f.Ended))
    sight = sight_at(game, moment("end", game), 0)
    teams = {role.name: role.team for role in sight.rules.roles}
    for each in certainties(sight, posterior(sight)):
        role = end.roles[each.seat - 1]
        assert ((role if each.of is Of.ROLE else teams[role]) == each.name) == each.holds
