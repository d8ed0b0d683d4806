"""What a film holds: the events of one view, the board at each, marks, ballots, nights, costs, the end."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

import duskfall
from duskfall.core.facts import Announced, Fact, Fell, Out, PhaseBegan, Removed, Voted
from duskfall.core.view import View, view
from duskfall.film.ending import film_story
from duskfall.film.film import film
from duskfall.players.base import HUMAN
from duskfall.rules import BOOKS
from duskfall.seat.items import items
from duskfall.seat.screen import chair, screen, team_numbers
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.wire.film import Film
from tests.film.written import finished, written
from tests.host.fitting import misfits
from tests.laws.pairs import PAIRS
from tests.laws.received import Side
from tests.laws.shown_channels import follow
from tests.laws.tables import Answers, play

OUTSIDE = {"rich", "click", "yaml", "msgspec", "starlette", "uvicorn", "httpx2", "openai"}
BOARD = ("public", "moderator", *range(1, 11))


def seat_of(eyes: int | str) -> int | None:
    return {"public": 0, "moderator": None}.get(eyes, eyes)  # type: ignore[call-overload, no-any-return]


def boards(found: Film) -> list[list[Any]]:
    """The board after each event."""
    now = {each["seat"]: each for each in found["chairs"]}
    told = []
    for event in found["events"]:
        now |= {each["seat"]: each for each in event["chairs"]}
        told.append(list(now.values()))
    return told


# -- what is seen --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", BOOKS)
def test_a_film_holds_the_events_of_a_view_and_nothing_else(rules: str) -> None:
    game = finished(rules)
    text = written(game)
    for eyes in BOARD:
        found, seen = film({"text": text, "as": eyes}), view(game.facts, seat_of(eyes))
        assert not misfits(found, Film)
        assert (found["as"], found["verified"]) == (eyes, True)
        assert [event["told"] for event in found["events"]] == items(seen)


@pytest.mark.parametrize("name", PAIRS)
def test_a_film_does_not_depend_on_what_its_viewer_may_not_know(name: str) -> None:
    pair = PAIRS[name]
    left, right = (_film_texts(side, pair.seats, pair.until) for side in (pair.left, pair.right))
    assert left == right
    assert any("said" in each or "vote" in each or "phase" in each for each in left)


def _film_texts(side: Side, seats: frozenset[int], until: str) -> list[str]:
    """The films of a game as far as it may be compared, as bytes of JSON; the calls of models are there, too."""
    facts: list[Fact] = []
    games = []

    def listen(game: Any) -> None:
        facts[:] = game.facts
        games[:] = [game]

    follow(side, until, listen)
    text = written(games[0], facts=facts)
    return [json.dumps(film({"text": text, "as": seat or "public", "calls": CALLS})) for seat in sorted(seats)]


@pytest.mark.parametrize("rules", BOOKS)
def test_the_board_stands_at_each_event_as_it_stood(rules: str) -> None:
    game = finished(rules)
    for eyes in ("public", "moderator", 3):
        found, seen = film({"text": written(game), "as": eyes}), view(game.facts, seat_of(eyes))
        partial, numbers, told = View(seen.seat), team_numbers(seen), boards(found)
        for fact in seen.facts[:-1]:
            partial.take(fact)
            here = len(items(partial))
            if here and not isinstance(fact, Announced):
                now = [chair(partial, seat, numbers) for seat in range(1, 11)]
                assert told[here - 1] == now
        assert found["end"] is not None
        assert found["end"]["chairs"] == [chair(seen, seat, numbers) for seat in range(1, 11)]
        if seen.seat:
            assert found["end"]["chairs"] == screen(seen, [])["seats"]


def test_the_dead_fall_one_after_the_other() -> None:
    """The board never runs ahead of what is told."""
    for rules in BOOKS:
        found = film({"text": written(finished(rules)), "as": "public"})
        for event, board in zip(found["events"], boards(found), strict=True):
            if event["told"]["kind"] == "dawn" and not event["told"]["quiet"]:
                assert not event["chairs"]
            if event["told"]["kind"] == "death":
                assert not board[event["told"]["seat"] - 1]["alive"]


@pytest.mark.parametrize("rules", BOOKS)
def test_every_phase_ballot_death_and_the_end_are_marked(rules: str) -> None:
    game = finished(rules)
    found = film({"text": written(game), "as": "public"})
    seen = view(game.facts, 0).facts
    kinds = [mark["kind"] for mark in found["marks"]]
    assert kinds.count("night") + kinds.count("day") == sum(isinstance(fact, PhaseBegan) for fact in seen)
    assert kinds.count("vote") == sum(isinstance(fact, Voted) for fact in seen) == len(found["ballots"])
    announced = sum(len(fact.dead) for fact in seen if isinstance(fact, Announced))
    assert kinds.count("death") == announced + sum(isinstance(fact, Out | Fell | Removed) for fact in seen)
    assert found["marks"][-1] == {"at": len(found["events"]), "kind": "end", "text": "The end"}
    assert [mark["at"] for mark in found["marks"]] == sorted(mark["at"] for mark in found["marks"])
    for mark in found["marks"][:-1]:
        told = found["events"][mark["at"]]["told"]
        assert (
            told["kind"] in {"night": "phase", "day": "phase", "vote": "vote", "death": ("death", "line")}[mark["kind"]]
        )
        assert told["text"] == mark["text"]


@pytest.mark.parametrize("rules", BOOKS)
def test_the_vote_matrix_is_what_was_opened(rules: str) -> None:
    game = finished(rules)
    found = film({"text": written(game), "as": "public"})
    opened = [fact for fact in view(game.facts, 0).facts if isinstance(fact, Voted)]
    assert opened
    for fact, ballot in zip(opened, found["ballots"], strict=True):
        whom = [(vote["seat"], vote["whom"] or vote["label"]) for vote in ballot["votes"]]
        assert [seat for seat, _ in whom] == [seat for seat, _ in fact.ballots]
        assert [each for _, each in whom if isinstance(each, int)] == [t for _, t in fact.ballots if isinstance(t, int)]
        for target, total in fact.tally:
            mine = [vote for vote in ballot["votes"] if vote["whom"] == target]
            if isinstance(target, int) and fact.ballots:
                assert float(total) == sum(float(vote["weight"] or 1) for vote in mine)


# -- for whom ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", BOOKS)
def test_the_pictures_of_the_nights_are_the_moderators(rules: str) -> None:
    text = written(finished(rules))
    found = film({"text": text, "as": "moderator"})
    assert found["nights"]
    assert all(night["svg"].startswith("<svg") and night["lines"] for night in found["nights"])
    assert all(night["at"] < len(found["events"]) for night in found["nights"])
    assert not film({"text": text, "as": "public"})["nights"]
    assert not film({"text": text, "as": 1})["nights"]


def test_a_finished_game_may_be_seen_through_any_eyes_and_one_that_is_played_may_not() -> None:
    text = written(finished("werewolf"))
    found = film({"text": text, "as": "nobody"})
    assert (found["as"], [each["value"] for each in found["viewers"]]) == (
        "public",
        ["moderator", *BOARD[:1], *BOARD[2:]],
    )
    game = play(duskfall.start("werewolf", 7, seed=4), Answers(3, wild=0), 12)
    running = written(game, *["scripted"] * 6, HUMAN)
    for eyes in ("moderator", 1):
        found = film({"text": running, "as": eyes})
        assert (found["as"], [each["value"] for each in found["viewers"]]) == ("public", [7, "public"])
        assert found["end"] is None


def test_thoughts_are_the_moderators() -> None:
    side = PAIRS["what somebody thinks"].left
    game = side.table.start()
    while game.asks:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
    text = written(game)

    def thoughts(eyes: int | str) -> list[str]:
        events = film({"text": text, "as": eyes})["events"]
        return [event["told"]["text"] for event in events if event["thought"]]

    assert [each for each in thoughts("moderator") if "Dee!" in each or "Ha" in each] == thoughts("moderator") != []
    assert not any(thoughts(eyes) for eyes in ("public", 1, 2, 6))


CALLS = "".join(
    json.dumps({"seat": seat, "outcome": "ok", "model": "m", "prompt": 100, "answer": 7, "cost": cost}) + "\n"
    for seat, cost in ((1, 0.25), (1, 0.5), (2, None))
) + json.dumps({"note": "no call"})


def test_costs_are_summed_by_seat_for_who_may_see_them() -> None:
    text = written(finished("werewolf"))
    first = {"seat": 1, "model": "m", "calls": 2, "read": 200, "written": 14, "cost": 0.75}
    second = {"seat": 2, "model": "m", "calls": 1, "read": 100, "written": 7, "cost": None}
    for eyes, told in (("moderator", [first, second]), (1, [first]), (3, []), ("public", [])):
        assert film({"text": text, "as": eyes, "calls": CALLS})["costs"] == told


@pytest.mark.parametrize("calls", ["{", "[]", '{"outcome": 1}', '{"seat":1,"outcome":"ok","cost":NaN}', "9" * 9999])
def test_calls_that_cannot_be_read_are_told_in_one_line(calls: str) -> None:
    with pytest.raises(ValueError, match="cannot be read: their file is damaged") as error:
        film({"text": written(finished("werewolf")), "calls": calls})
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_tells_everything_in_every_language(language: str) -> None:
    game = finished("city-mafia")
    with speaking(language):
        found, tale = film({"text": written(game), "as": "public"}), film_story({"text": written(game)})
    end = found["end"]
    assert end is not None
    assert [each["name"] for each in end["fates"]] == list(game.names)
    assert all(each["role"] and each["team"] for each in end["fates"])
    assert any(each["won"] for each in end["fates"])
    assert end["line"]
    assert tale["points"]
    assert tale["counted"]


def test_a_game_that_is_not_over_has_no_story() -> None:
    game = play(duskfall.start("werewolf", 7, seed=4), Answers(3, wild=0), 12)
    assert film_story({"text": written(game)}) == {"points": [], "counted": "", "lie": ""}


def test_nothing_but_the_standard_library_is_needed() -> None:
    """It runs in a browser."""
    code = (
        "import sys, duskfall.film.film, duskfall.film.ending;print(*{name.partition('.')[0] for name in sys.modules})"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not OUTSIDE & set(run.stdout.split())
