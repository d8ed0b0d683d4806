"""Sentences about the start of a game and its phases: deck, roles, cards, and what players know of each other."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell import phrases
from duskfall.tell.names import Names, hour, name
from duskfall.tell.tongue import row, say, together, word


def game_began(fact: facts.Began, names: Names) -> str:
    """Return the sentences for the start of a game: the ruleset, the number of seats, and the deck."""
    deck = row(cards(role, count) for role, count in fact.deck)
    begins = say(
        "A game of {rules} begins, with {seats} seats. The deck: {deck}.",
        rules=word(fact.rules, "rules"),
        seats=len(fact.names),
        deck=deck,
    )
    if not fact.cards:
        return begins
    beside = row(f"{word(card, 'card')} ×{count}" for card, count in fact.cards)
    return together([begins, say("Cards beside the roles: {cards}. Nobody is told whose.", cards=beside)])


def cards(role: str, count: int) -> str:
    """Return a role, with its number of cards if there are several."""
    return f"{word(role, 'role')} ×{count}" if count > 1 else word(role, "role")


def dealt(fact: facts.Dealt, names: Names) -> str:
    """Return the sentence for the role that a player is dealt."""
    who, role, team = name(fact.seat, names), word(fact.role, "role"), word(fact.team, "team")
    return say("{name} is {role}, of team {team}.", name=who, role=role, team=team)


def knows(fact: facts.Knows, names: Names) -> str:
    """Return the sentence for what a player knows about another one."""
    who, how = name(fact.seat, names), phrases.knowing(fact.how)
    if fact.role:
        return say("{name} is {role} ({how}).", name=who, role=word(fact.role, "role"), how=how)
    return say("{name} is the {how}.", name=who, how=how)


def card_dealt(fact: facts.CardDealt, names: Names) -> str:
    """Return the sentence for a card that a player holds besides the role."""
    return say("{name} holds the card {card}.", name=name(fact.seat, names), card=word(fact.card, "card"))


def phase_began(fact: facts.PhaseBegan, names: Names) -> str:
    """Return the heading of a phase."""
    return f"— {hour(fact.phase, fact.number)} —"
