"""What the models of a league take: as bots play, with one call for each question, and at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from duskfall.arena.league import Entrant, League
from duskfall.arena.plan.width import sample
from duskfall.core.play.game import Game
from duskfall.players.llm.accounts.prices import most, price_of
from duskfall.players.llm.model import Model, is_model, read_model
from duskfall.players.llm.prompts.summary import estimate
from duskfall.replay.sent import sent
from duskfall.table.ceiling import CALLS_EACH, dearest, longest_game, public, usual_game
from duskfall.table.sheet import TableSheet


@dataclass(frozen=True, slots=True)
class Consumed:
    """Questions, tokens and dollars."""

    questions: float = 0.0
    tokens_in: float = 0.0
    tokens_out: float = 0.0  # as many as the answers may have
    dollars: float = 0.0  # as far as prices are known
    unpriced: bool = False  # whether there is a model whose price nobody knows

    def __add__(self, other: Consumed) -> Consumed:
        return Consumed(
            self.questions + other.questions,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.dollars + other.dollars,
            self.unpriced or other.unpriced,
        )

    def times(self, number: float) -> Consumed:
        """So many times as much."""
        return Consumed(
            self.questions * number,
            self.tokens_in * number,
            self.tokens_out * number,
            self.dollars * number,
            self.unpriced,
        )


@dataclass(frozen=True, slots=True)
class Bill:
    """What a player takes: if it goes as with bots and no call fails, and at most."""

    usual: Consumed = Consumed()
    most: Consumed = Consumed()

    def __add__(self, other: Bill) -> Bill:
        return Bill(self.usual + other.usual, self.most + other.most)

    def times(self, number: float) -> Bill:
        """So many times as much."""
        return Bill(self.usual.times(number), self.most.times(number))


def total(bills: Iterable[Bill]) -> Bill:
    """Of all together."""
    return sum(bills, Bill())


def bills(league: League) -> dict[str, Bill]:
    """What every model of a league takes for one block at each table."""
    models = {each.name: model_of(each) for each in league.entrants if is_model(each.kind)}
    if not models:
        return {}
    schedule = sample(league)
    seats = Counter((name, fixture.table) for fixture in schedule for name in fixture.lineup)
    found = dict.fromkeys(models, Bill())
    for table, sheet in enumerate(league.tables):
        game = _game(sheet)
        for name, model in models.items():
            found[name] += seat_bill(game, model).times(seats[name, table] / schedule.league.blocks)
    return found


def model_of(entrant: Entrant) -> Model:
    """The model that an entrant is."""
    return read_model(entrant.kind)


def seat_bill(game: Game, model: Model) -> Bill:
    """What a model takes for one seat of a game like this one, which bots have played; the mean over all seats."""
    seats = range(1, len(game.names) + 1)
    price = price_of(model)
    prompts = [sum(estimate(text) for _, text in call.messages) for seat in seats for call in sent(game, seat, model)]
    dollars = sum(most(price, prompt, model.answer) for prompt in prompts) if price else 0.0
    usual = Consumed(len(prompts), sum(prompts), len(prompts) * model.answer, dollars, price is None).times(
        1 / len(seats)
    )
    questions = longest_game(game.plan.rules, game.setup)
    calls = questions * CALLS_EACH
    at_most = Consumed(questions, calls * model.context, calls * model.answer, calls * dearest(model), price is None)
    return Bill(usual, at_most)


def _game(sheet: TableSheet) -> Game:
    return usual_game(sheet.ruleset, public(sheet.start(0).setup))
