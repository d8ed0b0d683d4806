"""The picture of the curve: every other seat by name, a group for each moment, nothing for who knows nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

from duskfall.detect.curve import Point
from duskfall.detect.posterior import Posterior
from duskfall.draw.curve_picture import LINE, TOP, CurveDrawn, curve_picture, spread

NAMES = ("Ann", "B<i>", "Cid", "Dee")
SVG = "{http://www.w3.org/2000/svg}"


def point(number: int, evil: Sequence[float], living: Sequence[int] = (1, 2, 3, 4), learnt: float = 0.0) -> Point:
    """What could be known after a night."""
    roles = tuple({"Werewolf": chance, "Villager": 1 - chance} for chance in evil)
    found = Posterior("rules", bool(evil), "", True, 1, 0, 0.0, roles, roles, 1)
    return Point(("night" if number % 2 else "day", number), number, tuple(living), found, tuple(evil), learnt)


POINTS = [
    point(1, (0, 0.5, 0.5, 0.5)),
    point(2, (0, 1, 0.4, 0.1), (1, 3, 4), 1.5),
    point(3, (0, 1, 0.9, 0.1), (1, 3, 4)),
]


def drawn(points: Sequence[Point], viewer: int = 1) -> ElementTree.Element:
    return ElementTree.fromstring(curve_picture(points, NAMES, viewer))


def words(element: ElementTree.Element) -> list[str]:
    return [found.text or "" for found in element.iter(f"{SVG}text")]


def named(element: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in element.iter(f"{SVG}g") if each.get("class") == "names"]


def test_the_living_others_stand_at_the_end_of_their_lines() -> None:
    last = named(drawn(POINTS))[-1]
    assert [word for word in words(last) if "%" not in word] == ["Cid", "Dee"]
    assert [word for word in words(last) if "%" in word] == ["90 %", "10 %"]


def test_whoever_leaves_is_named_where_their_line_ends() -> None:
    assert "† B<i>" in words(drawn(POINTS))


def test_the_public_sees_a_line_for_everybody() -> None:
    assert "Ann" in words(named(drawn(POINTS, viewer=0))[-1])


def test_every_moment_is_a_group_and_only_the_last_shows_names() -> None:
    picture = drawn(POINTS)
    assert [each.get("data-moment") for each in picture.iter(f"{SVG}g") if each.get("class") == "moment"] == list("012")
    assert [each.get("display") for each in named(picture)] == ["none", "none", None]


def test_what_was_learnt_is_a_bar_with_its_number() -> None:
    assert "1.5" in words(drawn(POINTS))
    assert "day 2: 1.5 bits learnt" in [(each.text or "").lower() for each in drawn(POINTS).iter(f"{SVG}title")]


def test_a_moment_that_could_not_be_counted_is_left_out() -> None:
    gap = replace(point(2, ()), evil=())
    picture = drawn([POINTS[0], gap, POINTS[2]])
    assert words(named(picture)[1]) == []
    assert curve_picture([gap], NAMES, 1) == ""


def test_labels_never_stand_over_each_other_nor_outside() -> None:
    crowd = CurveDrawn([point(1, [0.0] * 14, range(1, 15))], [f"P{n}" for n in range(14)], 0)
    for wanted in ([TOP] * 14, [TOP + crowd.tall] * 14, [TOP + 20.0] * 7 + [TOP + 25.0] * 7):
        places = spread(wanted, LINE, crowd)
        assert all(two - one >= LINE - 1e-9 for one, two in pairwise(places))
        assert places[-1] <= TOP + crowd.tall + 1e-9
        assert places[0] >= TOP - LINE
