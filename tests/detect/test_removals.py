"""What can be known where the host has removed somebody: as brute force counts it, by every moment it can have been."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from duskfall.core.play.game import Game
from duskfall.core.view import view
from duskfall.detect.posterior import Budget, posterior
from duskfall.detect.sight import sight
from duskfall.rules import BOOKS, ruleset
from tests.detect.brute import TooManyLines
from tests.detect.compare import differences, looked
from tests.detect.played import BETWEEN
from tests.detect.removing import Left, brute_with_removal, game_with_removal
from tests.detect.tables import told
from tests.detect.test_sampled import FAR, apart
from tests.volume import scaled

MOST = 600  # lines of brute force
FIRST = 31  # seed: soon after it come removals of every kind, in every book
FIRST_OUTSIDE = 4  # the same for rulesets from outside
COUNTED, SAMPLED = Budget(steps=200_000, samples=0), Budget(steps=0, samples=150)
LITTLE = Budget(steps=20_000, samples=0)  # a table that needs more is left out


def kinds(game: Left) -> list[str]:
    """What is special about this removal."""
    found = [game.phase]
    if game.asked:
        found.append(f"asked by {game.phase}")
    return [*found, "for the team"] if game.for_team else found


def counted(rules: str, seeds: range, *, talk: bool = False) -> Counter[str]:
    """Two questions to each game, each as brute force answers it: how many there were of each kind."""
    found: Counter[str] = Counter()
    for seed in seeds:
        game, luck = game_with_removal(rules, seed, talk=talk), Random(seed)
        for _ in range(2 if game else 0):
            assert game is not None
            viewer, moment = luck.randint(0, game.seats), luck.choice(list(game.moments))
            try:
                right = brute_with_removal(game, viewer, moment, MOST)
            except TooManyLines:
                continue
            wrong = list(differences(right, posterior(looked(game, viewer, moment), budget=COUNTED, target="plain")))
            assert not wrong, "\n".join((told(game), f"seed {seed}, viewer {viewer}, {moment}", *wrong))
            found.update(kinds(game))
    return found


@pytest.mark.parametrize("rules", BOOKS)
def test_every_book_is_counted_as_brute_force_counts_it(rules: str) -> None:
    found = counted(rules, range(FIRST, FIRST + scaled(14)))
    assert found["day"] >= 1
    assert found["asked by night"] >= 1
    assert found["for the team"] >= 1


@pytest.mark.parametrize("rules", BOOKS)
def test_so_is_every_book_with_talk(rules: str) -> None:
    assert counted(rules, range(scaled(5)), talk=True).total() >= 3


@pytest.mark.parametrize("rules", ["mini-mafia", "cult", "grown-1", "grown-2", "grown-3"])
def test_so_are_rulesets_from_outside(rules: str) -> None:
    assert counted(rules, range(FIRST_OUTSIDE, FIRST_OUTSIDE + scaled(5))).total() >= 1


@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_sampled_lies_by_what_is_counted(rules: str) -> None:
    for seed in range(60):
        game = game_with_removal(rules, f"sampled {seed}")
        if game and game.phase == "night" and game.asked:
            sight = looked(game, seed % (game.seats + 1), "end")
            exact = posterior(sight, budget=LITTLE, target="plain")
            if exact.known and (found := posterior(sight, budget=SAMPLED, target="plain")).known:
                assert (exact.exact, found.exact) == (True, False)
                assert apart(exact, found) <= FAR * found.error + 1e-9, (told(game), seed)
                return
    pytest.fail("no table is known both ways")


@pytest.mark.parametrize(("seed", "samples"), [(4, 60), (7, 60), (37, 2_000)])
def test_what_is_sampled_right_after_a_removal_lies_by_what_is_counted(seed: int, samples: int) -> None:
    """The last thing shown is that somebody was removed, and the game waits for others."""
    game = game_with_removal("ai-mafia-classic", f"sampled {seed}")
    assert game
    assert (game.phase, bool(game.asked)) == ("night", True)
    sight = looked(game, seed % (game.seats + 1), BETWEEN)
    exact, found = (posterior(sight, budget=each, target="plain") for each in (COUNTED, Budget(0, samples)))
    assert (exact.known, exact.exact, found.known, found.exact) == (True, True, True, False)
    assert apart(exact, found) <= FAR * found.error, (told(game), seed)


def test_a_removal_by_night_worked_out_by_hand() -> None:
    """A Godfather, a Doctor, three Villagers. Ann is removed in the first night, and nobody dies.

    Ann is not the Godfather: the game goes on. Godfather and Doctor are asked at once, so that by then neither had
    answered, or the one, or the other. The Godfather names one of 4 before, of 3 after; the Doctor one of 5 or nobody
    before, of 4 or nobody after.
      Ann the Doctor (4 deals): neither: somebody dies. The Godfather had: Ann was named, 1/4. Ann had: 1/6.
      Ann a Villager (12 deals): neither: 1/5. The Godfather had: Ann, or another who is saved, 1/4 + 3/4 * 1/5 = 2/5.
      The Doctor had: 1/6.
    So 4 * (1/4 + 1/6) = 5/3 against 12 * (1/5 + 2/5 + 1/6) = 46/5, of 163/15 in all.
    """
    seats = {"Ann": "Villager", "Bob": "Godfather", "Cid": "Doctor", "Dee": "Villager", "Eli": "Villager"}
    game = Game.start(ruleset("ai-mafia-classic"), seats, talk=False)
    game.remove(1, "left")
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, 4)
    found = posterior(sight(view(game.facts, 0)), target="plain")
    assert (found.known, found.exact, found.worlds, found.missing) == (True, True, 16, 0)
    assert found.roles[0] == pytest.approx({"Doctor": 25 / 163, "Villager": 138 / 163})
    for others in found.roles[1:]:
        assert others == pytest.approx({"Godfather": 1 / 4, "Doctor": 138 / 163 / 4, "Villager": 1 / 2 + 25 / 163 / 4})


def test_whoever_speaks_for_the_team_next_is_asked_in_its_place() -> None:
    """The first of the team leaves before the kill is named, and somebody dies: it was named by another (G12)."""
    seats = {"Ann": "Godfather", "Bob": "Mafia", "Cid": "Villager", "Dee": "Villager", "Eli": "Villager",
             "Fay": "Villager"}  # fmt: skip
    game = Game.start(ruleset("ai-mafia-classic"), seats, talk=False)
    game.remove(1, "idle")
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, 3)
    found = posterior(sight(view(game.facts, 2)), target="plain")
    assert (found.known, found.missing) == (True, 0)
    assert found.roles[0] == {"Godfather": 1.0}


def test_a_side_that_is_certain_is_just_one() -> None:
    """The Godfather leaves in the second night. The game goes on with four: two of them cannot be mafia."""
    seats = {"Ann": "Villager", "Bob": "Villager", "Cid": "Mafia", "Dee": "Villager", "Eve": "Doctor", "Fay": "Cop",
             "Gus": "Godfather"}  # fmt: skip
    game = Game.start(ruleset("ai-mafia-classic"), seats, talk=False)
    kills = {1: 5, 2: 1, 3: 4}  # by night
    while game.state.day < 3:
        if game.state.night == 2 and game.state.public >> 7 & 1:
            game.remove(7, "left")
        ask = game.asks[0]
        game.answer(
            ask.seat, ask.verb, {"kill": kills[game.state.night], "protect": 2, "investigate": 2}.get(ask.verb, 0)
        )
    found = posterior(sight(view(game.facts, 1)), target="plain")
    assert found.sides[6] == {"mafia": 1.0}
    assert 0 < found.roles[6]["Godfather"] < 1
