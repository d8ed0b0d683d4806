"""What a game starts from: who sits where with which card, which house rules hold, and the seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from duskfall.core import chance
from duskfall.core.start.deck import DeckError, make_deck, read_beside, read_deck
from duskfall.core.start.flags import read_flags
from duskfall.vocabulary.masks import only
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Value

NAMES = (
    "Ann", "Bob", "Cid", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea", "Max", "Nan", "Oli",
    "Pam", "Quin", "Ray", "Sue", "Tom", "Una", "Vic", "Wes", "Xia", "Yan", "Zoe",
)  # fmt: skip
RESERVED = frozenset({"nobody", "skip", "unknown", "hidden", "public", "moderator"})
MOST_SEATS = 60


@dataclass(frozen=True, slots=True)
class Start:
    """A position in the middle of a game, for rulings desks."""

    phase: str
    number: int
    dead: tuple[int, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()  # mark, seat
    used: tuple[tuple[str, int, int], ...] = ()  # act, seat (0: the team), how often
    last: tuple[tuple[str, int, int], ...] = ()  # act, seat (0: the team), whom it named on the night before
    titles: tuple[tuple[str, int], ...] = ()  # title, holder


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a game starts from; with the answers it IS the game."""

    names: tuple[str, ...]
    roles: tuple[str, ...]
    flags: dict[str, Value] = field(hash=False)
    seed: int = 0
    talk: bool = True
    tries: int = 1
    cards: tuple[tuple[str, int], ...] = ()  # card, its holders
    assign: tuple[tuple[str, int, int], ...] | None = None  # deal, to whom, whom; None: drawn from the seed
    start: Start | None = None
    deck: tuple[str, ...] | None = None  # the cards that the seed deals; None: the roles were given

    @classmethod
    def make(
        cls,
        rules: Ruleset,
        seats: int | Mapping[str, str] | Iterable[str] | None = None,
        *,
        deck: str | Iterable[str] | None = None,
        flags: Mapping[str, object] | None = None,
        seed: int = 0,
        talk: bool = True,
        tries: int = 1,
        cards: str | Mapping[str, int | Iterable[str]] | None = None,
        assign: Mapping[str, Mapping[str, str]] | None = None,
        start: Start | None = None,
    ) -> Setup:
        """Read and check what a game is to start from.

        `cards` are dealt beside the roles: by kind who holds one, or how many the seed deals; or a line, "immunity*2".
        """
        names, roles, cards_dealt = _seat(rules, seats, deck, seed)
        check_names(names, frozenset(group.name for group in rules.groups))
        if type(seed) is not int:
            raise DeckError("the seed {seed} is not a whole number", seed=repr(seed))
        if isinstance(cards, str):
            cards = read_beside(rules, cards)
        if cards:
            _known("card", cards, {card.name for card in rules.cards}, rules)
        if assign:
            _known("deal", assign, {deal.name for deal in rules.deals}, rules)
        dealt = [(card, _holders(card, held, names, seed)) for card, held in (cards or {}).items()]
        given = None
        if assign is not None:
            given = tuple(
                (deal, _seat_of(to, names), _seat_of(whom, names))
                for deal, pairs in assign.items()
                for to, whom in pairs.items()
            )
        return cls(
            names,
            roles,
            read_flags(rules, flags or {}),
            seed,
            talk,
            tries,
            tuple(dealt),
            given,
            start,
            cards_dealt,
        )

    def assigned(self, deal: str, seat: int) -> int | None:
        """Whom a deal was said to assign to a seat (0: nobody); None: it is drawn."""
        if self.assign is None:
            return None
        return next((whom for name, to, whom in self.assign if (name, to) == (deal, seat)), 0)


def _seat(
    rules: Ruleset,
    seats: int | Mapping[str, str] | Iterable[str] | None,
    deck: str | Iterable[str] | None,
    seed: int,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...] | None]:
    """The names, the role of each, and the deck if the seed dealt it."""
    if isinstance(seats, str):
        raise DeckError("seats: {seats} is neither a number nor a list of names", seats=repr(seats))
    if not isinstance(seats, int) and isinstance(seats, Mapping):  # a number is told faster
        if deck is not None:
            raise DeckError("give the roles with the seats, or a deck, not both")
        known = {role.name for role in rules.roles}
        for name, role in seats.items():
            if role not in known:
                raise DeckError("{name}: unknown role {role} in {rules}", name=name, role=repr(role), rules=rules.id)
        return tuple(seats), tuple(seats.values()), None
    names = None if seats is None or isinstance(seats, int) else tuple(seats)
    count = seats if isinstance(seats, int) else len(names) if names is not None else None
    cards = read_deck(rules, deck, count) if deck is not None else make_deck(rules, 10 if count is None else count)
    if names is None:
        more = (f"Seat {number}" for number in range(len(NAMES) + 1, len(cards) + 1))
        names = (*NAMES[: len(cards)], *more)
    return names, tuple(chance.shuffled(seed, "deal", cards)), tuple(cards)


@lru_cache(maxsize=256)  # a series of games sits the same people down again and again
def check_names(names: tuple[str, ...], teams: frozenset[str]) -> None:
    """Refuse names that cannot be told apart from each other or from the words of the rules."""
    if not 1 <= len(names) <= MOST_SEATS:
        raise DeckError("a table has 1 to {most} seats, not {seats}", most=MOST_SEATS, seats=len(names))
    for name in names:
        if not name.strip() or name != name.strip() or len(name) > 40 or not name.isprintable():
            text = "{name} cannot be a name: 1 to 40 printable characters, no blanks around it"
            raise DeckError(text, name=repr(name))
        if name in RESERVED | teams:
            raise DeckError("{name} cannot be a name: the rules use the word", name=repr(name))
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DeckError("two seats are called {name}", name=repr(twice))


def _known(what: str, given: Mapping[str, object], known: set[str], rules: Ruleset) -> None:
    for name, value in given.items():
        if value and name not in known:
            raise DeckError("{rules} has no {what} {name}", rules=rules.id, what=what, name=repr(name))


def _holders(card: str, held: int | Iterable[str], names: tuple[str, ...], seed: int) -> int:
    """Who holds a card of this kind: as said, or so many as the seed draws."""
    if not isinstance(held, int):
        return only([_seat_of(name, names) for name in held])
    if not 0 <= held <= len(names):
        raise DeckError("{cards} cards {card} for {seats} seats", cards=held, card=repr(card), seats=len(names))
    return only(chance.shuffled(seed, f"card:{card}", range(1, len(names) + 1))[:held])


def _seat_of(name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise DeckError("nobody is called {name}", name=repr(name))
    return names.index(name) + 1
