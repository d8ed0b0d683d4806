"""The expected cost and the upper bound of all models in a league or a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from duskfall.arena.league import Entrant, League
from duskfall.arena.plan.sample_games import SampleGames, SeatLoad, longest_load, play_samples, typical_load
from duskfall.arena.plan.width import sample
from duskfall.players.llm.accounts.prices import Price, most, price_of
from duskfall.players.llm.calling.rehearsal import Rehearsal
from duskfall.players.llm.calls import Usage
from duskfall.players.llm.model import Model, is_model, read_model

ANSWER = 300  # tokens of an answer without reasoning: a thought, a suspicion for each player, a speech
REASONING: Mapping[str, int] = {"": 400, "none": 0, "minimal": 50, "low": 300, "medium": 800, "high": 2_500}
"""Tokens of reasoning per question by effort, unless a call has measured it; "" is the provider's default."""
LONGER = 4  # times the first measured answer; hardly any later answer is longer
REPEATED = 1.25  # calls per question: some fail, or have to be repaired


@dataclass(frozen=True, slots=True)
class Consumed:
    """The questions, tokens and dollars that play takes."""

    questions: float = 0.0
    tokens_in: float = 0.0
    tokens_out: float = 0.0
    dollars: float = 0.0  # only of models with a known price
    unpriced: bool = False  # whether the price of some model isn't known

    def __add__(self, other: Consumed) -> Consumed:
        return Consumed(
            self.questions + other.questions,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.dollars + other.dollars,
            self.unpriced or other.unpriced,
        )

    def times(self, number: float) -> Consumed:
        """Return this amount times a number."""
        return Consumed(
            self.questions * number,
            self.tokens_in * number,
            self.tokens_out * number,
            self.dollars * number,
            self.unpriced,
        )


@dataclass(frozen=True, slots=True)
class Bill:
    """The expected cost and the upper bound of one player."""

    expected: Consumed = Consumed()
    upper: Consumed = Consumed()

    def __add__(self, other: Bill) -> Bill:
        return Bill(self.expected + other.expected, self.upper + other.upper)

    def times(self, number: float) -> Bill:
        """Return this bill times a number."""
        return Bill(self.expected.times(number), self.upper.times(number))


def total(bills: Iterable[Bill]) -> Bill:
    """Return the sum of bills."""
    return sum(bills, Bill())


def bills(league: League) -> dict[str, Bill]:
    """Return the bill of each model of a league for one block at each table."""
    models = {each.name: model_of(each) for each in league.entrants if is_model(each.kind)}
    if not models:
        return {}
    schedule = sample(league)
    seats = Counter((name, fixture.table) for fixture in schedule for name in fixture.lineup)
    found = dict.fromkeys(models, Bill())
    for table, sheet in enumerate(league.tables):
        samples = play_samples(sheet.ruleset, sheet.start(0).setup)
        for name, model in models.items():
            found[name] += seat_bill(samples, model).times(seats[name, table] / schedule.league.blocks)
    return found


def run_bill(
    samples: SampleGames, kinds: Sequence[str], models: Mapping[str, Model], measured: Mapping[str, Rehearsal]
) -> Bill:
    """Return the bill of the models in these seats for one game, without models whose price isn't known."""
    seats = Counter(kind for kind in kinds if kind in models and price_of(models[kind]) is not None)
    return total(seat_bill(samples, models[kind], measured.get(kind)).times(count) for kind, count in seats.items())


def model_of(entrant: Entrant) -> Model:
    """Return the model that an entrant is."""
    return read_model(entrant.kind)


def seat_bill(samples: SampleGames, model: Model, measured: Rehearsal | None = None) -> Bill:
    """Return the bill of a model for one seat of a game, averaged over all seats."""
    price, scale = price_of(model), measured.scale if measured else 1.0
    typical, longest = typical_load(samples, model), longest_load(samples, model)
    upper = _consumed(longest.times(REPEATED), scale, longest_answer(model, measured), price, at_most=True)
    return Bill(_consumed(typical, scale, expected_answer(model, measured), price), upper)


def expected_answer(model: Model, measured: Rehearsal | None = None) -> int:
    """Return the tokens of a typical answer, reasoning included."""
    usual = measured.answer if measured and measured.answer else ANSWER + REASONING[model.effort]
    return min(model.answer, usual)


def longest_answer(model: Model, measured: Rehearsal | None = None) -> int:
    """Return a number of tokens that answers hardly exceed on average."""
    return min(model.answer, LONGER * max(measured.answer, ANSWER)) if measured and measured.answer else model.answer


def _consumed(load: SeatLoad, scale: float, answer: int, price: Price | None, *, at_most: bool = False) -> Consumed:
    prompt = round(load.prompt * scale / load.questions) if load.questions else 0
    one = 0.0 if price is None else most(price, prompt, answer) if at_most else price(Usage(prompt, answer=answer))
    return Consumed(
        load.questions, load.prompt * scale, load.questions * answer, load.questions * one, unpriced=price is None
    )
