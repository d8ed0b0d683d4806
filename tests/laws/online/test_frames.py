"""Laws 2 and 8 on what a table on a server sends: what is hidden changes no frame of those who may not know."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ..pairs import AI_MAFIA, PAIRS, swap, two
from .manners import How, told_apart, told_early

CLASSIC = replace(AI_MAFIA, book="ai-mafia-classic", flags={"maxRounds": 2}, assign=None, roles=(
    "Villager", "Doctor", "Villager", "Godfather", "Mafia", "Cop", "Roleblocker", "Vigilante", "Villager", "Villager",
))  # fmt: skip
ALIKE = (  # in what they differ is the same kind as in others
    "whether the Cop acts", "a void act", "whose death makes a Jester", "where somebody lies in wait", "who is doused",
    "whom an ambush scares", "whether the mafia talks", "whom the Framer frames", "whom a Doctor heals at a table",
    "a dead player's hidden card, who",
)  # fmt: skip
TOLD = {name: pair for name, pair in PAIRS.items() if not name.startswith(ALIKE)} | {
    "two cards swapped, ai-mafia-classic": swap(CLASSIC, "Bob", "Cid", protect={"*": "Ann"}),
}
SPOKEN = two(AI_MAFIA, {"say": {"*": "Hm."}}, {"say": {"*": "I have thought of this for a long time, and so."}})
LATELY = How(far=True, probed=False, busy=True)
AWAY = How(probed=False, absent=True)
SWAPPED = [name for name in TOLD if name.startswith("two cards swapped")]
EVIL = [name for name in TOLD if name.startswith("an evil card swapped")]


@pytest.mark.parametrize("name", TOLD)
def test_no_frame_and_no_moment_depends_on_what_is_hidden(name: str, tmp_path: Path) -> None:
    assert told_apart(TOLD[name], tmp_path) == ""


@pytest.mark.parametrize("name", [*SWAPPED, *EVIL, "a dead player's hidden card"])
def test_nor_where_everybody_is_a_person(name: str, tmp_path: Path) -> None:
    assert told_apart(TOLD[name], tmp_path, How(everybody=True, probed=False)) == ""


@pytest.mark.parametrize("name", SWAPPED)
def test_nor_on_whose_task_was_missed_and_what_the_dead_say(name: str, tmp_path: Path) -> None:
    assert told_apart(TOLD[name], tmp_path, How(quiet=True, gossip=True)) == ""


def test_nor_on_when_somebody_comes_back_in_a_hidden_step(tmp_path: Path) -> None:
    assert told_apart(TOLD[SWAPPED[3]], tmp_path, AWAY) == ""


@pytest.mark.parametrize("name", [*SWAPPED[1:4], EVIL[0], "what the mafia says"])
def test_nor_where_models_fill_the_chairs(name: str, tmp_path: Path) -> None:
    assert told_apart(TOLD[name], tmp_path, How(far=True, probed=False)) == ""


def test_those_who_watch_late_are_told_nothing_before_its_time(tmp_path: Path) -> None:
    assert told_early(SPOKEN, tmp_path, LATELY) == ""


def test_all_games_are_looked_at() -> None:
    assert len({pair.left.table.book for pair in TOLD.values()}) == 5
