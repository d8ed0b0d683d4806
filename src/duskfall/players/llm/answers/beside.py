"""Optional extra fields of an answer: typed claims with a speech, and suspicions by day.

Items that are not well formed are left out one by one.
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

MOST_ITEMS, MOST_CLAIMS, CLAIMS_BOUND = 64, 16, 4  # items read; claims taken; the maximum in a bounded schema
PLACES = 4  # decimal places of a probability
VISIT = "visit"
NONE = "none"  # the word of a claim that needs none: not every provider allows an empty option
Item = dict[str, object]


def has_sights(book: Primer) -> bool:
    """Return whether any action of the ruleset shows who visits whom, so that visits may be claimed."""
    return any(SIGHT in act.kinds for act in book.acts.values())


@dataclass(frozen=True, slots=True)
class Claims(Free):
    """The field for claims that come with a speech."""

    who: Meaning
    roles: tuple[str, ...]
    results: tuple[str, ...]
    book: Primer | None
    stands_for: tuple[str, ...]  # the roles to which a reported result may belong, most likely first
    visited: tuple[str, ...] = ()  # the names of possible visit targets; empty if nobody can see visits

    @classmethod
    def of(cls, view: View) -> Claims:
        """Return the field with the claims that the view's seat may make now."""
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
        """Return the schema for a list of claims."""
        words = [*self.roles, *(word for word in self.results if not self.book or word not in self.book.cards), NONE]
        words += self.who.labels if self.visited else ()
        claim = {"kind": choice(self._kinds()), "player": choice(self.who.labels), "word": choice(dict.fromkeys(words))}
        return array(record(claim, strict), CLAIMS_BOUND if bounds else None)

    def read(self, found: Answer) -> Given:
        """Return the well-formed claims; an empty mapping if there are none."""
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
        """Return the kinds of claims that the ruleset allows."""
        return tuple(kind for kind in KINDS if kind != VISIT or self.visited)

    def _visited(self, said: object) -> str:
        """Return the full name of the visited player; empty if the words name no player."""
        seat = self.visited.index(said) + 1 if said in self.visited else meant_seat(said, self.who)
        return self.visited[seat - 1] if seat and self.visited else ""

    def _known(self, kind: object) -> tuple[str, ...]:
        """Return the valid words of a role or result claim; none for other kinds."""
        if kind == ROLE:
            return (*self.roles, *(self.book.cards if self.book else ()))
        return self.results if kind == RESULT else ()

    def _verb(self, word: str, before: list[Item]) -> str:
        """Return the action that can give a result, of a role claimed before or else of one in `stands_for`."""
        claimed = [str(each["word"]) for each in before if each["kind"] == ROLE]
        roles = [role for role in (*claimed, *self.stands_for) if self.book and role in self.book.cards]
        return speeches.told_by(word, roles, self.book) if self.book else ""

    def write(self, answer: Given) -> list[Item]:
        """Return recorded claims as the model writes them."""
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
    """The field for suspicions: how likely each other living player is an enemy."""

    who: Meaning
    seats: tuple[int, ...]

    @classmethod
    def of(cls, view: View) -> Suspicion:
        """Return the field for all living seats but the view's own."""
        return cls(meaning(view.names), tuple(seat for seat in view.living if seat != view.seat))

    def schema(self, strict: bool, bounds: bool) -> Part:
        """Return the schema for a list of players with a probability each."""
        labels = [self.who.labels[seat - 1] for seat in self.seats] or list(self.who.labels)
        suspect = record({"player": choice(labels), "probability": share(bounds)}, strict)
        return array(suspect, len(labels) if bounds else None)

    def read(self, found: Answer) -> Given:
        """Return the probabilities by seat number, as a string; an empty mapping if there are none."""
        chances = {}
        for player, given in _pairs(found.fields.get(SUSPICION)):
            seat, chance = meant_seat(player, self.who), _probability(given)
            if seat in self.seats and chance is not None:
                chances[str(seat)] = chance
        return {SUSPICION: chances} if chances else {}

    def write(self, answer: Given) -> list[Item]:
        """Return recorded probabilities as the model writes them."""
        value = answer.get(SUSPICION)
        pairs = value.items() if isinstance(value, dict) else ()
        seats = {str(seat): self.who.labels[seat - 1] for seat in self.seats}
        return [
            {"player": seats[seat], "probability": chance}
            for seat, given in pairs
            if seat in seats and (chance := _probability(given)) is not None
        ]


def deck(view: View) -> tuple[str, ...]:
    """Return the roles in the game, from the view's first event; empty if that is not `Began`."""
    return tuple(role for fact in view.facts[:1] if isinstance(fact, Began) for role, _ in fact.deck)


def _word(said: object, known: Iterable[str]) -> str:
    """Return the known word that was said, in its known spelling; empty if there is none. Case does not matter."""
    words = list(known)
    if said in words:
        return str(said)
    return next((word for word in words if isinstance(said, str) and fold(word) == fold(said[:80])), "")


def _pairs(value: object) -> Iterable[tuple[object, object]]:
    """Return pairs of player and probability, from a list of objects or from one object with players as keys."""
    if isinstance(value, dict):
        return list(value.items())[:MOST_ITEMS]
    items = value[:MOST_ITEMS] if isinstance(value, list) else []
    return [(item.get("player"), item.get("probability")) for item in items if isinstance(item, dict)]


def _probability(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return round(min(1.0, max(0.0, float(value))), PLACES)
