"""A host who counts raised hands gives counts instead of ballots (G12)."""

from __future__ import annotations

import io

import pytest

import duskfall
from duskfall.core import record
from duskfall.core.facts import NobodyOut, Out, Tied, TitleHeld, Voted
from duskfall.core.play.game import Game
from duskfall.rules import ruleset

CITY = {
    "Ann": "Don",
    "Bob": "Mafia",
    "Cid": "Sheriff",
    "Dee": "Doctor",
    "Eli": "Citizen",
    "Fay": "Citizen",
    "Gus": "Citizen",
}


def last(game: Game, kind: type) -> object:
    """The last fact of a kind."""
    return next(fact for fact in reversed(game.facts) if isinstance(fact, kind))


def test_counts_send_the_leader_away_without_naming_voters() -> None:
    game = duskfall.start("city-mafia", CITY, talk=False)
    game.count("vote", {"1": 4, "5": 2})
    assert last(game, Voted) == Voted(-1, "vote", (), ((1, 4), (5, 2)))
    assert isinstance(last(game, Out), Out)
    assert game.view(0).dead == {1: "hidden"}


def test_tied_counts_climb_the_ladder() -> None:
    game = duskfall.start("city-mafia", CITY, talk=False)
    game.count("vote", {"1": 3, "5": 3})
    assert last(game, Tied) == Tied(-1, (1, 5))
    game.count("revote", {"1": 3, "5": 3})
    assert isinstance(last(game, NobodyOut), NobodyOut)


def test_the_table_votes_by_counts() -> None:
    game = duskfall.start("city-mafia", CITY, talk=False, flags={"tieEndsWith": "tableVote"})
    game.count("vote", {"1": 3, "5": 3})
    game.count("revote", {"1": 3, "5": 3})
    game.count("revote", {"all": 4, "nobody": 3})
    assert game.view(0).dead == {1: "hidden", 5: "hidden"}


def test_uncast_votes_count_as_silence_does() -> None:
    """CM-2: with nominations who is silent votes for the last nominee; in ai-mafia no ballot is a skip."""
    game = duskfall.start("city-mafia", CITY, flags={"nominations": True})
    for ask in iter(lambda: game.asks[0], None):
        if not ask.speech:
            break
        nominated = {1: 2, 2: 3}.get(ask.seat)
        game.answer(ask.seat, ask.verb, {"text": "", "nominate": nominated} if nominated else None)
    game.count("vote", {"2": 3})
    assert last(game, Voted).tally == ((2, 3), (3, 4))  # type: ignore[attr-defined]
    other = duskfall.start("ai-mafia-classic", {"Ann": "Mafia", "Bob": "Villager", "Cid": "Villager"}, talk=False)
    other.answer(1, "kill", None)
    other.count("vote", {"1": 1})
    assert last(other, Voted).tally == ((1, 1), ("skip", 2))  # type: ignore[attr-defined]


def test_a_badge_weighs_and_an_election_is_counted() -> None:
    seats = {"Ann": "Werewolf", "Bob": "Villager", "Cid": "Seer", "Dee": "Villager", "Eli": "Hunter"}
    game = duskfall.start("werewolf", seats, talk=False)
    while game.asks[0].verb not in ("stand",):
        for ask in game.asks:
            game.answer(ask.seat, ask.verb, None)
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, "yes" if ask.seat in (2, 3) else "no")
    for ask in game.asks:
        game.answer(ask.seat, ask.verb, "no")
    game.count("elect", {"2": 2, "3": 1})
    assert last(game, TitleHeld) == TitleHeld(-1, "sheriff", 2)
    game.count("vote", {"1": 5.5})
    assert last(game, Voted).tally == ((1, 5.5),)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("verb", "counts", "says"),
    [
        ("vote", {"9": 1}, "'9' is not up for the vote"),
        ("vote", {"1": -1}, "-1 is not a number of votes"),
        ("vote", {"1": True}, "True is not a number of votes"),
        ("vote", {"1": 10**400}, "is not a number of votes"),
        ("vote", {"1": 5, "2": 3}, "8 votes are counted, and only 7 can be cast"),
        ("revote", {"1": 1}, "no vote 'revote' is open to be counted"),
        ("kill", {"1": 1}, "no vote 'kill' is open to be counted"),
    ],
)
def test_wrong_counts_are_refused_in_one_line(verb: str, counts: dict[str, float], says: str) -> None:
    game = duskfall.start("city-mafia", CITY, talk=False)
    before = list(game.facts)
    with pytest.raises(ValueError, match=says):
        game.count(verb, counts)
    assert game.facts == before
    assert not game.log


def test_counts_are_recorded_replayed_and_undone() -> None:
    game = duskfall.start("city-mafia", CITY, talk=False)
    game.count("vote", {"1": 3, "5": 3})
    game.count("revote", {"5": 5})
    text = "\n".join(record.lines(game, "00"))
    assert record.read(io.StringIO(text)).replay(ruleset("city-mafia")).facts == game.facts
    copied = game.copy()
    game.undo(2)
    assert [ask.verb for ask in game.asks] == ["vote"] * 7
    assert copied.view(0).dead == {5: "hidden"}
