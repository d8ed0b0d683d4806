"""Each measure against small tables that can be counted on paper."""

from __future__ import annotations

import math
from typing import Any

import pytest

from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Measure, Reading
from tests.arena.measures.small_tables import first_phase, game, seats, tables, votes

BY_ID = {measure.id: measure for measure in MEASURES}


def readings(id: str, **rows: Any) -> dict[tuple[str, str], Reading]:
    """By player and group, over all rulesets."""
    return {(row.player, row.group): row for row in BY_ID[id].read(tables(**rows)) if not row.rules}


def approx(value: float) -> Any:
    return pytest.approx(value, abs=1e-9)


# -- what games came to --------------------------------------------------------------------------------------


def test_wins_by_side_and_by_role_with_the_mean_of_equal_players_beside_them() -> None:
    rows = {
        "games": [game(0), game(1)],
        "seats": [*seats(0, "AABB", "ggge"), *seats(1, "BBAA", "ggge", won="evil")],
    }
    found = readings("wins", **rows)
    # good seats: A, A, B won game 0; B, B, A lost game 1: 3 of 6. Evil: B lost, A won.
    assert found["A", "good"][3:] == (approx(2 / 3), None, None, 3, 1, approx(0.5))
    assert found["B", "good"].value == approx(1 / 3)
    assert found["A", "evil"].value == 1
    assert found["A", ""][3:] == (approx(3 / 4), None, None, 4, 1, approx(0.5))
    roles = readings("wins-by-role", **rows)
    assert roles["B", "villager"].value == approx(1 / 3)
    assert roles["B", "wolf"].value == 0
    assert ("B", "") not in roles


def test_a_game_that_failed_counts_for_no_win() -> None:
    failed = game(1, winner=None, error="broke off")
    found = readings("wins", games=[game(0), failed], seats=[*seats(0, "AB", "ge"), *seats(1, "AB", "ge", won="")])
    assert found["A", ""].n == 1


def test_rulesets_are_told_apart_and_together() -> None:
    made = tables(games=[game(0), game(1, 1, "other")], seats=[*seats(0, "AB", "ge"), *seats(1, "AB", "ge", "evil")])
    found = {(row.player, row.rules, row.group): row.value for row in BY_ID["wins"].read(made)}
    assert found["A", "book", ""] == 1
    assert found["A", "other", ""] == 0
    assert found["A", "", ""] == approx(0.5)


def test_survival() -> None:
    dead = ("night", 1, "kill")
    found = readings("survival", games=[game(0)], seats=seats(0, "AABB", "ggge", s1=dead, s3=dead))
    assert found["A", "good"].value == approx(1 / 2)
    assert found["B", ""].value == approx(1 / 2)
    assert found["A", "good"].nothing == approx(1 / 3)  # of three good one lives


def test_evil_voted_out_on_the_first_day() -> None:
    # Seat 1 dies in the first night: three live, one of them evil, and it is voted out.
    rows = {
        "games": [game(0)],
        "seats": seats(0, "AABB", "ggge", s1=("night", 1, "kill"), s4=("day", 1, "vote")),
        "votes": [*votes(0, 1, {2: 4, 3: 4, 4: 2}, out=4), *votes(0, 2, {2: 3, 3: 2})],
        "decisions": [first_phase(0, "night")],
    }
    found = readings("first-day", **rows)
    assert found["A", "good"][3:] == (1, None, None, 1, 1, approx(1 / 3))
    assert found["B", "evil"][3:] == (1, None, None, 1, 1, approx(1 / 3))
    # Where the day comes first, seat 1 was still there to vote.
    day_first = readings("first-day", **rows | {"decisions": [first_phase(0, "day")]})
    assert day_first["A", "good"][3:] == (1, None, None, 2, 1, approx(1 / 4))


def test_a_first_day_without_anybody_leaving_has_no_chance_either() -> None:
    rows = {"games": [game(0)], "seats": seats(0, "AAB", "gge"), "votes": votes(0, 1, {1: 2, 2: 1, 3: 0})}
    found = readings("first-day", **rows)
    assert found["A", "good"][3:] == (0, None, None, 2, 1, 0)


def test_two_who_leave_on_the_first_day_are_drawn_without_putting_back() -> None:
    rows = {
        "games": [game(0)],
        "seats": seats(0, "AAAAB", "gggge", s1=("day", 1, "vote"), s2=("day", 1, "vote")),
        "votes": [*votes(0, 1, {1: 2, 2: 1}, out=1), *votes(0, 1, {3: 2}, out=2, ballot=2)],
    }
    assert readings("first-day", **rows)["A", "good"].nothing == approx(1 - 4 / 5 * 3 / 4)


# -- votes ---------------------------------------------------------------------------------------------------


def test_vote_accuracy_of_the_good() -> None:
    rows = {
        "games": [game(0)],
        "seats": seats(0, "AABBB", "gggee", s4=("day", 1, "vote"), s1=("night", 2, "kill")),
        "votes": [
            *votes(0, 1, {1: 4, 2: 3, 3: 4, 4: 1, 5: 4}, out=4),  # A: one of two right; B: one of one
            *votes(0, 2, {2: 3, 3: 0, 5: 2}),  # A: wrong; B: blank, which counts for nothing
        ],
        "decisions": [first_phase(0, "night")],
    }
    found = readings("vote-accuracy", **rows)
    assert found["A", ""].value == approx(1 / 3)
    assert found["A", ""].n == 3
    # On day 1 two of the four others are evil, on day 2 one of the two others.
    assert found["A", ""].nothing == approx((1 / 2 + 1 / 2 + 1 / 2) / 3)
    assert found["B", ""].n == 1
    assert found["A", "an evil player left"][3:] == (approx(1 / 2), None, None, 2, 1, approx(1 / 2))


def test_elections_are_no_votes_against_anybody() -> None:
    elected = [row | {"kind": "elect"} for row in votes(0, 1, {1: 3, 2: 3})]
    assert not readings("vote-accuracy", games=[game(0)], seats=seats(0, "AAB", "gge"), votes=elected)


def test_self_sabotage() -> None:
    rows = {
        "games": [game(0)],
        "seats": seats(0, "AAABB", "gggee", s4=("day", 1, "vote")),
        "votes": [
            *votes(0, 1, {1: 4, 2: 2, 3: 5, 4: 1, 5: 4}, out=4),  # 5 helps to send its mate out, 2 names itself
            *votes(0, 2, {1: 5, 2: 5, 5: 1}),  # no mate is left: no choice to make
        ],
        "beliefs": [
            belief(1, 4, 0.9, 4 > 3) | {"number": 1},
            belief(1, 4, 0.1, 4 > 3) | {"number": 2},
            belief(1, 5, 0.5, 5 > 3) | {"number": 2},
            belief(1, 2, 0.3, 2 > 3) | {"number": 2},
            belief(1, 5, 0.5, True, day=2), belief(1, 2, 0.3, False, day=2),
        ],
    }  # fmt: skip
    found = readings("self-sabotage", **rows)
    assert found["B", "evil: for a mate"][3:] == (approx(1 / 2), None, None, 2, 1, approx(1 / 4))
    assert found["B", "evil: a mate left by it"].value == approx(1 / 2)
    # It said .1 of seat 4 last, less than the mean .3, and voted for it; on the next day for 5, of whom it said most.
    assert found["A", "good: against its own word"][3:] == (
        approx(1 / 2),
        None,
        None,
        2,
        1,
        approx((1 / 3 + 1 / 2) / 2),
    )
    assert found["A", "for itself"][3:] == (approx(1 / 5), None, None, 5, 1, 0)


# -- talk ----------------------------------------------------------------------------------------------------


def lean(number: int, seat: int, about: int, evil: bool | None) -> dict[str, Any]:
    at = {"game": 0, "phase": "day", "day": 1}
    return at | {"number": number, "seat": seat, "about": about, "leaning": True, "evil": evil}


def speech(number: int, seat: int, public: bool = True) -> dict[str, Any]:
    return {"game": 0, "number": number, "phase": "day", "day": 1, "seat": seat, "public": public, "text": "…"}


def test_swing_per_message() -> None:
    rows = {
        "games": [game(0)],
        "seats": seats(0, "ABCD", "ggge"),
        "beliefs": [
            lean(1, 1, 3, False), lean(2, 1, 4, True), lean(4, 1, 2, False),
            lean(1, 2, 4, True), lean(2, 2, 4, True),
            lean(1, 4, 1, False), lean(2, 4, 2, False),  # the evil know: they are no listeners
        ],
        "speeches": [speech(2, 3), speech(3, 4), speech(4, 2), speech(4, 3, public=False)],
    }  # fmt: skip
    found = readings("swing", **rows)
    # Seat 3 spoke: listener 1 came to name the evil one, listener 2 did already.
    assert found["C", "good"][3:] == (approx(1 / 2), None, None, 2, 1, 0)
    assert readings("moved", **rows)["C", "good"].value == approx(1 / 2)
    # Then 4 and 2 spoke between two probes of listener 1, who turned away: half of it is each one's.
    assert found["D", "evil"].value == approx(1)
    assert found["B", "good"].value == approx(-1)


def test_a_night_between_two_probes_is_nobodys_swing() -> None:
    later = lean(5, 1, 2, True) | {"day": 2}
    rows = {"seats": seats(0, "AB", "ge"), "beliefs": [lean(1, 1, 0, None), later], "speeches": [speech(2, 2)]}
    assert not readings("swing", games=[game(0)], **rows)


def test_claims_and_lies() -> None:
    def claim(seat: int, true: bool | None, lived: int | None = None) -> dict[str, Any]:
        return {"game": 0, "number": 1, "seat": seat, "kind": "role", "is_true": true, "lived": lived}

    claims = [claim(1, True), claim(1, None), claim(2, False, 3), claim(2, False, 0), claim(2, False), claim(2, True)]
    rows = {"games": [game(0)], "seats": seats(0, "AB", "ge"), "claims": claims}
    truth = readings("claims-true", **rows)
    assert (truth["A", ""].value, truth["A", ""].n) == (1, 1)
    assert truth["B", "evil"].value == approx(1 / 4)
    lies = readings("life-of-a-lie", **rows)
    assert (lies["B", "evil"].value, lies["B", "evil"].n) == (approx(3 / 2), 2)
    assert ("A", "") not in lies


# -- beliefs -------------------------------------------------------------------------------------------------


def belief(seat: int, about: int, suspicion: float, evil: bool, day: int = 1) -> dict[str, Any]:
    at = {"game": 0, "number": 1, "phase": "day", "day": day}
    return at | {"seat": seat, "about": about, "suspicion": suspicion, "leaning": False, "evil": evil}


SEVEN = {"games": [game(0)], "seats": seats(0, "AABBCCC", "gggggee")}


def test_knowing_nothing_of_two_evil_among_six_scores_222() -> None:
    stated = [belief(1, about, 0.5, about > 5) for about in range(2, 8)]
    brier = readings("brier", **SEVEN, beliefs=stated)["A", ""]
    assert (brier.value, brier.n) == (approx(0.25), 6)
    assert brier.nothing == approx(2 / 9)
    log = readings("log-score", **SEVEN, beliefs=stated)["A", ""]
    assert log.value == approx(math.log(2))
    assert log.nothing == approx(-(math.log(1 / 3) / 3 + 2 * math.log(2 / 3) / 3))


def test_what_is_known_of_those_who_left_changes_the_baseline_and_nobody_is_asked_of_them() -> None:
    rows = {"games": [game(0)], "seats": seats(0, "AABBCCC", "gggggee", s7=("day", 1, "vote"), s2=("night", 2, "kill"))}
    rows |= {
        "beliefs": [belief(1, 6, 0.8, True, 2), belief(1, 7, 1.0, True, 2)],
        "decisions": [first_phase(0, "night")],
    }
    found = readings("brier", **rows)["A", ""]
    assert (found.value, found.n) == (approx(0.04), 1)
    assert found.nothing == approx((1 / 4 - 1) ** 2)  # one evil player among the four others who are left


def test_the_evil_forecast_nothing() -> None:
    assert not readings("brier", **SEVEN, beliefs=[belief(6, 1, 0.0, False)])


def test_a_wrong_certainty_has_its_price_in_the_log_score_but_not_all() -> None:
    found = readings("log-score", **SEVEN, beliefs=[belief(1, 6, 0.0, True)])["A", ""]
    assert found.value == approx(-math.log(0.01))


def test_reliability_by_tenths() -> None:
    stated = [belief(1, 2, 0.32, False), belief(1, 6, 0.28, True), belief(1, 7, 0.9, True), belief(3, 6, 0.5, True)]
    found = readings("reliability", **SEVEN, beliefs=stated)
    assert found["A", "0.3"][3:] == (approx(0.5), None, None, 2, 1, approx(1 / 3))
    assert found["A", "0.9"].value == 1
    assert set(found) == {("A", "0.3"), ("A", "0.9"), ("B", "0.5")}


# -- what playing takes --------------------------------------------------------------------------------------


def call(seat: int, number: int, outcome: str = "ok", **more: Any) -> dict[str, Any]:
    player = "AB"[seat - 1]
    made = {"game": 0, "seat": seat, "player": player, "number": number, "call": 1, "outcome": outcome, "silent": False}
    return made | {"prompt": 100, "answer": 10, "cost": 0.5, "seconds": 2.0} | more


def test_failures_by_class() -> None:
    calls = [call(1, 1, "timeout"), call(1, 1), call(1, 2, "form"), call(1, 3), call(2, 1)]
    found = readings("failures", games=[game(0)], calls=calls)
    assert found["A", ""][3:7] == (approx(1 / 2), None, None, 4)
    assert found["A", "timeout"].value == approx(1 / 4)
    assert (found["B", "form"].value, found["B", "form"].n) == (0, 1)


def test_fallbacks() -> None:
    made = [first_phase(0, "day") | {"number": number, "outcome": outcome}
            for number, outcome in enumerate(("made", "silent", "refused", "made"), 1)]  # fmt: skip
    found = readings("fallbacks", games=[game(0)], seats=seats(0, "AB", "ge"), decisions=made)
    assert [found["A", each].value for each in ("silent", "refused", "void")] == [approx(0.25), approx(0.25), 0]


def test_tokens_cost_and_latency_per_decision_seat_and_win() -> None:
    calls = [call(1, 1), call(1, 1, call=2), call(1, 2), call(2, 1, cost=None)]
    rows = {"games": [game(0)], "seats": seats(0, "AB", "ge"), "calls": calls}
    tokens = readings("tokens", **rows)
    assert tokens["A", "per decision"][3:7] == (approx(165), None, None, 2)
    assert tokens["A", "per seat"].value == approx(330)
    assert tokens["A", "per win"].value == approx(330)
    assert ("B", "per win") not in tokens  # it won nothing: there is no number to tell
    assert readings("cost", **rows)["A", "per decision"].value == approx(0.75)
    assert ("B", "per decision") not in readings("cost", **rows)
    assert readings("latency", **rows)["A", "per decision"].value == approx(3)


# -- all of them ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", MEASURES, ids=lambda each: each.id)
def test_every_measure_says_what_it_is_and_finds_nothing_in_an_empty_league(measure: Measure) -> None:
    assert all((measure.id, measure.title, measure.formula, measure.baseline, measure.denominator))
    assert measure.read(tables()) == []
    assert [each.id for each in MEASURES].count(measure.id) == 1
