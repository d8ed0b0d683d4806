"""Case files: read, and checked word by word, so that a slip of the pen is never taken for a ruling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from duskfall.cases.yaml12 import load
from duskfall.core.flags import FlagError, read_flags
from duskfall.core.plan import Plan, compile_plan
from duskfall.core.setup import RESERVED, Setup, Start
from duskfall.core.state import DAY, NIGHT
from duskfall.core.steps import Ballot, Chat, Collect, Elect, PassOn
from duskfall.core.words import Ruleset
from duskfall.rules import BOOKS, ruleset

KEYS = ("name", "rules", "flags", "seats", "target", "immune", "start", "play")
START_KEYS = (NIGHT, DAY, "dead", "revealed", "used", "last", "sheriff", "framed")
EXPECT_KEYS = (
    "dead", "out", "told", "void", "alive", "tally", "vote_immune", "sheriff", "said", "ended", "overturned",
    "asked", "options", "sees", "winner", "reason", "cowins", "roles",
)  # fmt: skip
BY_PLAYER = ("told", "asked", "options", "sees", "cowins", "roles")  # expectations with players as keys
CARD, DEAL, MARK_REVEALED, MARK_FRAMED, TITLE = "immunity", "target", "revealed", "framed", "sheriff"


class CaseError(ValueError):
    """A file that is not a valid case file."""


@dataclass(slots=True)
class Item:
    """One night or one day: what is written, and what must come of it."""

    phase: str
    written: dict[str, Any]
    expect: dict[str, Any] | None


@dataclass(slots=True)
class Case:
    """A scripted game."""

    name: str
    rules: Ruleset
    setup: Setup
    items: list[Item] = field(default_factory=list)


def phase_verbs(plan: Plan, phase: str) -> set[str]:
    """The verbs that may be written for a night, or for a day."""
    verbs = {"say"} if phase == DAY else set()
    for step in plan.rules.night if phase == NIGHT else plan.rules.day:
        if isinstance(step, Collect):
            verbs |= set(step.verbs)
        elif isinstance(step, Chat | PassOn):
            verbs.add(step.verb)
        elif isinstance(step, Ballot):
            verbs |= {step.verb, step.again} - {""}
        elif isinstance(step, Elect):
            verbs |= {step.stand, step.withdraw, step.verb}
    if phase == DAY:
        verbs |= {name for name, (_, trigger) in plan.triggers.items() if trigger.ask is not None}
    return verbs


def read_file(path: Path) -> list[Case]:
    """The cases of a file; CaseError with file, case and key."""
    try:
        value = load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CaseError(f"{path}: {reason}") from None
    if not isinstance(value, list):
        raise CaseError(f"{path}: a case file holds a list of cases")
    cases = []
    for number, raw in enumerate(value, 1):
        name = raw.get("name") if isinstance(raw, dict) else None
        try:
            cases.append(_case(raw))
        except (CaseError, FlagError, ValueError) as error:
            raise CaseError(f"{path}: case {name or number}: {error}") from None
    return cases


def _case(raw: Any) -> Case:
    if not isinstance(raw, dict):
        raise CaseError("a case is a mapping with name, rules, seats and play")
    _known(raw, KEYS, "key")
    for key in ("name", "rules", "seats", "play"):
        if key not in raw:
            raise CaseError(f"{key}: missing")
    if str(raw["rules"]) not in BOOKS:
        raise CaseError(f"rules: unknown ruleset {raw['rules']!r} (there are: {', '.join(BOOKS)})")
    rules = ruleset(raw["rules"])
    seats = _names(_mapping(raw["seats"], "seats"))
    for name, role in seats.items():
        if role not in {each.name for each in rules.roles}:
            raise CaseError(f"seats: {name}: unknown role {role!r} in {rules.id}")
        if name in RESERVED | {"mafia", "werewolves"}:
            raise CaseError(f"seats: {name!r} cannot be a name")
    setup = _setup(raw, rules, seats)
    case = Case(str(raw["name"]), rules, setup)
    if not isinstance(raw["play"], list):
        raise CaseError("play: a list of nights and days")
    for number, item in enumerate(raw["play"], 1):
        try:
            case.items.append(_item(item, compile_plan(rules), tuple(seats)))
        except CaseError as error:
            raise CaseError(f"play {number}: {error}") from None
    return case


def _setup(raw: dict[str, Any], rules: Ruleset, seats: dict[str, str]) -> Setup:
    names = tuple(seats)
    flags = _mapping(raw.get("flags") or {}, "flags")
    try:
        read_flags(rules, flags)
    except FlagError as error:
        raise CaseError(f"flags: {error}") from None
    cards: dict[str, list[str]] = {}
    if "immune" in raw:
        if CARD not in {card.name for card in rules.cards}:
            raise CaseError(f"immune: {rules.id} has no immunity cards")
        cards[CARD] = _players(raw["immune"], names, "immune")
    assign: dict[str, dict[str, str]] = {}
    if "target" in raw:
        if DEAL not in {deal.name for deal in rules.deals}:
            raise CaseError(f"target: {rules.id} assigns no targets")
        assign[DEAL] = _names(_mapping(raw["target"], "target"))
        _players([*assign[DEAL], *assign[DEAL].values()], names, "target")
    start = _start(raw["start"], rules, names) if "start" in raw else None
    return Setup.make(rules, seats, flags=flags, tries=1, cards=cards, assign=assign, start=start)


def _start(raw: Any, rules: Ruleset, names: tuple[str, ...]) -> Start:
    value = _mapping(raw, "start")
    _known(value, START_KEYS, "start")
    phases = [phase for phase in (NIGHT, DAY) if phase in value]
    number = value[phases[0]] if len(phases) == 1 else None
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise CaseError("start: one of night or day, with its number")
    verbs = phase_verbs(compile_plan(rules), NIGHT) | phase_verbs(compile_plan(rules), DAY)
    marks = []
    for mark in (MARK_REVEALED, MARK_FRAMED):
        if mark in value:
            if mark not in compile_plan(rules).until:
                raise CaseError(f"start: {mark}: nobody is ever {mark} in {rules.id}")
            marks += [(mark, _seat(name, names)) for name in _players(value[mark], names, f"start: {mark}")]
    titles = []
    if value.get(TITLE) is not None:
        if TITLE not in {title.name for title in rules.titles}:
            raise CaseError(f"start: {TITLE}: {rules.id} has no such title")
        titles = [(TITLE, _seat(_player(value[TITLE], names, f"start: {TITLE}"), names))]
    return Start(
        phase=phases[0],
        number=number,
        dead=tuple(_seat(name, names) for name in _players(value.get("dead") or [], names, "start: dead")),
        marks=tuple(marks),
        used=tuple(_uses(value.get("used") or {}, names, verbs)),
        last=tuple(_lasts(value.get("last") or {}, names, verbs)),
        titles=tuple(titles),
    )


def _uses(raw: Any, names: tuple[str, ...], verbs: set[str]) -> Iterable[tuple[str, int, int]]:
    for verb, pairs in _mapping(raw, "start: used").items():
        _known({verb: 0}, verbs, "start: used: verb")
        for actor, count in _mapping(pairs, "start: used").items():
            if not isinstance(count, int):
                raise CaseError(f"start: used: {verb}: {count!r} is not a number")
            yield verb, _seat(_player(actor, names, "start: used"), names), count


def _lasts(raw: Any, names: tuple[str, ...], verbs: set[str]) -> Iterable[tuple[str, int, int]]:
    for verb, pairs in _mapping(raw, "start: last").items():
        _known({verb: 0}, verbs, "start: last: verb")
        for actor, target in _mapping(pairs, "start: last").items():
            yield (
                verb,
                _seat(_player(actor, names, "start: last"), names),
                _seat(_player(target, names, "start: last"), names),
            )


def _item(raw: Any, plan: Plan, names: tuple[str, ...]) -> Item:
    value = _mapping(raw, "an item")
    _known(value, (NIGHT, DAY, "expect"), "key")
    phases = [phase for phase in (NIGHT, DAY) if phase in value]
    if len(phases) != 1:
        raise CaseError("an item is one night or one day")
    phase = phases[0]
    written = _mapping(value[phase] or {}, phase)
    _known(written, phase_verbs(plan, phase), f"{phase}: verb")
    for verb, acts in written.items():
        _check_acts(plan, verb, acts, names)
    expect = value.get("expect")
    if expect is not None:
        expect = _mapping(expect, "expect")
        _known(expect, EXPECT_KEYS, "expect: key")
        _check_expect(plan, expect, names)
    return Item(phase, written, expect)


def _check_acts(plan: Plan, verb: str, acts: Any, names: tuple[str, ...]) -> None:
    """Every actor and every target must be somebody."""
    group = plan.groups.get(verb)
    actors = (*names, group.name) if group else names
    for actor in acts if isinstance(acts, list) else _mapping(acts or {}, verb):
        if str(actor) not in actors:
            raise CaseError(f"{verb}: unknown player {actor!r}")
    if isinstance(acts, list) or acts is None:
        return
    for answer in acts.values():
        for each in answer if isinstance(answer, list) else [answer]:
            _check_answer(plan, verb, each, names)


def _check_answer(plan: Plan, verb: str, answer: Any, names: tuple[str, ...]) -> None:
    if isinstance(answer, dict):
        _known(answer, ("target", "as", "to", "text", "nominate"), f"{verb}: key")
        for key in ("target", "to", "nominate"):
            if key in answer and str(answer[key]) not in (*names, "nobody"):
                raise CaseError(f"{verb}: {key}: unknown player {answer[key]!r}")
        if "as" in answer and answer["as"] not in plan.roles:
            raise CaseError(f"{verb}: unknown role {answer['as']!r} in {plan.rules.id}")
    elif verb != "say" and verb not in {step.verb for step in plan.rules.night if isinstance(step, Chat)}:
        words = ("nobody", "skip", "all", "yes", "no")
        if answer is not None and not isinstance(answer, bool) and str(answer) not in (*names, *words):
            raise CaseError(f"{verb}: unknown player {answer!r}")


def _check_expect(plan: Plan, expect: dict[str, Any], names: tuple[str, ...]) -> None:
    for key in BY_PLAYER:
        if key in expect:
            _players(list(_mapping(expect[key] or {}, f"expect: {key}")), names, f"expect: {key}")
    for key in ("alive", "dead", "vote_immune"):
        if key in expect:
            _players(list(expect[key] or []), names, f"expect: {key}")
    sides = (*plan.rules.sides, "draw")
    if expect.get("winner") is not None and expect["winner"] not in sides:
        raise CaseError(f"expect: winner: unknown side {expect['winner']!r} (there are: {', '.join(sides)})")
    for each in expect.get("overturned") or []:
        _known(_mapping(each, "expect: overturned"), ("what", "on", "by"), "expect: overturned: key")


# -- small readers ---------------------------------------------------------------------------------------


def _known(value: Mapping[Any, Any], known: Iterable[str], what: str) -> None:
    known = list(known)
    for key in value:
        if key not in known:
            raise CaseError(f"unknown {what} {key!r} (there are: {', '.join(sorted(known))})")


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise CaseError(f"{what}: a mapping is needed, not {value!r}")
    return value


def _names(value: Mapping[Any, Any]) -> dict[str, str]:
    return {str(key): str(item) for key, item in value.items()}


def _player(value: Any, names: tuple[str, ...], what: str) -> str:
    if str(value) not in names:
        raise CaseError(f"{what}: unknown player {value!r}")
    return str(value)


def _players(values: Any, names: tuple[str, ...], what: str) -> list[str]:
    if not isinstance(values, list):
        raise CaseError(f"{what}: a list of players is needed")
    return [_player(value, names, what) for value in values]


def _seat(name: str, names: tuple[str, ...]) -> int:
    return names.index(name) + 1
