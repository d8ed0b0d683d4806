"""Rows about answers: the tables `decisions`, `votes` and `beliefs`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from duskfall.arena.store.witness import TakenAnswer
from duskfall.core.ask import NAMES_NOBODY, Ask, read_choice, read_speech
from duskfall.core.ask import SKIP as PASSED
from duskfall.core.facts import Became, Fact, Out, Refused, Voted
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SKIP
from duskfall.players.llm.answers.reading import CLAIMS, SUSPICION
from duskfall.study.phases import NOWHERE, Phase, Place, begins
from duskfall.study.primer import BALLOT, ELECT, EVIL, read
from duskfall.table.probe import leanings
from duskfall.vocabulary.ruleset import Ruleset

MADE, SILENT, REFUSED, VOID = "made", "silent", "refused", "void"
Row = tuple[object, ...]


# -- decisions ---------------------------------------------------------------------------------------------


def decisions(game: int, played: Game, answers: Iterable[TakenAnswer]) -> Iterator[Row]:
    """Yield a row for each answer, with its target, word and outcome."""
    names, facts = played.names, played.facts
    for number, ((phase, day), before, ask, entry) in enumerate(answers, 1):
        seat, verb, value = entry[1:]
        if ask.speech:
            target, word, outcome = _speech(ask, value, names, facts, before)
        else:
            target, word, outcome = chosen(ask, value, names)
        yield game, number, phase, day, seat, verb, target, word, outcome


def chosen(ask: Ask, value: object, names: tuple[str, ...]) -> tuple[int, str | None, str]:
    """Return the target and the word that an answer names, and its outcome.

    A void answer is refused, and asked for again, if there are tries left.
    """
    target, word, role, void, silent = read_choice(ask, value, names)
    if silent:
        return 0, None, SILENT
    if not void and (not target or target in ask.seats):
        return target, word or role or None, MADE
    return target, None, REFUSED if ask.tries > 1 else VOID


def _speech(
    ask: Ask, value: object, names: tuple[str, ...], facts: Sequence[Fact], before: int
) -> tuple[int, str | None, str]:
    if value is None:
        return 0, None, SILENT
    if type(value) is dict and CLAIMS in value:
        value = {key: item for key, item in value.items() if key != CLAIMS}  # claims have their own table
    text, addressed, *_, void, _ = read_speech(ask, value, names)
    if void == NAMES_NOBODY and _refused(facts, before, ask.seat):
        text = ""  # the question wasn't put, and the turn counts as passed
    passed = text in ("", SKIP)
    return addressed, PASSED if passed else None, VOID if void and passed else MADE


def _refused(facts: Sequence[Fact], before: int, seat: int) -> bool:
    """Return whether a question to nobody was refused; it's put if it has a line of the skip vote (AM-17)."""
    found = facts[before : before + 2]  # a thought may precede it
    return any(isinstance(fact, Refused) and (fact.seat, fact.reason) == (seat, NAMES_NOBODY) for fact in found)


# -- votes -------------------------------------------------------------------------------------------------


def votes(game: int, rules: Ruleset, phases: Sequence[Phase]) -> Iterator[Row]:
    """Yield a row for each vote in each ballot that was revealed."""
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
    """Return the revealed ballots of a day, each with the first seat that left after it and before the next one.

    That seat is 0 if none left.
    """
    found: list[tuple[Voted, int]] = []
    for fact in phase.facts:
        if isinstance(fact, Voted):
            found.append((fact, 0))
        elif isinstance(fact, Out) and found and not found[-1][1]:
            found[-1] = found[-1][0], fact.seat
    return found


# -- beliefs -----------------------------------------------------------------------------------------------


def beliefs(
    game: int, played: Game, answers: Iterable[TakenAnswer], notes: Iterable[Mapping[str, Any]]
) -> Iterator[Row]:
    """Yield a row for each suspicion stated with an answer, and for each leaning found by a probe."""
    roles: Roles | None = None  # most games have no beliefs at all
    for each in answers:
        for about, chance in suspicions(each).items():
            roles = roles or Roles(played)
            seat = int(about) if about.isascii() and about.isdigit() else 0
            if 0 < seat <= len(played.names) and type(chance) in (int, float):
                yield game, each.facts, *each.place, each.entry.seat, seat, chance, False, roles.evil(seat, each.facts)
    for after, seat, vote in ((each.after, each.seat, each.vote) for each in leanings(notes)):
        if vote is not None:
            roles = roles or Roles(played)
            named = vote if isinstance(vote, int) else 0
            yield game, after, *roles.place(after), seat, named, None, True, roles.evil(named, after)


def suspicions(answer: TakenAnswer) -> Mapping[str, Any]:
    """Return the suspicions that came with an answer, by seat number, unchecked."""
    value = answer.entry.value
    told = value.get(SUSPICION) if type(value) is dict else None
    return told if isinstance(told, dict) else {}


class Roles:
    """The role of every seat and the current phase after any number of events of a game."""

    def __init__(self, game: Game) -> None:
        self.dealt, self.cards = game.setup.roles, read(game.plan.rules).cards
        self.changes = [(number, fact) for number, fact in enumerate(game.facts, 1) if isinstance(fact, Became)]
        self.begins = list(begins(game.facts))

    def evil(self, seat: int, after: int) -> bool | None:
        """Return whether the role that a seat had after this many events is evil; None for seat 0, nobody."""
        if not seat:
            return None
        held = [fact.role for number, fact in self.changes if fact.seat == seat and number <= after]
        return self.cards[held[-1] if held else self.dealt[seat - 1]].side == EVIL

    def place(self, after: int) -> Place:
        """Return the phase that had begun after this many events."""
        count = bisect_right(self.begins, after - 1, key=lambda begin: begin[0])
        return self.begins[count - 1][1] if count else NOWHERE
