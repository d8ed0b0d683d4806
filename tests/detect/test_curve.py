"""The curve of what could be known: cut by phases of a view, out of nothing else, with what was learnt in each."""

from __future__ import annotations

from math import isclose, log2

import duskfall
from duskfall.core.facts import Ended, PhaseBegan
from duskfall.core.view import view
from duskfall.detect.curve import Point, curve, cuts, most_learnt, open_bits
from duskfall.detect.posterior import Posterior, posterior
from duskfall.detect.sight import Sight
from duskfall.study.phases import NOWHERE
from duskfall.table.run import play
from duskfall.table.seating import seat_players


def finished(rules: str = "werewolf", seats: int = 5, seed: int = 3) -> duskfall.Game:
    """A whole game of bots."""
    game = duskfall.start(rules, seats, seed=seed)
    play(game, seat_players(game, "scripted"))
    return game


def unknown(sight: Sight) -> Posterior:
    return Posterior("rules", False, "too much", False, 0, 0, 0.0, (), (), 1)


def even(*chances: float) -> Posterior:
    """One seat that is this or that."""
    roles = ({f"role {n}": chance for n, chance in enumerate(chances)},)
    return Posterior("rules", True, "", True, 1, 0, 0.0, roles, roles, 1)


def test_there_is_a_point_for_the_deal_and_every_phase() -> None:
    seen = view(finished().facts, 1)
    phases = [(fact.phase, fact.number) for fact in seen.facts if isinstance(fact, PhaseBegan)]
    assert [place for place, _ in cuts(seen)] == [NOWHERE, *phases]


def test_no_point_knows_the_end() -> None:
    seen = view(finished().facts, 0)
    assert not any(isinstance(fact, Ended) for fact in seen.facts[: cuts(seen)[-1][1]])
    assert isinstance(seen.facts[cuts(seen)[-1][1]], Ended)


def test_a_point_is_asked_with_what_the_viewer_had_been_shown_by_then() -> None:
    game, asked = finished(), list[Sight]()
    seen = view(game.facts, 2)
    curve(seen, game.plan.rules, lambda sight: asked.append(sight) or unknown(sight))
    assert [len(sight.facts) for sight in asked] == [facts for _, facts in cuts(seen)]
    assert all(sight.facts == tuple(seen.facts[: len(sight.facts)]) for sight in asked)
    assert {sight.seat for sight in asked} == {2}


def test_an_unfinished_game_has_a_last_point_with_all_that_was_shown() -> None:
    game = finished()
    seen = view(game.facts[: len(game.facts) // 2], 0)
    assert cuts(seen)[-1][1] == len(seen.facts)


def test_bits_add_up_to_what_is_no_longer_open() -> None:
    game = finished()
    points = curve(view(game.facts, 1), game.plan.rules, posterior)
    assert all(point.found.known for point in points)
    first, last = points[0].found, points[-1].found
    assert isclose(sum(point.learnt for point in points), open_bits(first) - open_bits(last), abs_tol=1e-9)
    assert isclose(open_bits(even(0.5, 0.25, 0.25)), 1.5)
    assert isclose(open_bits(even(1 / 3, 1 / 3, 1 / 3)), log2(3))


def test_the_evil_know_who_is_evil_from_the_deal_on() -> None:
    game = finished()
    wolf = game.setup.roles.index("Werewolf") + 1
    evil = [float(role == "Werewolf") for role in game.setup.roles]
    assert all(list(point.evil) == evil for point in curve(view(game.facts, wolf), game.plan.rules, posterior))


def test_most_is_learnt_where_the_bits_are() -> None:
    learnt = [0.0, 0.3, 2.0, 0.01, 1.0, -1.0, 2.0]
    points = [Point(("night", n), n, (), even(1.0), (), bits) for n, bits in enumerate(learnt)]
    assert [point.facts for point in most_learnt(points)] == [2, 6, 4]
    assert most_learnt(points[:1]) == []
