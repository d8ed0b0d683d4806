"""Every case of the project, tapped in through the action layer, gives the facts that the engine gives."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from duskfall.cases.check import find_files
from duskfall.cases.script import play as engine
from duskfall.host.evening.evening import Evening
from duskfall.host.protocol.data import protocol
from duskfall.wire.protocol import EveningProtocol
from duskfall.wire.screens import HostScreen
from tests.host.driving import play, spoken_cases, steps
from tests.host.fitting import misfits

ROOT = Path(__file__).parents[2]
FILES = find_files([ROOT / "cases"])


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_case_through_the_host_is_the_case_of_the_engine(path: Path) -> None:
    for each in spoken_cases(path):
        case = replace(each, setup=replace(each.setup, plain_questions=False))  # as at every live table
        game, _ = engine(case)
        assert play(case).games[-1].game.facts == game.facts, case.name


@pytest.mark.parametrize("path", FILES[::5], ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_actions_alone_give_the_same_evening(path: Path) -> None:
    case = spoken_cases(path)[0]
    evening = play(case)
    again = Evening(evening.log)
    assert again.games[-1].game.facts == evening.games[-1].game.facts
    assert again.screen() == evening.screen()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_tap_of_a_case_is_offered_by_the_screen(path: Path) -> None:
    case = spoken_cases(path)[-1]
    evening, screen = Evening(), Evening().screen()
    for action in steps(case, evening):
        if action["do"] in ("pick", "say"):
            asked = {(form["seat"], form["verb"]) for form in screen["forms"]} | {(s, "") for s in talking(screen)}
            assert (action["seat"], action.get("verb", "say")) in asked or (action["seat"], "") in asked, action
        screen = evening.screen()
        assert screen["next"]["ready"]
        assert json.loads(json.dumps(screen)) == screen
        assert not misfits(screen, HostScreen)
    assert not misfits(protocol(evening), EveningProtocol)


def talking(screen: dict[str, Any]) -> list[int]:
    """Who may talk at a private talk by night: all whom the host may wake."""
    return [chair["seat"] for chair in screen["seats"]] if screen["place"] == "night" and not screen["forms"] else []
