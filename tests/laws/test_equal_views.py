"""Law 3: two seats with equal views get equal asks; and what a view holds for sure is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from duskfall.core.chance import shuffled
from duskfall.core.play.game import Game
from duskfall.core.record import dump, fact_line
from duskfall.core.view import View, view, visible

from .careful import Careful
from .received import Script
from .tables import Answers, Table, answer_one, law, play, seeds, tables

Moment = tuple[int, tuple[str, ...], tuple[str, ...]]


def moments(game: Game, answers: Careful, upto: int) -> Iterator[Moment]:
    """Each time that a seat is asked: the seat, all that it has received and answered so far, and the asks."""
    got: dict[int, list[str]] = {seat: [] for seat in range(1, len(game.state.names) + 1)}
    seen, asked = 0, set()
    while game.asks and upto:
        for fact in game.facts[seen:]:
            for seat, lines in got.items():
                if visible(fact, seat):
                    lines.append(fact_line(fact))
        seen = len(game.facts)
        fresh = [ask for ask in game.asks if ask not in asked]
        for seat in {ask.seat for ask in fresh}:
            asks = tuple(dump(ask) for ask in fresh if ask.seat == seat)
            if game.state.public >> seat & 1:  # a dying Hunter learns from the ask how it was killed (WW-7)
                yield seat, tuple(got[seat]), asks
            got[seat] += asks
        asked = set(game.asks)
        ask = game.asks[0]
        value = answers(game, ask)
        got[ask.seat].append(repr(value))
        game.answer(ask.seat, ask.verb, value)
        upto -= 1


@law(40)
@given(tables(most=8), st.booleans(), seeds)
def test_what_is_asked_follows_from_what_was_received(table: Table, quiet: bool, seed: int) -> None:
    """The same cards are dealt anew again and again; whoever has received the same is asked the same."""
    asked: dict[tuple[int, tuple[str, ...]], tuple[str, ...]] = {}
    everyone = range(1, len(table.roles) + 1)
    for deal in range(12):
        roles = tuple(shuffled(seed + deal, "cards", table.roles))
        game = replace(table, roles=roles, dealt=False).start()
        answers = Careful(seed, asleep=everyone if quiet else (), nights=dict.fromkeys(everyone, deal))
        for seat, received, asks in moments(game, answers, 120):
            assert asked.setdefault((seat, received), asks) == asks


@law(100)
@given(tables(), seeds)
def test_what_a_seat_knows_for_sure_is_true(table: Table, seed: int) -> None:
    game, answers, folded = table.start(), Answers(seed), 0
    views = [View(seat) for seat in range(len(table.roles) + 1)]
    while game.asks:
        for fact in game.facts[folded:]:
            for each in views:
                each.take(fact)
        folded = len(game.facts)
        for each in views:
            assert each.known == {seat: game.state.roles[seat] for seat in each.known}, f"seat {each.seat}"
            assert each.role == (game.state.roles[each.seat] if each.seat else "")
            assert each.living == list(game.state.living())
        answer_one(game, answers)


def test_the_mafia_knows_who_was_promoted() -> None:
    table = Table("town-of-agents", ("Framer", "Consigliere", *["Citizen"] * 5), {"maxRounds": 1})
    game = play(table.start(), Script(), 1)
    assert game.state.roles[1] == "Mafia"
    assert view(game.facts, 2).known[1] == "Mafia"
