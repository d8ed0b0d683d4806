"""What a removal means for an Executioner's target, a badge that is inherited, a team's vote and the day's order."""

from __future__ import annotations

import pytest

from duskfall.core.facts import Became, Noticed, TitleHeld
from duskfall.core.play.game import Game
from duskfall.core.start.setup import Start
from tests.core.test_removals import asked, new, of, pass_until, say, seat

HUNTED = {"Ann": "Executioner", "Bob": "Godfather", "Cid": "Villager", "Dee": "Villager", "Eli": "Villager",
          "Fay": "Jester", "Gus": "Vigilante", "Hal": "Villager"}  # fmt: skip
VOTERS = {"Ann": "Godfather", "Bob": "Mafia", "Cid": "Mafia", "Dee": "Villager", "Eli": "Villager", "Fay": "Villager",
          "Gus": "Villager", "Hal": "Villager", "Ida": "Roleblocker"}  # fmt: skip
WOLVES = {"Ann": "Werewolf", "Bob": "Villager", "Cid": "Villager", "Dee": "Villager", "Eli": "Seer", "Fay": "Witch",
          "Gus": "Werewolf"}  # fmt: skip
CITY = {"Ann": "Citizen", "Bob": "Citizen", "Cid": "Citizen", "Dee": "Don", "Eli": "Citizen", "Fay": "Citizen",
        "Gus": "Mafia"}  # fmt: skip


def hunting(whom: str = "Cid") -> Game:
    return new(HUNTED, "ai-mafia", assign={"target": {"Ann": whom}})


def became_at(game: Game) -> tuple[str, int]:
    """In which phase the Executioner became a Jester, and who was told so."""
    [fact], [notice] = of(game, Became), [f for f in of(game, Noticed) if f.notice == "jester"]
    assert (fact.seat, fact.role, notice.to) == (1, "Jester", 2)
    return game.state.phase, game.state.day


def test_a_target_removed_by_night_counts_as_one_that_died_at_night() -> None:
    game = hunting()
    game.remove(seat(game, "Cid"))
    assert not of(game, Became)
    pass_until(game, "vote")
    assert became_at(game) == ("day", 1)


def test_a_target_removed_by_day_counts_at_the_next_dawn() -> None:
    game = hunting()
    pass_until(game, "vote")
    game.remove(seat(game, "Cid"))
    pass_until(game, "kill")
    assert game.state.night == 2
    assert not of(game, Became)
    assert game.state.roles[1] == "Executioner"
    pass_until(game, "vote")
    assert became_at(game) == ("day", 2)
    pass_until(game, "kill")
    pass_until(game, "vote")
    assert len(of(game, Became)) == 1


def test_an_executioner_who_is_dead_at_that_dawn_stays_one() -> None:
    game = hunting()
    pass_until(game, "vote")
    game.remove(seat(game, "Cid"))
    pass_until(game, "kill")
    game.answer(seat(game, "Bob"), "kill", "Ann")
    pass_until(game, "vote")
    assert not of(game, Became)


def test_somebody_else_who_is_removed_is_no_target() -> None:
    game = hunting("Dee")
    game.remove(seat(game, "Cid"))
    pass_until(game, "vote")
    assert not of(game, Became)


@pytest.mark.parametrize("inherited", [True, False])
@pytest.mark.parametrize("verb", ["kill", "vote"])
def test_the_badge_of_a_removed_sheriff(inherited: bool, verb: str) -> None:
    flags = {"badgeInherited": inherited}
    game = new(WOLVES, "werewolf", flags=flags, start=Start("night", 2, dead=(5,), titles=(("sheriff", 4),)))
    pass_until(game, verb)
    game.remove(4)
    held = of(game, TitleHeld)[-1]
    assert (held.seat, held.was) == (6 if inherited else 0, 4)
    pass_until(game, "vote")
    assert game.state.titles["sheriff"] == (6 if inherited else 0)


def test_a_badge_goes_round_the_table_and_on() -> None:
    game = new(WOLVES, "werewolf", flags={"badgeInherited": True}, start=Start("day", 2, titles=(("sheriff", 7),)))
    game.remove(7)
    assert game.state.titles["sheriff"] == 1
    game.remove(1)
    assert game.state.titles["sheriff"] == 2
    assert game.over


def test_an_heir_votes_with_the_weight_of_the_badge() -> None:
    game = new(WOLVES, "werewolf", flags={"badgeInherited": True}, start=Start("day", 2, titles=(("sheriff", 3),)))
    for voter, whom in ((1, 2), (4, 1), (2, 1)):
        game.answer(voter, "vote", whom)
    game.remove(3)
    for voter in (5, 6, 7):
        game.answer(voter, "vote", None)
    assert [fact.tally for fact in game.facts if type(fact).__name__ == "Voted"] == [((1, 2.5), (2, 1))]


def voting(**flags: object) -> Game:
    return new(VOTERS, "ai-mafia-classic", flags={"mafiaVote": True, **flags})


def test_a_voter_of_the_team_who_is_removed_leaves_the_vote_to_the_others() -> None:
    game = voting()
    game.answer(2, "kill", 4)
    game.remove(3)
    assert [verb for name, verb in asked(game) if name in ("Ann", "Bob", "Cid")] == ["kill"]
    game.answer(1, "kill", 5)
    pass_until(game, "vote")
    assert not game.state.public >> 5 & 1  # a tie, and the Godfather decides


def test_what_a_removed_voter_has_named_stands_and_the_next_shooter_carries_it_out() -> None:
    game = voting()
    game.answer(1, "kill", 4)
    game.remove(1)
    game.answer(2, "kill", 5)
    game.answer(3, "kill", 4)
    game.answer(9, "block", 2)  # who shoots now, in the Godfather's place
    assert game.state.public >> 4 & 1
    assert [f.seat for f in of(game, Noticed) if f.notice == "blocked"] == [2]


def test_the_day_begins_after_the_one_who_began_even_if_that_one_was_removed() -> None:
    game = new(CITY, "city-mafia", talk=True, flags={"firstDayVote": False})
    assert asked(game) == [("Ann", "say")]
    game.remove(1)  # it was Ann's day all the same
    assert asked(game) == [("Bob", "say")]
    say(game, *["SKIP"] * 6)
    game.remove(3)
    pass_until(game, "say")
    assert (game.state.day, asked(game)) == (2, [("Bob", "say")])
    pass_until(game, "kill")
    pass_until(game, "say")
    assert (game.state.day, asked(game)) == (3, [("Dee", "say")])


def test_who_is_removed_before_the_first_speech_has_not_begun_the_day() -> None:
    game = new(CITY, "city-mafia", talk=True, flags={"firstDayVote": False, "nightLastWords": "everyNight"})
    say(game, *["SKIP"] * 7)
    pass_until(game, "kill")
    game.answer(seat(game, "Dee"), "kill", "Ann")
    pass_until(game, "say")
    assert asked(game) == [("Ann", "say")]  # her last words; Bob would begin the day
    game.remove(2)
    say(game, "SKIP")
    assert asked(game) == [("Cid", "say")]
    pass_until(game, "kill")
    pass_until(game, "say")
    assert (game.state.day, asked(game)) == (3, [("Dee", "say")])
