"""The rules of this table for whoever sits or watches there: its cards, its house rules, what can be met with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from duskfall.core.facts import Began
from duskfall.core.play.game import Game
from duskfall.room.sent.board import deck_lines, flag_line
from duskfall.tell.paper import Heading, Items, Piece, markdown
from duskfall.tell.rules.briefing import briefing
from duskfall.tell.rules.sections import sections
from duskfall.tell.tongue import ENGLISH, say, spoken

if TYPE_CHECKING:
    from duskfall.room.room import Room


def table_briefing(room: Room) -> str:
    """Return the rules of this table as Markdown.

    The briefing is written in English; in other languages the cards and house rules stand before the whole book.
    """
    if spoken() == ENGLISH:
        return briefing(_began(room))
    house = tuple(flag_line(name, value) for name, value in room.wish.flags.items())
    pieces: list[Piece] = [Heading(say("The cards at this table")), Items(tuple(deck_lines(room)))]
    if house:
        pieces += [Heading(say("House rules")), Items(house)]
    return markdown([*pieces, *sections(room.wish.book)])


def _began(room: Room) -> Began:
    """Return what all are told at the deal; before the first one, of a game as it would be dealt."""
    wish = room.wish
    game = room.playing.game if room.playing else Game.start(
        wish.book, wish.seats, deck=wish.deck or None, flags=wish.flags, talk=wish.talk
    )  # fmt: skip
    return next(fact for fact in game.facts if isinstance(fact, Began))
