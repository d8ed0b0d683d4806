"""The chance of each side at the start of every phase, counted by playing on from there.

Whoever is asked chooses at random, but a vote falls on one player: a table of random voters
would hardly ever agree on anybody. The same futures are drawn from every position, so that
two positions differ by what happened between them, and less by luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from duskfall.core.ask import Ask
from duskfall.core.chance import draw, shuffled
from duskfall.core.facts import Fact
from duskfall.core.log import Entry
from duskfall.core.moderate import standing
from duskfall.core.play.game import Game
from duskfall.players.bots.random import RandomPlayer
from duskfall.study.phases import begins, phases, the_deal
from duskfall.table.run import NOTHING
from duskfall.tell.names import within
from duskfall.tell.text import capital
from duskfall.tell.tongue import listed
from duskfall.vocabulary.ruleset import DRAW
from duskfall.vocabulary.scene import Scene
from duskfall.vocabulary.steps import Ballot

FEWEST, MOST = 12, 2000  # futures from one position
FACTS, FACTS_A_SEAT = 45_000, 2_000  # between the two, games are played on until so much has happened in them

Winners = tuple[str, ...]  # who wins, future by future


@dataclass(frozen=True, slots=True)
class Fork:
    """A game at the start of a phase, and what happened from there to the next position."""

    game: Game
    facts: tuple[Fact, ...]

    @property
    def label(self) -> str:
        """The phases of these facts, in the language that is spoken."""
        return capital(listed(within(*phase.place) for phase in phases(self.facts)[1:]))


@dataclass(frozen=True, slots=True)
class Odds:
    """The positions of a game, and who wins the games that are played on from each, and after the last."""

    positions: tuple[Fork, ...]
    winners: tuple[Winners, ...]


def odds(game: Game, effort: float = 1.0) -> Odds:
    """How the chances of a finished game went, phase by phase; with less effort they are less exact."""
    found = positions(game)
    games = [*(at.game for at in found), game]
    return Odds(tuple(found), tuple(futures(games, game.setup.seed, effort=effort)))


def chances(game: Game, winners: Winners) -> dict[str, float]:
    """How often each side wins, and nobody."""
    return {side: winners.count(side) / len(winners) for side in (*game.plan.rules.sides, DRAW)}


def futures(games: Sequence[Game], seed: int, most: int = MOST, effort: float = 1.0) -> list[Winners]:
    """Who wins if the games of one table are played on at random, in as many futures for each as can be afforded."""
    branches = [Branch(game) for game in games]
    enough = effort * (FACTS + FACTS_A_SEAT * len(games[0].names))
    for number in range(most):
        if number >= FEWEST and sum(branch.facts for branch in branches) >= enough:
            break
        future = Future(draw(seed, "odds", number), len(games[0].names))
        for branch in branches:
            branch.play_on(future)
    return [tuple(branch.winners) for branch in branches]


class Branch:
    """The games that are played on from one position."""

    def __init__(self, game: Game) -> None:
        self.winners: list[str] = []
        self.over, self.facts = game.over, 0
        self.root = game.copy()
        self.root.facts, self.root.log, self.root.paused = [], [], False  # a lighter copy

    def play_on(self, future: Future) -> None:
        """One more game from here; what is over is over."""
        end = self.over
        if not end:
            game = self.root.copy()
            future.play(game)
            end, self.facts = game.over, self.facts + len(game.facts)
        assert end is not None
        self.winners.append(end.winner)


class Future:
    """What everyone would choose and whom the table would vote out, in each phase to come, whoever is there by then."""

    def __init__(self, seed: int, seats: int) -> None:
        self.seed, self.seats = seed, range(1, seats + 1)
        self.players: dict[tuple[int, str], RandomPlayer] = {}
        self.wanted: dict[int, list[int]] = {}  # by phase: whom the table would vote out first

    def play(self, game: Game) -> None:
        """To the end: all who vote at once vote alike."""
        ballots, state = game.plan.ballots, game.state
        while asks := game.asks:
            phase, out = state.night + state.day, 0
            for ask in asks:
                if ask.verb not in ballots or not ask.seats:
                    game.answer(ask.seat, ask.verb, self._choice(ask, phase))
                    continue
                if out not in ask.seats:
                    out = next(seat for seat in self._wanted(phase) if seat in ask.seats)
                game.answer(ask.seat, ask.verb, out)

    def _choice(self, ask: Ask, phase: int) -> object:
        """Drawn by who is asked for what and when, not by how often that player has been asked in this game."""
        key = ask.seat, ask.verb
        if key not in self.players:
            self.players[key] = RandomPlayer(draw(self.seed, ask.verb, ask.seat))
        return self.players[key].answer(ask if ask.speech else ask._replace(number=phase), NOTHING)

    def _wanted(self, phase: int) -> list[int]:
        if phase not in self.wanted:
            self.wanted[phase] = shuffled(self.seed, f"vote {phase}", self.seats)
        return self.wanted[phase]


# -- the positions ----------------------------------------------------------------------------------------


def positions(game: Game) -> list[Fork]:
    """The game at the start of every phase, without what was undone; phases that ask for nothing join the next."""
    rules, setup = game.plan.rules, game.setup
    now = Game(rules, setup)
    forks = [(len(the_deal(now.facts)), Game(rules, replace(setup, talk=setup.talk and _speech_counts(now))))]
    for entry in standing(game.log):
        before, heard = now.copy(), len(now.facts)
        now.do(entry)
        if begun := next(begins(now.facts, heard), None):
            forks.append((begun[0], _quietly(before, entry, now)))
    ends = [start for start, _ in forks[1:]] + [len(now.facts)]
    spans = [tuple(now.facts[start:end]) for (start, _), end in zip(forks, ends, strict=True)]
    return [Fork(fork, span) for (_, fork), span in zip(forks, spans, strict=True)]


def _quietly(before: Game, entry: Entry, after: Game) -> Game:
    """The entry taken again, up to the next choice rather than the next speech, where speech changes nothing."""
    before.state.talk = before.state.talk and _speech_counts(after)
    before.do(entry)
    return before


def _speech_counts(game: Game) -> bool:
    """Whether the vote is among those whom a speech has named."""
    scene = Scene(game.state)
    return any(isinstance(step, Ballot) and step.nominees.holds(scene) for step in game.plan.rules.day)
