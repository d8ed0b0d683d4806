"""What a case expects, read and checked word by word: a slip of the pen is never taken for a ruling."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from duskfall.cases.expect import READERS
from duskfall.cases.terms import NO_ROLE, CaseError, Terms, by_name, keys, listing, mapping, quote, text, word
from duskfall.core.ask import SKIP
from duskfall.core.order import VOTE_OUT
from duskfall.core.words import DRAW, ROLE

NOTICE = "notice"
TALK_ENDS = ("silence", "budget", "skip-vote", "rounds")
ENDS = ("round-limit", "nobody-left")  # of any game, besides the reasons of the book
OVERTURN_KEYS = ("what", "on", "by")


def read_expect(terms: Terms, raw: Any) -> dict[str, Any] | None:
    """The expectations of an item, in the form in which what came is compared with them; None if there are none."""
    if raw is None:
        return None
    expect = mapping(raw, "expect")
    keys(expect, READERS, "expect")
    return {key: SHAPES[key](terms, value, f"expect: {key}") for key, value in expect.items()}


def _shown(terms: Terms, value: Any, where: str) -> str:
    """A role, or that none is shown."""
    return value if value in NO_ROLE else terms.role(value, where)


def _names(terms: Terms, value: Any, where: str) -> Any:
    return sorted(terms.players(value, where))


def _leavers(terms: Terms, value: Any, where: str) -> Any:
    """Players, or players with the role that is shown."""
    if isinstance(value, dict):
        return by_name(value, where, terms.player, partial(_shown, terms))
    return _names(terms, value, where)


def _out(terms: Terms, value: Any, where: str) -> Any:
    return _leavers(terms, value, where) if isinstance(value, list | dict) else _player(terms, value, where)


def _player(terms: Terms, value: Any, where: str) -> Any:
    return None if value is None else terms.player(value, where)


def _void(terms: Terms, value: Any, where: str) -> Any:
    return sorted(terms.players(value, where, *terms.teams))


def _told(terms: Terms, value: Any, where: str) -> Any:
    return by_name(value, where, terms.player, partial(_told_one, terms))


def _told_one(terms: Terms, value: Any, where: str) -> dict[str, Any]:
    told = mapping(value, where)
    keys(told, {NOTICE} | terms.verbs(), where, "verb")
    return {key: _learned(terms, key, each, f"{where}: {key}") for key, each in told.items()}


def _learned(terms: Terms, key: str, value: Any, where: str) -> Any:
    """The answer of an act, or notices."""
    if key == NOTICE:
        return [word(each, terms.plan.rules.notices, "notice", where) for each in listing(value, where)]
    if isinstance(value, list):
        return terms.players(value, where)
    return None if value is None else text(value, where)


def _tally(terms: Terms, value: Any, where: str) -> Any:
    return by_name(value, where, lambda who, place: terms.player(who, place, SKIP), _number)


def _number(value: Any, where: str) -> int | float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise CaseError(f"{where}: a number is needed, not {quote(value)}")
    return value


def _said(terms: Terms, value: Any, where: str) -> Any:
    return [_message(terms, each, where) for each in listing(value, where)]


def _message(terms: Terms, value: Any, where: str) -> list[str]:
    if not isinstance(value, list) or len(value) != 2:
        raise CaseError(f"{where}: pairs of player and text are needed, not {quote(value)}")
    return [terms.player(value[0], where), text(value[1], where).strip()]


def _word(words: Callable[[Terms], tuple[str, ...]], what: str, terms: Terms, value: Any, where: str) -> Any:
    return None if value is None else word(value, words(terms), what, where)


def _sides(terms: Terms) -> tuple[str, ...]:
    return (*terms.plan.rules.sides, DRAW)


def _reasons(terms: Terms) -> tuple[str, ...]:
    return (*dict.fromkeys(line.reason for line in terms.plan.rules.wins), *ENDS)


def _overturned(terms: Terms, value: Any, where: str) -> Any:
    return [_overturn(terms, each, where) for each in listing(value, where)]


def _overturn(terms: Terms, value: Any, where: str) -> dict[str, str]:
    """What was overturned, on whom, by what: an act, mark, link, trigger or card."""
    overturn, graph = mapping(value, where), terms.plan.graph
    keys(overturn, OVERTURN_KEYS, where)
    if not overturn:
        raise CaseError(f"{where}: {', '.join(OVERTURN_KEYS)} are needed")
    nodes = {*graph.effects, *graph.verbs, *graph.triggers}
    words = {"what": nodes | {VOTE_OUT}, "by": nodes | graph.cards | {ROLE}}
    return {
        key: terms.player(each, f"{where}: on") if key == "on" else word(each, words[key], "word", f"{where}: {key}")
        for key, each in overturn.items()
    }


def _asked(terms: Terms, value: Any, where: str) -> Any:
    def verbs(raw: Any, place: str) -> list[str]:
        return [terms.verb(each, place) for each in listing(raw, place)]

    return by_name(value, where, terms.player, verbs)


def _options(terms: Terms, value: Any, where: str) -> Any:
    def offers(raw: Any, place: str) -> dict[str, list[str]]:
        return by_name(raw, place, terms.verb, terms.players)

    return by_name(value, where, terms.player, offers)


def _sees(terms: Terms, value: Any, where: str) -> Any:
    deals = {deal.name for deal in terms.plan.rules.deals}

    def known(raw: Any, place: str) -> str:
        return raw if isinstance(raw, str) and raw in deals else _shown(terms, raw, place)

    def others(raw: Any, place: str) -> dict[str, str]:
        return by_name(raw, place, terms.player, known)

    return by_name(value, where, terms.player, others)


def _cards(terms: Terms, value: Any, where: str) -> Any:
    return by_name(value, where, terms.player, partial(_shown, terms))


SHAPES: dict[str, Callable[[Terms, Any, str], Any]] = {
    "dead": _leavers,
    "out": _out,
    "told": _told,
    "void": _void,
    "alive": _names,
    "tally": _tally,
    "vote_immune": _names,
    "sheriff": _player,
    "said": _said,
    "ended": partial(_word, lambda terms: TALK_ENDS, "end"),
    "overturned": _overturned,
    "asked": _asked,
    "options": _options,
    "sees": _sees,
    "winner": partial(_word, _sides, "side"),
    "reason": partial(_word, _reasons, "reason"),
    "cowins": _cards,
    "roles": _cards,
}
