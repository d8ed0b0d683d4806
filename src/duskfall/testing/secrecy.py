"""Whether a seat can learn what it may not know: equal views get equal asks, and two unseen cards may be swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from duskfall.core.chance import below, shuffled
from duskfall.core.facts import Ended, Fact, Knows
from duskfall.core.play.game import Game
from duskfall.core.record import dump, fact_line
from duskfall.core.view import visible
from duskfall.testing.contract import ContractError, held
from duskfall.testing.tables import Answers, Clumsy, RandomTable, offered
from duskfall.vocabulary.masks import bits

STEPS = 150  # answers that are compared
Moment = tuple[int, tuple[str, ...], tuple[str, ...]]


# -- equal views, equal asks ---------------------------------------------------------------------------------


def check_asks(table: RandomTable, deals: int) -> None:
    """The same cards are dealt anew again and again: whoever has received the same is asked the same."""
    asked: dict[tuple[int, tuple[str, ...]], tuple[str, ...]] = {}
    for deal in range(deals):
        again = table.dealt(tuple(shuffled(table.seed + deal, "again", table.roles)))
        with held(again.where):
            for seat, received, asks in _moments(again.start(), Clumsy(table.seed, 0)):
                if asked.setdefault((seat, received), asks) != asks:
                    raise ContractError(
                        f"{again.where}: seat {seat} is asked {asks}, and at another deal, of which it has seen the "
                        f"same, {asked[seat, received]}: what it is asked tells what it may not know"
                    )


def _moments(game: Game, answers: Answers) -> Iterator[Moment]:
    """Each time that a living seat is asked: the seat, all that it has received and answered so far, and the asks."""
    got: dict[int, list[str]] = {seat: [] for seat in range(1, len(game.names) + 1)}
    seen = 0
    asked = set()
    for _ in range(STEPS):
        _deliver(game.facts[seen:], got)
        seen = len(game.facts)
        fresh = [ask for ask in game.asks if ask not in asked]
        for seat in {ask.seat for ask in fresh}:
            asks = tuple(dump(ask) for ask in fresh if ask.seat == seat)
            if seat in game.state.living():  # who dies may learn how from what is asked then
                yield seat, tuple(got[seat]), asks
            got[seat] += asks
        asked = set(game.asks)
        if not asked:
            return
        ask = game.asks[0]
        value = answers(ask)
        got[ask.seat].append(repr(value))
        game.answer(ask.seat, ask.verb, value)


# -- two cards swapped -----------------------------------------------------------------------------------------


def check_swaps(table: RandomTable) -> int:
    """Two of the many hold each other's card, and do nothing: nobody can tell, but who knows them. How many pairs."""
    pair = _pair(table)
    if pair is None:
        return 0
    one, other = pair
    roles = list(table.roles)
    roles[one - 1], roles[other - 1] = roles[other - 1], roles[one - 1]
    swap = table.dealt(tuple(roles))
    with held(table.where):
        games = table.start(), swap.start()
        watching = set(range(len(roles) + 1)) - {one, other} - _knowing(games, pair)
        left, right = (_received(game, pair, watching, table.seed) for game in games)
    for seat in sorted(watching):
        for first, second in zip(left[seat], right[seat], strict=False):
            if first != second:
                who = f"seat {seat}" if seat else "the table"
                raise ContractError(f"{table.where}: {who} can tell the cards of {one} and {other}: {first} / {second}")
    return 1


def _pair(table: RandomTable) -> tuple[int, int] | None:
    """Two seats of the team of the many with different cards, in no group that acts as one."""
    teams = {role.name: role.team for role in table.rules.roles}
    home = teams[table.rules.decks.rest]
    many = [seat for seat, role in enumerate(table.roles, 1) if teams[role] == home]
    pairs = [(a, b) for a in many for b in many if a < b and table.roles[a - 1] != table.roles[b - 1]]
    return pairs[below(table.seed, "swap", 0, len(pairs))] if pairs else None


def _knowing(games: Iterable[Game], pair: tuple[int, int]) -> set[int]:
    """Who is told at the deal what one of the two is."""
    told = [fact for game in games for fact in game.facts if isinstance(fact, Knows) and fact.seat in pair]
    return {seat for fact in told for seat in bits(fact.to)}


def _received(game: Game, pair: tuple[int, int], watching: set[int], seed: int) -> dict[int, list[str]]:
    """What reaches these seats while the two sleep, and nobody names them."""
    got: dict[int, list[str]] = {seat: [] for seat in watching}
    seen, two, asked = 0, frozenset(pair), set()
    for _ in range(STEPS):
        _deliver(game.facts[seen:], got)
        seen = len(game.facts)
        for ask in game.asks:
            if ask not in asked and ask.seat in got:
                got[ask.seat].append(dump(ask))
        asked = set(game.asks)
        if not asked or two - set(game.state.living()):
            return got
        ask = game.asks[0]
        drawn = below(seed, f"{ask.seat}|{ask.verb}", ask.number, 1 << 30)
        game.answer(ask.seat, ask.verb, None if ask.seat in two or ask.speech else offered(ask, drawn, two))
    return got


def _deliver(facts: Iterable[Fact], got: dict[int, list[str]]) -> None:
    """The facts to those who see them; of the end only what does not show everything."""
    for fact in facts:
        shown = fact._replace(roles=(), cowins=()) if isinstance(fact, Ended) else fact
        for seat, received in got.items():
            if visible(fact, seat):
                received.append(fact_line(shown))
