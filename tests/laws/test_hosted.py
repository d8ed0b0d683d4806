"""What a table hears from the host's own screen: the script test once more, through the page's action layer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from duskfall.host.desk.beginning import start_of
from duskfall.host.evening.evening import Evening

from .hearing import public
from .pairs import PAIRS, WOLVES, two
from .received import Side
from .tables import Answers, Table, law, seeds, tables
from .test_noninterference import seat_numbers, swapped

Heard = tuple[str, str, tuple[str, ...], float]  # where, on which phase, what is said, and how long it takes


def hosted(side: Side, until: str = "") -> tuple[Evening, list[Heard]]:
    """A game as it is tapped in, and all that is heard meanwhile."""
    evening, heard = Evening(), list[Heard]()

    def do(**action: Any) -> None:
        refused = evening.do(action)
        assert not refused, (action, refused)

    game = side.table.start()
    do(do="start", setup=start_of(side.table.rules, game.setup))
    while not evening.games[-1].confirmed:
        live, screen = evening.games[-1], evening.screen()
        if any(type(fact).__name__ == until for fact in live.game.facts[: live.until]):
            break
        if screen["place"] != "victory":  # the end, where all cards are shown
            heard.append((screen["place"], screen["title"], tuple(screen["say"]), screen["pause"]))
        for ask in live.asks_here():
            value = side.answers(live.game, ask)
            if value is not None and not ask.speech:
                evening.do({"do": "pick", "seat": ask.seat, "verb": ask.verb, "value": value})
        do(do="next")
    return evening, heard


@law(60)
@given(tables(talk=True), seeds)
def test_every_night_on_the_screen_sounds_the_same(table: Table, seed: int) -> None:
    _, heard = hosted(Side(table, Answers(seed)))
    nights: dict[str, list[tuple[tuple[str, ...], float]]] = {}
    for place, title, said, pause in heard:
        if place == "night":
            nights.setdefault(title, []).append((said, pause))
    assert len({tuple(night) for night in nights.values()}) <= 1


@pytest.mark.parametrize("name", PAIRS)
def test_what_is_hidden_is_not_heard_from_the_screen(name: str) -> None:
    pair = PAIRS[name]
    (_, left), (_, right) = hosted(pair.left, pair.until), hosted(pair.right, pair.until)
    assert left == right


@law(40)
@given(tables(talk=True), seeds, seat_numbers, seat_numbers)
def test_two_cards_swapped_sound_the_same_on_the_screen(table: Table, seed: int, one: int, other: int) -> None:
    pair = swapped(table, seed, one, other)
    (left, said), (right, also) = hosted(pair.left), hosted(pair.right)
    if public(left.games[-1].game) == public(right.games[-1].game):
        assert said == also


def test_a_hunters_silence_is_not_heard_from_the_screen() -> None:
    """A Hunter who has died and holds his fire, and a villager who has died: the table is asked the same (WW-7)."""
    side = two(WOLVES, {}, {}, kill={"Dee": ["Hal"]}).left
    other = replace(side, table=WOLVES.swapped(WOLVES.seat("Hal"), WOLVES.seat("Ida")))
    (_, left), (_, right) = hosted(side), hosted(other)
    assert left == right
    assert ("Whoever has just left and has a last shot takes it now.",) in [said for _, _, said, _ in left]
