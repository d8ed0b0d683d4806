"""What a case starts from: seats, house rules, cards, targets, and a position in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from duskfall.cases.terms import (
    CARD,
    DEAL,
    FRAMED,
    NOT_NAMES,
    REVEALED,
    TITLE,
    VOTE_IMMUNITY,
    CaseError,
    CaseTerms,
    by_name,
    keys,
    mapping,
    quote,
    text,
    whole,
)
from duskfall.core.plan.compile import Plan
from duskfall.core.play.state import DAY, NIGHT, State
from duskfall.core.start.flags import FlagError, read_flags
from duskfall.core.start.setup import Setup, Start
from duskfall.vocabulary.effects import Until
from duskfall.vocabulary.scene import Scene

MARKS = {REVEALED: REVEALED, FRAMED: FRAMED, "vote_immune": VOTE_IMMUNITY}  # by the key under which they are written
START_KEYS = (NIGHT, DAY, "dead", "used", "last")


def mark_keys(plan: Plan) -> dict[str, str]:
    """The marks that a position may have, by the key under which they are written: most by their own name."""
    own = {mark: mark for mark in plan.until if mark not in MARKS.values() and mark not in (*START_KEYS, TITLE)}
    return MARKS | own


def read_setup(raw: dict[str, Any], plan: Plan) -> Setup:
    """What the game starts from."""
    rules = plan.rules
    seats = by_name(raw["seats"], "seats", _name, lambda role, _: role)
    terms = CaseTerms(plan, tuple(seats))
    for name, role in seats.items():
        terms.role(role, f"seats: {name}")
    cards = _given(raw, "immune", CARD, {card.name for card in rules.cards}, terms.players)
    assign = _given(
        raw, "target", DEAL, {d.name for d in rules.deals}, lambda v, w: by_name(v, w, terms.player, terms.player)
    )
    flags = mapping(raw.get("flags"), "flags")
    try:
        read_flags(rules, flags)
    except FlagError as error:
        raise CaseError("flags: {problem}", problem=error) from None
    talk = raw.get("talk", True)
    if type(talk) is not bool:
        raise CaseError("talk: true or false is needed, not {value}", value=quote(talk))
    start = _start(raw["start"], terms) if raw.get("start") is not None else None
    try:
        setup = Setup.make(rules, seats, flags=flags, talk=talk, tries=1, cards=cards, assign=assign, start=start)
    except ValueError as error:
        raise CaseError("seats: {problem}", problem=error) from None
    _check_dealt(plan, setup)
    return replace(setup, plain_questions=True)


def _name(value: Any, where: str) -> str:
    name = text(value, where)
    if name in NOT_NAMES:
        raise CaseError("seats: {name} cannot be a name", name=repr(name))
    return name


def _given(raw: dict[str, Any], key: str, what: str, known: set[str], read: Callable[[Any, str], Any]) -> Any:
    """What is dealt beside the roles, if this ruleset has such a thing."""
    if raw.get(key) is None:
        return {}
    if what not in known:
        raise CaseError("{key}: {rules} deals no {what}", key=key, rules=raw["rules"], what=what)
    return {what: read(raw[key], key)}


def _check_dealt(plan: Plan, setup: Setup) -> None:
    """Nothing may be assigned to a seat to which the ruleset deals nothing."""
    state = State(setup.names, [plan.roles[role] for role in setup.roles], dict(setup.flags), setup.talk)
    to = {deal.name: deal.to.mask(Scene(state)) for deal in plan.rules.deals}
    for deal, seat, _ in setup.assign or ():
        if not to[deal] >> seat & 1:
            role, name = setup.roles[seat - 1], setup.names[seat - 1]
            raise CaseError("{deal}: a {role} ({name}) has no {deal}", deal=deal, role=role, name=name)


def _start(raw: Any, terms: CaseTerms) -> Start:
    value = mapping(raw, "start")
    marks = mark_keys(terms.plan)
    keys(value, (*START_KEYS, TITLE, *marks), "start")
    phases = [phase for phase in (NIGHT, DAY) if phase in value]
    if len(phases) != 1:
        raise CaseError("start: one of night or day is needed, with its number")
    phase = phases[0]
    return Start(
        phase=phase,
        number=whole(value[phase], 1, f"start: {phase}"),
        dead=tuple(dict.fromkeys(_seats(terms, value, "dead"))),
        marks=tuple(_marks(terms, value, phase)),
        used=tuple(_by_act(terms, value, "used", lambda count, where: whole(count, 0, where))),
        last=tuple(_by_act(terms, value, "last", terms.seat)),
        titles=tuple(_titles(terms, value)),
    )


def _seats(terms: CaseTerms, value: dict[str, Any], key: str) -> list[int]:
    where = f"start: {key}"
    return [terms.seat(name, where) for name in terms.players(value.get(key), where)]


def _marks(terms: CaseTerms, value: dict[str, Any], phase: str) -> Iterator[tuple[str, int]]:
    """Who bears which mark; one that ends at dawn is gone by day."""
    for key, mark in mark_keys(terms.plan).items():
        if value.get(key) is None:
            continue
        until = terms.plan.until.get(mark)
        if until is None:
            mark, rules = key.replace("_", "-"), terms.plan.rules.id
            raise CaseError("start: {key}: nobody is ever {mark} in {rules}", key=key, mark=mark, rules=rules)
        seats = _seats(terms, value, key)
        if phase != DAY or until is not Until.DAWN:
            yield from ((mark, seat) for seat in seats)


def _titles(terms: CaseTerms, value: dict[str, Any]) -> Iterator[tuple[str, int]]:
    if value.get(TITLE) is not None:
        if TITLE not in {title.name for title in terms.plan.rules.titles}:
            raise CaseError("start: {title}: {rules} has no such title", title=TITLE, rules=terms.plan.rules.id)
        yield TITLE, terms.seat(value[TITLE], f"start: {TITLE}")


def _by_act(
    terms: CaseTerms, value: dict[str, Any], key: str, read: Callable[[Any, str], int]
) -> Iterator[tuple[str, int, int]]:
    """Per act and player a number, or a seat."""
    acts = by_name(
        value.get(key), f"start: {key}", terms.verb, lambda raw, where: by_name(raw, where, terms.player, read)
    )
    for verb, pairs in acts.items():
        for name, number in pairs.items():
            yield verb, terms.names.index(name) + 1, number
