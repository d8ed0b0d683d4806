"""The deal: which seat holds which role and cards, and what seats learn about each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duskfall.core import chance
from duskfall.core.ask import new
from duskfall.core.facts import EVERYONE, MODERATOR, Began, CardDealt, Dealt, Knows
from duskfall.core.start.deck import composition
from duskfall.vocabulary.cards import Role
from duskfall.vocabulary.masks import bits, without
from duskfall.vocabulary.scene import Scene

if TYPE_CHECKING:
    from duskfall.core.play.game import Game


def deal(game: Game, roles: Sequence[Role]) -> None:
    """Deal roles and cards, and emit the events that tell the table and each seat."""
    setup, state, rules = game.setup, game.state, game.plan.rules
    deck = composition(tuple(game.plan.roles), tuple(sorted(setup.roles)))
    beside = tuple((card, holders.bit_count()) for card, holders in setup.cards if holders)
    game.emit(Began(EVERYONE, rules.id, setup.names, tuple(setup.flags.items()), setup.talk, deck, beside))
    for seat, role in enumerate(roles, 1):
        game.emit(new(Dealt, (1 << seat, seat, role.name, role.team)))
    _knowledge(game)
    for card, holders in setup.cards:
        state.cards[card] = state.cards.get(card, 0) | holders
        for seat in bits(holders):
            game.emit(CardDealt(MODERATOR, seat, card))


def _knowledge(game: Game) -> None:
    """Tell seats about the players they know, and assign the targets of `deals`."""
    state, rules = game.state, game.plan.rules
    scene = Scene(state)
    for know in rules.knows:
        who = know.who.mask(scene)
        for seat in bits(know.of.mask(scene)):
            others = without(who, seat)
            if others:
                game.emit(Knows(others, seat, state.roles[seat], "mate"))
    for each in rules.deals:
        among = list(bits(each.among.mask(scene)))
        for seat in bits(each.to.mask(scene)):
            chosen = game.setup.assigned(each.name, seat)
            if chosen is None and among:
                chosen = chance.pick(game.setup.seed, f"deal:{each.name}", seat, among)
            if chosen:
                state.assigned[each.name, seat] = chosen
                game.emit(Knows(1 << seat, chosen, "", each.name))
