"""The last night of a hosted game as a position of the rulings desk, with all that was done in it and since."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from duskfall.cases.script import play
from duskfall.cases.start import mark_keys
from duskfall.cases.terms import CaseError
from duskfall.core.facts import Died, Ended, Fact, Landed, Out, Overturned, Void
from duskfall.core.log import Entry
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT, State
from duskfall.host.desk.desk_case import case_of, start_rows
from duskfall.host.evening.fields import Refusal
from duskfall.host.evening.live import Live
from duskfall.host.service import evening_of
from duskfall.study.phases import Place, begun, phases
from duskfall.tell.names import hour
from duskfall.tell.tongue import say
from duskfall.vocabulary.masks import bits, has
from duskfall.vocabulary.ruleset import walk
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.seats import LastNight
from duskfall.wire.calls import Params
from duskfall.wire.desk import DeskAct, DeskCase, DeskCount, DeskDeal, DeskPhase, DeskStart

TOLD = (Died, Landed, Out, Overturned, Void)  # the events on which two rulings on a phase must agree


@dataclass(slots=True)
class Answered:
    """The answers given in one phase."""

    place: Place
    before: State  # the state when its first question was asked
    acts: dict[tuple[str, int], list[object]] = field(default_factory=dict)
    counts: list[DeskCount] = field(default_factory=list)

    def answer(self, verb: str, seat: int, value: object) -> None:
        """Add an answer. A phase may ask the same question more than once."""
        self.acts.setdefault((verb, seat), []).append(value)

    def row(self) -> DeskPhase:
        """Return the phase in the format of the desk."""
        given = {key: values for key, values in self.acts.items() if any(value is not None for value in values)}
        acts: list[DeskAct] = [
            {"verb": verb, "seat": seat, "value": values[0] if len(values) == 1 else values}
            for (verb, seat), values in given.items()
        ]
        return {"phase": self.place[0], "acts": acts, "counts": self.counts}


def dispute(params: Params) -> DeskCase:
    """Answer the call {actions}: the last night called at this table, and the day after it as far as played.

    The case begins with that night. A position can't express everything that happened before, so the desk may rule
    differently from the table; then the case begins with the game itself, if this gives the table's ruling.
    """
    games = evening_of(params).games
    if not games:
        raise Refusal(say("There is no game at this table yet."))
    live = games[-1]
    told = list(_told(live))
    nights = [place for place, each in enumerate(told) if each.place[0] == NIGHT]
    late = told[nights[-1] :] if nights else told
    short = _case(live, late, _start(live, late[0].before, late[0].place), _roles(live, late[0].place))
    began = live.game.setup.start
    whole = _case(live, told, start_rows(began) if began else None, live.game.setup.roles)
    return whole if not _agrees(live, short, late[0].place) and _agrees(live, whole, late[0].place) else short


def _told(live: Live) -> Iterator[Answered]:
    """Yield every phase up to where the host stands, with its answers."""
    game = Game(live.rules, live.game.setup)
    here, first = Answered(begun(game.facts)[1], game.state.copy()), True
    for entry in standing(live.game.log):
        _take(game, entry, here)
        place = begun(game.facts)[1]
        if place != here.place:
            yield here
            here = Answered(place, game.state.copy())
            first = False
    for (seat, verb), value in live.drafts.items():
        here.answer(verb, seat, value)
    if first or here.acts or here.counts or here.place[0] == NIGHT:
        yield here


def _take(game: Game, entry: Entry, here: Answered) -> None:
    """Replay an entry of the log, and collect what it answers; speeches without a possible nomination are skipped."""
    ask = next((ask for ask in game.asks if (ask.seat, ask.verb) == (entry.seat, entry.word)), None)
    if entry.kind == "answer" and ask and (not ask.speech or ask.nominees):
        here.answer(entry.word, entry.seat, entry.value)
    elif entry.kind == "count" and isinstance(entry.value, dict):
        voters = [ask.seat for ask in game.asks if ask.verb == entry.word]
        before = len(here.acts.get((entry.word, voters[0]), ())) if voters else 0
        here.counts.append({"verb": entry.word, "round": before, "votes": dict(entry.value)})
        for seat in voters:
            here.answer(entry.word, seat, None)
    game.take([entry])


# -- the position ----------------------------------------------------------------------------------------


def _case(live: Live, told: Sequence[Answered], start: DeskStart | None, roles: Sequence[str]) -> DeskCase:
    """Return these phases as a case, from a position in the middle or from the deal."""
    setup, state, rules = live.game.setup, told[0].before, live.rules
    default = {flag.name: flag.default for flag in rules.flags}
    names = live.names
    return {
        "name": say("Game {game}, {when}", game=live.number, when=hour(*told[-1].place)),
        "rules": rules.id,
        "flags": {name: value for name, value in state.flags.items() if value != default[name]},
        "seats": [{"name": name, "role": role} for name, role in zip(names, roles, strict=True)],
        "cards": [{"card": card, "seat": seat} for card, held in setup.cards for seat in bits(held)],
        "assign": _assigned(live, state, roles),
        "start": start,
        "play": [each.row() for each in told],
    }


def _assigned(live: Live, state: State, roles: Sequence[str]) -> list[DeskDeal]:
    """Return the assignments of the deal for seats that still hold a role with such an assignment."""
    holding = Scene(State(live.game.setup.names, [live.game.plan.roles[role] for role in roles], {}, talk=False))
    owners = {deal.name: deal.to.mask(holding) for deal in live.rules.deals}
    return [
        {"deal": deal, "seat": seat, "target": target}
        for (deal, seat), target in state.assigned.items()
        if has(owners[deal], seat)
    ]


def _roles(live: Live, place: Place) -> list[str]:
    """Return the role of each seat before a phase; some change in its first moment."""
    phase = next(each for each in phases(live.game.facts) if each.place == place)
    return [role for _, role in sorted((phase.before or phase).roles.items())]


def _start(live: Live, state: State, place: Place) -> DeskStart:
    """Return the position before a phase, as far as it can be expressed."""
    plan = live.game.plan
    marks = set(mark_keys(plan).values())
    counted = {ability.verb for ability in plan.graph.abilities if ability.uses}
    remembered = {part.verb for part in walk(live.rules) if isinstance(part, LastNight)}
    night = state.night - 1 if place[0] == NIGHT else state.night
    return {
        "phase": place[0],
        "number": place[1],
        "dead": list(bits(state.everyone & ~state.alive)),
        "marks": [
            {"mark": mark, "seat": seat} for mark, held in state.marks.items() if mark in marks for seat in bits(held)
        ],
        "used": [
            {"verb": verb, "seat": seat, "count": count}
            for (verb, seat), count in state.used.items()
            if verb in counted
        ],
        "last": [
            {"verb": verb, "seat": seat, "target": target}
            for (verb, seat), (when, target) in state.last.items()
            if verb in remembered and when == night
        ],
        "titles": [{"title": title, "seat": seat} for title, seat in state.titles.items() if seat],
    }


def _agrees(live: Live, case: DeskCase, place: Place) -> bool:
    """Return whether the desk rules on this phase as the table did; a phase that isn't over yet has no ruling."""
    facts = live.game.facts
    if begun(facts)[1] == place and not any(isinstance(fact, Ended) for fact in facts):
        return True
    try:
        ruled, _ = play(case_of(case))
    except CaseError:
        return False
    return _ruling(ruled.facts, place) == _ruling(facts, place)


def _ruling(facts: Sequence[Fact], place: Place) -> list[Fact]:
    found = next((each.facts for each in phases(facts) if each.place == place), ())
    return [fact for fact in found if isinstance(fact, TOLD)]
