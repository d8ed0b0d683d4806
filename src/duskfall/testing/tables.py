"""Random tables of a ruleset, the clumsy who sit there, and what must hold of their games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from duskfall.core.ask import SKIP, Ask
from duskfall.core.chance import below, shuffled
from duskfall.core.play.game import Game
from duskfall.core.play.state import DAY
from duskfall.core.record import difference, fact_line, lines, read
from duskfall.core.start.deck import make_deck
from duskfall.core.start.setup import NAMES
from duskfall.testing.contract import ContractError, held
from duskfall.vocabulary.masks import has
from duskfall.vocabulary.ruleset import Flag, Ruleset
from duskfall.vocabulary.scene import Value
from duskfall.vocabulary.steps import Ballot, Discussion

Answers = Callable[[Ask], object]
LONGEST = 20_000  # answers: a game that takes more does not end
FEW = 4  # rounds, messages, whatever a house rule counts
CUTS = 5  # places at which a game is cut off and goes on
CLUMSY: tuple[object, ...] = (None, 0, -1, 99, "nobody", "Ann ", True, [], {}, {"target": 1, "as": "King"}, 1.5, "yes")
LINES: tuple[object, ...] = (
    SKIP,
    "I am a Villager.",
    None,
    "",
    7,
    {"text": "You", "to": 2},
    {"text": "Out", "nominate": 1},
)


@dataclass(frozen=True, slots=True)
class RandomTable:
    """What a game is started from: cards by seat, house rules, a seed."""

    rules: Ruleset
    roles: tuple[str, ...]
    flags: dict[str, Value] = field(default_factory=dict)
    seed: int = 0
    talk: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where."""
        return NAMES[: len(self.roles)]

    @property
    def where(self) -> str:
        """Which table it is, for who has to mend it."""
        return f"{self.rules.id}, {len(self.roles)} seats, seed {self.seed}, flags {self.flags}"

    def start(self) -> Game:
        """A game at this table."""
        seats = dict(zip(self.names, self.roles, strict=True))
        return Game.start(self.rules, seats, flags=self.flags, seed=self.seed, talk=self.talk)

    def dealt(self, roles: tuple[str, ...]) -> RandomTable:
        """The same table with other cards in its seats."""
        return replace(self, roles=roles)


def random_table(rules: Ruleset, seats: int, seed: int) -> RandomTable:
    """The book's deck for so many, every third time with rare roles, dealt by the seed; house rules that it draws."""
    flags = {flag.name: _drawn(flag, seed) for flag in rules.flags if below(seed, f"set:{flag.name}", 0, 2)}
    deck = _with_rare(rules, make_deck(rules, seats)) if seed % 3 == 0 else make_deck(rules, seats)
    return RandomTable(rules, tuple(shuffled(seed, "cards", deck)), flags, seed, seed % 2 == 0)


def _with_rare(rules: Ruleset, deck: list[str]) -> list[str]:
    """The deck with each role that no deck of the book deals, in the place of a mate's card or else of a plain one."""
    teams = {role.name: role.team for role in rules.roles}
    usual = {
        role for seats in range(rules.decks.seats[0], rules.decks.seats[1] + 1) for role in make_deck(rules, seats)
    }
    for rare in (role for role in rules.roles if role.name not in usual):
        mates = [k for k, role in enumerate(deck) if role in usual and teams[role] == rare.team]
        plain = [k for k, role in enumerate(deck) if role == rules.decks.rest]
        for place in (mates[1:] or plain)[-1:]:
            deck[place] = rare.name
    return deck


def _drawn(flag: Flag, seed: int) -> Value:
    if flag.values:
        return flag.values[below(seed, flag.name, 0, len(flag.values))]
    if isinstance(flag.default, bool):
        return bool(below(seed, flag.name, 0, 2))
    if isinstance(flag.default, float):
        return flag.default * below(seed, flag.name, 0, 3)
    return flag.least + below(seed, flag.name, 0, FEW)


class Clumsy:
    """Answers by seat, act, and how often it was asked: mostly what is offered, now and then nothing or nonsense."""

    def __init__(self, seed: int, nonsense: int = 20) -> None:
        self.seed, self.nonsense = seed, nonsense  # in a hundred
        self.counts: Counter[tuple[int, str]] = Counter()

    def __call__(self, ask: Ask) -> object:
        self.counts[ask.seat, ask.verb] += 1
        key, times = f"{ask.seat}|{ask.verb}", self.counts[ask.seat, ask.verb]
        if ask.speech:
            return LINES[below(self.seed, key, times, len(LINES) if self.nonsense else 2)]
        if below(self.seed, f"{key}|kind", times, 100) < self.nonsense:
            return CLUMSY[below(self.seed, key, times, len(CLUMSY))]
        return offered(ask, below(self.seed, key, times, 1 << 30))


def offered(ask: Ask, number: int, but: frozenset[int] = frozenset()) -> object:
    """One of the options, none of these seats."""
    options: list[Any] = [*(seat for seat in ask.seats if seat not in but), *ask.words]
    if not options:
        return None
    chosen = options[number % len(options)]
    return {"target": chosen, "as": ask.roles[number % len(ask.roles)]} if ask.roles and chosen in ask.seats else chosen


def check_game(table: RandomTable) -> int:
    """A game at this table ends; its record verifies, and it goes on from wherever it is cut off. How many answers."""
    with held(table.where):
        game, answers = table.start(), Clumsy(table.seed)
        while asks := game.asks:
            ask = asks[below(table.seed, "next", len(game.log), len(asks))]
            _check_alive(table, game, ask)
            game.answer(ask.seat, ask.verb, answers(ask))
            if len(game.log) > LONGEST:
                raise ContractError(f"{table.where}: the game does not end")
        if not game.over:
            raise ContractError(f"{table.where}: nobody is asked any more, and the game is not over")
        if wrong := read(lines(game, "")).verify(table.rules):
            raise ContractError(f"{table.where}: the record does not verify: {wrong}")
        for cut in range(CUTS):
            _check_cut(table, game, below(table.seed, "cut", cut, len(game.log) + 1))
    return len(game.log)


def _check_alive(table: RandomTable, game: Game, ask: Ask) -> None:
    """Refuse a ruleset that asks a player who died in the night to talk or vote before the deaths are announced."""
    state = game.state
    step = table.rules.day[state.step] if state.phase == DAY else None
    if isinstance(step, Discussion | Ballot) and not has(state.alive, ask.seat):
        what = f"seat {ask.seat}, who died in the night, is asked for {ask.verb!r} on day {state.day}"
        raise ContractError(f"{table.where}: {what}: no Announce step has told the table")


def _check_cut(table: RandomTable, game: Game, cut: int) -> None:
    """The first answers give the first facts, for all and for every seat."""
    again = Game.replay(table.rules, game.setup, game.log[:cut])
    if wrong := difference(again.facts, game.facts[: len(again.facts)]):
        raise ContractError(f"{table.where}: cut off after {cut} answers, it goes on otherwise: {wrong}")
    again.take(game.log[len(again.log) :])
    if [fact_line(fact) for fact in again.facts] != [fact_line(fact) for fact in game.facts]:
        raise ContractError(f"{table.where}: cut off after {cut} answers, it ends otherwise")
