"""How a game begins and who holds what: the deck, roles, cards, what one knows of another; and each phase."""

from __future__ import annotations

from duskfall.core import facts
from duskfall.tell import phrases
from duskfall.tell.names import Names, hour, name
from duskfall.tell.tongue import row, say, together, word


def game_began(fact: facts.Began, names: Names) -> str:
    """Which game it is, with its deck."""
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
    """A role, and how often it is in a deck."""
    return f"{word(role, 'role')} ×{count}" if count > 1 else word(role, "role")


def dealt(fact: facts.Dealt, names: Names) -> str:
    """Who holds which role."""
    who, role, team = name(fact.seat, names), word(fact.role, "role"), word(fact.team, "team")
    return say("{name} is {role}, of team {team}.", name=who, role=role, team=team)


def knows(fact: facts.Knows, names: Names) -> str:
    """What somebody knows of another."""
    who, how = name(fact.seat, names), phrases.knowing(fact.how)
    if fact.role:
        return say("{name} is {role} ({how}).", name=who, role=word(fact.role, "role"), how=how)
    return say("{name} is the {how}.", name=who, how=how)


def card_dealt(fact: facts.CardDealt, names: Names) -> str:
    """Who holds a card beside the role."""
    return say("{name} holds the card {card}.", name=name(fact.seat, names), card=word(fact.card, "card"))


def phase_began(fact: facts.PhaseBegan, names: Names) -> str:
    """The heading of a phase."""
    return f"— {hour(fact.phase, fact.number)} —"
