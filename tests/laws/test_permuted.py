"""Law 4: whoever sits elsewhere plays the same game; seat order decides only where the book says so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from duskfall.core import facts
from duskfall.core.ask import Ask
from duskfall.core.chance import below, draw
from duskfall.core.play.game import Game

from .tables import Table, law, play, seeds, tables

# Of these the book lets the first in seat order act, speak or stand; a table here has at most one of each set.
FIRSTS = {
    "ai-mafia": (
        ("Godfather",), ("Mafia",), ("Forger",), ("Framer", "Janitor", "Forger", "Mafia Roleblocker"),
    ),
    "ai-mafia-classic": (("Godfather",), ("Mafia",)),
    "city-mafia": (),
    "town-of-agents": (("Godfather", "Mafia"), ("Framer", "Consigliere", "Consort", "Ambusher")),
    "werewolf": (("Hunter",),),
}  # fmt: skip


class ByName:
    """Everyone chooses by name, whatever the seats; a team's kill is the team's choice."""

    def __init__(self, seed: int) -> None:
        self.seed, self.counts = seed, Counter[tuple[str, str]]()

    def __call__(self, game: Game, ask: Ask) -> object:
        group = game.plan.groups.get(ask.verb)
        me = group.name if group else game.state.name(ask.seat)
        times = game.state.night if group else self.counts[me, ask.verb]
        self.counts[me, ask.verb] += 1
        key = f"{me}|{ask.verb}"
        if below(self.seed, key + "|declines", times, 5) == 0:
            return ask.words[0] if ask.words else None
        names = [game.state.name(seat) for seat in ask.seats]
        if not names:
            return None
        wanted = min(names, key=lambda name: draw(self.seed, f"{key}|{name}", times))
        return {"target": wanted, "as": ask.roles[times % len(ask.roles)]} if ask.roles else wanted


def outcome(game: Game) -> list[Any]:
    """What came of it, phase by phase, by name."""
    name = game.state.name
    found: list[Any] = []
    phase: list[Any] = []
    for fact in game.facts:
        match fact:
            case facts.PhaseBegan():
                found.append(sorted(phase, key=repr))
                phase = [(fact.phase, fact.number)]
            case facts.Announced():
                phase.append(("dead", sorted((name(seat), shown) for seat, shown in fact.dead)))
            case facts.Told():
                seats, target = sorted(map(name, fact.seats)), fact.target and name(fact.target)
                phase.append((name(fact.seat), fact.verb, target, fact.word, seats))
            case facts.Noticed():
                about = fact.about and name(fact.about)
                phase.append((fact.seat and name(fact.seat), fact.notice, about))
            case facts.Out() | facts.Fell():
                phase.append((type(fact).__name__, name(fact.seat), fact.shown))
            case facts.Spared() | facts.Became() | facts.CoWon() | facts.Lost() | facts.MarkSet():
                phase.append((type(fact).__name__, name(fact.seat), *fact[2:]))
            case facts.Voted():
                votes = [(t if isinstance(t, str) else name(t), n) for t, n in fact.tally]
                phase.append((fact.verb, sorted(votes)))
            case facts.Ended():
                cards = sorted(zip(game.state.names, fact.roles, strict=True))
                phase.append((fact.winner, fact.reason, sorted(name(s) for s, _ in fact.cowins), cards))
    return [*found, sorted(phase, key=repr)]


@law(250)
@given(tables(talk=False), seeds, st.randoms(use_true_random=False))
def test_permuted_seats_permute_the_outcome(table: Table, seed: int, random: Any) -> None:
    for firsts in FIRSTS[table.book]:
        assume(sum(table.roles.count(role) for role in firsts) <= 1)
    assume("Ambusher" not in table.roles)  # who waits for the first visitor in seat order
    assume(not table.flags.get("nominations"))  # they are made seat by seat, and silence counts for the last
    names = table.names
    drawn = {name: names[below(seed, name, 0, len(names))] for name in names}
    assign = {deal.name: drawn for deal in table.rules.deals}
    table = replace(table, dealt=False, assign=assign)
    order = list(range(len(names)))
    random.shuffle(order)
    seated = dict(zip(names, table.roles, strict=True))
    again = {names[i]: table.roles[i] for i in order}
    games = [
        Game.start(table.rules, seats, flags=table.flags, talk=False, tries=1, assign=assign, cards=table.cards)
        for seats in (seated, again)
    ]
    left, right = (outcome(play(game, ByName(seed))) for game in games)
    assert left == right
