"""What can be known, in words: how it was found, chances as people read them, and why something is certain."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from duskfall.detect.moments import END, Moment, moments, sight_at
from duskfall.detect.posterior import Budget, Posterior, posterior
from duskfall.detect.why import How, reasons
from duskfall.tell.detect.data import as_data
from duskfall.tell.detect.found import how, layer, missing, percent, title
from duskfall.tell.detect.why import lines, told
from duskfall.tell.tongue import speaking
from tests.detect.innocent import read_innocent

COUNTED = Posterior("rules", True, "", True, 1260, 0, 0.0, (), (), 10)


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0.0, "0 %"), (0.001, "<1 %"), (0.25, "25 %"), (0.9949, "99 %"), (0.9951, ">99 %"), (1.0, "100 %")],
)
def test_what_is_nearly_certain_does_not_look_certain(chance: float, told: str) -> None:
    assert percent(chance) == told


def test_how_it_was_found() -> None:
    assert how(COUNTED) == "Exact: 1,260 deals fit what was shown."
    assert how(replace(COUNTED, worlds=1)) == "Exact: one deal fits what was shown."
    sampled = replace(COUNTED, exact=False, worlds=812, error=0.0123)
    assert how(sampled) == "Sampled: 812 effective samples, standard error at most 1.2 %."
    assert how(replace(COUNTED, known=False, reason="too few samples fit")) == "Not known: too few samples fit."
    few = replace(COUNTED, known=False, reason="only 7 fit", template="only {samples} fit", figures={"samples": 7})
    assert how(few) == "Not known: only 7 fit."
    assert missing(COUNTED) == "missing: 0"


def test_a_reason_has_its_figures_and_can_be_told_in_other_languages() -> None:
    game = read_innocent()
    sight = sight_at(game, moments(game)[-1], 0)
    found = posterior(sight, budget=Budget(steps=1, samples=1), target="plain")
    assert re.fullmatch(r"too many worlds to count, and only \d+ effective samples", found.reason)
    assert how(found) == f"Not known: {found.reason}."
    with speaking("ru"):
        assert str(found.figures["samples"]) in how(found)
        assert found.reason not in how(found)


def test_missing_answers_are_counted() -> None:
    assert missing(replace(COUNTED, missing=2)).startswith("missing: 2 (")


def test_every_layer_is_named() -> None:
    assert layer(COUNTED).startswith("Layer: rules (")
    assert layer(replace(COUNTED, layer="claims")).startswith("Layer: claims (")
    assert layer(replace(COUNTED, layer="tea leaves")) == "Layer: tea leaves."


def test_for_whom_and_when() -> None:
    names = ("Ann", "Bob")
    assert title(0, names, Moment(("night", 2), 9, True)) == "What the public can know, night 2"
    assert title(2, names, Moment(END, 9, False)) == "What Bob can know, just before the end"
    assert title(2, names, Moment(END, 9, True)) == "What Bob can know, as far as the game has gone"


def test_why_a_result_is_certain() -> None:
    game = read_innocent()
    sight = sight_at(game, moments(game)[-1], 3)
    found = posterior(sight)
    why = reasons(sight, found)
    assert lines(sight, found, why) == [
        "Bob is of team town: Cid learns of Bob (investigate): INNOCENT (night 1); no Godfather is left.",
        "Shown or told outright: Ann and Dee.",
    ]
    assert [(each.certain, each.how) for each in told(sight, found, why)] == [
        ("Ann is Godfather", How.SAID),
        ("Bob is of team town", How.FOUND),
        ("Dee is Villager", How.SAID),
    ]


def test_what_would_take_too_long_to_find_is_told_by_its_count() -> None:
    game = read_innocent()
    sight = sight_at(game, moments(game)[-1], 3)
    found = posterior(sight)
    line, *_ = lines(sight, found, reasons(sight, found, steps=1))
    assert line == f"Bob is of team town: it is so in all {found.worlds} deals that fit."


def test_as_data() -> None:
    game = read_innocent()
    *_, end = moments(game)
    sight = sight_at(game, end, 3)
    found = posterior(sight)
    data = as_data(sight, found, end, found, reasons(sight, found))
    assert (data["viewer"], data["at"], data["layer"], data["exact"], data["missing"]) == (
        "Cid",
        "end",
        "rules",
        True,
        0,
    )
    assert data["seats"]["Cid"] == {"Cop": 1.0}
    assert data["sides"]["Bob"] == {"town": 1.0}
    assert data["why"][1] == {
        "seats": ["Bob"],
        "side": ["town"],
        "holds": True,
        "certain": "Bob is of team town",
        "how": "found",
        "because": ["Cid learns of Bob (investigate): INNOCENT (night 1)", "no Godfather is left"],
    }
