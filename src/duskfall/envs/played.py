"""A game of the kernel as learners play it: observations out of views, actions as answers, rewards in the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from duskfall.batch.rows import Row, rows_of
from duskfall.batch.table import Table
from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, Fact, Said
from duskfall.core.play.game import Game
from duskfall.core.view import View
from duskfall.envs import fold
from duskfall.envs.actions import Actions, IllegalActionError, act_of, agents_of
from duskfall.envs.claims import claim_rows
from duskfall.envs.layout import MOST, Layout
from duskfall.envs.text import plain_functions
from duskfall.rules.registry import find
from duskfall.study.winning import has_won
from duskfall.table.eyes import Eyes

Seen = dict[str, NDArray[np.int8]]
WON, LOST = 1.0, -1.0


class Spaces:
    """What all environments of one table share: the layout, the actions, and their spaces."""

    def __init__(self, table: Table, talk: bool) -> None:
        self.table, self.layout = table, Layout.make(table, talk)
        self.actions = Actions(self.layout)
        self.agents = agents_of(self.layout)

    def action(self) -> spaces.Discrete:
        """A new space of actions."""
        return spaces.Discrete(self.actions.count)

    def observation(self) -> spaces.Dict:
        """A new space of observations."""
        seen = spaces.Box(0, MOST, (self.layout.size,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.actions.count,), np.int8)})


def spaces_of(
    rules: str,
    seats: int | None = None,
    *,
    deck: str | Sequence[str] | None = None,
    flags: Mapping[str, object] | None = None,
    cards: str | None = None,
    talk: bool = False,
) -> Spaces:
    """The spaces of a table, by what a table is named with everywhere."""
    return Spaces(Table.make(find(rules), seats, deck=deck, flags=flags, cards=cards), talk)


class Played:
    """One game. What a seat is shown comes from its view alone."""

    def __init__(self, of: Spaces, game: Game, strict: bool = False) -> None:
        self.of, self.game, self.strict = of, game, strict
        self.eyes, self.plain = Eyes(), plain_functions(fold)
        self.rows = {seat: of.layout.first(seat) for seat in range(1, of.table.seats + 1)}
        self.folded = dict.fromkeys(self.rows, 0)
        self.all = View(None)  # the moderator's, for the rewards and for `info`
        self.replaced = dict.fromkeys(self.rows, False)  # by seat, whether its last action was illegal
        self.illegal = dict.fromkeys(self.rows, 0)  # by seat, how many of its actions were

    @classmethod
    def start(cls, of: Spaces, roles: Sequence[str], seed: int, strict: bool = False) -> Played:
        """Start a new game, with these cards by seat."""
        table = of.table
        cards, flags, talk = dict(table.cards), table.flags, of.layout.talk
        seats = dict(zip(of.agents, roles, strict=True))
        game = Game.start(table.plan.rules, seats, flags=flags, cards=cards, seed=seed, talk=talk, tries=1)
        return cls(of, game, strict)

    @property
    def over(self) -> Ended | None:
        """How the game ended; None while it goes on."""
        return self.game.over

    def asked(self) -> dict[int, Ask]:
        """Who is asked now, each for one thing: whoever is asked for two answers the second after the first."""
        found: dict[int, Ask] = {}
        for ask in self.game.asks:
            found.setdefault(ask.seat, ask)
        return found

    def answer(self, ask: Ask, action: int) -> None:
        """Take a seat's action; an illegal one is replaced and noted, or refused if the game is strict."""
        self.check(ask, action)
        given, seat = index(action), ask.seat
        legal = self.of.actions.legal(ask, given)
        self.replaced[seat] = legal != given
        self.illegal[seat] += legal != given
        self.game.answer(seat, ask.verb, self.of.actions.value(ask, legal))

    def check(self, ask: Ask, action: int) -> None:
        """Raise IllegalActionError if the game is strict and the question doesn't allow the action."""
        if self.strict and self.of.actions.legal(ask, index(action)) != index(action):
            allowed = [number for number, may in enumerate(self.of.actions.mask(ask)) if may]
            raise IllegalActionError(self.of.agents[ask.seat - 1], index(action), allowed)

    def view(self, seat: int) -> View:
        """All that a seat was shown."""
        return self.eyes.of(seat, self.game)

    def see(self, seat: int, ask: Ask | None) -> Seen:
        """The observation of a seat and its mask, apart from those it was given before."""
        row, layout = self.rows[seat], self.of.layout
        shown = self.view(seat).facts
        log = [number for fact in shown[self.folded[seat] :] for row in self._rows(fact) for number in row]
        self.folded[seat] = len(shown)
        self.plain.fold(log, 0, len(log), seat, layout.numbers, row)
        self.plain.ask(act_of(ask, layout.names) if ask else 0, layout.numbers, row)
        mask = self.of.actions.mask(ask)
        return {"observation": np.array(row, np.int8), "action_mask": np.frombuffer(mask, np.int8)}

    def _rows(self, fact: Fact) -> list[Row]:
        layout = self.of.layout
        if layout.talk and isinstance(fact, Said):
            return list(claim_rows(fact, layout.names, layout.readings, self.game.names))
        return rows_of(layout.names, [fact])

    def rewards(self) -> dict[int, float]:
        """What each seat gets: 1 if it has won, with its side or by itself, -1 if not; 0 in a draw, and before."""
        end = self.over
        if end is None:
            return dict.fromkeys(self.rows, 0.0)
        lost = LOST if end.winner in self.of.table.plan.rules.sides else 0.0
        teams = {role: card.team for role, card in self.of.table.plan.roles.items()}
        return {seat: WON if has_won(end, seat, teams[role]) else lost for seat, role in enumerate(end.roles, 1)}

    def info(self, seat: int) -> dict[str, Any]:
        """Return the `info` of a seat: the hidden roles, and whether and how often its actions were replaced."""
        return {**self.hidden(), "illegal_action": self.replaced[seat], "illegal_actions": self.illegal[seat]}

    def hidden(self) -> dict[str, Any]:
        """For `info` alone, as a learner's target: the true roles by seat, as numbers of `Names`."""
        for fact in self.game.facts[len(self.all.facts) :]:
            self.all.take(fact)
        roles = self.of.layout.names.roles
        return {"hidden_roles": np.array([roles.index(self.all.known[seat]) for seat in self.rows], np.int8)}


def deal(
    deck: Sequence[str], random: np.random.Generator, seat: int = 1, fits: Callable[[str], bool] | None = None
) -> list[str]:
    """The cards by seat, in a drawn order; with `fits`, this seat gets one of those that do, and the rest are dealt."""
    wanted = [place for place, card in enumerate(deck) if fits is None or fits(card)]
    own = int(random.choice(wanted))
    rest = [int(place) for place in random.permutation([place for place in range(len(deck)) if place != own])]
    return [deck[place] for place in (*rest[: seat - 1], own, *rest[seat - 1 :])]
