"""Rows about what could be known in a game: the tables `moments`, `knowledge`, `choices`, `heard` and `chances`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duskfall.arena.store.known.chances import seat_chances
from duskfall.arena.store.known.choices import choice_of
from duskfall.arena.store.known.minds import Detect, Mind, Minds, by_rules, chances
from duskfall.arena.store.known.refute import Refutation
from duskfall.arena.store.rows_taken import Roles, suspicions
from duskfall.arena.store.witness import TakenAnswer
from duskfall.core.facts import EVERYONE, Announced, Began, Fact, Fell, Out, PhaseBegan, Removed, Said, Shown
from duskfall.core.play.game import Game
from duskfall.study.primer import BALLOT, read
from duskfall.table.sheet import TableSheet

Row = tuple[object, ...]
CHANGES = (PhaseBegan, Announced, Out, Fell, Removed, Shown)  # events that change what players can know


def known_rows(
    number: int, sheet: TableSheet, game: Game, answers: Iterable[TakenAnswer], detect: Detect = by_rules
) -> dict[str, list[Row]]:
    """Return these rows of a finished game, by table."""
    return Knower(number, game, detect).follow(answers) | {"chances": list(seat_chances(number, sheet, game))}


class Knower:
    """A pass over the answers of a game that computes the knowledge of each seat that chose or stated a suspicion."""

    def __init__(self, number: int, game: Game, detect: Detect) -> None:
        self.number, self.game, self.book = number, game, read(game.plan.rules)
        self.minds, self.truth = Minds(game, detect), Roles(game)
        deck = next(dict(fact.deck) for fact in game.facts if isinstance(fact, Began))
        self.refutation = Refutation(game.plan.rules, deck)
        self.heard: dict[int, int] = {}  # by listener: the number of events whose claims are judged
        self.seen: set[tuple[int, int]] = set()
        self.rows: dict[str, list[Row]] = {table: [] for table in ("moments", "knowledge", "choices", "heard")}

    def follow(self, answers: Iterable[TakenAnswer]) -> dict[str, list[Row]]:
        """Return the rows of all answers, by table."""
        for count, each in enumerate(answers, 1):
            seat, facts = each.ask.seat, each.facts
            choice = choice_of(each, self.book, self.game.names)
            if not choice and not suspicions(each):
                continue
            mind = self._moment(each)
            if not choice:
                continue
            kind, harms, target, options, free = choice
            row = (self.number, count, facts, seat, kind, harms, target, list(options), free)
            self.rows["choices"].append(row)
            if kind == BALLOT and mind.proves:
                self.rows["heard"] += self._hear(mind, facts)
        return self.rows

    def _moment(self, each: TakenAnswer) -> Mind:
        """Return the knowledge of the seat that answers, and add its rows unless they are there."""
        seat, facts = each.ask.seat, each.facts
        mind = self.minds.at(seat, facts)
        if (seat, facts) not in self.seen:
            self.seen.add((seat, facts))
            found, key = mind.found, (self.number, seat, facts)
            why = None if found.known else found.reason
            status = (found.layer, found.known, found.exact, found.worlds, found.missing, found.error, why)
            self.rows["moments"].append((*key, *each.place, self.book.cards[mind.role].side, *status))
            for about in mind.living if found.known else ():
                row = (*key, about, *chances(mind, about, self.book), self.truth.evil(about, facts))
                self.rows["knowledge"].append(row)
        return mind

    def _hear(self, mind: Mind, facts: int) -> Iterator[Row]:
        """Yield rows of the claims since the last change of knowledge that a listener hasn't judged yet."""
        begin = max(self.heard.get(mind.seat, 0), _last_change(self.game.facts[:facts]))
        self.heard[mind.seat] = facts
        for number, fact in enumerate(self.game.facts[begin:facts], begin + 1):
            if not isinstance(fact, Said) or fact.to != EVERYONE or fact.seat == mind.seat:
                continue
            for claim in fact.claims:
                judged = self.refutation.judge(fact.seat, claim, mind.found.roles)
                if judged is not None:
                    yield self.number, number, fact.seat, mind.seat, claim.kind, *judged


def _last_change(facts: list[Fact]) -> int:
    """Return the number of events up to and including the last one that changed what anybody can know."""
    return next((count for count in range(len(facts), 0, -1) if isinstance(facts[count - 1], CHANGES)), 0)
