"""Law 2 on the pipe: what a seat may not know changes no byte that a program in it is sent."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given

from duskfall.core import view as views
from duskfall.core.ask import Ask
from duskfall.core.facts import Ended
from duskfall.core.play.game import Game
from duskfall.players.foreign import letters
from duskfall.players.foreign.kinds import read_foreign
from duskfall.players.foreign.letters import Letters
from duskfall.table.eyes import Eyes

from .pairs import PAIRS
from .received import Pair, Side
from .tables import Table, law, seeds, tables
from .test_noninterference import seat_numbers, swapped

KIND = read_foreign("exec:bot")


def sent(side: Side, seats: Iterable[int], until: str) -> dict[int, list[bytes]]:
    """All that programs in these seats are sent: as they are asked, and as new ones are told when a game goes on."""
    game, eyes, asked, seen = side.table.start(), Eyes(), set[Ask](), 0
    live = {seat: Letters(KIND, seat) for seat in seats}
    later = {seat: Letters(KIND, seat) for seat in seats}
    got: dict[int, list[bytes]] = {seat: [] for seat in live}
    while game.asks:
        fresh, seen = game.facts[seen:], len(game.facts)
        if any(type(fact).__name__ == until for fact in fresh):
            break
        for ask in game.asks:
            if ask not in asked and ask.seat in live:
                got[ask.seat].append(live[ask.seat].ask(ask, eyes.of(ask.seat, game)))
        asked = set(game.asks)
        ask = game.asks[-1 if side.last_first else 0]
        before = eyes.of(ask.seat, game)
        game.answer(ask.seat, ask.verb, side.answers(game, ask))
        if ask.seat in later:
            later[ask.seat].recall(ask, before, "its own answer, whatever that was")
    return {seat: [*some, later[seat].before] for seat, some in got.items()}


def difference(pair: Pair) -> str:
    """The first letter by which a program in one of the seats could tell the two games apart."""
    seats = pair.seats - {0}
    left, right = (sent(side, seats, pair.until) for side in (pair.left, pair.right))
    for seat in sorted(seats):
        if left[seat] != right[seat]:
            both = zip(left[seat], right[seat], strict=False)
            return next((f"seat {seat}: {a!r} / {b!r}" for a, b in both if a != b), f"seat {seat} is sent more")
    return ""


@pytest.mark.parametrize("name", PAIRS)
def test_programs_cannot_tell_the_two_games_apart(name: str) -> None:
    assert difference(PAIRS[name]) == ""


@law(25)
@given(tables(), seeds, seat_numbers, seat_numbers)
def test_two_unseen_cards_swapped(table: Table, seed: int, one: int, other: int) -> None:
    assert difference(swapped(table, seed, one, other)) == ""


def test_the_end_shows_to_all_what_it_shows_to_one() -> None:
    side = PAIRS["whom the Cop reads"].left
    game, eyes = side.table.start(), Eyes()
    while game.asks:
        game.answer(game.asks[0].seat, game.asks[0].verb, side.answers(game, game.asks[0]))
    told = Letters(KIND, 1)
    told.ask(Ask(1, 1, "vote"), eyes.of(1, game))
    assert isinstance(game.over, Ended)
    assert told.over(eyes.of(1, game)).startswith(b'{"over":{"winner":"' + game.over.winner.encode())


# -- planted leaks -------------------------------------------------------------------------------------------


def test_a_seat_that_sees_too_much_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "visible", lambda fact, seat: True)
    assert difference(PAIRS["whom the Cop reads"])


def test_a_letter_that_counts_the_facts_of_all_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    emit, really, facts = Game.emit, letters.as_data, [0]

    def counting(game: Game, fact: object) -> None:
        emit(game, fact)  # type: ignore[arg-type]
        facts[0] = len(game.facts)

    monkeypatch.setattr(Game, "emit", counting)
    monkeypatch.setattr(letters, "as_data", lambda fact: {**really(fact), "of": facts[0]})
    assert difference(PAIRS["whose act is blocked"])
