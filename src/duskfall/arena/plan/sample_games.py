"""Sample games of bots that talk as much as models do: they show how much a table asks of a seat, in real prompts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.start.setup import Setup
from duskfall.core.view import View
from duskfall.players.base import Player
from duskfall.players.llm.casting import cast
from duskfall.players.llm.model import Model
from duskfall.players.llm.prompts.conversation import Conversation, Prompt
from duskfall.players.llm.prompts.summary import estimate
from duskfall.replay.sent import AskedAgain, retold
from duskfall.table.probe import due
from duskfall.table.run import play
from duskfall.table.seating import seat_players
from duskfall.vocabulary.ruleset import Ruleset

TYPICAL, LONG = "scripted", "random"
"""The bots in typical games, and in games that may last long because no vote makes sense."""
TYPICAL_GAMES, LONG_GAMES = 4, 4
SPEECH = 240  # characters of a model's speech; bots say less
FILLER = "hm " * (SPEECH // 3)
STRIDE = 3  # every third seat of a game is measured, another third in the next game


class SampleGames(NamedTuple):
    """Finished sample games at one table: typical ones and long ones."""

    typical: tuple[SampleGame, ...]
    long: tuple[SampleGame, ...]


class SampleGame(NamedTuple):
    """A finished game. `asides` counts the probe questions to all seats together, as if models played all of them."""

    game: Game
    asides: int


@dataclass(frozen=True, slots=True)
class SeatLoad:
    """The number of questions that a game asks of one seat, and the length of their prompts, on average."""

    questions: float
    prompt: float  # total tokens of the prompts

    def __add__(self, other: SeatLoad) -> SeatLoad:
        return SeatLoad(self.questions + other.questions, self.prompt + other.prompt)

    def times(self, number: float) -> SeatLoad:
        """Return this load times a number."""
        return SeatLoad(self.questions * number, self.prompt * number)


def play_samples(rules: Ruleset, setup: Setup, *, probe: bool = False) -> SampleGames:
    """Play the sample games of a table; the deal in `setup` has no influence on them."""
    open_setup = public(setup)
    return SampleGames(
        tuple(_play(rules, replace(open_setup, seed=seed), TYPICAL, probe) for seed in range(TYPICAL_GAMES)),
        tuple(_play(rules, replace(open_setup, seed=seed), LONG, probe) for seed in range(LONG_GAMES)),
    )


def public(setup: Setup) -> Setup:
    """Return the set-up with only what everybody knows: its cards, in an order that tells nothing."""
    return replace(setup, roles=tuple(sorted(setup.roles)), seed=0, cards=(), assign=None, start=None, deck=None)


def typical_load(samples: SampleGames, model: Model) -> SeatLoad:
    """Return the load of a seat played by this model, in a typical game."""
    loads = [_load(each, number, model) for number, each in enumerate(samples.typical)]
    return sum(loads, SeatLoad(0, 0)).times(1 / len(loads))


def longest_load(samples: SampleGames, model: Model) -> SeatLoad:
    """Return the load of a seat played by this model, in the longest of all sample games."""
    loads = (_load(each, number, model) for number, each in enumerate((*samples.typical, *samples.long)))
    return max(loads, key=lambda load: load.prompt)


def first_question(samples: SampleGames, model: Model) -> Prompt:
    """Return the first prompt for a speech in a sample game, or its very first prompt if nobody is asked to speak."""
    game = samples.typical[0].game
    asked = list(_asked(game, [game.log[0].seat], model))
    return next((each.prompt for each in asked if each.ask.speech), asked[0].prompt)


def _load(sample: SampleGame, number: int, model: Model) -> SeatLoad:
    """Return the mean load of some seats of a game."""
    names = sample.game.names
    seats = [seat for seat in range(1, len(names) + 1) if (seat + number) % STRIDE == 0] or [1]
    sizes = [sum(estimate(each.text) for each in asked.prompt.messages) for asked in _asked(sample.game, seats, model)]
    load = SeatLoad(len(sizes), sum(sizes)).times(1 / len(seats))
    aside = sample.asides / len(names)
    return load + SeatLoad(aside, aside * load.prompt / (load.questions or 1))


def _asked(game: Game, seats: list[int], model: Model) -> Iterator[AskedAgain]:
    told = {seat: Conversation(cast(model, seat)) for seat in seats if seat <= len(game.names)}
    return (each for each in retold(game, told) if isinstance(each, AskedAgain))


def _play(rules: Ruleset, setup: Setup, kind: str, probe: bool) -> SampleGame:
    game, asides = Game(rules, setup), _Asides()
    players = {seat: TalkativePlayer(player) for seat, player in seat_players(game, kind).items()}
    play(game, players, asides if probe else None)
    return SampleGame(game, asides.questions)


class TalkativePlayer:
    """A bot whose speeches are as long as a model's, and that never passes a turn to speak."""

    blind = False

    def __init__(self, player: Player) -> None:
        self.player = player

    def answer(self, ask: Ask, view: View) -> object:
        """Return the bot's answer, with a longer text if it's a speech."""
        answer = self.player.answer(ask, view)
        if not ask.speech:
            return answer
        given = dict(answer) if isinstance(answer, dict) else {"text": answer}
        said = given.get("text")
        return {**given, "text": f"{said if isinstance(said, str) else ''} {FILLER}".strip()[:SPEECH]}


class _Asides:
    """A counter of the probe questions that models would be asked in a game it follows."""

    def __init__(self) -> None:
        self.questions, self._facts = 0, 0

    def __call__(self, game: Game) -> None:
        """Count what was asked since the last call."""
        if due(game, self._facts):
            self.questions += game.state.alive.bit_count()
        self._facts = len(game.facts)
