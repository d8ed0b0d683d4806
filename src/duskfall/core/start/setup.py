"""The setup of a game: names, roles, cards, house rules, and the seed."""

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
    """A position in the middle of a game, from which a game can start; for rulings desks."""

    phase: str
    number: int
    dead: tuple[int, ...] = ()
    marks: tuple[tuple[str, int], ...] = ()  # mark, seat
    used: tuple[tuple[str, int, int], ...] = ()  # action, seat (0: the team), number of uses
    last: tuple[tuple[str, int, int], ...] = ()  # action, seat (0: the team), its target on the night before
    titles: tuple[tuple[str, int], ...] = ()  # title, holder


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that a game starts from. A setup and the answers determine the whole game."""

    names: tuple[str, ...]
    roles: tuple[str, ...]
    flags: dict[str, Value] = field(hash=False)
    seed: int = 0
    talk: bool = True
    tries: int = 1
    cards: tuple[tuple[str, int], ...] = ()  # card, its holders as a bit mask
    assign: tuple[tuple[str, int, int], ...] | None = None  # deal, seat, seat assigned to it; None: drawn from the seed
    start: Start | None = None
    deck: tuple[str, ...] | None = None  # cards dealt at random by the seed; None: roles were given by seat
    plain_questions: bool = False  # a question without an addressee is spoken to everyone, as in case files

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
        """Check the given values and build a setup; raise `Problem` if they cannot be used.

        `cards` are dealt in addition to roles: the holders of each kind, or how many the seed deals; or a text such as
        "immunity*2".
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
        """Return the seat that the setup assigns to a seat in a deal (0: nobody); None if it is drawn from the seed."""
        if self.assign is None:
            return None
        return next((whom for name, to, whom in self.assign if (name, to) == (deal, seat)), 0)


def _seat(
    rules: Ruleset,
    seats: int | Mapping[str, str] | Iterable[str] | None,
    deck: str | Iterable[str] | None,
    seed: int,
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...] | None]:
    """Return the names, the role of each seat, and the deck if the seed dealt it."""
    if isinstance(seats, str):
        raise DeckError("seats: {seats} is neither a number nor a list of names", seats=repr(seats))
    if not isinstance(seats, int) and isinstance(seats, Mapping):  # checking for int first is faster
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


@lru_cache(maxsize=256)  # a series of games uses the same names again and again
def check_names(names: tuple[str, ...], teams: frozenset[str]) -> None:
    """Raise `DeckError` for names that are invalid, repeated, or words of the rules."""
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
    """Return the holders of a card as a bit mask: the given seats, or as many as the seed draws."""
    if not isinstance(held, int):
        return only([_seat_of(name, names) for name in held])
    if not 0 <= held <= len(names):
        raise DeckError("{cards} cards {card} for {seats} seats", cards=held, card=repr(card), seats=len(names))
    return only(chance.shuffled(seed, f"card:{card}", range(1, len(names) + 1))[:held])


def _seat_of(name: str, names: tuple[str, ...]) -> int:
    if name not in names:
        raise DeckError("nobody is called {name}", name=repr(name))
    return names.index(name) + 1
