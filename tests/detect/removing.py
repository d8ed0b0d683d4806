"""Games in which the host removes somebody, and their posterior by brute force.

Nobody is shown when it was beyond the fact itself. So every moment counts at which the game waits; where not all are
asked alike, so does each set of those who had answered by then, all sets alike: all but the whole, with which the game
would have gone on. Talk and nominations of one step with nothing shown meanwhile are one moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, takewhile
from random import Random

from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, PhaseBegan, Removed
from duskfall.core.play.game import Game
from duskfall.core.play.talk import NOMINATE
from duskfall.players.bots.random import RandomPlayer
from duskfall.vocabulary.masks import has
from tests.batch.lockstep.rulesets.library import named
from tests.detect.brute import Found, Search, brute
from tests.detect.played import BETWEEN, END, NOTHING, Played, drawn_deal, random_options, setup_of
from tests.detect.tables import small_table

Used = dict[tuple[int, str], int]


@dataclass(slots=True)
class Left(Played):
    """A game in which somebody was removed, and how often each had answered to what by then."""

    before: Used = field(default_factory=dict)
    asked: frozenset[str] = frozenset()  # what the seat was being asked for then

    @property
    def phase(self) -> str:
        """By night, or by day."""
        before = takewhile(lambda fact: not isinstance(fact, Removed), self.facts)
        return [fact.phase for fact in before if isinstance(fact, PhaseBegan)][-1]

    @property
    def for_team(self) -> bool:
        """Whether the seat was being asked for its team's act."""
        return not self.asked.isdisjoint(self.table.plan.groups)


def game_with_removal(rules: str, seed: object, *, talk: bool = False) -> Left | None:
    """A game of `random` players at a small table, with a removal at some question; None if that never came."""
    luck = Random(f"removing {rules} {seed}")
    table, nights = small_table(named(rules), luck)
    game = Game(table.plan.rules, setup := setup_of(table, *drawn_deal(table, luck), talk=talk))
    game.draws = False
    found = Left(table, setup)
    players = [RandomPlayer(luck.getrandbits(32)) for _ in range(found.seats + 1)]
    due, waits = luck.randint(0, 5), []
    while (asks := game.asks) and game.state.night <= nights:
        state = game.state
        waits.append(len(game.facts))
        number = state.night if state.phase == "night" else state.day
        found.moments.setdefault(f"{state.phase} {number}", len(game.facts))
        asks = luck.sample(asks, len(asks))
        first = luck.randrange(len(asks)) if due == 0 else len(asks)
        for ask in asks[:first]:
            _answer(game, found, ask, players)
        if due == 0:
            _remove(game, found, luck)
            waits.append(len(game.facts))
        due -= 1
        while game.state.lot:
            found.lots.append(luck.choice(game.state.lot[1]))
            game.lot(found.lots[-1])
    if due >= 0:
        return None
    found.facts, found.over = game.facts, game.state.over
    last = next((at for at, fact in enumerate(game.facts) if isinstance(fact, Ended)), len(game.facts))
    after = next(at for at, fact in enumerate(game.facts) if isinstance(fact, Removed))
    found.moments = {name: at for name, at in found.moments.items() if after < at <= last}
    found.moments[END] = last
    if later := [at for at in waits if after < at <= last]:
        found.moments[BETWEEN] = later[0]
    return found


def _answer(game: Game, found: Left, ask: Ask, players: list[RandomPlayer]) -> None:
    answer = players[ask.seat].answer(ask, NOTHING)  # type: ignore[arg-type]
    found.answers.setdefault((ask.seat, ask.verb), []).append(answer)
    game.answer(ask.seat, ask.verb, answer)


def _remove(game: Game, found: Left, luck: Random) -> None:
    """Mostly one who is being asked leaves."""
    there = [ask.seat for ask in game.asks if has(game.state.public, ask.seat)]
    seat = luck.choice(there if there and luck.random() < 0.6 else game.state.living())
    found.asked = frozenset(ask.verb for ask in game.asks if ask.seat == seat)
    found.before = {key: len(given) for key, given in found.answers.items()}
    game.remove(seat, luck.choice(("left", "fouls", "idle")))


class Leaving(Search):
    """A count in which the removal is made wherever it can have been."""

    def go_on(self, game: Game, used: Used, seen: int, shown: int, weight: float, spare: int) -> None:
        """At a question that nobody has answered, the next to be removed may leave; or the game goes on first."""
        state, wanted = game.state, self.shown[shown]
        if isinstance(wanted, Removed) and not state.lot and not state.heard:
            ask = state.floor or next(iter(state.open.values()))
            once = (-state.step, f"{state.phase} {shown} {ask.verb}")
            if not (ask.speech or ask.verb == NOMINATE) or once not in used:
                for sooner, share in self.sets(game, used):
                    other = game.copy()
                    self.before(other, used, sooner, seen, shown, weight * share, spare, wanted)
                used = {**used, once: 1}
        super().go_on(game, used, seen, shown, weight, spare)

    def sets(self, game: Game, used: Used) -> Iterator[tuple[tuple[tuple[int, str], ...], float]]:
        """Who had answered by then, and how likely that is; where all are asked alike, as it was."""
        keys = list(game.state.open)
        played = self.played
        assert isinstance(played, Left)
        if not self.going and isinstance(self.shown[-1], Removed):
            yield (), 1.0  # it ended the game, whoever had answered
            return
        if game.state.floor or any(verb in self.alike for _, verb in keys):
            had = tuple(key for key in keys if played.before.get(key, 0) > used.get(key, 0))
            yield (had if len(had) < len(keys) else ()), 1.0
            return
        found = [some for size in range(len(keys)) for some in combinations(keys, size)]
        yield from ((some, 1 / len(found)) for some in found)

    def before(
        self, game: Game, used: Used, left: tuple[tuple[int, str], ...], seen: int, shown: int, weight: float,
        spare: int, leaves: Removed,
    ) -> None:  # fmt: skip
        """Those who had answered do so in every way, and then the seat leaves."""
        if not left:
            game.remove(leaves.seat, leaves.cause)
            return self.look(game, used, seen, shown, weight, spare)
        key, ask = left[0], game.state.open[left[0]]
        if ask.seat == self.viewer or ask.verb in self.alike:
            at, recorded = used.get(key, 0), self.played.answers.get(key, [])
            if at == len(recorded):
                return self.end()
            game.answer(*key, recorded[at])
            return self.before(game, {**used, key: at + 1}, left[1:], seen, shown, weight, spare, leaves)
        options, free = random_options(ask)
        if spare and free:
            other = game.copy()
            other.answer(*key, None)
            self.before(other, used, left[1:], seen, shown, weight, spare - 1, leaves)
        for answer, chance in options:
            other = game.copy()
            other.answer(*key, answer)
            self.before(other, used, left[1:], seen, shown, weight * chance, spare, leaves)
        return None


def brute_with_removal(played: Left, viewer: int, moment: str, most: int) -> Found:
    """The chances of all roles in all seats, as the viewer can know them at this moment."""
    return brute(played, viewer, moment, most, Leaving, most_missing=2)
