"""Beyond brute force: games of the kernel with deal and hidden choices drawn, and all else forced as it was recorded.

Those that show the viewer what the viewer was shown are kept; each stands for one draw out of the posterior. They are
drawn as `random` draws: a game that is kept has weight one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt
from random import Random

from duskfall.core.facts import Dealt, Fact
from duskfall.core.play.game import Game
from tests.detect.played import Played, asked_of_all, assignments, card_deals, random_options, setup_of

FAR = 4  # standard errors


@dataclass(slots=True)
class Kept:
    """How many games were kept out of how many, and who held which role in them."""

    kept: int
    drawn: int
    held: Counter[tuple[int, str]]

    def chance(self, seat: int, role: str) -> float:
        """How often this seat held this role."""
        return self.held[seat, role] / self.kept

    def off(self, seat: int, role: str, stated: float, own: float = 0.0) -> float:
        """How many standard errors the stated chance is away; `own` is its own error, if it was sampled too."""
        error = sqrt(stated * (1 - stated) / self.kept + own * own)
        apart = abs(self.chance(seat, role) - stated)
        return apart / error if error else 0.0 if apart < 1e-9 else float("inf")


def weighted(game: Played, viewer: int, moment: str, wanted: int, most: int, seed: object = 0) -> Kept:
    """Draw games until so many are kept, or so many are drawn."""
    luck, found = Random(f"weighted {seed}"), Kept(0, 0, Counter())
    shown, alike = game.shown(viewer, moment), asked_of_all(game.table.plan.rules)
    cards = card_deals(game.table)
    while found.kept < wanted and found.drawn < most:
        found.drawn += 1
        world = _deal(game, shown, cards, luck)
        if _fits(world, game, viewer, shown, game.going(moment), alike, luck):
            found.kept += 1
            found.held.update(enumerate(world.state.roles[1:], 1))
    return found


def _deal(game: Played, shown: tuple[Fact, ...], cards: list[tuple[int, ...]], luck: Random) -> Game:
    """A deal in which the viewer holds what it was dealt."""
    table = game.table
    own = {fact.seat: fact.role for fact in shown if isinstance(fact, Dealt)}
    rest = list(table.deck)
    for role in own.values():
        rest.remove(role)
    luck.shuffle(rest)
    roles = tuple(own.get(seat) or rest.pop() for seat in range(1, game.seats + 1))
    assign = luck.choice(assignments(table, roles))[0] if table.plan.rules.deals else ()
    world = Game(table.plan.rules, setup_of(table, roles, luck.choice(cards), assign))
    world.draws = False
    return world


def _fits(
    world: Game, game: Played, viewer: int, shown: tuple[Fact, ...], going: bool, alike: frozenset[str], luck: Random
) -> bool:
    """Play until all has been shown, or something else is."""
    used: Counter[tuple[int, str]] = Counter()
    seen = at = 0
    while True:
        mine = [fact for fact in world.facts[seen:] if fact.to >> viewer & 1]
        seen = len(world.facts)
        due = shown[at : at + len(mine)]
        if tuple(mine[: len(due)]) != due or [*map(type, mine[: len(due)])] != [*map(type, due)]:
            return False
        at += len(mine)
        if at >= len(shown):
            return not going or (at == len(shown) and not world.state.over)
        if world.state.over:
            return False
        if world.state.lot:
            lots, drawn = game.lots, used[0, ""]
            if drawn == len(lots) or lots[drawn] not in world.state.lot[1]:
                return False
            used[0, ""] += 1
            world.lot(lots[drawn])
            continue
        for ask in world.asks:
            key = (ask.seat, ask.verb)
            if ask.seat == viewer or ask.verb in alike:
                recorded = game.answers.get(key, [])
                if used[key] == len(recorded):
                    return False
                world.answer(*key, recorded[used[key]])
                used[key] += 1
            else:
                options = random_options(ask)[0]
                answer = luck.choices([each for each, _ in options], [chance for _, chance in options])[0]
                world.answer(*key, answer)
