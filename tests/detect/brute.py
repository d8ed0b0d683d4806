"""The posterior of a viewer by brute force: every deal and every hidden choice of others is played by the kernel.

Written from the words of the task alone; it shares nothing with `duskfall.detect`. Deals are alike beforehand. Hidden
choices of others are as the player `random` draws them, ask by ask. What is asked of all alike (ballots, nominations,
standing for a title), every speech, and what the viewer itself was asked is answered as it was recorded, and weighs
nothing. A line is kept if what it shows the viewer begins with what the viewer was shown; where the game was waiting
for somebody, the line must be able to wait with just that shown.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from duskfall.core.ask import Ask
from duskfall.core.facts import Dealt, Fact, Said
from duskfall.core.play.game import Game
from duskfall.core.play.talk import SAY
from tests.detect.played import Played, asked_of_all, assignments, card_deals, random_options, role_deals, setup_of

MOST_LINES = 10**6


class TooManyLines(Exception):
    """This table is not for brute force."""


@dataclass(slots=True)
class Found:
    """What brute force came to."""

    roles: list[dict[str, float]]  # by seat: role now -> chance
    worlds: int  # deals that fit
    missing: int
    lines: int
    own: dict[tuple[int, int], set[Ask]]  # by what was shown before it, and its number: what the viewer was asked


@dataclass(slots=True)
class Search:
    """One count: what was shown, what is forced, and the weight of all lines that fit."""

    played: Played
    viewer: int
    shown: tuple[Fact, ...]
    going: bool
    spare: int  # answers of others that may be missing
    most: int
    alike: frozenset[str]
    weight: float = 0.0
    by_role: defaultdict[tuple[int, str], float] = field(default_factory=lambda: defaultdict(float))
    own: defaultdict[tuple[int, int], set[Ask]] = field(default_factory=lambda: defaultdict(set))
    worlds: int = 0
    lines: int = 0

    def count(self) -> None:
        """All deals, all lines."""
        table = self.played.table
        fixed = {fact.seat: fact.role for fact in self.shown if isinstance(fact, Dealt)}
        cards = card_deals(table)
        for roles in role_deals(table.deck, fixed):
            for assign, chance in assignments(table, roles) if table.plan.rules.deals else [((), 1.0)]:
                for held in cards:
                    before = self.weight
                    setup = setup_of(table, roles, held, assign, self.played.setup.talk)
                    game = Game(table.plan.rules, setup)
                    game.draws = False
                    self.look(game, {}, 0, 0, chance, self.spare)
                    self.worlds += self.weight > before

    def look(
        self, game: Game, used: dict[tuple[int, str], int], seen: int, shown: int, weight: float, spare: int
    ) -> None:
        """Whether the line still fits; it goes on if it does, and counts if all has been shown."""
        bit, facts, wanted = self.viewer, game.facts, self.shown
        for at in range(seen, len(facts)):
            fact = facts[at]
            if fact.to >> bit & 1:
                if shown < len(wanted):
                    if fact != wanted[shown] or type(fact) is not type(wanted[shown]):
                        return self.end()
                elif self.going:
                    return self.end()
                shown += 1
        if shown >= len(wanted):
            self.end()
            if not (self.going and game.state.over) and not spare:
                self.weight += weight
                for seat, role in enumerate(game.state.roles[1:], 1):
                    self.by_role[seat, role] += weight
            return None
        if game.state.over:
            return self.end()
        return self.go_on(game, used, len(facts), shown, weight, spare)

    def go_on(
        self, game: Game, used: dict[tuple[int, str], int], seen: int, shown: int, weight: float, spare: int
    ) -> None:
        """The next lot falls, or the next who is asked answers: as recorded, or in every way."""
        state = game.state
        if state.lot:
            at = used.get((0, ""), 0)
            if at == len(self.played.lots) or self.played.lots[at] not in state.lot[1]:
                return self.end()
            game.lot(self.played.lots[at])
            return self.look(game, {**used, (0, ""): at + 1}, seen, shown, weight, spare)
        if state.floor and state.floor.verb != SAY:
            game.answer(state.floor.seat, state.floor.verb, self.said(state.floor.seat, shown))
            return self.look(game, used, seen, shown, weight, spare)
        ask = state.floor or next(iter(state.open.values()))
        key = (ask.seat, ask.verb)
        if ask.seat == self.viewer:
            self.own[shown, ask.number].add(ask)
        if ask.speech or ask.seat == self.viewer or ask.verb in self.alike:
            at, recorded = used.get(key, 0), self.played.answers.get(key, [])
            if at == len(recorded):
                return self.end()
            game.answer(*key, recorded[at])
            return self.look(game, {**used, key: at + 1}, seen, shown, weight, spare)
        options, free = random_options(ask)
        for answer, chance in options[1:]:
            other = game.copy()
            other.answer(*key, answer)
            self.look(other, used, seen, shown, weight * chance, spare)
        if spare and free:
            other = game.copy()
            other.answer(*key, None)
            self.look(other, used, seen, shown, weight, spare - 1)
        game.answer(*key, options[0][0])
        return self.look(game, used, seen, shown, weight * options[0][1], spare)

    def said(self, seat: int, shown: int) -> str:
        """What is said in private: as the viewer has heard it, else nothing."""
        heard = self.shown[shown]
        return heard.text if isinstance(heard, Said) and heard.seat == seat else ""

    def end(self) -> None:
        """A line is over."""
        self.lines += 1
        if self.lines > self.most:
            raise TooManyLines


def brute(
    played: Played, viewer: int, moment: str, most: int = MOST_LINES, search_by: type[Search] = Search,
    most_missing: int = 99,
) -> Found:  # fmt: skip
    """The chances of all roles in all seats, as the viewer can know them at this moment."""
    lines = 0
    for missing in range(most_missing + 1):
        search = search_by(
            played, viewer, played.shown(viewer, moment), played.going(moment), missing, most - lines,
            asked_of_all(played.table.plan.rules),
        )  # fmt: skip
        search.count()
        lines += search.lines
        if search.weight:
            break
    roles: list[dict[str, float]] = [{} for _ in range(played.seats)]
    for (seat, role), weight in search.by_role.items():
        roles[seat - 1][role] = weight / search.weight
    return Found(roles, search.worlds, missing, lines, search.own)
