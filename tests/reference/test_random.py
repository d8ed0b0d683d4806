"""Random tables, positions, answers and removals against the references: who is asked what, and what comes of it.

The same draws go to the engine and to `asked.py`, question by question; a night that nobody was removed from, and in
which nothing was used up before, must also come to what the one-night reference says.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest

from duskfall.core.ask import Ask
from duskfall.core.facts import Knows, PhaseBegan, Said, Skipped, Voted
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES, Start
from duskfall.core.view import view
from duskfall.rules import ruleset
from duskfall.vocabulary.masks import only
from tests.core.night_tables import Table
from tests.core.test_exhaustive import FORGED, came, expected, given
from tests.reference.asked import NIGHTS, TEAMS, Event, Night, Over, Question, sees, victory_of

GAMES = 250  # a book
TALK = ("chat", "interrogate")
FLAGS: dict[str, dict[str, tuple[object, ...]]] = {
    "city-mafia": {"mafiaTalk": (0, 1, 2)},
    "town-of-agents": {"rampageUnstoppable": (False, True)},
    "werewolf": {"badgeInherited": (False, True)},
}
LIMITED = {"town-of-agents": (("shoot", "Vigilante", 3), ("execute", "Jailor", 3)),
           "werewolf": (("antidote", "Witch", 1), ("poison", "Witch", 1))}  # fmt: skip
REPEATED = {"city-mafia": (("heal", "Doctor"), ("visit", "Mistress")), "werewolf": (("guard", "Guard"),)}


class Drawn(NamedTuple):
    """A table in the middle of a game, for the engine and for the reference."""

    game: Game
    night: Night
    table: Table
    begin: int


def table(book: str, dice: Random) -> Table:
    """Any roles at any table, some dead, some acts used before."""
    roles = [role.name for role in ruleset(book).roles]
    drawn = [dice.choice(sorted(TEAMS[book])), *dice.choices(roles, k=dice.randint(5, 9))]
    dice.shuffle(drawn)
    seats = range(1, len(drawn) + 1)
    dead = tuple(dice.sample(seats, dice.choice((0, 0, 1, 2))))
    last = [(verb, seat) for verb, role in REPEATED.get(book, ()) for seat in seats if drawn[seat - 1] == role]
    repeats = tuple((verb, seat, dice.choice(seats)) for verb, seat in last if dice.random() < 0.5)
    target = {seat: dice.choice(seats) for seat in seats if drawn[seat - 1] == "Executioner"}
    flags = {name: dice.choice(values) for name, values in FLAGS.get(book, {}).items()}
    return Table(f"{book}", book, tuple(drawn), 0, dice.choice((2, 3, 4)), flags, dead, target=target, last=repeats)


def draw(book: str, dice: Random) -> Drawn:
    """A position, and the same for the reference."""
    drawn = table(book, dice)
    names = NAMES[: len(drawn.roles)]
    roles = dict(zip(names, drawn.roles, strict=True))
    limited = [(verb, names.index(name) + 1, most) for verb, role, most in LIMITED.get(book, ())
               for name in names if roles[name] == role]  # fmt: skip
    used = tuple((verb, seat, dice.randint(0, most)) for verb, seat, most in limited if dice.random() < 0.4)
    living = [seat for seat in range(1, len(names) + 1) if seat not in drawn.dead]
    sheriff = dice.choice((0, *living)) if book == "werewolf" else 0
    start = Start("night", drawn.number, dead=drawn.dead, used=used, last=drawn.last,
                  titles=(("sheriff", sheriff),) if sheriff else ())  # fmt: skip
    assign = {"target": {names[k - 1]: names[v - 1] for k, v in drawn.target.items()}}
    game = Game.start(ruleset(book), roles, tries=1, assign=assign, start=start, flags=drawn.flags)
    awake = [names[seat - 1] for seat in living]
    night = Night(roles, awake, victory_of(book, roles), TEAMS[book], drawn.number, flags={**drawn.flags})
    for verb, seat, target in drawn.last:
        night.last.setdefault(verb, {})[names[seat - 1]] = names[target - 1]
    for verb, seat, count in used:
        night.used.setdefault(verb, {})[names[seat - 1]] = count
    night.sheriff = names[sheriff - 1] if sheriff else ""
    begin = max(k for k, fact in enumerate(game.facts) if isinstance(fact, PhaseBegan))
    return Drawn(game, night, drawn, begin)


def asked(game: Game) -> set[Question]:
    """What the engine asks, as the reference writes it."""
    found = set()
    for ask in game.asks:
        options = frozenset() if ask.speech else frozenset(game.names[seat - 1] for seat in ask.seats)
        found.add(Question(game.state.name(ask.seat), ask.verb, options, ask.speech, ask.confirm))
    return found


def answer(ask: Ask, game: Game, dice: Random) -> Any:
    """Something legal mostly, something illegal, nobody, or nothing at all."""
    if ask.speech:
        return dice.choice(("hm", "SKIP", None))
    if ask.confirm:
        return dice.choice((*(ask.seats or ("yes",)), "no", None))
    if dice.random() < 0.15:
        return dice.choice((None, *ask.words))
    seat = dice.choice(ask.seats) if ask.seats and dice.random() < 0.85 else dice.randint(1, len(game.names))
    return {"target": seat, "as": dice.choice(FORGED)} if ask.roles else seat


def as_event(ask: Ask, value: Any, game: Game) -> Event:
    """The same answer as the reference takes it."""
    seat = value["target"] if isinstance(value, dict) else value
    return Event(game.state.name(ask.seat), ask.verb, game.names[seat - 1] if isinstance(seat, int) else None)


def play(drawn: Drawn, dice: Random) -> list[tuple[str, int, Any]]:
    """The night through both, question by question; what was chosen."""
    game, night, path = drawn.game, drawn.night, []
    flow = NIGHTS[drawn.table.book](night)
    removes = 0.05 if dice.random() < 0.5 else 0.0
    want = next(flow, None)
    while want is not None:
        assert asked(game) == set(want), game.facts[drawn.begin :]
        if dice.random() < 0.03:
            come_and_go(game, dice)
            assert asked(game) == set(want)
        try:
            if dice.random() < removes and len(night.public) > 2:
                name = dice.choice(night.public)
                game.remove(game.names.index(name) + 1)
                want = flow.send(Event(name))
            else:
                ask = dice.choice(game.asks)
                value = answer(ask, game, dice)
                path.append((ask.verb, ask.seat, value))
                event = as_event(ask, value, game)
                game.answer(ask.seat, ask.verb, value)
                want = flow.send(event)
        except StopIteration:
            want = None
    return [(verb, seat, value) for verb, seat, value in path if verb not in TALK]


def come_and_go(game: Game, dice: Random) -> None:
    """Moderator's acts that change nothing: a pause, another player in a seat, an answer or a removal taken back."""
    game.pause()
    assert game.asks == ()
    game.pause(False)
    ask = dice.choice(game.asks)
    game.hand_over(ask.seat, "somebody")
    if dice.random() < 0.3 and game.state.public >> ask.seat & 1:
        game.remove(ask.seat)
    else:
        game.answer(ask.seat, ask.verb, answer(ask, game, dice))
    game.undo()


def private(drawn: Drawn) -> list[tuple[str, frozenset[str]]]:
    """The speeches of the night that not all hear, and who hears them."""
    names = drawn.game.names
    spoken = [f for f in drawn.game.facts[drawn.begin :] if isinstance(f, Said | Skipped) and f.part in TALK]
    return [(names[f.seat - 1], frozenset(n for k, n in enumerate(names, 1) if f.to >> k & 1)) for f in spoken]


@pytest.mark.parametrize("book", NIGHTS)
def test_who_is_asked_what_is_as_the_reference_says(book: str) -> None:
    removed = killed = compared = 0
    for number in range(GAMES):
        dice = Random(f"{book} {number}")
        drawn = draw(book, dice)
        game, night = drawn.game, drawn.night
        living = {name: night.roles[name] for name in night.living}
        for seat, name in enumerate(game.names, 1):
            first = [fact for fact in game.facts[: drawn.begin] if isinstance(fact, Knows)]
            known = {game.names[f.seat - 1]: f.role for f in first if f.role and f.to >> seat & 1}
            assert known == sees(book, night.roles, name)
        try:
            path = play(drawn, dice)
        except Over:
            assert game.over
            assert (game.over.winner, game.over.reason) == night.victory({n: night.roles[n] for n in night.acting})
            removed += 1
            continue
        assert private(drawn) == night.said
        removed += bool(night.removed)
        if book == "werewolf":
            killed += announced_morning(drawn)
        elif not night.removed and not night.used:
            compared += 1
            assert came(drawn.table, game, drawn.begin, living) == expected(
                drawn.table, living, path, given(drawn.table)
            ), number
    assert removed > GAMES // 10
    assert compared > GAMES // 4 or killed >= GAMES // 25


def announced_morning(drawn: Drawn) -> bool:
    """After the shots and the badge: who lives, who holds the badge, and who has won; whether a Hunter had shot."""
    game, night = drawn.game, drawn.night
    assert game.state.public == only(game.names.index(name) + 1 for name in night.public)
    assert view(game.facts, 0).titles.get("sheriff", 0) == (game.names.index(night.sheriff) + 1 if night.sheriff else 0)
    ended = (game.over.winner, game.over.reason) if game.over else (None, None)
    assert ended == night.victory({name: night.roles[name] for name in night.public})
    assert not any(isinstance(fact, Voted) for fact in game.facts)
    return any(type(fact).__name__ == "Shot" for fact in game.facts)
