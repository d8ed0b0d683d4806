"""What models may cost at most where nothing limits it: made of the cards and house rules, not of who holds what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from duskfall.core.play.game import TRIES, Game
from duskfall.core.start.setup import Setup
from duskfall.players.llm.accounts.prices import most, price_of
from duskfall.players.llm.calling.patience import CALLS
from duskfall.players.llm.model import Model
from duskfall.table.probe import due
from duskfall.table.run import Follower, play
from duskfall.table.seating import FILLS_CHAIRS, seat_players
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.steps import Ballot, Elect, PassOn, Tie

CALLS_EACH = TRIES * CALLS
"""What one question can take: forbidden answers are asked for anew, and failed calls are tried again."""
MURMUR, PASS = "…", ""  # what is said in the longest of games


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What a run may cost at most, and what it costs at most if it goes as with bots and no call fails."""

    questions: int
    dollars: float
    usual: int
    usual_dollars: float


def ceiling(
    rules: Ruleset, setup: Setup, kinds: Sequence[str], models: Mapping[str, Model], games: int = 1, *,
    probe: bool = False,
) -> Ceiling | None:  # fmt: skip
    """Of all models whose price is known, asked aside too if they are probed; None if nothing is to be paid."""
    dear = {kind: dearest(model) for kind, model in models.items()}
    seats = [kind for kind in kinds if dear.get(kind)]
    if not seats:
        return None
    open_setup = public(setup)
    longest, usual = longest_game(rules, open_setup, probe=probe), _usual(rules, open_setup, probe=probe) / len(kinds)
    dollars = games * sum(dear[kind] for kind in seats)
    return Ceiling(
        games * longest * len(seats), dollars * longest * CALLS_EACH, round(games * usual * len(seats)), dollars * usual
    )


def dearest(model: Model) -> float:
    """The most that one call can cost; 0 if nobody names a price."""
    price = price_of(model)
    return most(price, model.context, model.answer) if price else 0.0


def public(setup: Setup) -> Setup:
    """What all know of a table: its cards, in an order that tells nothing."""
    return replace(setup, roles=tuple(sorted(setup.roles)), seed=0, cards=(), assign=None, start=None, deck=None)


def longest_game(rules: Ruleset, setup: Setup, *, probe: bool = False) -> int:
    """The questions to one seat, at most: nobody does anything until the rules end the game, and all talk, or only one
    does, so that a discussion goes round and round without using up its messages; and what only choices bring about."""
    everybody = range(1, len(setup.names) + 1)
    return max(_questions(Game(rules, setup), speakers, probe) for speakers in (everybody, everybody[:1]))


def _questions(game: Game, speakers: Container[int], probe: bool) -> int:
    asked, verbs = Counter[int](), Counter[tuple[int, str]]()
    aside = Asides()
    while asks := game.asks:
        aside(game)
        seat, speech = asks[0].seat, MURMUR if asks[0].seat in speakers else PASS
        asked[seat] += 1
        verbs[seat, asks[0].verb] += 1
        game.answer(seat, asks[0].verb, speech if asks[0].speech else None)
    choices = {seat: _by_choices(game, verbs, seat) for seat in asked}
    own = max((asked[seat] + choices[seat] for seat in asked), default=0)
    return own + (aside.times + sum(choices.values()) if probe else 0)  # any of these may be a speech


def _by_choices(game: Game, verbs: Mapping[tuple[int, str], int], seat: int) -> int:
    """What a seat is asked beside that where somebody chooses: a second vote and a speech, a title, a last shot."""
    more = sum(trigger.ask is not None for _, trigger in game.plan.triggers.values())
    for step in game.plan.rules.day:
        if isinstance(step, Ballot):
            again = {Tie.RUNOFF: 2, Tie.LADDER: 2 * len(game.names)}.get(step.tie, 0)
            more += again * verbs.get((seat, step.verb), 0)
        elif isinstance(step, Elect):
            more += 3 * verbs.get((seat, step.stand), 0)
        elif isinstance(step, PassOn):
            more += 1
    return more


class Asides:
    """Counts how often models are asked aside in a game that it follows, and how many seats are."""

    def __init__(self) -> None:
        self.times, self.questions, self._facts = 0, 0, 0

    def __call__(self, game: Game) -> None:
        """Something has happened since the last call."""
        if due(game, self._facts):
            self.times += 1
            self.questions += game.state.alive.bit_count()
        self._facts = len(game.facts)


def _usual(rules: Ruleset, setup: Setup, *, probe: bool) -> int:
    """The questions of a usual game to all seats."""
    aside = Asides()
    game = usual_game(rules, setup, aside)
    return len(game.log) + (aside.questions if probe else 0)


def usual_game(rules: Ruleset, setup: Setup, listener: Follower | None = None) -> Game:
    """A game that bots have played; its log has an entry for every question to a seat."""
    game = Game(rules, setup)
    return play(game, seat_players(game, FILLS_CHAIRS), listener)
