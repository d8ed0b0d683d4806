"""Players keep their contract, and the contract test finds those who do not."""

from __future__ import annotations

import itertools
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from duskfall.core.ask import Ask
from duskfall.core.view import View
from duskfall.players.base import PlayerError
from duskfall.players.bots.random import RandomPlayer
from duskfall.players.find import find, known
from duskfall.rules import BOOKS
from duskfall.testing import ContractError, player_test


@pytest.mark.parametrize("kind", ["random", "scripted", "detective"])
@pytest.mark.parametrize("rules", BOOKS)
def test_our_own_players_keep_the_contract(kind: str, rules: str) -> None:
    report = player_test(kind, rules=[rules])
    assert report.games == 6
    assert report.answers > 100


def test_without_talk() -> None:
    assert player_test("scripted", talk=False).answers > 100


def test_the_player_of_the_documentation_keeps_the_contract() -> None:
    text = (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    space: dict[str, Any] = {}
    exec(example, space)
    assert player_test(space["Careful"], seats=[6, 10]).answers > 100


class Forgetful(RandomPlayer):
    """Answers by a counter of its own: it cannot be resumed."""

    counter = itertools.count()

    def answer(self, ask: Ask, view: View) -> object:
        return ask.seats[next(self.counter) % len(ask.seats)] if ask.seats else super().answer(ask, view)


class Stubborn(RandomPlayer):
    """Always names seat 99."""

    def answer(self, ask: Ask, view: View) -> object:
        return 99


class Meddler(RandomPlayer):
    """Writes into its view."""

    blind = False

    def answer(self, ask: Ask, view: View) -> object:
        view.living.clear()
        return super().answer(ask, view)


class Loose(RandomPlayer):
    """Answers with something that a record cannot hold."""

    def answer(self, ask: Ask, view: View) -> object:
        return object()


class Broken(RandomPlayer):
    """Raises."""

    def answer(self, ask: Ask, view: View) -> object:
        raise RuntimeError("no idea")


class Blank:
    """Has no `blind`."""

    def __init__(self, seed: int) -> None:
        pass

    def answer(self, ask: Ask, view: View) -> object:
        return None


@pytest.mark.parametrize(
    ("player", "said"),
    [
        (Forgetful, "by a fresh player"),
        (Stubborn, "what the rules forbid"),
        (Meddler, "changed the view"),
        (Loose, "a record cannot hold"),
        (Broken, "raised RuntimeError: no idea"),
        (Blank, "has no `blind`"),
    ],
)
def test_the_contract_test_finds(player: type, said: str) -> None:
    with pytest.raises(ContractError, match=said):
        player_test(player, rules=["ai-mafia"], seats=[7])


def test_a_player_by_module_and_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("house_bots")
    module.Dealer = RandomPlayer  # type: ignore[attr-defined]
    module.number = 7  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "house_bots", module)
    assert find("house_bots:Dealer") is RandomPlayer
    with pytest.raises(PlayerError, match="has no attribute 'Nobody'"):
        find("house_bots:Nobody")
    with pytest.raises(PlayerError, match="cannot be called"):
        find("house_bots:number")
    with pytest.raises(PlayerError, match="No module named 'nowhere'"):
        find("nowhere:Bot")


def test_a_module_beside_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside_bots.py").write_text("from duskfall.players.bots.random import RandomPlayer as Mine\n")
    (tmp_path / "torn_bots.py").write_text("def oops(\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    assert find("beside_bots:Mine") is RandomPlayer
    with pytest.raises(PlayerError, match="SyntaxError"):
        find("torn_bots:Mine")


def test_an_unknown_player_is_told_what_there_is() -> None:
    with pytest.raises(PlayerError, match=r"unknown player 'wizard' .there are: random, scripted, detective, human"):
        find("wizard")
    with pytest.raises(PlayerError, match=r"player 'scripted:xx': scripted speaks en, ru, zh"):
        find("scripted:xx")
    with pytest.raises(PlayerError, match=r"player 'detective:xx': detective speaks en, ru, zh"):
        find("detective:xx")
    assert known()[:4] == ("random", "scripted", "detective", "human")


def test_a_package_brings_players_by_an_entry_point(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "guest_bots.py").write_text("from duskfall.players.bots.random import RandomPlayer as Guest\n")
    info = tmp_path / "guest_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[duskfall.players]\nguest = guest_bots:Guest\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert find("guest") is RandomPlayer
    assert "guest" in known()
