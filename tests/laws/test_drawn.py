"""Law 2 on what is drawn beside the cards: players, their personas and their chairs do not follow the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from duskfall.core.play.game import Game
from duskfall.players.llm.casting import cast
from duskfall.players.llm.model import read_model
from duskfall.table import seating

from .tables import Table, law, tables

DRAWN = read_model("http://localhost#model?persona=any")


def drawn(game: Game) -> object:
    """All that a seed decides of those who sit down."""
    seeds = seating.player_seeds(game)
    return seeds, seating.kinds("random, scripted", game), [cast(DRAWN, seed).persona for seed in seeds.values()]


def unlike(table: Table) -> list[object]:
    """What is drawn at a table, and with all its cards turned round by one."""
    table = replace(table, dealt=False, assign=None)
    turned = replace(table, roles=(*table.roles[1:], table.roles[0]))
    return [drawn(each.start()) for each in (table, turned)]


@law(25)
@given(tables())
def test_who_sits_down_does_not_follow_the_cards(table: Table) -> None:
    left, right = unlike(table)
    assert left == right


def test_a_seed_that_follows_the_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    really = seating.player_seeds

    def by_card(game: Game) -> dict[int, int]:
        return {seat: seed + (game.setup.roles[seat - 1] == "Werewolf") for seat, seed in really(game).items()}

    monkeypatch.setattr(seating, "player_seeds", by_card)
    left, right = unlike(Table("werewolf", ("Werewolf", "Seer", *["Villager"] * 4)))
    assert left != right
