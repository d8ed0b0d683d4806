"""The games worth seeing, in small tables where one can see for oneself."""

from __future__ import annotations

from typing import Any

from duskfall.arena.rating.rate import Rating, Ratings
from duskfall.arena.report.data import Notable
from duskfall.arena.report.notable import notable
from tests.arena.measures.small_tables import game, seats, tables, votes

RATINGS = Ratings(
    tuple(Rating(player, side, points, 0, 0, 1, 1, 0) for player, points in (("A", 1700.0), ("B", 1300.0))
          for side in ("good", "evil")),
    {}, 2, 2,
)  # fmt: skip
GAMES = [game(0, rounds=3, answers=30), game(1, rounds=2, answers=40, winner="wolves"), game(2, rounds=3, answers=31)]
SEATS = [*seats(0, "AAB", "gge"), *seats(1, "AAB", "gge", won="evil"), *seats(2, "BBA", "gge")]
NAMED = [seat | {"name": f"Seat {seat['seat']}"} for seat in SEATS]


def found(**rows: Any) -> dict[str, Notable]:
    made = tables(games=GAMES, seats=NAMED, **rows)
    return {each.id: each for each in notable(made, RATINGS)}


def test_the_shortest_and_the_longest() -> None:
    told = found()
    assert (told["shortest"].game, told["shortest"].why) == (1, "It was over after 2 rounds and 40 answers.")
    assert (told["longest"].game, told["longest"].why) == (2, "It took 3 rounds and 31 answers.")
    assert set(told) == {"shortest", "longest", "upset"}  # nobody lied or voted


def test_the_greatest_upset_is_what_the_ratings_held_least_likely() -> None:
    # Good won two of three: with one more on either side 3/5 for good, 2/5 for evil. Game 1: evil B (1300) beat A.
    # Game 2: good B (1300) beat A (1700): odds 3/2 to 1/10; game 1: odds 2/3 to 1/10, which is less likely.
    upset = found()["upset"]
    assert (upset.game, upset.winner) == (1, "wolves")
    assert upset.why.endswith(f"a chance of {100 / (1 + 1.5 * 10):.0f} %.")


def test_the_longest_lie() -> None:
    def claim(number: int, kind: str, word: str, lived: int) -> dict[str, Any]:
        at = {"game": 2, "number": number, "phase": "day", "day": 1, "seat": 3, "about": 1, "is_true": False}
        return at | {"kind": kind, "word": word, "lived": lived}

    told = found(claims=[claim(1, "role", "Cop", 1), claim(2, "result", "evil", 4)])["lie"]
    assert (told.game, told.why) == (2, "Seat 3 said “evil” of Seat 1 on day 1; that lie lived 4 phases.")
    told = found(claims=[claim(1, "role", "Cop", 4), claim(2, "result", "evil", 4)])["lie"]
    assert told.why == "Seat 3 claimed to be Cop on day 1; that lie lived 4 phases."


def test_the_closest_vote() -> None:
    clear, close = votes(0, 1, {1: 3, 2: 3, 3: 1}, out=3), votes(1, 1, {1: 2, 2: 1, 3: 2}, out=2)
    even = votes(2, 1, {1: 2, 2: 3}, out=3)
    assert found(votes=[*clear, *close])["closest"].game == 0  # by one vote as well, and the first
    told = found(votes=[*clear, *close, *even])["closest"]
    assert (told.game, told.why) == (2, "Seat 3 was voted out on day 1 by 1 vote to 1.")


def test_sharp_eyes_and_a_perfect_crime() -> None:
    sharp = [row for day in range(1, 4) for row in votes(0, day, {1: 3, 2: 3})]
    blind = [row for day in range(1, 4) for row in votes(1, day, {1: 2, 2: 1})]
    told = found(votes=[*sharp, *blind])
    assert told["sharpest"].game == 0
    assert told["sharpest"].why.endswith("6 of their 6 votes named an evil player.")
    assert told["perfect"].game == 1
    assert "only 0 of 6 votes" in told["perfect"].why
