"""All that a table can be made with, as it is chosen so far: deck, house rules, clocks, and who fills the chairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from duskfall.core.problem import Problem
from duskfall.core.start.deck import make_deck, read_cards, read_deck
from duskfall.host.screens.parts import house_rule
from duskfall.players.llm.model import is_model
from duskfall.room.made.balance import lopsided
from duskfall.room.made.fills import fill_label, wire_names
from duskfall.room.made.night import night_length
from duskfall.room.made.wish import FILLS, LONGEST_DECK, Wish, read_wish
from duskfall.room.refused import Refused
from duskfall.tell import phrases
from duskfall.tell.rules.role_card import card
from duskfall.tell.text import capital, sentence
from duskfall.tell.tongue import say, word
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value
from duskfall.wire.room import DeckCard, RoomForm, TableRule

MOST = 1000  # what a house rule that is a number may be


def form(params: Mapping[str, Any], fills: Sequence[str] = FILLS) -> RoomForm:
    """The form for {rules, seats, deck, flags, clocks}; a deck that cannot be dealt is told as a warning."""
    chosen = {name: params.get(name) for name in ("rules", "seats", "flags", "clocks")}
    wish, deck = read_wish(chosen, fills), params.get("deck") or ""
    if not isinstance(deck, str) or len(deck) > LONGEST_DECK:
        raise Refused(say("A deck is a line of roles."))
    rules = wish.book
    cards, warnings, fits = _cards(wish, deck)
    usual = make_deck(rules, wish.seats)
    low, high = rules.decks.seats
    return {
        "rules": rules.id,
        "title": say(rules.title),
        "seats": wish.seats,
        "fewest": low,
        "most": high,
        "deck": _rows(rules, cards, wish.flags),
        "own_deck": Counter(cards) != Counter(usual),
        "flags": [_flag(flag, wish.flags.get(flag.name, flag.default)) for flag in rules.flags],
        "clocks": wish.clocks.wire(),
        "night": round(night_length(replace(wish, deck=deck) if fits else wish)),
        "warnings": warnings,
        "fills": [
            {"value": name, "label": name if is_model(kind) else fill_label(kind), "costs": is_model(kind)}
            for kind, name in wire_names(fills).items()
        ],
    }


def _cards(wish: Wish, deck: str) -> tuple[list[str], list[str], bool]:
    """The cards that are chosen, what is to be said of them, and whether they can be dealt."""
    rules, usual = wish.book, make_deck(wish.book, wish.seats)
    if not deck.strip():
        return usual, lopsided(rules, usual, wish.flags), True
    cards = usual
    try:
        cards = read_cards(rules, deck)
        read_deck(rules, deck, wish.seats)
    except Problem as error:
        return cards, [sentence(phrases.problem(error))], False
    return cards, [*phrases.warnings(rules, cards), *lopsided(rules, cards, wish.flags)], True


def _rows(rules: Ruleset, cards: Sequence[str], flags: Mapping[str, Value]) -> list[DeckCard]:
    """Every role of the book with its own card, and how often it is in the deck."""
    counts, held = Counter(cards), {flag.name: flag.default for flag in rules.flags} | dict(flags)
    return [
        {
            "role": role.name,
            "label": word(role.name, "role"),
            "team": rules.teams.index(role.team) + 1,
            "side": word(role.team, "team"),
            "count": counts[role.name],
            "card": card(rules, role.name, held),
        }
        for role in rules.roles
    ]


def _flag(flag: Flag, value: Value) -> TableRule:
    """A house rule with its meaning; a number with its bounds."""
    row = house_rule(flag, value)
    title = capital(phrases.house_rule(flag.name))
    found: TableRule = {**row, "title": title, "usual": flag.default}  # type: ignore[typeddict-item]
    if isinstance(flag.default, int | float) and not isinstance(flag.default, bool):
        found["low"], found["high"] = flag.least if isinstance(flag.default, int) else 0, MOST
    return found
