"""The chance of each side at the start of every phase, counted by playing on from there.

Whoever is asked chooses at random, but a vote falls on one player: a table of random voters
would hardly ever agree on anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from duskfall.core.chance import Draws
from duskfall.core.facts import Fact, PhaseBegan
from duskfall.core.game import Game
from duskfall.core.log import Entry
from duskfall.core.moderate import standing
from duskfall.core.steps import Ballot
from duskfall.core.who import Scene
from duskfall.core.words import DRAW
from duskfall.players.bots.random import RandomPlayer
from duskfall.table.run import NOTHING
from duskfall.tell.text import capital

FEWEST, MOST = 50, 2000  # games from one position
FACTS = 75_000  # between the two, games are played on until so much has happened in them


@dataclass(frozen=True, slots=True)
class Position:
    """A game at the start of a phase, and what happened from there to the next position."""

    label: str
    game: Game
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The positions of a game, the chances at each and after the last, and by how many games they were counted."""

    positions: tuple[Position, ...]
    chances: tuple[dict[str, float], ...]
    games: int


def odds(game: Game) -> Odds:
    """How the chances of a finished game went, phase by phase."""
    found = positions(game)
    counted, games = chances([*(at.game for at in found), game], game.setup.seed)
    return Odds(tuple(found), tuple(counted), games)


def chances(games: Sequence[Game], seed: int, most: int = MOST) -> tuple[list[dict[str, float]], int]:
    """How often each side wins, and nobody, if the games are played on at random; and of how many games."""
    tallies = [Tally(game, Draws(seed, f"odds {number}")) for number, game in enumerate(games)]
    for played in range(1, most + 1):
        for tally in tallies:
            tally.play_on()
        if played >= FEWEST and sum(tally.facts for tally in tallies) >= FACTS:
            break
    return [{side: count / played for side, count in tally.won.items()} for tally in tallies], played


class Tally:
    """How the games ended that were played on from one position."""

    def __init__(self, game: Game, draws: Draws) -> None:
        self.won = dict.fromkeys((*game.plan.rules.sides, DRAW), 0)
        self.over, self.facts, self.draws, self.drawn = game.over, 0, draws, 0
        self.root = game.copy()
        self.root.facts, self.root.log, self.root.paused = [], [], False  # a lighter copy

    def play_on(self) -> None:
        """One more game from here; what is over is over."""
        end = self.over
        if not end:
            game = self.root.copy()
            _play(game, Draws(self._draw(), "vote"), [RandomPlayer(self._draw()) for _ in game.names])
            end, self.facts = game.over, self.facts + len(game.facts)
        assert end is not None
        self.won[end.winner] += 1

    def _draw(self) -> int:
        self.drawn += 1
        return self.draws.below(self.drawn, 1 << 64)


def _play(game: Game, votes: Draws, players: Sequence[RandomPlayer]) -> None:
    """To the end: all who vote at once vote alike."""
    ballots, vote = game.plan.ballots, 0
    while asks := game.asks:
        vote += 1
        for ask in asks:
            if ask.verb in ballots and ask.seats:
                game.answer(ask.seat, ask.verb, ask.seats[votes.below(vote, len(ask.seats))])
            else:
                game.answer(ask.seat, ask.verb, players[ask.seat - 1].answer(ask, NOTHING))


# -- the positions ----------------------------------------------------------------------------------------


def positions(game: Game) -> list[Position]:
    """The game at the start of every phase, without what was undone; phases that ask for nothing join the next."""
    rules, setup = game.plan.rules, game.setup
    now = Game(rules, setup)
    forks = [(_begins(now.facts, 0), Game(rules, replace(setup, talk=setup.talk and _speech_counts(now))))]
    for entry in standing(game.log):
        before, heard = now.copy(), len(now.facts)
        now.do(entry)
        start = _begins(now.facts, heard)
        if start < len(now.facts):
            forks.append((start, _quietly(before, entry, now)))
    ends = [start for start, _ in forks[1:]] + [len(now.facts)]
    spans = [tuple(now.facts[start:end]) for (start, _), end in zip(forks, ends, strict=True)]
    return [Position(_label(span), fork, span) for (_, fork), span in zip(forks, spans, strict=True)]


def _begins(facts: list[Fact], since: int) -> int:
    """Where the first phase since then begins; past the end if none does."""
    return next((at for at in range(since, len(facts)) if isinstance(facts[at], PhaseBegan)), len(facts))


def _quietly(before: Game, entry: Entry, after: Game) -> Game:
    """The entry taken again, up to the next choice rather than the next speech, where speech changes nothing."""
    before.state.talk = before.state.talk and _speech_counts(after)
    before.do(entry)
    return before


def _speech_counts(game: Game) -> bool:
    """Whether the vote is among those whom a speech has named."""
    scene = Scene(game.state)
    return any(isinstance(step, Ballot) and step.nominees.holds(scene) for step in game.plan.rules.day)


def _label(facts: tuple[Fact, ...]) -> str:
    return capital(" and ".join(_phases(facts)))


def _phases(facts: tuple[Fact, ...]) -> Iterator[str]:
    return (f"{fact.phase} {fact.number}" for fact in facts if isinstance(fact, PhaseBegan))
