"""Calls of the rulings desk: set up a position, say what happened, and get the ruling with a diagram and citations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from duskfall.cases.case import Case
from duskfall.cases.script import CasePhase, play
from duskfall.cases.terms import CaseError
from duskfall.core.ask import Ask, seat_of
from duskfall.core.facts import EVERYONE, Died, Fact, Knows, Noticed, Out, PhaseBegan, Told
from duskfall.core.play.game import Game
from duskfall.core.play.state import State
from duskfall.draw.ruling_picture import picture
from duskfall.host.desk.beginning import start_of
from duskfall.host.desk.case_text import case_text
from duskfall.host.desk.desk_case import WORDS, case_of, params_of, raw_case
from duskfall.host.desk.desk_expect import expected
from duskfall.host.desk.position_form import filled
from duskfall.host.screens.forms import form
from duskfall.host.screens.parts import cited_lines
from duskfall.study.rule_behind import rule_of_end
from duskfall.tell import phrases
from duskfall.tell.facts.sentences import sentence
from duskfall.tell.host.aloud import aloud, numbered
from duskfall.tell.quotes import quoted
from duskfall.tell.ruling.explain import explain
from duskfall.tell.ruling.matter import matter
from duskfall.tell.ruling.why_not import still_open, why_not
from duskfall.tell.text import safe
from duskfall.tell.tongue import say, word
from duskfall.wire.calls import Params
from duskfall.wire.desk import DeskEnd, DeskGone, DeskPosition, DeskRuled, DeskRuling, DeskTold
from duskfall.wire.evening import TextAnswer
from duskfall.wire.forms import DeskForm


def position(params: Params) -> DeskPosition:
    """Return the form of the desk: what can be set for this ruleset, and what is set."""
    case = case_of(params)
    return filled(case, params_of(case))


def rule_on(params: Params) -> DeskRuling:
    """Play what is said to have happened, and return the ruling on each phase.

    Every question that the rules ask is in `forms` with its answer, so that the page can ask further; what isn't
    answered doesn't happen (G4). A question asked more than once, such as a repeated vote, has a `round`, counted
    from 0, and is answered with a list. A vote may be answered by counts instead of ballots.
    """
    case = case_of(params)
    asked: dict[int, list[DeskForm]] = {}
    began: dict[int, State] = {}  # the state at the first question of each phase

    def watch(game: Game, phase: CasePhase, ask: Ask, answer: object) -> None:
        if phase.begin not in began:
            began[phase.begin] = game.state.copy()
        if not ask.speech or ask.nominees:
            before = asked.setdefault(phase.begin, [])
            again = sum((each["seat"], each["verb"]) == (ask.seat, ask.verb) for each in before)
            before.append({**form(game, ask, _draft(ask, answer, game.names), game.names), "round": again})

    game, phases = play(case, watch)
    ruled = [
        _ruled(game, case, phase, asked.get(phase.begin, []), _afterwards(game, phase, began))
        for phase in phases
        if phase.item is not None
    ]
    warnings = phrases.warnings(case.rules, case.setup.roles)
    return {"phases": ruled, "over": _over(game), "setup": start_of(case.rules, case.setup), "warnings": warnings}


def case(params: Params) -> TextAnswer:
    """Return the position and what happened as the text of a case file, which expects what the engine ruled.

    Raise `CaseError` if counted votes are impossible.
    """
    found = case_of(params)
    raw = raw_case(params)
    game, phases = play(found)
    played = [phase for phase in phases if phase.item is not None]
    if wrong := [each for phase in played for each in _miscounted(phase)]:
        raise CaseError(wrong[0])
    for item, phase in zip(raw["play"], played, strict=False):
        item["expect"] = expected(game, found, phases, phase)
    return {"text": case_text(raw)}


def _draft(ask: Ask, value: object, names: tuple[str, ...]) -> object:
    """Return an answer in the format of a form, with players by seat."""
    if isinstance(value, dict):
        return {key: each if key in WORDS else seat_of(each, names) or each for key, each in value.items()}
    return value if ask.confirm or ask.speech or value in ask.words else seat_of(value, names) or value


# -- one phase ---------------------------------------------------------------------------------------


def _afterwards(game: Game, phase: CasePhase, began: Mapping[int, State]) -> State:
    """Return the state after a phase."""
    return next((state for begin, state in sorted(began.items()) if begin > phase.begin), game.state)


def _ruled(game: Game, case: Case, phase: CasePhase, forms: list[DeskForm], after: State) -> DeskRuled:
    """Return a phase with its questions, its results, and the reasons for them."""
    began = game.facts[phase.begin]
    if not isinstance(began, PhaseBegan):
        raise CaseError("this is not a position")
    names = _numbered(game)
    found = matter(game.facts, names, case.rules, (began.phase, began.number))
    told = explain(found)
    return {
        "title": told.title,
        "lines": cited_lines(told.lines),
        "whyNot": cited_lines(why_not(found, after)),
        "notYet": cited_lines(still_open(found, after)),
        "svg": picture(found),
        "phase": began.phase,
        "number": began.number,
        "forms": forms,
        "dead": [_gone(game, fact.seat, fact.role, fact.causes) for fact in found.phase.of(Died)],
        "out": [_gone(game, fact.seat, game.state.roles[fact.seat], ()) for fact in found.phase.of(Out)],
        "told": list(_told(found.phase.facts, game.names, names)),
        "aloud": [safe(line) for line in aloud(found.phase.facts, game.names, case.rules)],
        "unused": list(_unused(game, phase)),
        "miscounted": list(_miscounted(phase)),
    }


def _gone(game: Game, seat: int, role: str, causes: tuple[str, ...]) -> DeskGone:
    return {
        "seat": seat,
        "name": game.state.name(seat),
        "role": word(role, "role"),
        "causes": [word(cause, "cause") for cause in causes],
    }


def _numbered(game: Game) -> tuple[str, ...]:
    """Return the names with seat numbers, since clubs refer to players by seat."""
    return tuple(numbered(seat, name) for seat, name in enumerate(game.names, 1))


def _told(facts: Sequence[Fact], names: tuple[str, ...], called: tuple[str, ...]) -> Iterator[DeskTold]:
    """Yield what must be told to single players."""
    for fact in facts:
        if isinstance(fact, Told | Noticed | Knows) and fact.to not in (EVERYONE, 0):
            seat = fact.seat if not isinstance(fact, Knows) else 0
            yield {"seat": seat, "name": names[seat - 1] if seat else "", "text": safe(sentence(fact, called))}


def _unused(game: Game, phase: CasePhase) -> Iterator[str]:
    """Yield a line for each answer that was given and not asked for, for example from a dead or jailed player."""
    called = dict(zip(game.names, _numbered(game), strict=True))
    asked = {(ask.verb, game.state.name(ask.seat)) for ask in phase.asked}
    verbs = {ask.verb for ask in phase.asked}
    for verb, acts in (phase.item.written if phase.item else {}).items():
        for who in acts:
            group = game.plan.groups.get(verb)
            if (verb, who) not in asked and not (group and who == group.name and verb in verbs):
                name = called.get(who, who)
                yield say("{name} was not asked: {verb}.", name=safe(name), verb=word(verb, "verb"))

    for verb, ballots in (phase.item.counts if phase.item else {}).items():
        tried = [*phase.counted, *(each.verb for each in phase.miscounts)].count(verb)
        if tried < sum(votes is not None for votes in ballots):
            yield say("There was no such vote to count: {verb}.", verb=word(verb, "verb"))


def _miscounted(phase: CasePhase) -> Iterator[str]:
    """Yield a line for each impossible count of votes."""
    for verb, who in phase.miscounts:
        if who:
            yield say("This is not up for the vote: {name}.", name=safe(who))
        else:
            yield say("{verb}: more votes are counted than can be cast.", verb=word(verb, "verb"))


def _over(game: Game) -> DeskEnd | None:
    end = game.over
    if end is None:
        return None
    rule = rule_of_end(game.plan, end)
    return {
        "winner": end.winner,
        "side": word(end.winner, "side"),
        "reason": word(end.reason, "reason"),
        "rule": rule,
        "cite": quoted(rule),
        "text": safe(sentence(end, _numbered(game))),
    }
