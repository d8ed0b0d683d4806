"""What holds at every moment of every game."""

from __future__ import annotations

from duskfall.core.facts import Announced, Ended, Fell, Out, Removed
from duskfall.core.play.game import Game
from duskfall.core.view import view


def left(game: Game) -> list[int]:
    """Who has left the table, as announced, in order; each at most once if all is well."""
    gone: list[int] = []
    for fact in game.facts:
        if isinstance(fact, Announced):
            gone += [seat for seat, _ in fact.dead]
        elif isinstance(fact, Out | Fell | Removed):
            gone.append(fact.seat)
    return gone


def removed(game: Game) -> set[int]:
    return {fact.seat for fact in game.facts if isinstance(fact, Removed)}


def check_legal(game: Game) -> None:
    """Nobody leaves twice, only the living are options, the dead are asked no more than law 5 allows."""
    gone = left(game)
    assert len(set(gone)) == len(gone), f"somebody leaves twice: {gone}"
    living = set(range(1, len(game.state.names) + 1)) - set(gone)
    assert set(game.state.living()) == living
    assert game.state.alive & ~game.state.public == 0
    ended = [fact for fact in game.facts if isinstance(fact, Ended)]
    assert len(ended) == game.state.over
    assert not game.asks or not game.state.over
    steps = (*game.plan.rules.night, *game.plan.rules.day)
    posthumous = {name for name, (_, trigger) in game.plan.triggers.items() if trigger.ask is not None}
    posthumous |= {step.verb for step in steps if type(step).__name__ == "PassOn"}
    for ask in game.asks:
        assert {*ask.seats, *ask.addresses, *ask.nominees} <= living, f"the dead are options: {ask}"
        assert ask.seat not in removed(game), f"a removed seat is asked: {ask}"
        if ask.seat in gone:
            assert ask.verb in posthumous or ask.part == "last words", f"a dead seat is asked: {ask}"
    if game.plan.rules.titles:
        titles = view(game.facts, 0).titles
        assert {t: s for t, s in titles.items() if s} == {t: s for t, s in game.state.titles.items() if s}
        assert not removed(game) & set(game.state.titles.values()), "a removed seat holds a title"
