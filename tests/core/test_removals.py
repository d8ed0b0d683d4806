"""A removal in every step (G12): who is asked in the place of the removed, and what is not asked any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from duskfall.core.facts import (
    Announced,
    Candidates,
    NobodyOut,
    Out,
    Said,
    Skipped,
    TalkEnded,
    TitleHeld,
    Void,
    Voted,
)
from duskfall.core.play.game import Game
from duskfall.core.start.setup import Start
from duskfall.rules import ruleset
from duskfall.vocabulary import PassOn

AI = {"Ann": "Cop", "Bob": "Godfather", "Cid": "Mafia", "Dee": "Framer", "Eli": "Villager", "Fay": "Villager",
      "Gus": "Villager", "Hal": "Villager", "Ida": "Doctor"}  # fmt: skip
CITY = {"Ann": "Don", "Bob": "Mafia", "Cid": "Citizen", "Dee": "Citizen", "Eli": "Citizen", "Fay": "Citizen"}
WOLVES = {"Ann": "Werewolf", "Bob": "Werewolf", "Cid": "Villager", "Dee": "Villager", "Eli": "Seer", "Fay": "Witch"}
TOWN = {"Jay": "Jailor", "Ann": "Citizen", "Bob": "Mafia", "Cid": "Doctor", "Dee": "Citizen", "Eli": "Framer"}


def new(seats: dict[str, str], book: str, **options) -> Game:
    return Game.start(ruleset(book), seats, **{"talk": False, **options})


def of(game: Game, kind: type) -> list:
    return [fact for fact in game.facts if isinstance(fact, kind)]


def asked(game: Game) -> list[tuple[str, str]]:
    return [(game.state.name(ask.seat), ask.verb) for ask in game.asks]


def say(game: Game, *texts: str | None) -> None:
    for text in texts:
        [ask] = game.asks
        game.answer(ask.seat, ask.verb, text)


def pass_until(game: Game, verb: str) -> None:
    """Nobody does anything until this is asked."""
    while all(ask.verb != verb for ask in game.asks):
        game.answer(game.asks[0].seat, game.asks[0].verb, None)


def seat(game: Game, name: str) -> int:
    return game.names.index(name) + 1


# -- a team's act -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "seats", "removed", "heirs"),
    [
        ("ai-mafia", AI, ("Bob", "Cid"), ("Cid", "Dee")),
        ("city-mafia", CITY, ("Ann",), ("Bob",)),
        ("werewolf", WOLVES, ("Ann",), ("Bob",)),
    ],
)
def test_whoever_speaks_for_the_team_next_is_asked_for_its_kill(
    book: str, seats: dict[str, str], removed: Sequence[str], heirs: Sequence[str]
) -> None:
    game = new(seats, book, start=Start("night", 1))
    for name, heir in zip(removed, heirs, strict=True):
        assert (name, "kill") in asked(game)
        game.remove(seat(game, name))
        assert [who for who, verb in asked(game) if verb == "kill"] == [heir]
    game.answer(seat(game, heirs[-1]), "kill", "Fay")
    while game.state.phase == "night":
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    pass_until(game, "vote")
    assert [dead for dead, _ in of(game, Announced)[-1].dead] == [seat(game, "Fay")]


def test_a_kill_that_was_named_before_the_removal_stands_and_is_not_asked_again() -> None:
    game = new(AI, "ai-mafia")
    game.answer(2, "kill", "Fay")
    game.remove(2)
    assert "kill" not in {verb for _, verb in asked(game)}
    while game.state.phase == "night":
        game.answer(game.asks[0].seat, game.asks[0].verb, None)
    assert [dead for dead, _ in of(game, Announced)[-1].dead] == [6]


def test_where_all_of_a_team_are_asked_nobody_is_asked_twice() -> None:
    seats = TOWN | {"Bob": "Godfather", "Fay": "Mafia", "Gus": "Citizen", "Hal": "Citizen"}
    game = new(seats, "town-of-agents", start=Start("night", 1))
    pass_until(game, "kill")
    assert asked(game) == [("Bob", "kill"), ("Fay", "kill")]
    game.answer(seat(game, "Fay"), "kill", "Ann")
    game.remove(seat(game, "Bob"))
    assert "kill" not in {verb for _, verb in asked(game)}
    assert game.state.alive & 1 << seat(game, "Ann") == 0


# -- questions that have lost their sense -------------------------------------------------------------------


@pytest.mark.parametrize("used", [0, 3])
def test_without_a_prisoner_no_execution_is_asked_for(used: int) -> None:
    """TA-15: and what is not asked is not void, also where none is left."""
    game = new(TOWN, "town-of-agents", start=Start("night", 1, used=(("execute", 1, used),)))
    game.answer(1, "jail", "Ann")
    assert asked(game) == [("Jay", "execute")]
    game.remove(2)
    assert "execute" not in {verb for _, verb in asked(game)}
    assert of(game, Void) == []


def test_in_a_cell_nobody_talks_to_nobody() -> None:
    game = new(TOWN, "town-of-agents", talk=True, start=Start("night", 1))
    game.answer(1, "jail", "Ann")
    say(game, "who are you?")
    assert asked(game) == [("Ann", "interrogate")]
    game.remove(2)
    assert "interrogate" not in {verb for _, verb in asked(game)}


def test_a_chat_ends_when_one_is_left() -> None:
    game = new(AI, "ai-mafia", talk=True)
    say(game, "whom?")
    assert asked(game) == [("Cid", "chat")]
    game.remove(3)
    assert asked(game) == [("Dee", "chat")]
    say(game, "Fay")
    game.remove(4)
    assert "chat" not in {verb for _, verb in asked(game)}


def test_a_vote_for_a_removed_nominee_is_not_held() -> None:
    game = new(CITY, "city-mafia", talk=True, flags={"nominations": True})
    game.answer(1, "say", {"text": "him", "nominate": "Fay"})
    say(game, *["SKIP"] * 5)
    assert {verb for _, verb in asked(game)} == {"vote"}
    game.remove(6)
    assert len(of(game, NobodyOut)) == 1
    assert asked(game) == [("Ann", "chat")]


# -- talk -----------------------------------------------------------------------------------------------------


def discussing(**options) -> Game:
    return new(AI, "ai-mafia", talk=True, start=Start("day", 1), **options)


def test_a_removal_that_makes_the_skip_voters_a_majority_ends_the_discussion_at_once() -> None:
    """Four of nine are no majority, four of seven are; nobody else speaks."""
    for removed in (9, 5):  # somebody else, and who has the word
        game = discussing()
        say(game, *["VOTE_SKIP_DISCUSSION"] * 4)
        game.remove(8)
        assert asked(game) == [("Eli", "say")]
        game.remove(removed)
        assert [fact.how for fact in of(game, TalkEnded)] == ["skip-vote"]
        assert {verb for _, verb in asked(game)} == {"vote"}
        assert len(of(game, Said) + of(game, Skipped)) == 4


def test_a_removed_skip_voter_does_not_count() -> None:
    game = discussing()
    say(game, *["VOTE_SKIP_DISCUSSION"] * 4)
    game.remove(1)
    game.remove(9)
    assert of(game, TalkEnded) == []


def test_silence_is_that_each_of_the_living_has_passed() -> None:
    """AM-16: who passed and was removed does not stand for one who was not asked yet."""
    game = discussing()
    say(game, *["SKIP"] * 9)  # the question round
    part = game.asks[0].part
    say(game, *["SKIP"] * 7)
    game.remove(1)
    say(game, "SKIP")
    assert (game.asks[0].part, asked(game)) == (part, [("Ida", "say")])
    say(game, "SKIP")
    assert game.asks[0].part != part


# -- votes and elections --------------------------------------------------------------------------------------


def test_a_cancelled_vote_ends_the_speeches_of_the_tied() -> None:
    game = new(CITY, "city-mafia", talk=True, flags={"removalCancelsVote": True})
    say(game, *["SKIP"] * 6)
    for ask in game.asks:
        game.answer(ask.seat, "vote", {1: "Cid", 2: "Dee"}.get(ask.seat))
    assert asked(game) == [("Cid", "say")]
    game.remove(6)
    assert len(of(game, NobodyOut)) == 1
    assert asked(game) == [("Ann", "chat")]


def standing(*candidates: str) -> Game:
    """The vote for the badge."""
    game = new(WOLVES, "werewolf", start=Start("day", 1))
    for verb, yes in (("stand", candidates), ("withdraw", ())):
        for ask in game.asks:
            game.answer(ask.seat, verb, "yes" if game.state.name(ask.seat) in yes else "no")
    assert {verb for _, verb in asked(game)} == {"elect"}
    return game


def test_the_one_candidate_who_is_left_is_elected_unopposed() -> None:
    game = standing("Ann", "Cid")
    game.answer(2, "elect", "Cid")
    game.remove(3)
    assert game.state.titles["sheriff"] == 1
    assert {verb for _, verb in asked(game)} == {"vote"}
    assert of(game, Voted) == []


def test_without_a_candidate_there_is_no_sheriff() -> None:
    game = new(WOLVES, "werewolf", talk=True, start=Start("day", 1))
    for ask in game.asks:
        game.answer(ask.seat, "stand", "yes" if ask.seat == 3 else "no")
    assert game.asks[0].part == "campaign"
    game.remove(3)
    assert game.state.titles["sheriff"] == 0
    assert game.asks[0].part != "campaign"


def test_who_is_removed_while_standing_is_no_candidate() -> None:
    game = new(WOLVES, "werewolf", start=Start("day", 1))
    game.answer(3, "stand", "yes")
    game.remove(3)
    for ask in game.asks:
        game.answer(ask.seat, "stand", "yes" if ask.seat == 4 else "no")
    assert of(game, Candidates)[0].seats == (4,)


def test_a_badge_is_gone_once() -> None:
    """Also where it would be handed on before the death is announced."""
    book = ruleset("werewolf")
    rules = replace(book, night=(*book.night, PassOn("sheriff", "badge_by_night")))
    game = Game.start(rules, WOLVES, talk=False, start=Start("night", 2, titles=(("sheriff", 3),)))
    game.answer(1, "kill", "Cid")
    pass_until(game, "badge_by_night")
    game.remove(3)
    assert [fact.seat for fact in of(game, TitleHeld)] == [3, 0]


# -- who left once does not leave again -----------------------------------------------------------------------


def test_a_second_banishment_on_one_day_sends_nobody_away_twice() -> None:
    book = ruleset("city-mafia")
    banish = next(step for step in book.day if type(step).__name__ == "Banish")
    again = book.day.index(banish) + 1
    game = Game.start(replace(book, day=(*book.day[:again], banish, *book.day[again:])), CITY, talk=False)
    for ask in game.asks:
        game.answer(ask.seat, "vote", "Fay")
    assert len(of(game, Out)) == 1


# -- what a team has used -------------------------------------------------------------------------------------


def one_kill() -> Game:
    """City mafia, where the mafia has one kill a game, and may not name the same player twice running."""
    book = ruleset("city-mafia")
    [group] = book.groups
    rules = replace(book, groups=(replace(group, ability=replace(group.ability, uses=1)),))
    return Game.start(rules, CITY, talk=False, start=Start("night", 1))


def test_the_uses_of_a_teams_act_are_the_teams() -> None:
    game = one_kill()
    game.answer(1, "kill", "Fay")
    pass_until(game, "vote")
    for ask in game.asks:
        game.answer(ask.seat, "vote", "Ann")  # the next speaks for the team
    assert asked(game) == [("Bob", "kill")]
    assert game.asks[0].seats == ()
    game.answer(2, "kill", "Eli")
    game.answer(2, "kill", "Eli")
    game.answer(2, "kill", "Eli")
    assert [(fact.reason, fact.team) for fact in of(game, Void)] == [("none-left", "mafia")]


def test_uses_before_the_start_are_the_teams_too() -> None:
    rules = one_kill().plan.rules
    for holder in (0, 1, 2):
        game = Game.start(rules, CITY, talk=False, start=Start("night", 2, used=(("kill", holder, 1),)))
        assert game.asks[0].seats == ()
