"""The reading `claims`: typed claims, reported results and votes, as likelihoods of roles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations
from math import exp

from duskfall.core.facts import Began
from duskfall.detect.posterior import Reading
from duskfall.detect.reading.features import Between, Features, between
from duskfall.detect.reading.heard import Heard
from duskfall.detect.reading.numbers import numbers
from duskfall.detect.sight import Sight
from duskfall.study.primer import BALLOT
from duskfall.vocabulary.ruleset import Ruleset

NAME = "claims"
MOST_PAIRS, MOST_SCALES = 4096, 64  # cache sizes; a claim may be any text
NOTHING: Between = (frozenset(), frozenset(), frozenset())
Deck = tuple[tuple[str, int], ...]


class Scale:
    """The weights of behavior in one ruleset with one deck."""

    def __init__(self, rules: Ruleset, deck: Deck, weights: Mapping[str, float]) -> None:
        self.features, self.weights = Features(rules, dict(deck)), weights
        self.ballots = frozenset(verb for verb, act in self.features.book.acts.items() if BALLOT in act.kinds)
        self.pair = lru_cache(MOST_PAIRS)(self._pair)

    def alone(self, heard: Heard, seat: int) -> dict[str, float]:
        """Return the likelihood of what a seat said about itself, by its role; a likelihood of 1 is left out."""
        found = {
            role: sum(self.weights.get(name, 0.0) * times for name, times in self.features.of_one(heard, seat, role))
            for role in self.features.roles
        }
        return {role: exp(sum_of) for role, sum_of in found.items() if sum_of}

    def _pair(self, there: Between, back: Between) -> Mapping[tuple[str, str], float]:
        """Return the likelihood of what two seats said and did to each other, by their roles; one of 1 is left out."""
        found = {}
        for role in self.features.roles:
            for other in self.features.roles:
                names = [*self.features.of_two(there, role, other), *self.features.of_two(back, other, role)]
                if sum_of := sum(self.weights.get(name, 0.0) for name in names):
                    found[role, other] = exp(sum_of)
        return found


_SCALES: dict[tuple[int, Deck], tuple[Ruleset, Scale]] = {}  # by identity: hashing a whole ruleset takes long


def scale(rules: Ruleset, deck: Deck) -> Scale:
    """Return the scale of a ruleset and a deck, made once."""
    found = _SCALES.get((id(rules), deck))
    if found is None or found[0] is not rules:
        if len(_SCALES) >= MOST_SCALES:
            _SCALES.clear()
        found = _SCALES[id(rules), deck] = rules, Scale(rules, deck, numbers(rules.id))
    return found[1]


def claims(sight: Sight) -> Reading:
    """Return the likelihood of what everyone heard and saw, given the roles, as a reading."""
    began = sight.facts[0]
    assert isinstance(began, Began)
    measure = scale(sight.rules, began.deck)
    heard = Heard(sight.facts, measure.ballots)
    seats = range(1, len(began.names) + 1)
    alone = [(seat, measure.alone(heard, seat)) for seat in seats]
    pairs = []
    for one, two in combinations(seats, 2):
        there, back = between(heard, one, two), between(heard, two, one)
        if (there, back) != (NOTHING, NOTHING):
            pairs.append((one, two, measure.pair(there, back)))
    return Reading(
        NAME,
        tuple((seat, found) for seat, found in alone if found),
        tuple(each for each in pairs if each[2]),
    )
