"""The rows of a finished game: against values that were counted by hand, and against another way of counting."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from duskfall.arena.league import League
from duskfall.arena.schedule import Schedule
from duskfall.arena.store.known.rows import known_rows
from duskfall.arena.store.rows import failed_rows, rows_of
from duskfall.arena.store.tables import DETECTED, TABLES
from duskfall.arena.store.witness import Witness, taken
from duskfall.core.chance import below
from duskfall.core.facts import EVERYONE, MODERATOR, Became, PhaseBegan
from duskfall.core.play.game import Game
from duskfall.core.record import lines
from duskfall.players.bots.scripted import ScriptedPlayer
from duskfall.players.llm.accounts.ledger import Call
from duskfall.players.llm.calls import Usage
from duskfall.study.lies import all_lies
from duskfall.table.eyes import Eyes
from duskfall.table.sheet import TableSheet
from tests.arena.store.knowing import fake
from tests.arena.store.played import BOOKS, DICE, STEADY, Played, named, played, recorded

GAMES = [(rules, seed) for rules in BOOKS for seed in range(4)]


# -- counted by hand -------------------------------------------------------------------------------------------


def test_a_record_of_werewolf() -> None:
    rows = recorded("werewolf-scripted").named()
    (game,) = rows["games"]
    assert (game["game"], game["block"], game["rotation"], game["seed"], game["seconds"]) == (7, 3, 1, 21, 0.25)
    assert (game["winner"], game["reason"], game["rounds"], game["seats"]) == ("werewolves", "side-gone", 3, 8)
    assert (game["answers"], game["error"]) == (72, None)
    assert len(rows["decisions"]) == 72
    assert len(rows["speeches"]) == 24
    fates = {row["seat"]: (row["left_phase"], row["left_day"], row["left_how"], row["won"]) for row in rows["seats"]}
    assert fates == {
        1: ("day", 3, "shoot", True),
        2: (None, None, None, True),
        3: ("day", 2, "vote", False),
        4: ("night", 2, "kill", False),
        5: ("day", 3, "vote", False),
        6: (None, None, None, False),
        7: ("day", 1, "vote", True),
        8: ("night", 3, "kill", False),
    }
    assert [row["side"] for row in rows["seats"]] == ["evil", "evil", "good", "good", "good", "good", "evil", "good"]
    assert [row["alive"] for row in rows["seats"]] == [False, True, False, False, False, True, False, False]
    ballots = Counter((row["day"], row["ballot"], row["verb"], row["kind"], row["out"]) for row in rows["votes"])
    assert ballots == {
        (1, 1, "elect", "elect", 0): 6,
        (1, 2, "vote", "ballot", 7): 8,
        (2, 1, "vote", "ballot", 3): 6,
        (3, 1, "vote", "ballot", 5): 4,
    }
    assert [row["target"] for row in rows["votes"] if row["day"] == 3] == [5, 5, 1, 5]


def test_a_record_of_city_mafia_with_a_second_ballot() -> None:
    rows = recorded("city-mafia-scripted").named()
    ballots = Counter((row["day"], row["ballot"], row["verb"], row["out"]) for row in rows["votes"])
    assert ballots == {
        (1, 1, "vote", 3): 8,
        (2, 1, "vote", 4): 7,
        (3, 1, "vote", 0): 5,
        (3, 2, "revote", 1): 5,
        (4, 1, "vote", 8): 3,
    }
    assert rows["games"][0]["winner"] == "mafia"
    assert [row["won"] for row in rows["seats"]] == [True, True, *[False] * 6]
    assert len(rows["speeches"]) == 29


# -- counted another way ---------------------------------------------------------------------------------------


def told(game: Game) -> list[dict[str, Any]]:
    """The facts as a record has them, each with its number and the time."""
    found, number, time = [], 0, ("", 0)
    for line in map(json.loads, lines(game, "00")):
        if "fact" in line:
            number += 1
            time = (line["phase"], line["number"]) if line["fact"] == "PhaseBegan" else time
            found.append(line | {"no": number, "time": time})
    return found


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_speeches_and_claims_are_those_of_the_record(rules: str, seed: int) -> None:
    one = played(rules, seed)
    rows, facts = one.named(), told(one.game)
    said = [fact for fact in facts if fact["fact"] == "Said"]
    assert [
        (row["number"], (row["phase"], row["day"]), row["seat"], row["part"], row["public"], row["text"])
        for row in rows["speeches"]
    ] == [(s["no"], s["time"], s["seat"], s["part"], s["to"] == "all", s["text"]) for s in said]
    claims = [(s, claim) for s in said if s["to"] == "all" for claim in s["claims"]]
    assert [
        (row["number"], row["seat"], row["kind"], row["about"], row["word"], row["verb"]) for row in rows["claims"]
    ] == [(s["no"], s["seat"], c["kind"], c["seat"], c["word"] or None, c["verb"] or None) for s, c in claims]


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_claims_are_true_or_lies_as_the_cards_have_it(rules: str, seed: int) -> None:
    one = played(rules, seed)
    roles: dict[int, str] = {}
    held: dict[int, dict[int, str]] = {}
    for fact in told(one.game):
        if fact["fact"] in ("Dealt", "Became"):
            roles[fact["seat"]] = fact["role"]
        held[fact["no"]] = dict(roles)
    claims = one.named()["claims"]
    for row in claims:
        if row["kind"] == "role":
            assert row["is_true"] == (held[row["number"]][row["about"]] == row["word"])
        else:
            assert (row["is_true"] is None) == (row["kind"] in ("accuse", "defend"))
    lies = [
        (row["seat"], row["kind"], row["about"], row["lived"], row["ended"])
        for row in claims
        if row["lived"] is not None
    ]
    assert lies == [
        (lie.seat, lie.claim.kind, lie.claim.seat, lie.phases, lie.end.why if lie.end else None)
        for lie in all_lies(one.game.facts, one.game.plan.rules)
    ]
    assert all(row["is_true"] is False for row in claims if row["lived"] is not None)


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_votes_are_those_of_the_record(rules: str, seed: int) -> None:
    one = played(rules, seed)
    rows, facts = one.named()["votes"], told(one.game)
    ballots = [fact for fact in facts if fact["fact"] == "Voted"]
    left: dict[int, int] = {}  # by the number of the ballot's fact
    for out in (fact for fact in facts if fact["fact"] == "Out"):
        left.setdefault(max(each["no"] for each in ballots if each["no"] < out["no"]), out["seat"])
    wanted, before = [], Counter[tuple[str, int]]()
    for each in ballots:
        before[each["time"]] += 1
        place = each["time"][1], before[each["time"]], each["verb"], left.get(each["no"], 0)
        wanted += [(*place, seat, target if type(target) is int else 0) for seat, target in each["ballots"]]
    columns = ("day", "ballot", "verb", "out", "seat", "target")
    assert [tuple(row[key] for key in columns) for row in rows] == wanted
    assert {row["kind"] for row in rows if row["verb"] != "elect"} == {"ballot"}
    assert {row["kind"] for row in rows if row["verb"] == "elect"} <= {"elect"}


@pytest.mark.parametrize("rules", BOOKS)
def test_whoever_is_alive_has_not_left(rules: str) -> None:
    one = played(rules, 5)
    for row in one.named()["seats"]:
        assert row["alive"] == (row["left_how"] is None) == bool(one.game.state.alive >> row["seat"] & 1)
        assert (row["role"], row["role_end"]) == (
            one.game.setup.roles[row["seat"] - 1],
            one.game.state.roles[row["seat"]],
        )
        assert row["player"] == {"scripted": "steady", "random": "dice"}[row["kind"]]


# -- decisions -------------------------------------------------------------------------------------------------


def mischief(rules: str, seed: int) -> tuple[Played, list[tuple[Any, ...]]]:
    """A game in which many answers are no good, and what was seen of each while it was played."""
    game, eyes, witness = TableSheet(rules, seats=9).start(seed), Eyes(), Witness()
    players = {seat: ScriptedPlayer(seed + seat) for seat in range(1, 10)}
    seen: list[tuple[Any, ...]] = []
    witness(game)
    while game.asks:
        ask = game.asks[0]
        bad = (None, 99, "nobody here", {"target": ask.seat}, ["?"], {"text": 7})
        lot = below(seed, "mischief", len(seen), 3 * len(bad))
        value = bad[lot] if lot < len(bad) else players[ask.seat].answer(ask, eyes.of(ask.seat, game))
        state, more = game.state, ask.tries > 1
        time = state.phase, state.night if state.phase == "night" else state.day
        reason = game.answer(ask.seat, ask.verb, value)
        how = "silent" if value is None else "made" if not reason else "refused" if more else "void"
        seen.append((*time, ask.seat, ask.verb, how))
        witness(game)
    return Played(game, ("scripted",) * 9, witness), seen


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_every_answer_is_a_decision_and_says_what_became_of_it(rules: str, seed: int) -> None:
    one, seen = mischief(rules, seed)
    rows = one.named()["decisions"]
    assert [(row["phase"], row["day"], row["seat"], row["verb"], row["outcome"]) for row in rows] == seen
    assert [row["number"] for row in rows] == list(range(1, len(seen) + 1))
    assert {"made", "silent", "void"} <= {row["outcome"] for row in rows}


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_a_witness_has_seen_what_playing_again_finds(rules: str, seed: int) -> None:
    for one in (played(rules, seed), mischief(rules, seed)[0]):
        assert one.witness is not None
        assert one.witness.taken == taken(one.game)
        assert one.rows() == one._replace(witness=None).rows()


def test_a_witness_who_missed_something_is_not_believed() -> None:
    one, _ = mischief("werewolf", 2)
    wanted = one._replace(witness=None).rows()
    late, deaf = Witness(), Witness()
    late.taken, deaf.taken = taken(one.game)[3:], []
    assert one._replace(witness=late).rows() == one._replace(witness=deaf).rows() == wanted


def test_answers_that_were_taken_back_are_no_decisions() -> None:
    game, eyes, witness = TableSheet("werewolf", seats=9).start(1), Eyes(), Witness()
    players = {seat: ScriptedPlayer(seat) for seat in range(1, 10)}
    witness(game)
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, players[ask.seat].answer(ask, eyes.of(ask.seat, game)))
        if len(game.log) == 20:
            game.undo(5)
        witness(game)
    rows = Played(game, ("scripted",) * 9, witness).named()
    assert len(rows["decisions"]) == sum(entry.kind == "answer" for entry in game.log) - 5


def test_what_was_chosen_is_a_target_a_word_or_a_role() -> None:
    rows = [row for rules, seed in GAMES for row in played(rules, seed).named()["decisions"]]
    assert all(row["target"] == 0 for row in rows if row["word"] in ("nobody", "skip"))
    assert any(row["word"] == "skip" and row["verb"] == "say" for row in rows)
    assert any(row["target"] and row["verb"] == "vote" and row["word"] is None for row in rows)


# -- beliefs and calls -----------------------------------------------------------------------------------------


def believing(seed: int) -> Played:
    """A game in which each speaker says how much it suspects the next seat."""
    game, eyes = TableSheet("ai-mafia", seats=8).start(seed), Eyes()
    players = {seat: ScriptedPlayer(seat) for seat in range(1, 9)}
    while game.asks:
        ask = game.asks[0]
        value = players[ask.seat].answer(ask, eyes.of(ask.seat, game))
        if ask.speech:
            about = ask.seat % 8 + 1
            value = {"text": value if isinstance(value, str) else "…", "suspicion": {str(about): 0.5, "99": 1, "x": 1}}
        game.answer(ask.seat, ask.verb, value)
    return Played(game, ("scripted",) * 8)


def test_suspicions_are_beliefs_with_what_was_true() -> None:
    one = believing(2)
    rows, facts = one.named()["beliefs"], one.game.facts
    speakers = [entry.seat for entry in one.game.log if isinstance(entry.value, dict) and "suspicion" in entry.value]
    assert [row["seat"] for row in rows] == speakers
    teams = [one.game.plan.roles[role].team for role in one.game.setup.roles]
    for row in rows:
        assert (row["about"], row["suspicion"], row["leaning"]) == (row["seat"] % 8 + 1, 0.5, False)
        assert row["evil"] == (teams[row["about"] - 1] == "mafia")
        said = facts[row["number"]]  # the first that came of the answer
        assert getattr(said, "seat", row["seat"]) == row["seat"]


def test_leanings_are_beliefs_with_the_role_of_their_time() -> None:
    one = played("werewolf", 3)
    seat = one.game.setup.roles.index("Villager") + 1
    at = next(at for at, fact in enumerate(one.game.facts) if isinstance(fact, PhaseBegan) and fact.phase == "day")
    one.game.facts.insert(at + 1, Became(MODERATOR, seat, "Werewolf", "werewolves"))  # no book of ours turns coats
    before, after = at + 1, at + 2
    notes: list[dict[str, Any]] = [{"probe": [before, 1, seat]}, {"probe": [after, 1, seat]}]
    notes += [{"probe": [after, 2, "nobody"]}, {"probe": [after, 3, None]}, {"at": "noon"}]
    rows = one.named(notes=notes)["beliefs"]
    seen = [(row["number"], row["seat"], row["about"], row["evil"]) for row in rows]
    assert seen == [(before, 1, seat, False), (after, 1, seat, True), (after, 2, 0, None)]
    assert all((row["suspicion"], row["leaning"], row["phase"], row["day"]) == (None, True, "day", 1) for row in rows)
    earlier = one.named(notes=[{"probe": [at, 1, seat]}])["beliefs"]
    assert [(row["phase"], row["day"]) for row in earlier] == [("night", 1)]


def test_calls_are_rows_with_nulls_where_nobody_counted() -> None:
    one = played("ai-mafia", 1)
    usage = Usage(prompt=100, cached=40, stored=0, answer=20, reasoning=5)
    calls = [
        Call(3, 1, "say", 1, "x:y", "ok", seconds=1.5, usage=usage, cost=0.01),
        Call(4, 2, "vote", 2, "x:y", "timeout", why="too slow", silent=True),
    ]
    first, second = one.named(calls=calls)["calls"]
    assert first["player"] == one.fixture.lineup[2]
    assert [first[key] for key in ("prompt", "cached", "answer", "reasoning", "cost", "why")] == [
        100,
        40,
        20,
        5,
        0.01,
        None,
    ]
    assert [second[key] for key in ("prompt", "cached", "answer", "reasoning", "cost")] == [None] * 5
    assert (second["why"], second["silent"], second["outcome"]) == ("too slow", True, "timeout")


def test_personas_are_those_of_the_record() -> None:
    rows = played("ai-mafia", 1).named(models={"2": {"persona": "grump"}, "3": {"temperature": 1}})["seats"]
    assert [row["persona"] for row in rows[:4]] == [None, "grump", None, None]


# -- games that are not over -----------------------------------------------------------------------------------


def test_a_failed_game_has_its_seats_and_nothing_that_came_of_it() -> None:
    league = League((STEADY, DICE), (TableSheet("werewolf", seats=9),), 1)
    fixture = Schedule(league)[4]
    rows = named(failed_rows(fixture, league, "it broke", 2.0))
    assert set(rows) == {"games", "seats"}
    (game,) = rows["games"]
    assert (game["error"], game["seconds"], game["rules"], game["seed"]) == ("it broke", 2.0, "werewolf", fixture.seed)
    assert [game[key] for key in ("winner", "reason", "rounds", "answers")] == [None] * 4
    assert [row["player"] for row in rows["seats"]] == list(fixture.lineup)
    assert {row["kind"] for row in rows["seats"]} == {"scripted", "random"}
    assert {row["side"] for row in rows["seats"]} == {"good", "evil"}
    assert all(row[key] is None for row in rows["seats"] for key in ("won", "alive", "role_end", "left_how", "persona"))


def test_a_game_that_is_not_over_has_no_rows() -> None:
    one = Played(TableSheet("werewolf", seats=9).start(1), ("scripted",) * 9)
    with pytest.raises(ValueError, match="game 7 is not over"):
        one.rows()


def test_private_words_are_marked() -> None:
    one = next(each for seed in range(40) if _whispers(each := played("town-of-agents", seed)))
    rows = one.named()["speeches"]
    assert {row["public"] for row in rows} == {True, False}
    assert sum(not row["public"] for row in rows) == _whispers(one)


def _whispers(one: Played) -> int:
    return sum(type(fact).__name__ == "Said" and fact.to != EVERYONE for fact in one.game.facts)


def test_rows_have_all_columns() -> None:
    one = played("city-mafia", 3)
    rows = one.rows()
    assert set(rows) == set(TABLES) - set(DETECTED)
    rows |= known_rows(7, TableSheet("city-mafia", seats=9), one.game, taken(one.game), fake)
    assert set(rows) == set(TABLES)
    assert rows_of.__module__ == "duskfall.arena.store.rows"
    assert all(len(row) == len(TABLES[table]) for table, found in rows.items() for row in found)
