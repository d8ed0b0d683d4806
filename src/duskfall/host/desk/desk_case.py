"""Conversion between what is set at the rulings desk and cases.

The desk gives players by seat (or by name) and keeps everything in lists of rows, since a page may not keep the order
of an object's keys. A case is checked as strictly as one in a case file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from duskfall.cases.case import Case, CaseItem, read_case
from duskfall.cases.start import mark_keys
from duskfall.cases.terms import CARD, DEAL, TITLE, CaseError, CaseTerms
from duskfall.cases.written import COUNTS
from duskfall.core.ask import seat_of
from duskfall.core.log import clean_text
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.state import DAY, NIGHT
from duskfall.core.start.deck import make_deck, usual_size
from duskfall.core.start.setup import NAMES, Start
from duskfall.rules.registry import ids, known
from duskfall.vocabulary.masks import bits
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.wire.calls import Params
from duskfall.wire.desk import DeskAct, DeskCase, DeskCount, DeskPhase, DeskStart

Raw = dict[str, Any]
USUAL = "city-mafia"
UNNAMED = "A ruling"
DIGITS = 5  # as text, a seat has fewer digits than this
ROUNDS = 100  # of one vote in one day, at most
WORDS = ("as", "text")  # keys of an answer whose values are no players


def book(params: Params) -> Ruleset:
    """Return the ruleset of a call, city-mafia by default; raise `CaseError` if it's unknown."""
    name = params.get("rules") or USUAL
    found = known(name)
    if found is None:
        raise CaseError("unknown ruleset {name} (there are: {rules})", name=repr(name), rules=", ".join(ids()))
    return found


def case_of(params: Params) -> Case:
    """Return the case that is set at the desk; raise `CaseError`, with a one-line message, if it's invalid."""
    try:
        return read_case(raw_case(params))
    except (TypeError, AttributeError, KeyError, IndexError):
        raise CaseError("this is not a position") from None


def raw_case(params: Params) -> Raw:
    """Return the case that is set at the desk, as data in the format of case files."""
    rules = book(params)
    rows = params.get("seats")
    seats = _seats(rows) if rows else usual_seats(rules)
    people = People(tuple(seats))
    name = str(params.get("name") or UNNAMED)
    raw: Raw = {"name": clean_text(name, len(name)), "rules": rules.id}
    default = {flag.name: flag.default for flag in rules.flags}
    flags = {name: value for name, value in (params.get("flags") or {}).items() if value != default.get(name, ...)}
    raw |= {"flags": flags} if flags else {}
    raw["seats"] = seats
    held = [people.name(row["seat"]) for row in _of(params, "cards", "card", CARD)]
    raw |= {"immune": held} if held else {}
    given = {people.name(row["seat"]): people.name(row["target"]) for row in _of(params, "assign", "deal", DEAL)}
    raw |= {"target": given} if given else {}
    if params.get("start"):
        raw["start"] = _start(params["start"], people, rules)
    raw["play"] = [_item(item, people) for item in params.get("play") or [_first(rules, params)]]
    return raw


class People:
    """The names at the table, by seat."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def name(self, who: Any) -> Any:
        """Return the name of a seat; return a name or another word unchanged. Raise `CaseError` for an unknown seat."""
        if type(who) is not int:
            return who
        if not 1 <= who <= len(self.names):
            raise CaseError("there is no seat {seat}", seat=who)
        return self.names[who - 1]

    def voted(self, who: str) -> Any:
        """Return the target of votes. A seat is given as text here, since it's the key of an object."""
        return self.name(int(who)) if who.isdecimal() and len(who) < DIGITS else who


def usual_seats(rules: Ruleset) -> dict[str, str]:
    """Return a default table: default names, with the roles of the ruleset's own deck."""
    deck = make_deck(rules, usual_size(rules))
    return dict(zip(NAMES, deck, strict=False))


def _seats(rows: Any) -> dict[str, str]:
    if isinstance(rows, Mapping):
        return dict(rows)
    found: dict[str, str] = {}
    for row in rows:
        if row["name"] in found:
            raise CaseError("two seats are called {name}", name=repr(row["name"]))
        found[row["name"]] = row["role"]
    return found


def _of(params: Params, key: str, kind: str, known: str) -> list[Any]:
    """Return the rows of extra cards or assignments; the format of case files knows only one kind of each."""
    rows = params.get(key) or []
    for row in rows:
        if row[kind] != known:
            raise _unknown(key, kind, row[kind])
    return list(rows)


def _unknown(key: str, kind: str, name: object) -> CaseError:
    return CaseError("{key}: unknown {kind} {name}", key=key, kind=kind, name=repr(name))


def _first(rules: Ruleset, params: Params) -> Raw:
    """Return the phase to play if none is given: the one in which the position is."""
    return {"phase": (params.get("start") or {}).get("phase") or (DAY if rules.day_first else NIGHT)}


def _start(start: Mapping[str, Any], people: People, rules: Ruleset) -> Raw:
    raw: Raw = {start["phase"]: start.get("number", 1)}
    dead = [people.name(seat) for seat in start.get("dead") or ()]
    raw |= {"dead": dead} if dead else {}
    for key, number in (("used", "count"), ("last", "target")):
        for row in start.get(key) or ():
            value = row[number] if number == "count" else people.name(row[number])
            raw.setdefault(key, {}).setdefault(row["verb"], {})[people.name(row["seat"])] = value
    keys = {mark: key for key, mark in mark_keys(compile_plan(rules)).items()}
    for row in start.get("marks") or ():
        if row["mark"] not in keys:
            raise _unknown("marks", "mark", row["mark"])
        raw.setdefault(keys[row["mark"]], []).append(people.name(row["seat"]))
    for row in start.get("titles") or ():
        if row["title"] != TITLE:
            raise _unknown("titles", "title", row["title"])
        raw[TITLE] = people.name(row["seat"])
    return raw


def _item(item: Mapping[str, Any], people: People) -> Raw:
    acts: Raw = {}
    for row in item.get("acts") or ():
        acts.setdefault(row["verb"], {})[people.name(row["seat"])] = _value(row.get("value"), people)
    counts: Raw = {}
    for row in item.get("counts") or ():
        ballots, place = counts.setdefault(row["verb"], []), row.get("round", 0)
        if not 0 <= place < ROUNDS:
            raise CaseError("{where}: there is no ballot {number}", where=COUNTS, number=place)
        ballots += [None] * (place + 1 - len(ballots))
        ballots[place] = _votes(row["votes"], people)
    acts |= {COUNTS: {verb: found[0] if len(found) == 1 else found for verb, found in counts.items()}} if counts else {}
    raw: Raw = {item["phase"]: acts}
    return raw | {"expect": item["expect"]} if item.get("expect") else raw


def _votes(given: Mapping[str, Any], people: People) -> Raw:
    votes: Raw = {}
    for who, number in given.items():
        name = people.voted(who)
        if name in votes:
            raise CaseError("{where}: {name} is counted twice", where=COUNTS, name=name)
        votes[name] = number
    return votes


def _value(value: Any, people: People) -> Any:
    if isinstance(value, list):
        return [_value(each, people) for each in value]
    if isinstance(value, Mapping):
        return {key: each if key in WORDS else people.name(each) for key, each in value.items()}
    return people.name(value)


# -- from a case to the desk -----------------------------------------------------------------------------------------


def params_of(case: Case) -> DeskCase:
    """Return what has to be set at the desk for this case."""
    setup = case.setup
    rules = case.rules
    default = {flag.name: flag.default for flag in rules.flags}
    return {
        "name": case.name,
        "rules": rules.id,
        "flags": {name: value for name, value in setup.flags.items() if value != default[name]},
        "seats": [{"name": name, "role": role} for name, role in zip(setup.names, setup.roles, strict=True)],
        "cards": [{"card": card, "seat": seat} for card, held in setup.cards for seat in bits(held)],
        "assign": [{"deal": deal, "seat": seat, "target": whom} for deal, seat, whom in setup.assign or ()],
        "start": start_rows(setup.start) if setup.start else None,
        "play": [_item_rows(item, case) for item in case.items],
    }


def start_rows(start: Start) -> DeskStart:
    """Return a position in the middle of a game as rows for the desk."""
    return {
        "phase": start.phase,
        "number": start.number,
        "dead": list(start.dead),
        "marks": [{"mark": mark, "seat": seat} for mark, seat in start.marks],
        "used": [{"verb": verb, "seat": seat, "count": count} for verb, seat, count in start.used],
        "last": [{"verb": verb, "seat": seat, "target": whom} for verb, seat, whom in start.last],
        "titles": [{"title": title, "seat": seat} for title, seat in start.titles],
    }


def _item_rows(item: CaseItem, case: Case) -> DeskPhase:
    names = case.setup.names
    terms = CaseTerms(compile_plan(case.rules), names)
    acts: list[DeskAct] = []
    for verb, written in item.written.items():
        words = verb in terms.spoken | terms.confirmed  # answers that are words, even if a player has that name
        for who, answers in written.items():
            values = [_seated(answer, names, words) for answer in answers]
            value = values[0] if len(values) == 1 else values
            acts.append({"verb": verb, "seat": seat_of(who, names) or who, "value": value})
    found: DeskPhase = {"phase": item.phase, "acts": acts, "counts": list(_counts(item, names))}
    return found | {"expect": item.expect} if item.expect is not None else found


def _counts(item: CaseItem, names: tuple[str, ...]) -> Iterator[DeskCount]:
    for verb, ballots in item.counts.items():
        for number, votes in enumerate(ballots):
            if votes is not None:
                by_seat = {str(seat_of(who, names) or who): count for who, count in votes.items()}
                yield {"verb": verb, "round": number, "votes": by_seat}


def _seated(value: object, names: tuple[str, ...], words: bool = False) -> object:
    """Return players by seat, so that they may be renamed; other words stay as they are."""
    if isinstance(value, dict):
        return {key: each if key in WORDS else _seated(each, names) for key, each in value.items()}
    return value if words else seat_of(value, names) or value
