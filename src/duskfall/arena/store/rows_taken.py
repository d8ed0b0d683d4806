"""Rows of what was answered: the tables `decisions`, `votes` and `beliefs`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from duskfall.core.ask import SKIP, Ask, read_choice, read_speech
from duskfall.core.facts import Became, Out, Voted
from duskfall.core.log import Entry
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.core.play.state import NIGHT
from duskfall.players.llm.answers.reading import CLAIMS, SUSPICION
from duskfall.study.phases import NOWHERE, Phase, Place, begins
from duskfall.study.primer import BALLOT, ELECT, EVIL, read
from duskfall.table.probe import leanings
from duskfall.vocabulary.ruleset import Ruleset

MADE, SILENT, REFUSED, VOID = "made", "silent", "refused", "void"
Row = tuple[object, ...]


class Taken(NamedTuple):
    """An answer as it was taken: what it answered, when, after how many facts, and what was wrong with it."""

    number: int
    place: Place
    facts: int
    ask: Ask
    entry: Entry
    wrong: str


def taken(game: Game) -> list[Taken]:
    """All answers that stand: the game is played again, for only then is it known what each of them answered."""
    again, found = Game(game.plan.rules, game.setup), list[Taken]()
    again.draws = False  # lots are in the log
    for number, entry in enumerate(standing(game.log), 1):
        state = again.state
        if entry.kind != "answer":
            again.log.append(entry)
            again.do(entry)
            continue
        floor = state.floor
        ask = floor if floor and (floor.seat, floor.verb) == entry[1:3] else state.open[entry.seat, entry.word]
        place = state.phase, state.night if state.phase == NIGHT else state.day
        facts = len(again.facts)
        found.append(Taken(number, place, facts, ask, entry, again.answer(*entry[1:])))
    return found


# -- decisions ---------------------------------------------------------------------------------------------


def decisions(game: int, names: tuple[str, ...], answers: Iterable[Taken]) -> Iterator[Row]:
    """A row for each answer."""
    for number, place, _, ask, entry, wrong in answers:
        read = _speech if ask.speech else _choice
        yield (
            game,
            number,
            *place,
            ask.seat,
            ask.verb,
            *read(ask, entry.value, names),
            _outcome(ask, entry.value, wrong),
        )


def _choice(ask: Ask, value: object, names: tuple[str, ...]) -> tuple[int, str | None]:
    choice = read_choice(ask, value, names)
    return choice.target, choice.word or choice.role or None


def _speech(ask: Ask, value: object, names: tuple[str, ...]) -> tuple[int, str | None]:
    if type(value) is dict and CLAIMS in value:
        value = value | {CLAIMS: None}  # they have a table of their own
    speech = read_speech(ask, value, names)
    return speech.addressed, None if value is None or speech.text not in ("", SKIP) else SKIP


def _outcome(ask: Ask, value: object, wrong: str) -> str:
    if value is None:
        return SILENT
    return MADE if not wrong else REFUSED if ask.tries > 1 else VOID


# -- votes -------------------------------------------------------------------------------------------------


def votes(game: int, rules: Ruleset, phases: Sequence[Phase]) -> Iterator[Row]:
    """A row for each vote in each ballot that was opened."""
    book = read(rules)
    for phase in phases:
        if not phase.votes:
            continue
        for ballot, (vote, out) in enumerate(_opened(phase), 1):
            kind = BALLOT if BALLOT in book.kinds(vote.verb) else ELECT
            for seat, target in vote.ballots:
                aim = target if isinstance(target, int) else 0
                yield game, phase.place[1], ballot, vote.verb, kind, seat, aim, out if kind == BALLOT else 0


def _opened(phase: Phase) -> list[tuple[Voted, int]]:
    """The ballots of a day, each with the first who left after it and before the next."""
    found: list[tuple[Voted, int]] = []
    for fact in phase.facts:
        if isinstance(fact, Voted):
            found.append((fact, 0))
        elif isinstance(fact, Out) and found and not found[-1][1]:
            found[-1] = found[-1][0], fact.seat
    return found


# -- beliefs -----------------------------------------------------------------------------------------------


def beliefs(game: int, played: Game, answers: Iterable[Taken], notes: Iterable[Mapping[str, Any]]) -> Iterator[Row]:
    """A row for each suspicion that came with an answer, and for each leaning that a probe found."""
    roles: Roles | None = None  # most games have no beliefs at all
    for each in answers:
        value = each.entry.value
        told = value.get(SUSPICION) if type(value) is dict else None
        for about, chance in told.items() if isinstance(told, dict) else ():
            roles = roles or Roles(played)
            seat = int(about) if about.isascii() and about.isdigit() else 0
            if 0 < seat <= len(played.names) and type(chance) in (int, float):
                yield game, each.facts, *each.place, each.ask.seat, seat, chance, False, roles.evil(seat, each.facts)
    for after, seat, vote in ((each.after, each.seat, each.vote) for each in leanings(notes)):
        if vote is not None:
            roles = roles or Roles(played)
            about = vote if isinstance(vote, int) else 0
            yield game, after, *roles.place(after), seat, about, None, True, roles.evil(about, after)


class Roles:
    """Who was what after so many facts of a game, and what time it was then."""

    def __init__(self, game: Game) -> None:
        self.dealt, self.cards = game.setup.roles, read(game.plan.rules).cards
        self.changes = [(number, fact) for number, fact in enumerate(game.facts, 1) if isinstance(fact, Became)]
        self.begins = list(begins(game.facts))

    def evil(self, seat: int, after: int) -> bool | None:
        """Whether the role that a seat then had is evil; None for nobody."""
        if not seat:
            return None
        held = [fact.role for number, fact in self.changes if fact.seat == seat and number <= after]
        return self.cards[held[-1] if held else self.dealt[seat - 1]].side == EVIL

    def place(self, after: int) -> Place:
        """The phase that had begun."""
        count = bisect_right(self.begins, after - 1, key=lambda begin: begin[0])
        return self.begins[count - 1][1] if count else NOWHERE
