"""The reading `claims`: what is said and voted in public makes roles likelier or less likely, and nothing else does."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from duskfall.core.facts import EVERYONE, Began, Chose, Claim, Dealt, Fact, PhaseBegan, Said, Voted
from duskfall.core.view import view
from duskfall.detect.posterior import Reading
from duskfall.detect.reading import claims
from duskfall.detect.reading.features import NAMES
from duskfall.detect.reading.numbers import ANY, fitted, numbers
from duskfall.detect.sight import Sight
from duskfall.rules import BOOKS, ruleset
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.table.sheet import TableSheet

PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus")
DECK = (("Godfather", 1), ("Mafia", 1), ("Cop", 1), ("Doctor", 1), ("Jester", 1), ("Villager", 2))
ANN, BOB, CID, DEE = 1, 2, 3, 4


def told(*facts: Fact) -> Reading:
    """The reading of a day after a night on which all this happened."""
    began = Began(EVERYONE, "ai-mafia", PEOPLE, (), True, DECK)
    night, day = PhaseBegan(EVERYONE, "night", 1), PhaseBegan(EVERYONE, "day", 1)
    return claims(Sight(ruleset("ai-mafia"), 0, (began, night, day, *facts)))


def says(seat: int, *made: Claim, to: int = EVERYONE) -> Said:
    return Said(to, seat, "...", "discussion", claims=made)


def alone(reading: Reading, seat: int, role: str) -> float:
    return dict(reading.alone).get(seat, {}).get(role, 1.0)


def pair(reading: Reading, one: int, two: int, roles: tuple[str, str]) -> float:
    return {(first, second): of for first, second, of in reading.pairs}.get((one, two), {}).get(roles, 1.0)


def test_who_claims_a_role_has_it_or_is_evil() -> None:
    reading = told(says(ANN, Claim("role", ANN, "Doctor")))
    assert alone(reading, ANN, "Doctor") > alone(reading, ANN, "Mafia") > alone(reading, ANN, "Villager")
    assert alone(reading, BOB, "Doctor") == 1.0


def test_who_confesses_plays_for_itself() -> None:
    reading = told(says(ANN, Claim("role", ANN, "Mafia")))
    assert alone(reading, ANN, "Jester") > alone(reading, ANN, "Mafia") > alone(reading, ANN, "Villager")


def test_a_result_fits_the_roles_of_both() -> None:
    reading = told(says(BOB, Claim("result", ANN, "MAFIA", "investigate")))
    fits = pair(reading, ANN, BOB, ("Mafia", "Cop"))
    assert fits > pair(reading, ANN, BOB, ("Villager", "Cop"))  # what the Cop cannot have read
    assert fits > pair(reading, ANN, BOB, ("Mafia", "Doctor"))  # who cannot have read anything
    assert pair(reading, ANN, BOB, ("Villager", "Mafia")) > pair(reading, ANN, BOB, ("Villager", "Doctor"))


def test_the_evil_spare_their_own() -> None:
    accused = told(says(ANN, Claim("accuse", BOB)))
    assert pair(accused, ANN, BOB, ("Godfather", "Mafia")) < pair(accused, ANN, BOB, ("Villager", "Mafia"))
    voted = told(Voted(EVERYONE, "vote", ((ANN, BOB), (CID, ANN)), ((BOB, 1.0), (ANN, 1.0))))
    assert pair(voted, ANN, BOB, ("Godfather", "Mafia")) < pair(voted, ANN, BOB, ("Villager", "Mafia"))


def test_what_is_repeated_proves_nothing_more() -> None:
    once = told(
        says(ANN, Claim("accuse", BOB), Claim("role", ANN, "Cop"), Claim("result", CID, "MAFIA", "investigate"))
    )
    again = told(
        says(ANN, Claim("accuse", BOB), Claim("role", ANN, "Cop"), Claim("result", CID, "MAFIA", "investigate")),
        says(ANN, Claim("accuse", BOB), Claim("role", ANN, "Cop")),
        says(ANN, Claim("result", CID, "MAFIA", "investigate"), Claim("accuse", BOB)),
    )
    assert once == again


def test_silence_tells_against_a_reader_from_day_to_day() -> None:
    day = told(Voted(EVERYONE, "vote", ((ANN, BOB),), ((BOB, 1.0),)))
    assert alone(day, ANN, "Cop") < 1.0
    assert told() == Reading("claims", (), ())


def test_only_what_all_have_heard_counts() -> None:
    assert told(says(ANN, Claim("accuse", BOB), Claim("role", ANN, "Cop"), to=1 << ANN | 1 << BOB)) == told()
    assert told(Chose(1 << ANN, ANN, "vote", BOB), Dealt(1 << ANN, ANN, "Cop", "town")) == told()


@pytest.mark.parametrize(
    "claim",
    [
        Claim("role", ANN, "Wizard"), Claim("role", BOB, "Cop"), Claim("result", BOB, "PURPLE", "investigate"),
        Claim("result", BOB, "MAFIA", "dream"), Claim("result", ANN, "MAFIA", "investigate"),
        Claim("visit", BOB, "Nobody"), Claim("accuse", ANN), Claim("defend", ANN),
    ],
)  # fmt: skip
def test_what_means_nothing_weighs_nothing(claim: Claim) -> None:
    assert told(says(ANN, claim)) == told()


@pytest.mark.parametrize("rules", BOOKS)
def test_every_viewer_reads_the_same_game_alike(rules: str) -> None:
    sheet = TableSheet(rules, 9, players="scripted")
    game = sheet.start(5)
    play(game, seat_players(game, sheet.kinds(game)))
    readings = [claims(Sight(game.plan.rules, seat, tuple(view(game.facts, seat).facts))) for seat in range(10)]
    assert all(reading == readings[0] for reading in readings)
    assert readings[0].pairs
    seats = [(one, two) for one, two, _ in readings[0].pairs]
    assert all(one < two for one, two in seats)
    assert len(seats) == len(set(seats))
    dealt = set(game.setup.roles)
    assert {role for _, of in readings[0].alone for role in of} <= dealt
    assert {role for *_, of in readings[0].pairs for both in of for role in both} <= dealt


def test_an_election_is_no_vote_against_anybody() -> None:
    deck = (("Werewolf", 2), ("Seer", 1), ("Villager", 4))
    began = Began(EVERYONE, "werewolf", PEOPLE, (), True, deck)
    elected = Voted(EVERYONE, "elect", ((ANN, BOB),), ((BOB, 1.0),))
    assert claims(Sight(ruleset("werewolf"), 0, (began, elected))) == Reading("claims", (), ())


def test_the_numbers_are_those_of_the_features() -> None:
    assert {*BOOKS, ANY} == set(fitted())
    for rules, found in fitted().items():
        assert set(found) <= set(NAMES), rules
    assert numbers("a ruleset from outside") == fitted()[ANY]
    kept = json.loads(resources.files("duskfall.detect.reading").joinpath("numbers.json").read_text(encoding="utf-8"))
    assert all(each["fitted"] for each in kept.values())
