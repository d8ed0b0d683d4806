"""A table on one sheet: the rules, the seats and their cards, the house rules, and who plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from duskfall.core.chance import below, shuffled
from duskfall.core.play.game import Game
from duskfall.core.start.deck import DeckError, read_beside, read_deck, usual_size
from duskfall.core.start.setup import NAMES
from duskfall.rules.registry import FIRST, find
from duskfall.table import seating
from duskfall.vocabulary.ruleset import Ruleset

ORDERS = 1024  # of names, so that who sits where tells next to nothing of the seed


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Everything that a game at this table starts from; plain data, so that another process can play it."""

    rules: str = FIRST  # an id, `module:NAME`, or the whole path of a file
    seats: int | None = None
    deck: tuple[str, ...] | None = None  # roles, each with its number if there are several: `Role*3`
    flags: Mapping[str, object] = field(default_factory=dict, hash=False)
    players: str = seating.FILLS_CHAIRS
    names: tuple[str, ...] = ()
    seed: int = 0
    talk: bool = True
    cards: tuple[str, ...] = ()  # beside the roles, each with its number if there are several: `immunity*2`

    @property
    def ruleset(self) -> Ruleset:
        """The rules by which it is played."""
        return find(self.rules)

    @property
    def size(self) -> int:
        """How many sit here: as said, as dealt, as many as players or names are listed for a whole table, or ten."""
        return _size(self)

    def start(self, seed: int | None = None) -> Game:
        """A new game, dealt by this seed or else by the sheet's own."""
        seed = self.seed if seed is None else seed
        return Game.start(
            self.ruleset,
            self._names(seed),
            deck=_cards(self.rules, self.deck) if self.deck is not None else None,
            flags=self.flags,
            seed=seed,
            talk=self.talk,
            cards=read_beside(self.ruleset, self.cards) if self.cards else None,
        )

    def _names(self, seed: int) -> tuple[str, ...] | int:
        """The given names, and others from the pool; where models play, in an order that is drawn for each game."""
        if seating.models(self.players, self.ruleset):
            order = below(seed, "names", 0, ORDERS)
            return all_names(self.names, self.size, tuple(shuffled(order, "names", NAMES)))
        return all_names(self.names, self.size) if self.names else self.size

    def kinds(self, game: Game) -> tuple[str, ...]:
        """The kind of player in each seat of one of its games."""
        return seating.kinds(self.players, game)


@lru_cache(maxsize=64)  # a series of games asks it again and again
def _size(sheet: TableSheet) -> int:
    if sheet.seats is not None:
        return sheet.seats
    if sheet.deck is not None:
        return len(_cards(sheet.rules, sheet.deck))
    listed = (seating.chairs(sheet.players, sheet.ruleset), len(sheet.names))
    return next((count for count in listed if count >= sheet.ruleset.decks.seats[0]), usual_size(sheet.ruleset))


@lru_cache(maxsize=64)
def _cards(rules_id: str, deck: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(read_deck(find(rules_id), deck))


@lru_cache(maxsize=64)
def all_names(given: tuple[str, ...], seats: int, pool: tuple[str, ...] = NAMES) -> tuple[str, ...]:
    """The given names for the first seats, and others from the pool for the rest."""
    if len(given) > seats:
        raise DeckError(f"{len(given)} names for {seats} seats")
    taken = {name.casefold() for name in given}
    names = (*given, *(name for name in pool if name.casefold() not in taken))[:seats]
    return (*names, *(f"Seat {number}" for number in range(len(names) + 1, seats + 1)))
