"""What a case expects, read and checked word by word: a slip of the pen is never taken for a ruling."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache, partial
from typing import Any, NamedTuple

from duskfall.cases.expect import READERS
from duskfall.cases.known import read_known
from duskfall.cases.terms import NO_ROLE, CaseError, CaseTerms, by_name, keys, listing, mapping, quote, text, word
from duskfall.core.ask import SKIP
from duskfall.core.plan.compile import compile_plan
from duskfall.core.plan.graph import VOTE_OUT
from duskfall.core.victory import DRAWS
from duskfall.rules.registry import book, here
from duskfall.vocabulary.ruleset import DRAW, ROLE

NOTICE = "notice"
TALK_ENDS = ("silence", "budget", "skip-vote", "rounds")
OVERTURN_KEYS = ("what", "on", "by")


class Words(NamedTuple):
    """The words of the format, which are one list for all books: the wrong one for a book is a wrong expectation."""

    notices: frozenset[str]
    sides: frozenset[str]
    reasons: frozenset[str]
    overturns: frozenset[str]


def words_of_all_books() -> Words:
    """Every word that some book uses that is here."""
    return _words(here())


@lru_cache(maxsize=4)
def _words(books: tuple[str, ...]) -> Words:
    plans = [compile_plan(book(name)) for name in books]
    graphs = [plan.graph for plan in plans]
    nodes = {name for graph in graphs for name in (*graph.effects, *graph.verbs, *graph.triggers, *graph.cards)}
    return Words(
        frozenset(notice for plan in plans for notice in plan.rules.notices),
        frozenset(side for plan in plans for side in plan.rules.sides) | {DRAW},
        frozenset(line.reason for plan in plans for line in plan.rules.wins) | set(DRAWS),
        frozenset(nodes | {VOTE_OUT, ROLE}),
    )


def read_expect(terms: CaseTerms, raw: Any) -> dict[str, Any] | None:
    """The expectations of an item, in the form in which what came is compared with them; None if there are none."""
    if raw is None:
        return None
    expect = mapping(raw, "expect")
    keys(expect, READERS, "expect")
    return {key: SHAPES[key](terms, value, f"expect: {key}") for key, value in expect.items()}


def _shown(terms: CaseTerms, value: Any, where: str) -> str:
    """A role, or that none is shown."""
    return value if value in NO_ROLE else terms.role(value, where)


def _names(terms: CaseTerms, value: Any, where: str) -> object:
    return sorted(terms.players(value, where))


def _one_or_more(terms: CaseTerms, value: Any, where: str) -> object:
    return _names(terms, value if value is None or isinstance(value, list) else [value], where)


def _leavers(terms: CaseTerms, value: Any, where: str) -> object:
    """Players, or players with the role that is shown."""
    if isinstance(value, dict):
        return by_name(value, where, terms.player, partial(_shown, terms))
    return _names(terms, value, where)


def _out(terms: CaseTerms, value: Any, where: str) -> object:
    return _leavers(terms, value, where) if isinstance(value, list | dict) else _player(terms, value, where)


def _player(terms: CaseTerms, value: Any, where: str) -> object:
    return None if value is None else terms.player(value, where)


def _void(terms: CaseTerms, value: Any, where: str) -> object:
    return sorted(terms.players(value, where, *terms.teams))


def _told(terms: CaseTerms, value: Any, where: str) -> object:
    return by_name(value, where, terms.player, partial(_told_one, terms))


def _told_one(terms: CaseTerms, value: Any, where: str) -> dict[str, Any]:
    told = mapping(value, where)
    keys(told, {NOTICE} | terms.verbs(), where, "verb")
    return {key: _learned(terms, key, each, f"{where}: {key}") for key, each in told.items()}


def _learned(terms: CaseTerms, key: str, value: Any, where: str) -> object:
    """The answer of an act, or notices."""
    if key == NOTICE:
        return [word(each, words_of_all_books().notices, "notice", where) for each in listing(value, where)]
    if isinstance(value, list):
        return terms.players(value, where)
    return None if value is None else text(value, where)


def _tally(terms: CaseTerms, value: Any, where: str) -> object:
    return by_name(value, where, lambda who, place: terms.player(who, place, SKIP), _number)


def _number(value: Any, where: str) -> int | float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise CaseError(f"{where}: a number is needed, not {quote(value)}")
    return value


def _said(terms: CaseTerms, value: Any, where: str) -> object:
    return [_message(terms, each, where) for each in listing(value, where)]


def _message(terms: CaseTerms, value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or len(value) != 2:
        raise CaseError(f"{where}: pairs of player and text are needed, not {quote(value)}")
    return [terms.player(value[0], where), text(value[1], where).strip()]


def _word(words: Callable[[], Collection[str]], what: str, terms: CaseTerms, value: Any, where: str) -> object:
    return None if value is None else word(value, words(), what, where)


def _overturned(terms: CaseTerms, value: Any, where: str) -> object:
    return [_overturn(terms, each, where) for each in listing(value, where)]


def _overturn(terms: CaseTerms, value: Any, where: str) -> dict[str, str]:
    """What was overturned, on whom, by what: an act, mark, link, trigger or card."""
    overturn, words = mapping(value, where), words_of_all_books().overturns
    keys(overturn, OVERTURN_KEYS, where)
    if not overturn:
        raise CaseError(f"{where}: {', '.join(OVERTURN_KEYS)} are needed")
    return {
        key: terms.player(each, f"{where}: on") if key == "on" else word(each, words, "word", f"{where}: {key}")
        for key, each in overturn.items()
    }


def _asked(terms: CaseTerms, value: Any, where: str) -> object:
    def verbs(raw: Any, place: str) -> list[str]:
        return [terms.verb(each, place) for each in listing(raw, place)]

    return by_name(value, where, terms.player, verbs)


def _options(terms: CaseTerms, value: Any, where: str) -> object:
    def offers(raw: Any, place: str) -> dict[str, list[str]]:
        return by_name(raw, place, terms.verb, terms.players)

    return by_name(value, where, terms.player, offers)


def _sees(terms: CaseTerms, value: Any, where: str) -> object:
    deals = {deal.name for deal in terms.plan.rules.deals}

    def known(raw: Any, place: str) -> str:
        return raw if isinstance(raw, str) and raw in deals else _shown(terms, raw, place)

    def others(raw: Any, place: str) -> dict[str, str]:
        return by_name(raw, place, terms.player, known)

    return by_name(value, where, terms.player, others)


def _cards(terms: CaseTerms, value: Any, where: str) -> object:
    return by_name(value, where, terms.player, partial(_shown, terms))


SHAPES: dict[str, Callable[[CaseTerms, Any, str], object]] = {
    "dead": _leavers,
    "out": _out,
    "told": _told,
    "void": _void,
    "alive": _names,
    "tally": _tally,
    "vote_immune": _one_or_more,
    "sheriff": _player,
    "said": _said,
    "ended": partial(_word, lambda: TALK_ENDS, "end"),
    "overturned": _overturned,
    "asked": _asked,
    "options": _options,
    "sees": _sees,
    "winner": partial(_word, lambda: words_of_all_books().sides, "side"),
    "reason": partial(_word, lambda: words_of_all_books().reasons, "reason"),
    "cowins": _cards,
    "roles": _cards,
    "detect": read_known,
}
