"""Replay of a simulated game in the engine, with the cards, answers and tie-break draws of its log."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

from duskfall.batch.names import Names
from duskfall.batch.rows import EVERY_ONE_OF_THEM, Kind, Row
from duskfall.batch.table import Table
from duskfall.core.ask import Ask
from duskfall.core.play.game import Game
from duskfall.core.play.state import State
from duskfall.core.play.vote import ALL
from duskfall.core.start.setup import NAMES, Setup
from duskfall.vocabulary.masks import bits, has, only
from duskfall.vocabulary.scene import Scene

NO_OPTION = -1  # as an answer: the seat had no option
WIDTH = len(Row._fields)


class Unplayable(ValueError):
    """A simulated game's log that the engine can't play: its deal, a question or an answer doesn't fit."""


def rows_in(log: Sequence[int]) -> list[Row]:
    """Return the rows of a log. The log's first integer is the index at which the next row would go."""
    return [Row(*log[at : at + WIDTH]) for at in range(1, log[0], WIDTH)]


def follow(game: Game, names: Names, rows: Iterable[Row]) -> None:
    """Play an engine game to its end with the answers and tie-break draws of a log.

    Raises Unplayable if the engine asks for something that the log lacks, or the log has something left over.
    """
    told = list(rows)
    answers: dict[tuple[int, str], deque[Row]] = defaultdict(deque)
    for row in told:
        if row.kind == Kind.ANSWER:
            answers[row.a, names.acts[row.b]].append(row)
    lots = deque(row.b for row in told if row.kind == Kind.LOT)
    while asks := game.asks:
        for ask in asks:
            due = answers[ask.seat, ask.verb]
            if not due:
                raise Unplayable(f"{_who(game, ask)} is asked, and the log has no answer")
            answer = due.popleft()
            game.answer(ask.seat, ask.verb, value(game, names, ask, answer.c, answer.d))
        while game.state.lot:
            draw(game, lots.popleft() if lots else 0)
    for (seat, verb), left in answers.items():
        if left:
            raise Unplayable(f"{game.names[seat - 1]} answers to {verb} {len(left)} times more than the kernel asks")
    if lots:
        raise Unplayable("a lot is drawn that the kernel does not need")


def dealt(table: Table, names: Names, rows: Iterable[Row], seed: int = 0) -> Game:
    """Return an engine game with the cards and assigned targets of a log; its tie-break draws must be given to it.

    Raises Unplayable if the log's deal isn't possible at this table.
    """
    roles: dict[int, str] = {}
    holders: dict[str, list[int]] = {card: [] for card, _ in table.cards}
    assigned: list[tuple[str, int, int]] = []
    for row in rows:
        if row.kind == Kind.DEALT:
            roles[row.a] = names.roles[row.b]
        elif row.kind == Kind.CARD:
            holders[names.cards[row.b]].append(row.a)
        elif row.kind == Kind.KNOWS and not row.b:  # without a role it is an assigned target
            assigned.append((names.how[row.c], row.to.bit_length() - 1, row.a))
    setup = Setup(
        names=seat_names(len(roles)),
        roles=tuple(roles[seat] for seat in sorted(roles)),
        flags=dict(table.flags),
        seed=seed,
        talk=False,
        cards=tuple((card, only(seats)) for card, seats in holders.items()),
        assign=tuple(assigned),
    )
    _check_deal(table, setup)
    game = Game(table.plan.rules, setup)
    game.draws = False
    return game


def _check_deal(table: Table, setup: Setup) -> None:
    """Raise Unplayable if the deal of a log isn't possible at this table."""
    if sorted(setup.roles) != sorted(table.deck):
        raise Unplayable(f"the deck is {', '.join(table.deck)}, and {', '.join(setup.roles)} are dealt")
    if {card: held.bit_count() for card, held in setup.cards} != dict(table.cards):
        raise Unplayable("other cards are dealt beside the roles than the table has")
    scene = Scene(State(setup.names, [table.plan.roles[role] for role in setup.roles], dict(table.flags), talk=False))
    for deal in table.plan.rules.deals:
        among, to = deal.among.mask(scene), deal.to.mask(scene)
        given = {seat: whom for name, seat, whom in setup.assign or () if name == deal.name}
        if set(given) != set(bits(to) if among else ()) or not all(has(among, whom) for whom in given.values()):
            raise Unplayable(f"{deal.name} does not assign to each one whom the book lets it assign")


def seat_names(seats: int) -> tuple[str, ...]:
    """Return default player names for this number of seats."""
    return (*NAMES[:seats], *(f"Seat {number}" for number in range(len(NAMES) + 1, seats + 1)))


def draw(game: Game, seat: int) -> None:
    """Let the pending tie-break draw select this seat. Raises Unplayable if the seat isn't one of the tied."""
    among = game.state.lot[1] if game.state.lot else ()
    if seat not in among:
        raise Unplayable(
            f"a lot is drawn between {', '.join(map(game.state.name, among))}, and the log has seat {seat}"
        )
    game.lot(seat)


def value(game: Game, names: Names, ask: Ask, target: int, role: int = 0) -> object:
    """Convert an answer of the log to the engine's form; None if there was nothing to choose.

    Raises Unplayable if the answer isn't one of the options.
    """
    words = [word for word in ask.words if (word == ALL) == (target == EVERY_ONE_OF_THEM)]
    if target == NO_OPTION and not ask.seats and not ask.words:
        return None
    if target in (0, EVERY_ONE_OF_THEM) and words:
        return words[0]
    if target not in ask.seats:
        options = ", ".join((*map(game.state.name, ask.seats), *ask.words)) or "nothing"
        raise Unplayable(f"{_who(game, ask)} may choose {options}, and the log has {target}")
    if bool(role) != bool(ask.roles):
        raise Unplayable(f"{_who(game, ask)} names {names.roles[role] or 'no role'} with it")
    return {"target": target, "as": names.roles[role]} if role else target


def _who(game: Game, ask: Ask) -> str:
    state = game.state
    number = state.night if state.phase == "night" else state.day
    return f"{state.phase} {number}: {state.name(ask.seat)} ({state.roles[ask.seat]}) at {ask.verb}"
