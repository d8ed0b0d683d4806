"""What could be known when somebody chose: whose view it is, what is put down, and a game worked out by hand."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from math import log2
from pathlib import Path
from typing import Any

import pytest

from duskfall.arena.folder import CHUNKS
from duskfall.arena.measures import MEASURES
from duskfall.arena.measures.measure import Reading
from duskfall.arena.store.known.chances import side_chances
from duskfall.arena.store.known.rows import Knower, known_rows
from duskfall.arena.store.parquet import write_tables
from duskfall.arena.store.query import open_tables
from duskfall.arena.store.witness import taken
from duskfall.batch.run import simulate
from duskfall.batch.table import Table
from duskfall.core.facts import Announced, Fell, Out, PhaseBegan, Said
from duskfall.core.play.game import Game
from duskfall.core.view import visible
from duskfall.detect.sight import Sight
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.rules.registry import book
from duskfall.study.primer import read
from duskfall.table.eyes import Eyes
from duskfall.table.sheet import TableSheet
from tests.arena.store.knowing import fake, small
from tests.arena.store.played import BOOKS, Named, Played, named, played


def rows_of(one: Played, detect: Any = fake) -> Named:
    return named(Knower(7, one.game, detect).follow(taken(one.game)))


# -- whose view ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", BOOKS)
def test_every_mind_is_that_of_the_seat_when_it_was_asked_and_sees_nothing_else(rules: str) -> None:
    game, eyes = TableSheet(rules, seats=8).start(3), Eyes()
    players = {seat: ScriptedPlayer(seat) for seat in range(1, 9)}
    shown: set[tuple[int, tuple[Any, ...]]] = set()  # to whom, and what, at any question
    while game.asks:
        ask = game.asks[0]
        view = eyes.of(ask.seat, game)
        shown.add((ask.seat, tuple(view.facts)))
        game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, view))
    asked: list[Sight] = []
    Knower(0, game, lambda seen: asked.append(seen) or fake(seen)).follow(taken(game))  # type: ignore[func-returns-value]
    assert len(asked) > 8
    for seen in asked:
        assert (seen.seat, seen.facts) in shown
        assert all(visible(fact, seen.seat) for fact in seen.facts)
        assert seen.going
        assert seen.rules is game.plan.rules
    assert len({(seen.seat, seen.facts) for seen in asked}) == len(asked), "each view is looked into once"


@pytest.mark.parametrize("rules", BOOKS)
def test_choices_are_those_answers_that_harm_or_help_somebody_else(rules: str) -> None:
    one = played(rules, 2)
    rows, kinds = rows_of(one), read(one.game.plan.rules)
    made = {(row["number"], row["seat"]): row for row in one.named()["decisions"] if row["outcome"] == "made"}
    assert {row["kind"] for row in rows["choices"]} >= {"ballot", "kill"}
    for row in rows["choices"]:
        decision = made[row["answer"], row["seat"]]
        assert row["kind"] in kinds.kinds(decision["verb"])
        assert row["target"] == decision["target"] != row["seat"]
        assert row["seat"] not in row["options"]
        assert not row["target"] or row["target"] in row["options"]
    ballots = [row for row in rows["choices"] if row["kind"] == "ballot" and row["target"]]
    cast = [row for row in one.named()["votes"] if row["kind"] == "ballot" and row["target"] not in (0, row["seat"])]
    assert [(row["seat"], row["target"]) for row in ballots] == [(row["seat"], row["target"]) for row in cast]


def test_knowledge_is_of_those_still_in_and_says_what_was_so() -> None:
    one = played("werewolf", 2)
    rows = rows_of(one)
    sides = {seat: read(one.game.plan.rules).cards[role].side for seat, role in enumerate(one.game.setup.roles, 1)}
    assert len(rows["moments"]) == len({(row["seat"], row["number"]) for row in rows["choices"]})
    for row in rows["knowledge"]:
        assert row["was_evil"] == (sides[row["about"]] == "evil")
        assert row["evil"] + row["good"] == pytest.approx(1)
        assert one.game.view(row["seat"]).facts  # a seat of this game
        before = one.game.facts[: row["number"]]
        assert not any(type(fact).__name__ == "Out" and fact.seat == row["about"] for fact in before)  # type: ignore[union-attr]


def test_what_is_not_known_is_counted_and_nothing_else_is_said_of_it() -> None:
    one = played("city-mafia", 1)
    rows = rows_of(one, lambda seen: fake(seen, known=False))
    assert {(row["known"], row["exact"], row["reason"]) for row in rows["moments"]} == {(False, True, "more than 7")}
    assert rows["knowledge"] == rows["heard"] == []
    assert rows["choices"]


def test_what_was_sampled_refutes_no_claim() -> None:
    one = played("city-mafia", 1)
    assert rows_of(one)["heard"]
    sampled = rows_of(one, lambda seen: fake(seen, exact=False))
    assert sampled["heard"] == []
    assert sampled["knowledge"]


# -- claims --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", BOOKS)
def test_a_claim_is_judged_once_by_those_who_vote_next_unless_somebody_has_left_since(rules: str) -> None:
    heard = 0
    for one in (played(rules, seed) for seed in range(3)):
        rows, facts = rows_of(one), one.game.facts
        made = [len(fact.claims) if isinstance(fact, Said) else 0 for fact in facts]
        judged = Counter((row["number"], row["listener"]) for row in rows["heard"])
        assert all(many <= made[number - 1] for (number, _), many in judged.items())
        for row in rows["heard"]:
            ballots = [each["number"] for each in rows["choices"] if each["seat"] == row["listener"]]
            since = facts[row["number"] : min(each for each in ballots if each >= row["number"])]
            assert not any(isinstance(fact, PhaseBegan | Out | Fell | Announced) for fact in since)
            assert row["seat"] != row["listener"]
        heard += len(rows["heard"])
    assert heard


@pytest.mark.parametrize("rules", BOOKS)
def test_what_is_true_is_never_refuted(rules: str) -> None:
    heard = 0
    for seed in range(4):
        one = played(rules, seed, 6)
        truth: dict[tuple[int, int, str], set[bool | None]] = {}
        for row in one.named()["claims"]:
            truth.setdefault((row["number"], row["seat"], row["kind"]), set()).add(row["is_true"])
        for row in rows_of(one, small)["heard"]:
            heard += 1
            if truth[row["number"], row["seat"], row["kind"]] == {True}:
                assert not row["refuted"], (seed, row)
            assert row["guess"] is None or 0 <= row["guess"] <= 1
    assert heard or rules in ("ai-mafia", "ai-mafia-classic")


# -- the chance of the cards ---------------------------------------------------------------------------------


def test_the_chance_of_a_seat_is_that_of_its_side_in_random_play() -> None:
    sheet = TableSheet("ai-mafia", deck=("Mafia*2", "Jester", "Cop", "Villager*5"))
    game = sheet.start(4)
    rows = named(known_rows(7, sheet, game, []))["chances"]
    counted = simulate(Table.make(sheet.ruleset, deck=sheet.deck), 2000, device="plain")
    assert {row["chance"] for row in rows} == {counted.wins["mafia"] / 2000, counted.wins["town"] / 2000, 0}
    for row in rows:
        team = game.plan.roles[game.setup.roles[row["seat"] - 1]].team
        assert row["chance"] == counted.wins.get(team, 0) / 2000
    assert sum(side_chances(sheet).values()) == pytest.approx(1 - counted.draws / 2000)


# -- a game that is worked out by hand -----------------------------------------------------------------------

CAST = {"Ann": "Cop", "Bob": "Mafia", "Cid": "Doctor", "Dee": "Villager", "Eve": "Villager", "Fay": "Villager"}
ANSWERS = (
    {(2, "kill"): 6, (1, "investigate"): 4, (3, "protect"): 3},  # Fay dies; Ann reads that Dee is innocent
    {
        (1, "vote"): {"target": 4, "suspicion": {"4": 0.0}},  # a blunder: Dee is proven
        (2, "vote"): 1,
        (3, "vote"): 2,
        (4, "vote"): {"target": 1, "suspicion": {"2": 0.5}},
        (5, "vote"): 1,
    },
    {(2, "kill"): 4, (3, "protect"): 5},
    {(2, "vote"): 3, (3, "vote"): 2, (5, "vote"): 3},
)


def worked_out(cast: dict[str, str] = CAST, swapped: tuple[int, ...] = ()) -> Game:
    """The game; the acts of these seats by night are those of the next in the row."""
    game = Game.start(book("ai-mafia-classic"), cast, talk=False)
    others = dict(zip(swapped, (*swapped[1:], *swapped[:1]), strict=True))
    for answers in ANSWERS:
        for (seat, verb), value in answers.items():
            assert not game.answer(seat if verb == "vote" else others.get(seat, seat), verb, value)
    return game


def test_two_games_that_look_alike_to_a_seat_are_the_same_to_its_mind() -> None:
    games = worked_out(), worked_out(CAST | {"Bob": "Doctor", "Cid": "Mafia"}, (2, 3))
    found = [named(Knower(7, game, small).follow(taken(game))) for game in games]
    for seat in (4, 5):  # Dee and Eve know neither of the two
        minds = [[each for each in rows["moments"] if each["seat"] == seat] for rows in found]
        chances = [
            [
                (row["number"], row["about"], row["evil"], row["good"], row["own"])
                for row in rows["knowledge"]
                if row["seat"] == seat
            ]
            for rows in found
        ]
        assert minds[0] == minds[1]
        assert chances[0] == chances[1] != []
    assert [row["was_evil"] for row in found[0]["knowledge"]] != [row["was_evil"] for row in found[1]["knowledge"]]


def by_hand(folder: Path) -> dict[tuple[str, str], Reading]:
    """What the measures say of the game, by measure and group."""
    game = worked_out()
    one = Played(game, ("scripted",) * 6)
    into = folder / CHUNKS / "000000"
    into.mkdir(parents=True)
    write_tables(into, one.rows() | known_rows(7, TableSheet(game.plan.rules.id, seats=6), game, taken(game)))
    with closing(open_tables(folder)) as tables:
        return {(each.id, row.group): row for each in MEASURES for row in each.read(tables) if not row.rules}


def test_a_game_worked_out_by_hand(tmp_path: Path) -> None:
    found = by_hand(tmp_path)
    # Ann has Bob, Cid and Eve left for the one Mafia: 1/3 each; she names Dee, one proven of four on the ballot,
    # where she could also have named nobody.
    assert found["blunders", "ballot"][3:] == (1, None, None, 1, 1, 0.2)
    assert found["blunders", ""].n == 1
    # On day 1 Cid, Dee and Eve know nothing of the four others: 1/4 each. On day 2 the Cop and two villagers are shown.
    # For Cid the last villager and the Mafia are Bob and Eve, for Eve the Doctor and the Mafia are Bob and Cid.
    # So it is 1/2 each, and nobody but Ann could have voted better or worse: by 1/3, and by 1/3 − 1/4 at random.
    regret = found["vote-regret", ""]
    assert (regret.value, regret.n, regret.nothing) == (pytest.approx(1 / 3), 1, pytest.approx(1 / 3 - 1 / 4))
    # Expected hits: Ann 0, Cid, Dee and Eve 1/4, Cid and Eve 1/2: 7/4 in all. Bob was named twice.
    assert found["vote-beyond", ""].value == pytest.approx((2 - 7 / 4) / 6)
    # Ann rightly says 0 of Dee, of whom the mean of all four says 1/4; Dee says 1/2 of Bob instead of 1/4.
    off, there = 0.25 * log2(0.25 / 0.5) + 0.75 * log2(0.75 / 0.5), log2(4 / 3)
    distance = found["suspicion-distance", ""]
    assert (distance.value, distance.nothing) == (pytest.approx(off / 2), pytest.approx(there / 2))
    assert found["bits-extracted", ""].value == pytest.approx((there - off) / there)
