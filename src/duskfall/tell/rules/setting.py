"""The setup and the goals of a table in English: deals, knowledge, cards, house rules, decks, win conditions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

from duskfall.core.play.state import State
from duskfall.core.start.deck import make_deck
from duskfall.core.start.flags import defaults
from duskfall.tell.phrases import house_rule, quoted_rule
from duskfall.tell.rules.conditions import given, holds, number
from duskfall.tell.rules.seats import agree, counted, seats
from duskfall.tell.text import capital, cite, code, listing, sentence, shown, spaced, spacings, wins
from duskfall.tell.tongue import say, told, word
from duskfall.vocabulary.cards import Card, Deal, Know
from duskfall.vocabulary.conditions import ALWAYS
from duskfall.vocabulary.effects import Become
from duskfall.vocabulary.ruleset import DRAW, Decks, Flag, Quota, Ruleset, Wins, walk
from duskfall.vocabulary.scene import Scene

COLUMNS = 12  # table sizes on a page, at most


def know(node: Know) -> str:
    """Return the sentence about which players know whose roles."""
    if node.who == node.of:
        return sentence(f"from the deal on, {seats(node.who)} know each other and each other's roles", node.rule)
    return sentence(f"from the deal on, {seats(node.who)} know the roles of {seats(node.of)}", node.rule)


def known_later(rules: Ruleset) -> list[str]:
    """Return what a change of role reveals, if a player can get a role that others know or that knows others."""
    scene = Scene(State(tuple(role.name for role in rules.roles), list(rules.roles), defaults(rules), talk=False))
    known = reduce(or_, (know.who.mask(scene) | know.of.mask(scene) for know in rules.knows), 0)
    later = {node.role for node in walk(rules) if isinstance(node, Become)}
    if not any(known >> seat & 1 for seat, role in enumerate(rules.roles, 1) if role.name in later):
        return []
    told = "who takes such a role later learns of the others, and they learn of the new role"
    return [sentence(told)]


def deal(node: Deal, me: str = "") -> str:
    """Return what the deal assigns to which players; `me` is the name of the receiver, if that is one player."""
    drawn = f"one of {counted(node.among)}, drawn by lot"
    they_are = agree(me, "is") if me else f"{seats(node.to)} are each"
    return sentence(f"at the deal, {they_are} told a {spaced(node.name)}: {drawn}", node.rule)


def card(node: Card, dealt: int = 0) -> str:
    """Return the sentence about a card besides the roles; `dealt` is their number at this table, 0 if unknown."""
    kind = f"{spaced(node.name)} {'card' if dealt == 1 else 'cards'}"
    there = f"there {'is' if dealt == 1 else 'are'} {dealt} {kind}" if dealt else f"there may be {kind}"
    cards = f"beside the roles {there}, for the whole game"
    return sentence(f"{cards}; only the moderator knows whose", node.rule)


def shows_role(rules: Ruleset) -> str:
    """Return the sentence about whether the dead are shown with their role."""
    if rules.shows_role == ALWAYS:
        return "The dead are shown with their role."
    known = holds(rules.shows_role)
    if known == "never":
        return "The roles of the dead are not shown before the game is over."
    return sentence(f"the dead are shown with their role only{given(rules.shows_role)}")


def flag_row(node: Flag) -> tuple[str, ...]:
    """Return a house rule as a table row: title, default, values, meaning with its rule, and how to set it."""
    default, about = word(shown(node.default), "flag"), f"{say(node.about)}{cite(node.rule)}"
    return capital(house_rule(node.name)), default, told(flag_values(node)), about, code(_typed(node))


def _typed(node: Flag) -> str:
    """Return a house rule in the form in which it is typed to set it."""
    return f"{node.name}={'|'.join(node.values)}" if node.values else node.name


def flag(node: Flag) -> str:
    """Return a house rule as a sentence."""
    values = f"{flag_values(node)}; {spaced(shown(node.default))}"
    return sentence(f"{quoted_rule(node.name)} ({values}): {node.about}", node.rule)


def flag_values(node: Flag) -> str:
    """Return the values that a house rule may have."""
    if node.values:
        return spacings(node.values, "or")
    if isinstance(node.default, bool):
        return "on or off"
    return "a whole number" if isinstance(node.default, int) else "a number"


def win(node: Wins) -> str:
    """Return a win condition as a sentence."""
    won = "it is a draw" if node.side == DRAW else wins(node.side)
    return sentence(f"{won} if {holds(node.when)} ({spaced(node.reason)})", node.rule)


def win_row(number: int, node: Wins) -> tuple[str, ...]:
    """Return a win condition as a table row: number, side, condition, reason word, rule."""
    side, reason = word(node.side, "side"), word(node.reason, "reason")
    return str(number), side, told(holds(node.when)), reason, cite(node.rule).strip()


def decks(node: Decks) -> Iterator[str]:
    """Yield how a table's default deck is made up."""
    evil = f"in this order {listing(node.evil)}, the rest {node.more}" if len(node.evil) > 1 else f"all {node.more}"
    yield sentence(f"evil cards: {number(node.share)}; {evil}", node.rule)
    yield sentence(f"the other cards: in this order {listing(map(quota, node.good))}, the rest {node.rest}", node.rule)


def quota(node: Quota) -> str:
    """Return one entry of a deck, with the number of seats from which it applies."""
    return f"{node.role} (from {node.seats} seats on)" if node.seats else node.role


def deck_rows(rules: Ruleset) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return the default decks as a table: one column per table size, one row per role."""
    low, high = rules.decks.seats
    sizes = range(low, min(high + 1, low + COLUMNS))
    dealt = {size: make_deck(rules, size) for size in sizes}
    rows = []
    for role in rules.roles:
        counts = [dealt[size].count(role.name) for size in sizes]
        rows.append((word(role.name, "role"), *(str(count or "") for count in counts)))
    return (say("seats"), *map(str, sizes)), rows
