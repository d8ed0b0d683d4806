"""What a case expects to be known of the cards: the chances that a viewer can give, worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from duskfall.cases.terms import CaseError, CaseTerms, add_suggestion, by_name, keys, mapping, quote, text, whole
from duskfall.core.facts import Fact
from duskfall.core.view import visible
from duskfall.detect.posterior import Posterior, posterior
from duskfall.detect.sight import Sight
from duskfall.vocabulary.ruleset import Ruleset

PUBLIC = "public"
KEYS = ("worlds", "missing", "seats", "sides")
NEAR = 1e-9
Chances = dict[str, dict[str, Fraction]]  # by player: role or side, its chance


def read_known(terms: CaseTerms, raw: Any, where: str) -> dict[str, dict[str, Any]]:
    """By viewer: how many deals fit, how many answers must be missing, chances of roles and of sides."""

    def viewer(value: Any, place: str) -> str:
        return terms.player(value, place, PUBLIC)

    def one(value: Any, place: str) -> dict[str, Any]:
        known = mapping(value, place)
        keys(known, KEYS, place)
        return {key: _shape(terms, key, each, f"{place}: {key}") for key, each in known.items()}

    return by_name(raw, where, viewer, one)


def _shape(terms: CaseTerms, key: str, value: Any, where: str) -> object:
    if key in ("worlds", "missing"):
        return whole(value, 0, where)
    word = terms.role if key == "seats" else lambda side, place: _side(terms, side, place)

    def chances(raw: Any, place: str) -> dict[str, Fraction]:
        return by_name(raw, place, word, _chance)

    return by_name(value, where, terms.player, chances)


def _side(terms: CaseTerms, value: Any, where: str) -> str:
    if value not in terms.plan.rules.teams:
        problem = CaseError("{where}: unknown side {side}", where=where, side=quote(value))
        raise add_suggestion(problem, value, terms.plan.rules.teams)
    return str(value)


def _chance(value: Any, where: str) -> Fraction:
    """A chance as people write it: 1/3, 0, 0.25."""
    try:
        found = Fraction(text(value, where).strip())
    except (ValueError, ZeroDivisionError):
        found = Fraction(-1)
    if not 0 <= found <= 1:
        raise CaseError("{where}: a chance such as 1/3 is needed, not {value}", where=where, value=quote(value))
    return found


def found_known(
    rules: Ruleset, names: tuple[str, ...], facts: list[Fact], going: bool, expected: dict[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """What these viewers can know; chances that are as expected are given back just as they were written."""
    found = {}
    for name, wanted in expected.items():
        seat = 0 if name == PUBLIC else names.index(name) + 1
        known = posterior(Sight(rules, seat, tuple(fact for fact in facts if visible(fact, seat)), going))
        found[name] = {key: _came(known, names, key, value) for key, value in wanted.items()}
    return found


def _came(known: Posterior, names: tuple[str, ...], key: str, wanted: Any) -> object:
    if not known.known:
        return known.reason
    if key in ("worlds", "missing"):
        return getattr(known, key)
    by_seat: tuple[Mapping[str, float], ...] = known.roles if key == "seats" else known.sides
    return {
        name: {word: _near(by_seat[names.index(name)].get(word, 0.0), chance) for word, chance in chances.items()}
        for name, chances in wanted.items()
    }


def _near(came: float, wanted: Fraction) -> float | Fraction:
    return wanted if abs(came - wanted) < NEAR else came
