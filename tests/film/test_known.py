"""The curve of a film: through the chosen eyes, never for who sees all, nor for who still plays without the coach."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

import duskfall
from duskfall.core.facts import Ended, Fact
from duskfall.core.play.game import Game
from duskfall.detect.posterior import Budget
from duskfall.detect.waiting import Means
from duskfall.film import known
from duskfall.film import known as knowing
from duskfall.film.film import film
from duskfall.film.known import film_known
from duskfall.host.service import Service
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.wire.film import FilmKnown
from tests.host.fitting import misfits

from .written import written


@cache
def finished() -> Game:
    """A short game of bots."""
    game = duskfall.start("werewolf", 5, seed=3)
    play(game, seat_players(game, "scripted"))
    return game


def unfinished(*kinds: str, coach: bool = False) -> str:
    """The record of the same game, cut off on its first day, with these players."""
    game = finished()
    entries = len(game.log) // 2
    again = Game.replay(game.plan.rules, game.setup, game.log[:entries])
    assert not any(isinstance(fact, Ended) for fact in again.facts)
    head, *rest = written(again, *kinds).splitlines()
    header = json.loads(head)
    header["game"] |= {"coach": True} if coach else {}
    return "\n".join([json.dumps(header, separators=(",", ":"), ensure_ascii=False), *rest]) + "\n"


def asked(text: str, eyes: object) -> Any:
    return Service().call("film_known", {"text": text, "as": eyes})


def test_the_answer_is_what_the_wire_declares_and_lies_within_the_film() -> None:
    text = written(finished())
    for eyes in ("public", 1, 5):
        found, shown = film_known({"text": text, "as": eyes}), film({"text": text, "as": eyes})
        assert not misfits(found, FilmKnown)
        assert shown["countable"]
        places = [moment["at"] for moment in found["moments"]]
        assert places == sorted(places)
        assert all(0 <= at <= len(shown["events"]) for at in places)
        assert found["svg"].count("data-moment") == len(found["moments"])
        assert all(0 <= moment < len(found["moments"]) for moment in found["most"])


def test_a_seat_sees_no_more_than_its_own_curve() -> None:
    text, game = written(finished()), finished()
    wolf = game.setup.roles.index("Werewolf") + 1
    assert asked(text, wolf)["svg"] != asked(text, "public")["svg"]
    assert asked(text, "nobody")["svg"] == asked(text, "public")["svg"]


def test_who_sees_all_has_nothing_to_find_out() -> None:
    text = written(finished())
    assert not film({"text": text, "as": "moderator"})["countable"]
    assert asked(text, "moderator") == {"error": "What could be known cannot be counted here."}


@pytest.mark.parametrize("coach", [True, False])
def test_who_still_plays_needs_the_coach(coach: bool) -> None:
    text = unfinished("human", *["scripted"] * 4, coach=coach)
    shown = film({"text": text, "as": 1})
    assert shown["coach"] == shown["countable"] == coach
    assert ("svg" in asked(text, 1)) == coach


def test_nobody_waits_for_the_curve_who_has_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object) -> list[Fact]:
        raise AssertionError("nobody has asked")

    monkeypatch.setattr(known, "curve", never)
    assert film({"text": written(finished()), "as": 1})["events"]


def test_a_curve_that_needs_the_compiler_says_that_it_is_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    means = Means(Budget(steps=0, samples=0), "plain", coming=True)
    monkeypatch.setattr(knowing, "means", lambda sight: means)
    found = film_known({"text": written(finished()), "as": 1})
    assert not misfits(found, FilmKnown)
    assert found["coming"]
    assert not found["svg"]
    assert found["found"][0].startswith("Not known yet: getting ready")
