"""Games that references are made from: who was dealt what, what was answered, what was shown when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product
from random import Random

from duskfall.batch.table import Table
from duskfall.core.ask import Ask
from duskfall.core.facts import Ended, Fact
from duskfall.core.play.game import Game
from duskfall.core.play.talk import NOMINATE
from duskfall.core.start.setup import NAMES, Setup
from duskfall.core.view import visible
from duskfall.players.bots.random import RandomPlayer
from duskfall.vocabulary import Ballot, Elect, Ruleset
from duskfall.vocabulary.masks import bits, only
from duskfall.vocabulary.scene import Scene

NOTHING = Game.__new__(Game)  # a blind player looks at nothing
END, BETWEEN = "end", "in between"


@dataclass(slots=True)
class Played:
    """A game that was played: where it began, every answer in order, the lots, its facts, where it first waited."""

    table: Table
    setup: Setup
    facts: list[Fact] = field(default_factory=list)
    answers: dict[tuple[int, str], list[object]] = field(default_factory=dict)
    lots: list[int] = field(default_factory=list)
    # "night 2", "day 1", "end", and some wait in between: how many facts there are by then
    moments: dict[str, int] = field(default_factory=dict)
    over: bool = False

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.setup.names)

    def shown(self, viewer: int, moment: str) -> tuple[Fact, ...]:
        """What a viewer was shown up to a moment; 0 is the public."""
        return tuple(fact for fact in self.facts[: self.moments[moment]] if visible(fact, viewer))

    def going(self, moment: str) -> bool:
        """Whether the game waits for somebody at this moment."""
        return moment != END or not self.over


def asked_of_all(rules: Ruleset) -> frozenset[str]:
    """The acts that are asked of all alike, whatever their cards: ballots, nominations, standing for a title."""
    found = {NOMINATE}
    for step in (*rules.night, *rules.day):
        if isinstance(step, Ballot):
            found |= {step.verb, step.again}
        elif isinstance(step, Elect):
            found |= {step.stand, step.withdraw, step.verb}
    return frozenset(found)


def random_options(ask: Ask) -> tuple[list[tuple[object, float]], bool]:
    """All answers of the player `random` with their chances; and whether there was anything to choose."""
    count = len(ask.seats) + len(ask.words)
    if not count:
        return [(None, 1.0)], False
    if not ask.roles:
        return [(each, 1 / count) for each in (*ask.seats, *ask.words)], True
    named = 1 / count / len(ask.roles)
    found: list[tuple[object, float]] = [
        ({"target": seat, "as": role}, named) for seat in ask.seats for role in ask.roles
    ]
    return found + [(word, 1 / count) for word in ask.words], True


def setup_of(table: Table, roles: tuple[str, ...], cards: tuple[int, ...], assign: Assign, talk: bool = False) -> Setup:
    """The start of a game with this deal."""
    held = tuple((card, holders) for (card, _), holders in zip(table.cards, cards, strict=True))
    names = NAMES[: len(roles)]
    return Setup(names, roles, dict(table.flags), seed=0, talk=talk, tries=1, cards=held, assign=assign)


Assign = tuple[tuple[str, int, int], ...]
Deal = tuple[tuple[str, ...], tuple[int, ...], Assign]


def role_deals(deck: tuple[str, ...], fixed: dict[int, str]) -> Iterator[tuple[str, ...]]:
    """Every way to lay a deck on the seats; like cards are not told apart."""
    left = {role: deck.count(role) for role in deck}

    def lay(seat: int, so_far: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if seat > len(deck):
            yield so_far
            return
        for role in [fixed[seat]] if seat in fixed else list(left):
            if left[role]:
                left[role] -= 1
                yield from lay(seat + 1, (*so_far, role))
                left[role] += 1

    return lay(1, ())


def card_deals(table: Table) -> list[tuple[int, ...]]:
    """Every set of holders of the announced size, for each kind of card."""
    seats = range(1, table.seats + 1)
    return list(product(*([only(held) for held in combinations(seats, count)] for _, count in table.cards)))


def assignments(table: Table, roles: tuple[str, ...]) -> list[tuple[Assign, float]]:
    """Every way to assign targets to those who get one, with its chance."""
    scene = Scene(Game(table.plan.rules, setup_of(table, roles, (0,) * len(table.cards), ())).state)
    each: list[list[tuple[str, int, int]]] = []
    for deal in table.plan.rules.deals:
        among = bits(deal.among.mask(scene))
        each += [[(deal.name, to, whom) for whom in among] for to in bits(deal.to.mask(scene)) if among]
    found = list(product(*each))
    return [(chosen, 1 / len(found)) for chosen in found]


def drawn_deal(table: Table, luck: Random) -> Deal:
    """A deal, drawn as the books draw it."""
    roles = list(table.deck)
    luck.shuffle(roles)
    cards = tuple(only(luck.sample(range(1, table.seats + 1), count)) for _, count in table.cards)
    assign = luck.choice(assignments(table, tuple(roles)))[0] if table.plan.rules.deals else ()
    return tuple(roles), cards, assign


def played(
    table: Table, seed: object, nights: int, missing: float = 0.0, talk: bool = False, deal: Deal | None = None
) -> Played:
    """A game of `random` players until so many nights and the day after are over; some answers may be missing."""
    luck = Random(f"{table.plan.rules.id} {seed}")
    setup = setup_of(table, *(deal or drawn_deal(table, luck)), talk=talk)
    game = Game(table.plan.rules, setup)
    game.draws = False
    found = Played(table, setup)
    players = [RandomPlayer(luck.getrandbits(32)) for _ in range(found.seats + 1)]
    alike = asked_of_all(table.plan.rules)
    waits = []
    while (asks := game.asks) and game.state.night <= nights:
        state = game.state
        waits.append(len(game.facts))
        number = state.night if state.phase == "night" else state.day
        found.moments.setdefault(f"{state.phase} {number}", len(game.facts))
        for ask in asks:
            answer = players[ask.seat].answer(ask, NOTHING)  # type: ignore[arg-type]
            if not ask.speech and ask.verb not in alike and luck.random() < missing:
                answer = None
            found.answers.setdefault((ask.seat, ask.verb), []).append(answer)
            game.answer(ask.seat, ask.verb, answer)
        while game.state.lot:
            fell = luck.choice(game.state.lot[1])
            found.lots.append(fell)
            game.lot(fell)
    found.facts, found.over = game.facts, game.state.over
    last = next((at for at, fact in enumerate(game.facts) if isinstance(fact, Ended)), len(game.facts))
    if waits:  # else the deal has decided the game
        found.moments[BETWEEN] = luck.choice(waits)
    found.moments[END] = last
    return found
