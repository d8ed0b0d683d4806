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
from duskfall.table.run import play
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
    rules: Ruleset, setup: Setup, kinds: Sequence[str], models: Mapping[str, Model], games: int = 1
) -> Ceiling | None:
    """Of all models whose price is known; None if nothing is to be paid."""
    dear = {kind: dearest(model) for kind, model in models.items()}
    seats = [kind for kind in kinds if dear.get(kind)]
    if not seats:
        return None
    open_setup = public(setup)
    longest, usual = longest_game(rules, open_setup), len(usual_game(rules, open_setup).log) / len(kinds)
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


def longest_game(rules: Ruleset, setup: Setup) -> int:
    """The questions to one seat, at most: nobody does anything until the rules end the game, and all talk, or only one
    does, so that a discussion goes round and round without using up its messages; and what only choices bring about."""
    everybody = range(1, len(setup.names) + 1)
    return max(_questions(Game(rules, setup), speakers) for speakers in (everybody, everybody[:1]))


def _questions(game: Game, speakers: Container[int]) -> int:
    asked, verbs = Counter[int](), Counter[tuple[int, str]]()
    while asks := game.asks:
        seat, speech = asks[0].seat, MURMUR if asks[0].seat in speakers else PASS
        asked[seat] += 1
        verbs[seat, asks[0].verb] += 1
        game.answer(seat, asks[0].verb, speech if asks[0].speech else None)
    return max((asked[seat] + _by_choices(game, verbs, seat) for seat in asked), default=0)


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


def usual_game(rules: Ruleset, setup: Setup) -> Game:
    """A game that bots have played; its log has an entry for every question to a seat."""
    game = Game(rules, setup)
    return play(game, seat_players(game, FILLS_CHAIRS))
