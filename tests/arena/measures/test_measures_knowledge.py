"""The measures that stand on what could be known, against small tables that can be counted on paper."""

from __future__ import annotations

from collections.abc import Mapping
from math import log2
from typing import Any

import pytest

from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Reading
from duskfall.arena.measures.outcomes.luck import B
from tests.arena.measures.small_tables import game, seats, tables

BY_ID = {measure.id: measure for measure in MEASURES}
KNOWN = {"known": True, "exact": True, "layer": "rules"}
SAMPLED, UNKNOWN = KNOWN | {"exact": False}, KNOWN | {"known": False, "exact": False}
SIX = {"games": [game(0)], "seats": seats(0, "AABBCC", "ggggee")}


def readings(id: str, **rows: Any) -> dict[tuple[str, str], Reading]:
    """By player and group, over all rulesets."""
    return {(row.player, row.group): row for row in BY_ID[id].read(tables(**rows)) if not row.rules}


def approx(value: float) -> Any:
    return pytest.approx(value, abs=1e-9)


def moment(seat: int, side: str = "good", number: int = 10, **status: Any) -> dict[str, Any]:
    """When a seat was asked."""
    return {"game": 0, "seat": seat, "number": number, "side": side} | KNOWN | status


def knows(
    seat: int, evil: Mapping[int, float], own: Mapping[int, float] | None = None, number: int = 10
) -> list[dict[str, Any]]:
    """What a seat could know of others: who is not evil is good; seats 5 and 6 are the evil ones."""
    found = own if own is not None else {about: 1 - chance for about, chance in evil.items()}
    return [
        {"game": 0, "seat": seat, "number": number, "about": about, "evil": chance, "good": 1 - chance}
        | {"own": found.get(about, 0.0), "was_evil": about > 4}
        for about, chance in evil.items()
    ]


def choice(seat: int, target: int, options: list[int], kind: str = "ballot", **more: Any) -> dict[str, Any]:
    """A choice of a seat."""
    harms = kind in ("ballot", "kill", "block")
    made = {"game": 0, "answer": 100 * seat + target, "number": 10, "seat": seat, "kind": kind, "harms": harms}
    return made | {"target": target, "options": options, "free": False} | more


# -- blunders ------------------------------------------------------------------------------------------------


def test_a_vote_against_who_is_certain_to_be_on_ones_own_side_is_a_blunder() -> None:
    sight = {2: 0.0, 3: 0.5, 4: 0.0, 5: 0.5}
    rows = SIX | {
        "moments": [moment(1), moment(2)],
        "knowledge": [*knows(1, sight), *knows(2, sight | {1: 0.25})],
        "choices": [choice(1, 2, [2, 3, 4, 5]), choice(2, 5, [1, 3, 4, 5])],
    }
    found = readings("blunders", **rows)["A", "ballot"]
    # Seat 1 names 2, who is proven good: two of its four options are. Seat 2 does not name 4: one of its four is.
    assert found[3:] == (approx(1 / 2), None, None, 2, 1, approx((2 / 4 + 1 / 4) / 2))
    assert readings("blunders", **rows)["A", ""].value == approx(1 / 2)


def test_without_another_way_there_is_no_blunder_to_make() -> None:
    proven = {"moments": [moment(1)], "knowledge": knows(1, {2: 0.0, 3: 0.0})}
    forced = [choice(1, 2, [2, 3])]
    assert not readings("blunders", **SIX, **proven, choices=forced)
    free = [each | {"free": True} for each in forced]  # it could have named nobody
    assert readings("blunders", **SIX, **proven, choices=free)["A", "ballot"][3:] == (
        1,
        None,
        None,
        1,
        1,
        approx(2 / 3),
    )
    blank = [each | {"target": 0} for each in free]
    assert readings("blunders", **SIX, **proven, choices=blank)["A", "ballot"].value == 0
    nothing_certain = {"moments": [moment(1)], "knowledge": knows(1, {2: 0.1, 3: 0.9})}
    assert not readings("blunders", **SIX, **nothing_certain, choices=forced)


def test_a_guard_of_a_proven_enemy_is_a_blunder_and_of_a_friend_is_none() -> None:
    rows = SIX | {"moments": [moment(1), moment(3)], "knowledge": [*knows(1, {2: 0.0, 6: 1.0, 4: 0.3})]}
    rows["knowledge"] += knows(3, {2: 0.0, 6: 1.0, 4: 0.3})
    rows["choices"] = [choice(1, 6, [2, 4, 6], "guard"), choice(3, 2, [2, 4, 6], "guard")]
    found = readings("blunders", **rows)
    assert found["A", "guard"][3:] == (1, None, None, 1, 1, approx(1 / 3))
    assert found["B", "guard"].value == 0


def test_the_evil_may_sacrifice_a_mate_by_day_but_not_by_night() -> None:
    rows = SIX | {"moments": [moment(5, "evil")], "knowledge": knows(5, {1: 0.0, 6: 1.0}, own={6: 1.0})}
    assert not readings("blunders", **rows, choices=[choice(5, 6, [1, 6])])
    found = readings("blunders", **rows, choices=[choice(5, 6, [1, 6], "kill"), choice(5, 1, [1, 6], "guard")])
    assert found["C", "kill"].value == 1
    assert found["C", "guard"].value == 1  # seat 1 is certain to be good


@pytest.mark.parametrize("status", [SAMPLED, UNKNOWN])
def test_what_is_sampled_or_not_known_proves_nothing(status: dict[str, Any]) -> None:
    rows = SIX | {"knowledge": knows(1, {2: 0.0, 3: 1.0}), "choices": [choice(1, 2, [2, 3])]}
    assert not readings("blunders", **rows, moments=[moment(1, **status)])
    assert readings("blunders", **rows, moments=[moment(1)])["A", "ballot"].value == 1


# -- votes ---------------------------------------------------------------------------------------------------

BALLOTS = SIX | {
    "moments": [moment(1), moment(2, **SAMPLED), moment(3, **UNKNOWN), moment(5, "evil")],
    "knowledge": [
        *knows(1, {2: 0.2, 3: 0.5, 5: 0.5, 6: 0.8}),
        *knows(2, {1: 0.4, 5: 0.6}),
        *knows(3, {1: 0.1, 5: 0.9}),
        *knows(5, {1: 0.0, 6: 1.0}),
    ],
    "choices": [
        choice(1, 5, [2, 3, 5, 6]),
        choice(2, 1, [1, 5]),
        choice(3, 1, [1, 5]),
        choice(5, 1, [1, 6]),
        choice(1, 0, [2, 3, 5, 6]),  # blank
        choice(1, 3, [3]),  # no choice at all
    ],
}


def test_regret_is_the_best_chance_on_the_ballot_less_that_of_the_named() -> None:
    found = readings("vote-regret", **BALLOTS)
    assert set(found) == {("A", "")}
    # Seat 1: .8 − .5, evenly .8 − .5; seat 2: .6 − .4, evenly .6 − .5. Seat 3 could not know, 5 is evil.
    assert found["A", ""][3:] == (approx((0.3 + 0.2) / 2), None, None, 2, 1, approx((0.3 + 0.1) / 2))


def test_who_always_names_the_likeliest_regrets_nothing() -> None:
    best = BALLOTS | {"choices": [choice(1, 6, [2, 3, 5, 6]), choice(2, 5, [1, 5])]}
    assert readings("vote-regret", **best)["A", ""].value == BY_ID["vote-regret"].everything == 0


def test_a_vote_among_equals_tells_nothing_of_regret() -> None:
    sight = {2: 0.25, 3: 0.25, 5: 0.25, 6: 0.25}
    rows = SIX | {"moments": [moment(1)], "knowledge": knows(1, sight), "choices": [choice(1, 2, [2, 3, 5, 6])]}
    assert not readings("vote-regret", **rows)


def test_accuracy_less_what_was_to_be_expected() -> None:
    found = readings("vote-beyond", **BALLOTS)["A", ""]
    # Seat 1 hit with a chance of .5, seat 2 missed with one of .4.
    assert found[3:] == (approx((0.5 - 0.4) / 2), None, None, 2, 1, 0)
    assert readings("vote-beyond", **BALLOTS | {"choices": [choice(2, 1, [1, 5])]})["A", ""].value == approx(-0.4)


# -- suspicions ----------------------------------------------------------------------------------------------


def stated(seat: int, about: int, suspicion: float, number: int = 10) -> dict[str, Any]:
    at = {"game": 0, "number": number, "phase": "day", "day": 1, "leaning": False}
    return at | {"seat": seat, "about": about, "suspicion": suspicion, "evil": about > 4}


def apart(p: float, s: float) -> float:
    """Bits between a chance and what is said of it."""
    return sum(a * log2(a / b) for a, b in ((p, s), (1 - p, 1 - s)) if a)


def test_the_distance_of_a_suspicion_in_bits() -> None:
    rows = SIX | {"moments": [moment(1)], "knowledge": knows(1, {1: 0.0, 2: 0.25, 3: 0.5, 5: 0.75})}
    rows["beliefs"] = [stated(1, 2, 0.5), stated(1, 5, 0.75)]
    found = readings("suspicion-distance", **rows)["A", ""]
    one = 0.25 * log2(0.25 / 0.5) + 0.75 * log2(0.75 / 0.5)
    # The mean of the others is one half, so who knows nothing says one half of each.
    assert found[3:] == (approx(one / 2), None, None, 2, 1, approx((one + one) / 2))
    # Of the bits that are there it has those of seat 5, and none of seat 2.
    bits = readings("bits-extracted", **rows)["A", ""]
    assert bits.value == approx(1 / 2)
    assert bits.nothing == 0
    assert bits.n == round(2 * one)


def test_certainty_is_only_taken_where_it_can_be_had() -> None:
    rows = SIX | {"moments": [moment(1)], "knowledge": knows(1, {2: 0.0, 3: 0.5, 5: 1.0})}
    sure = readings("suspicion-distance", **rows, beliefs=[stated(1, 2, 0.0), stated(1, 5, 1.0)])
    assert sure["A", ""].value == 0
    assert readings("bits-extracted", **rows, beliefs=[stated(1, 2, 0.0)])["A", ""].value == 1
    wrong = readings("suspicion-distance", **rows, beliefs=[stated(1, 5, 0.0)])
    assert wrong["A", ""].value == approx(log2(100))
    bold = readings("suspicion-distance", **rows, beliefs=[stated(1, 3, 1.0)])
    assert bold["A", ""].value == approx(apart(0.5, 0.99))


def test_who_is_further_off_than_who_knows_nothing_extracts_less_than_nothing() -> None:
    rows = SIX | {"moments": [moment(1)], "knowledge": knows(1, {2: 0.25, 5: 0.75})}
    found = readings("bits-extracted", **rows, beliefs=[stated(1, 2, 0.75)])["A", ""]
    assert found.value == approx((apart(0.25, 0.5) - apart(0.25, 0.75)) / apart(0.25, 0.5))
    assert found.value < 0


def test_where_there_is_nothing_to_know_what_is_made_up_still_counts() -> None:
    even = SIX | {"games": [game(0), game(1, block=1)], "moments": [moment(1), moment(1) | {"game": 1}]}
    even["seats"] = [*seats(0, "AABBCC", "ggggee"), *seats(1, "AABBCC", "ggggee")]
    even["knowledge"] = [*knows(1, {2: 0.5, 5: 0.5}), *({**row, "game": 1} for row in knows(1, {2: 0.25, 5: 0.75}))]
    told = [stated(1, 2, 0.25), stated(1, 2, 0.25) | {"game": 1}]
    found = readings("bits-extracted", **even, beliefs=told)["A", ""]
    assert found.value == approx(1 - apart(0.5, 0.25) / apart(0.25, 0.5))


@pytest.mark.parametrize("id", ["suspicion-distance", "bits-extracted"])
def test_suspicions_count_for_the_good_where_it_is_known(id: str) -> None:
    rows = SIX | {"knowledge": knows(1, {2: 0.25, 5: 0.75}), "beliefs": [stated(1, 2, 0.5), stated(1, 2, 0.5, 11)]}
    assert readings(id, **rows, moments=[moment(1)])["A", ""].blocks == 1
    assert readings(id, **rows, moments=[moment(1, **SAMPLED)])
    assert not readings(id, **rows, moments=[moment(1, **UNKNOWN)])
    assert not readings(id, **rows, moments=[moment(1, "evil")])


# -- claims --------------------------------------------------------------------------------------------------


def heard(seat: int, listener: int, refuted: bool, kind: str = "role", guess: float | None = 0.5) -> dict[str, Any]:
    at = {"game": 0, "number": 9, "kind": kind}
    return at | {"seat": seat, "listener": listener, "refuted": refuted, "guess": guess}


def test_claims_that_a_listener_can_refute() -> None:
    rows = SIX | {"heard": [
        heard(5, 1, True), heard(5, 2, False), heard(5, 3, False, guess=0.2), heard(5, 6, True),  # 6 is its mate
        heard(1, 2, False, "result", 0.1), heard(1, 3, False, "visit", None),
    ]}  # fmt: skip
    found = readings("refutable-claims", **rows)
    assert found["C", "role"][3:] == (approx(1 / 3), None, None, 3, 1, approx(1.2 / 3))
    assert found["A", "result"].value == 0
    assert found["A", "visit"].nothing is None


# -- luck ----------------------------------------------------------------------------------------------------


def lucky(blocks: int, *won: str) -> dict[str, Any]:
    """The same deal in so many blocks, won by these sides in turn."""
    chances = (0.2, 0.2, 0.2, 0.2, 0.8, 0.8)
    return {
        "games": [game(number, block=number) for number in range(blocks)],
        "seats": [row for n in range(blocks) for row in seats(n, "AABBCC", "ggggee", won[n % len(won)])],
        "chances": [
            {"game": n, "seat": seat, "chance": chance} for n in range(blocks) for seat, chance in enumerate(chances, 1)
        ],
    }


def test_luck_is_the_chance_of_the_seat_less_that_of_all_seats() -> None:
    found = readings("luck-adjusted-wins", **lucky(4, "good", "evil"))
    # The mean of all seats is .4. The good won half of the games.
    assert found["A", ""].value == approx(0.5 - B * (0.2 - 0.4))
    assert found["C", ""].value == approx(0.5 - B * (0.8 - 0.4))
    assert found["A", ""].nothing == approx(0.5)  # over all players
    assert set(found) == {("A", ""), ("B", ""), ("C", "")}
    assert not readings("luck-adjusted-wins", **SIX)


def test_a_share_of_seats_won_is_never_less_than_nothing_nor_more_than_all() -> None:
    few = readings("luck-adjusted-wins", **lucky(6, "good", "evil"))
    assert few["A", ""].low is not None
    assert 0 <= few["A", ""].low <= few["A", ""].value <= 1 == few["A", ""].high
    assert few["C", ""].low == 0
    assert not readings("luck-adjusted-wins", **lucky(1, "good"))  # above 1, and below 0


# -- the report ----------------------------------------------------------------------------------------------


def test_every_measure_of_knowledge_says_what_all_that_can_be_known_scores() -> None:
    names = [measure.id for measure in MEASURES if measure.everything is not None]
    assert names == [
        "blunders", "vote-regret", "vote-beyond", "suspicion-distance", "bits-extracted", "refutable-claims",
    ]  # fmt: skip
    assert all("`rules`" in BY_ID[id].formula for id in names)
