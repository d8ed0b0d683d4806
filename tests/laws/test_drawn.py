"""Law 2 on what is drawn: players, personas and broken ties do not depend on the cards or on secret answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from typing import cast as cast_to

import pytest
from hypothesis import given

from duskfall.core import chance
from duskfall.core.facts import Chose, LotDrawn, Noticed, Void
from duskfall.core.log import LOT
from duskfall.core.play.game import Game
from duskfall.players.bots.random import RandomPlayer
from duskfall.players.llm.casting import cast
from duskfall.players.llm.model import read_model
from duskfall.room.game import fillers
from duskfall.table import seating

from .pairs import TOWN, swap, two
from .received import Side
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


def test_who_takes_over_a_seat_does_not_follow_what_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that takes over has the seed of its seat, whatever was asked of whom until then."""
    game = TOWN.start()
    seeds, drawn_seeds = seating.player_seeds(game), list[int]()
    kinds = ["random"] * len(game.names)

    def maker(seed: int) -> RandomPlayer:
        drawn_seeds.append(seed)
        return RandomPlayer(seed)

    monkeypatch.setattr(fillers, "find", lambda kind: maker)
    sitting = fillers.Fillers(game, kinds, lambda: 0.0, allowed=("random",))
    assert drawn_seeds == list(seeds.values())
    sitting.out = dict.fromkeys(game.asks, cast_to(Any, None))
    assert sitting.out
    free = next(seat for seat in seeds if seat not in {ask.seat for ask in game.asks})
    sitting.seat(free, "random")
    assert drawn_seeds[-1] == seeds[free]


# -- ties that are broken by a draw --------------------------------------------------------------------------

BY_LOT = replace(TOWN, book=f"{Path(__file__).with_name('lots.py')}:LOTS")
NEXT = {name: [BY_LOT.names[seat % 10]] for seat, name in enumerate(BY_LOT.names, 1)}  # all ten are tied
SEEDS = range(4)
HIDDEN = {
    "an answer that was refused": two(BY_LOT, {"check": {"Fay": ["Fay", "Ann"]}}, {"check": {"Fay": "Ann"}}, vote=NEXT),
    "who sits in jail": two(BY_LOT, {"jail": {"Cid": ["Fay"]}}, {"jail": {"Cid": ["Ann"]}}, vote=NEXT),
    "two cards swapped": swap(BY_LOT, "Ida", "Jon", vote=NEXT),
    "an evil card swapped": swap(BY_LOT, "Eli", "Ida", vote=NEXT),
    "whether somebody acts": two(BY_LOT, {"check": {"Fay": "Ann"}, "heal": {"Jon": "Bob"}}, {}, vote=NEXT),
    "a void act": two(BY_LOT, {"check": {"Fay": ["Fay", "Fay"]}}, {"check": {"Fay": "nobody"}}, vote=NEXT),
    "who is saved": two(
        BY_LOT, {"kill": {"Dee": ["Ann"]}, "heal": {"Jon": "Ann"}}, {"kill": {"Dee": ["nobody"]}}, vote=NEXT
    ),
    "what the mafia says": two(BY_LOT, {"chat": {"*": "Ann"}}, {}, vote=NEXT),
}  # fmt: skip


def drawn_out(side: Side, seed: int) -> list[object]:
    """Play a game; return on whom each draw fell."""
    side = replace(side, table=replace(side.table, seed=seed))
    game = side.table.start()
    while game.asks:
        game.answer(game.asks[0].seat, game.asks[0].verb, side.answers(game, game.asks[0]))
    return [fact for fact in game.facts if isinstance(fact, LotDrawn)]


def depends_on(name: str) -> bool:
    """Tell whether a draw differs between two games that differ in something hidden."""
    found = [[drawn_out(side, seed) for seed in SEEDS] for side in (HIDDEN[name].left, HIDDEN[name].right)]
    assert all(found[0]), "no tie was broken"
    return any(left[0] != right[0] for left, right in zip(*found, strict=True))


@pytest.mark.parametrize("name", HIDDEN)
def test_how_a_tie_is_broken_does_not_depend_on_what_is_hidden(name: str) -> None:
    assert not depends_on(name)


@pytest.mark.parametrize(("name", "key"), [
    ("an answer that was refused", lambda game: len(game.log)),
    ("who sits in jail", lambda game: len(game.log)),
    ("who sits in jail", lambda game: len(game.facts)),
    ("two cards swapped", lambda game: "".join(game.state.roles)),
    ("who sits in jail", lambda game: sum(game.state.asked)),
    ("an evil card swapped", lambda game: game.state.teams["mafia"]),
    ("a void act", lambda game: sum(isinstance(fact, Void) for fact in game.facts)),
    ("who is saved", lambda game: sum(isinstance(fact, Noticed) for fact in game.facts)),
    ("whether somebody acts", lambda game: sum(isinstance(fact, Chose) for fact in game.facts)),
])  # fmt: skip
def test_a_tie_break_keyed_by_something_hidden_is_noticed(
    name: str, key: Callable[[Game], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw_lot(game: Game) -> None:
        if game.state.lot:
            verb, among = game.state.lot
            seat = chance.pick(game.setup.seed, f"lot:{verb}:{key(game)}", game.state.day, among)
            game._act(LOT, seat, verb)

    monkeypatch.setattr(Game, "draw_lot", draw_lot)
    assert depends_on(name)
