"""What a model may tell beside its answer: typed claims with a speech, and by day how much it suspects whom.

Both are optional: whatever of them is not well formed is left out, item by item.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from duskfall.core.ask import seat_of
from duskfall.core.facts import CLAIMS as KINDS
from duskfall.core.facts import Began
from duskfall.core.view import View
from duskfall.players.llm.answers.fields import Free, Given, meant_seat
from duskfall.players.llm.answers.meant import Meaning, meaning
from duskfall.players.llm.answers.reading import CLAIMS, SUSPICION, Answer
from duskfall.players.llm.answers.schema import Part, array, choice, record, share
from duskfall.players.person import meaning as speeches
from duskfall.players.person.clauses import RESULT, ROLE
from duskfall.players.person.typed import fold
from duskfall.study.primer import GOOD, SIGHT, Primer, primer

MOST_ITEMS, MOST_CLAIMS, CLAIMS_BOUND = 64, 16, 4  # looked at, taken, asked for where a number can be
PLACES = 4
VISIT = "visit"
NONE = "none"  # the word of a claim that needs none: not every provider takes an empty one
Item = dict[str, object]


def has_sights(book: Primer) -> bool:
    """Whether the book lets somebody see who visits whom, so that visits may be claimed."""
    return any(SIGHT in act.kinds for act in book.acts.values())


@dataclass(frozen=True, slots=True)
class Claims(Free):
    """The claims that may stand beside a speech."""

    who: Meaning
    roles: tuple[str, ...]
    results: tuple[str, ...]
    book: Primer | None
    stands_for: tuple[str, ...]  # the roles in whose name a result may be told, in this order
    visited: tuple[str, ...] = ()  # whom somebody may have been seen to visit, where the book has such sights

    @classmethod
    def of(cls, view: View) -> Claims:
        """What this seat may claim now."""
        rules = speeches.rules_of(view)
        if not rules:
            return cls(meaning(view.names), deck(view), (), None, ())
        book = primer(rules)
        told = dict.fromkeys(word for act in book.acts.values() for word in (*act.means, *sorted(act.forged)))
        many = (card.name for card in book.cards.values() if card.side == GOOD)
        stands_for = (*speeches.stands_for(view, book), *many)
        return cls(
            meaning(view.names), deck(view), tuple(told), book, stands_for, view.names if has_sights(book) else ()
        )

    def schema(self, strict: bool, bounds: bool) -> Part:
        """A list of claims."""
        words = [*self.roles, *(word for word in self.results if not self.book or word not in self.book.cards), NONE]
        words += self.who.labels if self.visited else ()
        claim = {"kind": choice(self._kinds()), "player": choice(self.who.labels), "word": choice(dict.fromkeys(words))}
        return array(record(claim, strict), CLAIMS_BOUND if bounds else None)

    def read(self, found: Answer) -> Given:
        """The well-formed claims, if there are any."""
        value, claims = found.fields.get(CLAIMS), list[Item]()
        for item in value[:MOST_ITEMS] if isinstance(value, list) else ():
            given = item if isinstance(item, dict) else {}
            claim = self._claim(given, meant_seat(given.get("player"), self.who), claims)
            claims += [claim] if claim else []
        return {CLAIMS: claims[:MOST_CLAIMS]} if claims else {}

    def _claim(self, given: Item, seat: int, before: list[Item]) -> Item | None:
        kind = given.get("kind")
        word = self._visited(given.get("word")) if kind == VISIT else _word(given.get("word"), self._known(kind))
        if kind not in self._kinds() or not seat or (kind in (ROLE, RESULT, VISIT) and not word):
            return None
        return {"kind": kind, "seat": seat, "word": word, "verb": self._verb(word, before) if kind == RESULT else ""}

    def _kinds(self) -> tuple[str, ...]:
        """What may be claimed under this book."""
        return tuple(kind for kind in KINDS if kind != VISIT or self.visited)

    def _visited(self, said: object) -> str:
        """The name of whom somebody was seen to visit."""
        seat = self.visited.index(said) + 1 if said in self.visited else meant_seat(said, self.who)
        return self.visited[seat - 1] if seat and self.visited else ""

    def _known(self, kind: object) -> tuple[str, ...]:
        """The words that a claim of this kind may hold."""
        if kind == ROLE:
            return (*self.roles, *(self.book.cards if self.book else ()))
        return self.results if kind == RESULT else ()

    def _verb(self, word: str, before: list[Item]) -> str:
        """The act that tells this word: of a role that is claimed, of one's own, or of anybody of the many."""
        claimed = [str(each["word"]) for each in before if each["kind"] == ROLE]
        roles = [role for role in (*claimed, *self.stands_for) if self.book and role in self.book.cards]
        return speeches.told_by(word, roles, self.book) if self.book else ""

    def write(self, answer: Given) -> list[Item]:
        """The claims as the model writes them."""
        value = answer.get(CLAIMS)
        claims = [self._written(item) for item in value if isinstance(item, dict)] if isinstance(value, list) else []
        return [claim for claim in claims if claim][:MOST_CLAIMS]

    def _written(self, item: Item) -> Item | None:
        seat = seat_of(item.get("seat"), self.who.labels)
        claim = self._claim(item, seat, [])
        if claim is None:
            return None
        word = claim["word"] or NONE
        if claim["kind"] == VISIT:
            word = self.who.labels[self.visited.index(str(word))]
        return {"kind": claim["kind"], "player": self.who.labels[seat - 1], "word": word}


@dataclass(frozen=True, slots=True)
class Suspicion(Free):
    """How likely each living player is an enemy, as a seat sees it."""

    who: Meaning
    seats: tuple[int, ...]

    @classmethod
    def of(cls, view: View) -> Suspicion:
        """Of all who live but oneself."""
        return cls(meaning(view.names), tuple(seat for seat in view.living if seat != view.seat))

    def schema(self, strict: bool, bounds: bool) -> Part:
        """A list of players with a probability each."""
        labels = [self.who.labels[seat - 1] for seat in self.seats] or list(self.who.labels)
        suspect = record({"player": choice(labels), "probability": share(bounds)}, strict)
        return array(suspect, len(labels) if bounds else None)

    def read(self, found: Answer) -> Given:
        """The probabilities by seat, if there are any."""
        chances = {}
        for player, given in _pairs(found.fields.get(SUSPICION)):
            seat, chance = meant_seat(player, self.who), _probability(given)
            if seat in self.seats and chance is not None:
                chances[str(seat)] = chance
        return {SUSPICION: chances} if chances else {}

    def write(self, answer: Given) -> list[Item]:
        """The probabilities as the model writes them."""
        value = answer.get(SUSPICION)
        pairs = value.items() if isinstance(value, dict) else ()
        seats = {str(seat): self.who.labels[seat - 1] for seat in self.seats}
        return [
            {"player": seats[seat], "probability": chance}
            for seat, given in pairs
            if seat in seats and (chance := _probability(given)) is not None
        ]


def deck(view: View) -> tuple[str, ...]:
    """The roles that are in the game."""
    return tuple(role for fact in view.facts[:1] if isinstance(fact, Began) for role, _ in fact.deck)


def _word(said: object, known: Iterable[str]) -> str:
    """The word of these that is said, as it is spelled, or else whatever its case."""
    words = list(known)
    if said in words:
        return str(said)
    return next((word for word in words if isinstance(said, str) and fold(word) == fold(said[:80])), "")


def _pairs(value: object) -> Iterable[tuple[object, object]]:
    """A list of objects, or one object with a key for each player."""
    if isinstance(value, dict):
        return list(value.items())[:MOST_ITEMS]
    items = value[:MOST_ITEMS] if isinstance(value, list) else []
    return [(item.get("player"), item.get("probability")) for item in items if isinstance(item, dict)]


def _probability(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return round(min(1.0, max(0.0, float(value))), PLACES)
