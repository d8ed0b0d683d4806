"""Pictures: valid, the same every time, true to the data, with nothing drawn over anything else."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from duskfall.cli import cli
from duskfall.core.facts import MODERATOR, Chose, Died, Fact, Landed, Overturned, Told, Void
from duskfall.draw import export
from duskfall.draw.layout import Ends
from duskfall.draw.night_picture import night_picture
from duskfall.draw.places import layout
from duskfall.draw.ruleset_picture import merged
from duskfall.draw.svg import TextLine, wide
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Check

SVG = "{http://www.w3.org/2000/svg}"
RULESETS = [ruleset(name) for name in BOOKS]
every_ruleset = pytest.mark.parametrize("book", RULESETS, ids=list(BOOKS))
Rectangle = tuple[float, float, float, float]


def drawn(text: str) -> ElementTree.Element:
    """The picture as XML."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def words(root: ElementTree.Element) -> list[str]:
    """All that is written in it."""
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def written(root: ElementTree.Element, x: float = 0, y: float = 0) -> list[tuple[str, Rectangle]]:
    """All labels with the room that they take."""
    if moved := re.fullmatch(r"translate\((\S+) (\S+)\)", root.get("transform", "")):
        x, y = x + float(moved[1]), y + float(moved[2])
    found = []
    if root.tag == f"{SVG}text":
        line = TextLine("".join(root.itertext()), root.get("class", ""))
        width = 0.85 * wide(line.text, line.size)  # the estimate is generous
        left = x + float(root.get("x", 0)) - (width / 2 if root.get("text-anchor") == "middle" else 0)
        base = y + float(root.get("y", 0))
        found.append((line.text, (left, base - 0.7 * line.size, left + width, base)))
    return found + [label for each in root for label in written(each, x, y)]


def meet(one: Rectangle, two: Rectangle) -> bool:
    """Whether two rectangles overlap."""
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


# -- rulesets ----------------------------------------------------------------------------------------


@every_ruleset
def test_a_picture_is_valid_and_always_the_same(book: Ruleset) -> None:
    assert export.svg(book) == export.svg(book)
    root = drawn(export.svg(book))
    assert root.find(f"{SVG}title") is not None
    assert "prefers-color-scheme" in (root.findtext(f"{SVG}style") or "")


@every_ruleset
def test_every_override_is_drawn_with_its_rule(book: Ruleset) -> None:
    root = drawn(export.svg(book))
    groups = merged(book.overturns)
    assert {(by, what) for rule in groups for by in rule.by for what in rule.like.what} == {
        (edge.by, what) for edge in book.overturns for what in edge.what
    }
    assert {edge.rule for edge in book.overturns} <= set(words(root))
    arrows = [each for each in root.iter(f"{SVG}path") if "hue" in each.get("class", "")]
    assert len(arrows) == sum(len(rule.by) + len(rule.like.what) for rule in groups)
    titles = " ".join(each.text or "" for each in root.iter(f"{SVG}title"))
    assert all(f"[{edge.rule}]" in titles for edge in book.overturns)


@every_ruleset
def test_every_check_has_a_way_out(book: Ruleset) -> None:
    checks = sum(isinstance(step, Check) for step in (*book.night, *book.day))
    texts = words(drawn(export.svg(book)))
    assert texts.count("yes") == texts.count("is over") == texts.count("no") == checks > 0


@every_ruleset
def test_no_label_lies_on_another(book: Ruleset) -> None:
    labels = written(drawn(export.svg(book)))
    assert len(labels) > 20
    assert [(one[0], two[0]) for one, two in combinations(labels, 2) if meet(one[1], two[1])] == []


def test_the_command_prints_one_document() -> None:
    printed = CliRunner().invoke(cli, ["rules", "werewolf", "--format", "svg"])
    assert printed.exit_code == 0
    assert printed.output == export.svg(ruleset("werewolf"))


# -- layouts -----------------------------------------------------------------------------------------

NODES = [f"n{number}" for number in range(9)]
edges_of = st.lists(
    st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)).filter(lambda e: e[0] != e[1]), max_size=20
)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(edges_of, st.lists(st.tuples(st.integers(30, 160), st.integers(20, 70)), min_size=9, max_size=9))
def test_boxes_stand_apart_and_arrows_run_around_them(
    edges: list[tuple[str, str]], sizes: list[tuple[int, int]]
) -> None:
    boxes = dict(zip(NODES, sizes, strict=True))
    found = layout(boxes, edges)
    room = {
        name: (x - boxes[name][0] / 2, y - boxes[name][1] / 2, x + boxes[name][0] / 2, y + boxes[name][1] / 2)
        for name, (x, y) in found.centres.items()
    }
    for one, two in combinations(room.values(), 2):
        assert not meet(one, two)
    for left, top, right, low in room.values():
        assert left >= -1e-6
        assert top >= -1e-6
        assert right <= found.width + 1e-6
        assert low <= found.height + 1e-6
    for edge, route in zip(edges, found.routes, strict=True):
        assert abs(route[0][0] - found.centres[edge[0]][0]) == pytest.approx(boxes[edge[0]][0] / 2)
        assert abs(route[-1][0] - found.centres[edge[1]][0]) == pytest.approx(boxes[edge[1]][0] / 2)
        level = [pair for pair in list(pairwise(route))[::2] if pair[0][0] != pair[1][0]]
        for (x1, y), (x2, _) in level:
            piece = (min(x1, x2) + 0.1, y - 0.1, max(x1, x2) - 0.1, y + 0.1)
            assert not any(meet(piece, each) for each in room.values())


def test_rings_and_ends() -> None:
    ring = [("a", "b"), ("b", "c"), ("c", "a")]
    found = layout(dict.fromkeys("abcdz", (40.0, 20.0)), [*ring, ("d", "c")], Ends(frozenset("d"), frozenset("z")))
    across = {name: x for name, (x, _) in found.centres.items()}
    assert across["a"] < across["b"] < across["c"] < across["z"]
    assert across["d"] == across["a"]
    back = found.routes[2]
    assert back[0][0] > back[-1][0]


# -- nights ------------------------------------------------------------------------------------------

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eli")


def night() -> list[Fact]:
    """Ann's kill of Bob lands; Cid's block stops Dee's protection of Bob; Eli reads Ann; and a void act."""
    return [
        Chose(1 << 1, 1, "kill", 2),
        Chose(1 << 3, 3, "block", 4),
        Chose(1 << 4, 4, "protect", 2),
        Chose(1 << 5, 5, "investigate", 1),
        Void(MODERATOR, 2, "shoot", 2, "self"),
        Overturned(MODERATOR, "protect", 4, 2, "block", 3, "XX-1"),
        Overturned(MODERATOR, "investigate", 5, 1, "role", 0, "XX-2"),
        Landed(MODERATOR, "kill", 1, 2, "XX-3"),
        Died(MODERATOR, 2, "Villager", "Villager", ("kill",)),
        Told(1 << 5, 5, "investigate", 1, "INNOCENT"),
    ]


def test_a_night_says_who_did_what_and_what_came_of_it() -> None:
    picture = night_picture(night(), NAMES, {1: "Godfather", 2: "Villager"})
    root = drawn(picture)
    texts = words(root)
    assert {"Ann", "Bob", "Cid", "Dee", "Eli", "Godfather", "Villager", "† kill", "lands [XX-3]"} <= set(texts)
    said = " ".join(texts)
    assert "overturned by Cid's block [XX-1]" in said
    assert "overturned by Ann's own role [XX-2]" in said
    assert "learns: INNOCENT" in said
    assert "void: one may not name oneself" in said
    struck = [each.text for each in root.iter(f"{SVG}text") if "struck" in each.get("class", "")]
    assert struck == ["protect", "investigate", "shoot"]
    thick = [each for each in root.iter(f"{SVG}path") if "thick" in each.get("class", "")]
    assert len(thick) == 1
    labels = written(root)
    assert [(one[0], two[0]) for one, two in combinations(labels, 2) if meet(one[1], two[1])] == []


def test_a_team_acts_once() -> None:
    team = 0b1110
    facts: list[Fact] = [
        Chose(team, 1, "kill", 4),
        Chose(team, 2, "kill", 4),
        Chose(team, 3, "kill", 5),
        Landed(MODERATOR, "kill", 1, 4, "XX-1"),
    ]
    root = drawn(night_picture(facts, NAMES))
    kills = [each.get("class", "") for each in root.iter(f"{SVG}text") if each.text == "kill"]
    assert ["struck" in style for style in kills] == [False, True]
    assert words(root).count("Bob") == 1


def test_what_is_nobodys_act_overturns_too() -> None:
    facts: list[Fact] = [Chose(2, 1, "kill", 2), Overturned(MODERATOR, "kill", 1, 2, "immunity", 0, "XX-4")]
    assert "immunity" in words(drawn(night_picture(facts, NAMES)))


def test_a_night_without_acts_has_no_picture() -> None:
    assert night_picture([Chose(2, 1, "kill", 0)], NAMES) == ""


def test_hostile_names_stay_text() -> None:
    names = ("</text><script>x</script>", '"&<', "\u202eevil\x00\n", "张三" * 40, "🧛🏽‍♀️")
    root = drawn(night_picture(night(), names))
    assert not list(root.iter(f"{SVG}script"))
    assert "</text><script>x</script>"[:8] in " ".join(words(root))
    assert "\u202e" not in "".join(root.itertext())
