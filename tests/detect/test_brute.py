"""Exact is exact: each role of each seat as brute force counts it, for all rulesets, decks, flags, viewers, moments."""

from __future__ import annotations

from itertools import count, pairwise, product
from random import Random

import pytest

from duskfall.batch.table import Table
from duskfall.core.facts import Noticed
from duskfall.detect.posterior import posterior
from duskfall.rules import BOOKS
from duskfall.vocabulary import (
    Ability,
    Announce,
    Check,
    Collect,
    Const,
    Dawn,
    Holders,
    Mark,
    Marked,
    Role,
    Ruleset,
    Settle,
    Until,
    Weight,
)
from tests.batch.lockstep.rulesets.growing import START
from tests.batch.lockstep.rulesets.library import small
from tests.batch.lockstep.rulesets.written import KILL, NOT_SELF, book
from tests.detect.brute import TooManyLines, brute
from tests.detect.compare import compared, differences, looked
from tests.detect.played import played
from tests.detect.sweep import Swept, ask, sweep
from tests.detect.tables import small_game, told
from tests.volume import scaled

# Games in which a viewer gets two notices at one dawn that were resolved in the other order.
DAWNS = [("ai-mafia", 375, 2), ("ai-mafia-classic", 734, 4), ("town-of-agents", 2022, 5)]
LINES, MOST = scaled(1_500), 600  # `make soak` counts many times more


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_is_counted_as_brute_force_counts_it(rules: str) -> None:
    found = sweep(rules, 0, LINES, MOST)
    assert found.questions >= 7


@pytest.mark.parametrize("rules", ["mini-mafia", "cult", "grown-1", "grown-2", "grown-9"])
def test_so_are_rulesets_from_outside(rules: str) -> None:
    assert sweep(rules, 0, scaled(1_000), MOST).questions >= 2


@pytest.mark.parametrize(("rules", "seed", "viewer"), DAWNS)
def test_what_arrives_together_at_dawn_fits_in_any_order(rules: str, seed: int, viewer: int) -> None:
    """A night resolves in one order, and the kernel sorts what it delivers by seat and content (G10)."""
    game = small_game(rules, seed)
    pairs = [pair for pair in pairwise(game.shown(viewer, "end")) if all(isinstance(each, Noticed) for each in pair)]
    assert pairs
    compared(game, viewer, "end", MOST)
    sight = looked(game, viewer, "end")
    for fact in pairs[0]:  # a notice with other content may have come earlier or later
        assert posterior(sight, free=frozenset([sight.facts.index(fact)]), target="plain").missing == 0


@pytest.mark.parametrize("weight", [Weight(Marked("dusky"), Const(3)), Weight(Holders(("Doctor",)), Const(2))], ids=str)
def test_ballots_with_hidden_weights_tell_their_voters_apart(weight: Weight) -> None:
    """A seat's ballot weighs more by a mark or a role that nobody is shown."""
    table = Table.make(hidden_weights(weight), deck="Wolf, Doctor, Plain*3")
    for seed, viewer in product((2, 9, 10), range(table.seats + 1)):
        compared(played(table, seed, 1), viewer, "end", MOST)


@pytest.mark.parametrize("batch", range(4))
def test_so_is_every_word_of_the_vocabulary(batch: int) -> None:
    found = Swept()
    for number, rules in enumerate(sorted(small())[batch * 5 :: 20]):
        ask(small_game(rules, number), Random(number), 400, 2, found)
    assert found.questions >= 10


@pytest.mark.parametrize("rules", ["ai-mafia-classic", "city-mafia"])
def test_answers_that_must_be_missing_are_told(rules: str) -> None:
    """Where no line without a missing answer fits, those with the fewest count."""
    found = Swept()
    for seed in range(36, 44):
        ask(small_game(rules, f"missing {seed}", 0.6), Random(seed), 1_500, 2, found)
    assert found.missing


@pytest.mark.parametrize("rules", BOOKS)
def test_own_asks_add_nothing(rules: str) -> None:
    """Law 3: in every line that has shown the viewer the same, the viewer is asked the same."""
    asked = 0
    for seed in range(40):
        game = small_game(rules, f"own {seed}")
        try:
            own = brute(game, 1 + seed % game.seats, "end", 600).own
        except TooManyLines:
            continue
        assert all(len(variants) == 1 for variants in own.values()), told(game)
        asked += len(own)
        if asked >= 12:
            return
    pytest.fail("too few were asked anything")


def test_one_who_was_silent_may_be_asked_again_in_the_same_night() -> None:
    night = (Collect(("kill",)), Collect(("kill",)), Settle(("kill",)), Announce(), Dawn(), Check())
    table = Table.make(book("asked-twice", night=night), deck="Wolf, Plain*3")
    games = (
        played(table, seed, 1, missing=0.5, deal=(("Wolf", "Plain", "Plain", "Plain"), (), ())) for seed in count()
    )
    game = next(game for game in games if [not each for each in game.answers[1, "kill"]] == [True, False])
    for viewer in range(table.seats + 1):
        compared(game, viewer, "end", MOST)


def hidden_weights(weight: Weight) -> Ruleset:
    """A small ruleset whose Doctor marks a player for a day in secret, with these weights of ballots."""
    doctor = Role("Doctor", "good", (Ability("mark", (Mark("dusky", Until.NEXT_DUSK),), NOT_SELF),))
    roles = (Role("Plain", "good"), Role("Wolf", "evil", (KILL,)), doctor, *START.roles[3:])
    night = (Collect(("kill", "mark")), Settle(("kill", "mark")), Announce(), Dawn(), Check())
    return book("hidden-weights", roles=roles, night=night, weights=(weight,))


def test_a_difference_is_told_with_all_that_is_needed_to_see_it_again() -> None:
    game = small_game("ai-mafia-classic", 1)
    found = brute(game, 0, "night 1")
    found.worlds += 1
    found.roles[0] = {"Cop": 1.0}
    told = list(differences(found, posterior(looked(game, 0, "night 1"))))
    assert told[0].startswith("worlds: ")
    assert any(line.startswith("seat 1, Cop: 1.0") for line in told)
