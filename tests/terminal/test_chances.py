"""Chances on the terminal: bars by sides, roles below, nothing wider than the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.cells import cell_len

import duskfall
from duskfall.core.play.game import Game
from duskfall.detect.moments import moment, sight_at
from duskfall.detect.posterior import Posterior
from duskfall.detect.sight import Sight
from duskfall.tell.tongue import LANGUAGES, speaking
from duskfall.terminal.chances import chance_lines

ROLES = ({"Mafia": 1.0}, {"Villager": 0.5, "Cop": 0.3, "Mafia": 0.2}, {"Villager": 1.0}, {"Cop": 0.998, "Mafia": 0.002})
SIDES = ({"mafia": 1.0}, {"town": 0.8, "mafia": 0.2}, {"town": 1.0}, {"town": 0.998, "mafia": 0.002})
FOUND = Posterior("rules", True, "", True, 42, 0, 0.0, ROLES, SIDES, 7)


def at_start(*names: str) -> Sight:
    cards = ("Mafia", "Villager", "Villager", "Cop")
    game: Game = duskfall.start("ai-mafia-classic", dict(zip(names, cards, strict=True)), talk=False)
    return sight_at(game, moment("end", game), 0)


def lines(found: Posterior, width: int = 80, names: tuple[str, ...] = ("Ann", "Bob", "Cid", "Dee")) -> list[str]:
    why = ["Ann is Mafia: " + "a long reason; " * 20]
    return [line.plain for line in chance_lines(at_start(*names), found, width, why)]


def test_a_table_of_seats_by_sides_and_roles() -> None:
    told = lines(FOUND)
    assert told[:4] == [
        "Exact: 42 deals fit what was shown.",
        "missing: 0",
        "Layer: rules (not what was said, nor how votes fell).",
        "Assumption: other players choose uniformly at random among legal options.",
    ]
    head, ann, bob, roles, cid, dee, *_ = told[5:]
    assert head.split() == ["town", "mafia"]
    assert ann.split() == ["1", "Ann", "Mafia"]
    assert ann.index("Mafia") == head.index("mafia")
    assert [part for part in bob.split() if part.isdigit()] == ["2", "80", "20"]
    assert bob.count("█") == 13 + 3
    assert roles.strip() == "Villager 50 %, Cop 30 %, Mafia 20 %"
    assert cid.split() == ["3", "Cid", "Villager"]
    assert ">99 %" in dee
    assert "<1 %" in dee
    assert "Certain, and why:" in told


def test_what_is_sampled_has_bars_throughout() -> None:
    told = lines(replace(FOUND, exact=False, worlds=900, error=0.01))
    assert "Mafia 100 %" in "\n".join(told)
    assert told[0].startswith("Sampled: 900 effective samples")


def test_what_is_not_known_has_no_numbers() -> None:
    told = [*chance_lines(at_start("Ann", "Bob", "Cid", "Dee"), replace(FOUND, known=False, reason="too few"), 80)]
    assert [line.plain for line in told] == ["Not known: too few.", "missing: 0", told[2].plain]
    assert told[2].plain.startswith("Layer: rules")


def test_no_role_is_torn_from_its_chance() -> None:
    for width in range(40, 80):
        roles = [line.strip() for line in lines(FOUND, width) if "Villager 50" in line or "Mafia 20" in line]
        assert all(part.endswith(("%", "%,")) for part in roles)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [48, 80, 200])
def test_nothing_is_wider_than_the_screen(language: str, width: int) -> None:
    names = ("Ann", "Владислав Константинович", "王小明王小明王小明王小明", "D" * 40)
    with speaking(language):
        told = lines(FOUND, width, names)
    assert max(map(cell_len, told)) <= width
