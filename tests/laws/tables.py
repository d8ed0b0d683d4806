"""Random tables (ruleset, cards, house rules) and those who answer at them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from duskfall.core.ask import Ask
from duskfall.core.chance import below
from duskfall.core.play.game import Game
from duskfall.core.record import fact_line
from duskfall.core.start.setup import NAMES
from duskfall.rules import BOOKS, ruleset
from duskfall.rules.registry import find
from duskfall.vocabulary.ruleset import Flag, Ruleset

Answerer = Callable[[Game, Ask], object]
NUMBERS = (0, 0.5, 1.2, 1 / 3, 2.0, 1 / 6)


MORE = int(os.environ.get("LAWS", "1"))  # LAWS=20 looks twenty times as hard


def law(examples: int) -> settings:
    """So many examples, the same ones on every machine."""
    return settings(
        max_examples=examples * MORE,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


@dataclass(frozen=True)
class Table:
    """What a game is started from."""

    book: str  # its id, or where it is
    roles: tuple[str, ...]
    flags: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    talk: bool = False
    tries: int = 2
    dealt: bool = False  # by the seed, instead of to the seats as given
    assign: Mapping[str, Mapping[str, str]] | None = None
    cards: Mapping[str, tuple[str, ...]] | None = None

    @property
    def rules(self) -> Ruleset:
        return find(self.book)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: len(self.roles)]

    def seat(self, name: str) -> int:
        return self.names.index(name) + 1

    def start(self) -> Game:
        options: dict[str, Any] = {
            "flags": self.flags,
            "seed": self.seed,
            "talk": self.talk,
            "tries": self.tries,
            "assign": self.assign if self.rules.deals else None,
            "cards": self.cards,
        }
        if self.dealt:
            return Game.start(self.rules, self.names, deck=self.roles, **options)
        return Game.start(self.rules, dict(zip(self.names, self.roles, strict=True)), **options)

    def swapped(self, one: int, other: int) -> Table:
        """The same table with the cards of two seats exchanged."""
        roles = list(self.roles)
        roles[one - 1], roles[other - 1] = roles[other - 1], roles[one - 1]
        return replace(self, roles=tuple(roles))


def flag_values(flag: Flag) -> st.SearchStrategy[Any]:
    """Sensible small values of a house rule."""
    if flag.values:
        return st.sampled_from(flag.values)
    if isinstance(flag.default, bool):
        return st.booleans()
    if isinstance(flag.default, float):
        return st.sampled_from(NUMBERS)
    return st.integers(1, 4 if flag.name in ("maxRounds", "discussion_rounds", "roundsPerDiscussion") else 9)


def house_rules(rules: Ruleset) -> st.SearchStrategy[dict[str, Any]]:
    """Any subset of the flags, and few rounds."""
    some = {flag.name: flag_values(flag) for flag in rules.flags}
    return st.fixed_dictionaries({"maxRounds": some.pop("maxRounds")}, optional=some)


@st.composite
def tables(draw: st.DrawFn, book: str | None = None, talk: bool | None = None, most: int = 12) -> Table:
    """A table of 5 to 12 with any cards of its book, doubled ones too; at least one evil and one good."""
    book = book or draw(st.sampled_from(sorted(BOOKS)))
    rules = ruleset(book)
    names = [role.name for role in rules.roles]
    more = draw(st.lists(st.sampled_from(names), min_size=3, max_size=most - 2))
    cards = [draw(st.sampled_from(rules.decks.evil)), rules.decks.rest, *more]
    roles = tuple(draw(st.permutations(cards)))
    immune = draw(st.sets(st.sampled_from(NAMES[: len(roles)]), max_size=2)) if rules.cards else set()
    return Table(
        book,
        roles,
        draw(house_rules(rules)),
        seed=draw(st.integers(0, 2**32)),
        talk=draw(st.booleans()) if talk is None else talk,
        tries=draw(st.integers(1, 3)),
        dealt=draw(st.booleans()),
        cards={"immunity": tuple(sorted(immune))} if immune else None,
    )


LINES: tuple[Any, ...] = (
    "SKIP", "I am the Cop.", "VOTE_SKIP_DISCUSSION", "hm\nvote_skip_discussion\nwell", "UNVOTE_SKIP_DISCUSSION",
    None, "  ", 7, {"text": "You there", "to": 2}, {"text": "Out", "nominate": 1}, {"text": "x", "nominate": "Bob"},
    {"text": "I saw", "claims": [{"kind": "result", "seat": 2, "word": "MAFIA", "verb": "check"}, 3]},
)  # fmt: skip
WRONG: tuple[Any, ...] = (0, 99, -1, "Nobody", "Ann ", True, [], {"target": 1, "as": "King"}, {}, 1.5, "nobody", 1, 2)


class Answers:
    """Legal, declining, silent and illegal answers, drawn by seat, verb and how often it was asked."""

    def __init__(self, seed: int, wild: int = 15, counts: Counter[tuple[int, str]] | None = None) -> None:
        self.seed, self.wild, self.counts = seed, wild, Counter(counts or {})

    def copy(self) -> Answers:
        return Answers(self.seed, self.wild, self.counts)

    def __call__(self, game: Game, ask: Ask) -> object:
        times = self.counts[ask.seat, ask.verb]
        self.counts[ask.seat, ask.verb] += 1
        key = f"{ask.seat}|{ask.verb}"
        if ask.speech:
            return LINES[below(self.seed, key, times, len(LINES))]
        kind = below(self.seed, key + "|kind", times, 100)
        if kind < self.wild:
            return WRONG[below(self.seed, key, times, len(WRONG))]
        if kind < self.wild + 8:
            return None
        if kind < self.wild + 20 and ask.words:
            return ask.words[-1]
        return legal(ask, below(self.seed, key, times, 1 << 32))


def legal(ask: Ask, number: int) -> object:
    """One of the options."""
    options = (*ask.seats, *ask.words)
    if not options:
        return None
    chosen = options[number % len(options)]
    if ask.roles and isinstance(chosen, int):
        return {"target": chosen, "as": ask.roles[number % len(ask.roles)]}
    return chosen


def answer_one(game: Game, answers: Answerer, which: int = 0) -> None:
    """Answer one of the open asks."""
    asks = game.asks
    ask = asks[which % len(asks)]
    game.answer(ask.seat, ask.verb, answers(game, ask))


def play(game: Game, answers: Answerer, steps: int = 100_000) -> Game:
    """Play on, to the end or for so many answers."""
    while steps and game.asks:
        answer_one(game, answers)
        steps -= 1
    return game


def facts(game: Game) -> list[str]:
    """All facts as the bytes of the record."""
    return [fact_line(fact) for fact in game.facts]


seeds = st.integers(0, 2**32)
