"""Every night of many small tables, all legal choices in all combinations, against the one-night references.

The references in `tests/reference` were written from the books alone and share no code with the engine.
A table is played by depth-first search: at each ask the game is copied once per answer. Answers are all that
the ask offers; where declining is not among them, silence (G4). One sub-product, where the whole would be too
large: a Forger names one of two roles. Of the largest tables only `make soak` plays every night; otherwise a fixed
random sample of their branches is played.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from duskfall.core.ask import NOBODY, Ask
from duskfall.core.facts import (
    EVERYONE,
    Announced,
    Became,
    Died,
    Ended,
    MarkSet,
    Noticed,
    Told,
    Void,
)
from duskfall.core.play.game import Game
from duskfall.core.start.setup import NAMES, Start
from duskfall.rules import ruleset
from tests.core.night_tables import TABLES, Table
from tests.reference import ai_mafia, city_mafia, town_of_agents
from tests.reference.dawn import Dawn
from tests.volume import VOLUME

REFERENCE: dict[str, Any] = {"ai-mafia": ai_mafia, "city-mafia": city_mafia, "town-of-agents": town_of_agents}
FORGED = ("Cop", "Godfather")
Chosen = tuple[str, int, object]  # verb, seat, answer
LARGE = 4_000  # nights; of larger tables about so many are played


def names_of(table: Table, seats: Any) -> list[str]:
    return [NAMES[seat - 1] for seat in seats]


def start(table: Table) -> Game:
    """The game, at the dusk of the night in question."""
    names = names_of(table, range(1, len(table.roles) + 1))
    where = Start("night", table.number - table.guilt, dead=table.dead, marks=table.marks, last=table.last)
    game = Game.start(
        ruleset(table.book),
        dict(zip(names, table.roles, strict=True)),
        flags=table.flags,
        talk=False,
        tries=1,
        cards={"immunity": names_of(table, table.immune)} if table.immune else None,
        assign={"target": {names[k - 1]: names[v - 1] for k, v in table.target.items()}},
        start=where,
    )
    while table.guilt and game.state.night < table.number:
        ask = game.asks[0]
        game.answer(ask.seat, ask.verb, 2 if ask.verb == "shoot" and ask.seat == 1 else NOBODY)
    return game


def answers(table: Table, game: Game, ask: Ask) -> list[object]:
    """All that may be answered, declining or silence included."""
    seats = ask.seats
    if table.anyone and not ask.confirm:
        seats = tuple(range(1, len(table.roles) + 1))
    words: tuple[object, ...] = ask.words or (None,)
    if not ask.roles:
        return [*seats, *words]
    return [*({"target": seat, "as": role} for seat in seats for role in FORGED), *words]


def branch_share(table: Table) -> float:
    """Return the share of the answers to each question that is tried, for about LARGE nights in all."""
    path, _ = next(every_night(table, start(table), [], 1.0, Random()))
    return 1.0 if VOLUME > 1 or table.nights <= LARGE else (LARGE / table.nights) ** (1 / len(path))


def sampled(options: list[object], share: float, luck: Random) -> list[object]:
    """Return so large a share of the options, at least one, rounded up or down by chance."""
    count = int(share * len(options) + luck.random()) or 1
    return options if count >= len(options) else luck.sample(options, count)


def every_night(
    table: Table, game: Game, path: list[Chosen], share: float, luck: Random
) -> Iterator[tuple[list[Chosen], Game]]:
    """All ways through the night, or a sample of them, with what was chosen on each."""
    if game.state.over or game.state.phase != "night":
        yield path, game
        return
    ask = game.asks[0]
    options = sampled(answers(table, game, ask), share, luck)
    for answer in options:
        branch = game if answer is options[-1] else game.copy()
        branch.answer(ask.seat, ask.verb, answer)
        path.append((ask.verb, ask.seat, answer))
        yield from every_night(table, branch, path, share, luck)
        path.pop()


def written(table: Table, path: list[Chosen]) -> dict[str, dict[str, Any]]:
    """The choices as the references read them."""
    acts: dict[str, dict[str, Any]] = {}
    for verb, seat, answer in path:
        actor = "mafia" if verb == "kill" and table.book != "town-of-agents" else NAMES[seat - 1]
        if isinstance(answer, dict):
            acts.setdefault(verb, {})[actor] = (NAMES[answer["target"] - 1], answer["as"])
        elif isinstance(answer, int):
            acts.setdefault(verb, {})[actor] = NAMES[answer - 1]
    return acts


def given(table: Table) -> dict[str, Any]:
    """What the reference is told of the night beside the choices."""
    found: dict[str, Any] = {"number": table.number, "flags": table.flags}
    if table.book == "ai-mafia":
        found["target"] = {NAMES[k - 1]: NAMES[v - 1] for k, v in table.target.items()}
    elif table.book == "city-mafia":
        found["immune"] = frozenset(names_of(table, table.immune))
        found["last"] = {
            verb: {NAMES[k - 1]: NAMES[v - 1] for other, k, v in table.last if other == verb}
            for verb, _, _ in table.last
        }
    else:
        found["guilty"] = frozenset(names_of(table, [1] if table.guilt else []))
        for mark in ("revealed", "framed", "doused"):
            found[mark] = frozenset(names_of(table, [seat for m, seat in table.marks if m == mark]))
    return found


def expected(table: Table, living: dict[str, str], path: list[Chosen], beside: dict[str, Any]) -> Dawn:
    """What the reference says."""
    found: Dawn = REFERENCE[table.book].night(living, written(table, path), **beside)
    found.blocked = set()  # not a fact of its own; it shows in all the rest
    return found


def bearers(game: Game, mark: str) -> set[str]:
    """Who bears a mark now."""
    there = game.state.marks.get(mark, 0)
    return {name for seat, name in enumerate(NAMES, 1) if there >> seat & 1}


def came(table: Table, game: Game, begin: int, living: dict[str, str]) -> Dawn:
    """What the engine says, from the facts of the night."""
    dawn = Dawn()
    announced: dict[str, str] = {}
    roles = dict(living)
    for fact in game.facts[begin:]:
        kind = type(fact)
        if kind is Told:
            seen = [NAMES[seat - 1] for seat in fact.seats]
            dawn.told.setdefault(NAMES[fact.seat - 1], {})[fact.verb] = fact.word or seen
        elif kind is Noticed and fact.to != EVERYONE:
            assert fact.to == 1 << fact.seat
            dawn.notices.setdefault(NAMES[fact.seat - 1], set()).add(fact.notice)
        elif kind is Died:
            dawn.dead[NAMES[fact.seat - 1]] = fact.shown
        elif kind is Announced:
            announced = {NAMES[seat - 1]: shown for seat, shown in fact.dead}
        elif kind is Void:
            own = table.book == "town-of-agents" or not fact.team
            dawn.void.add(NAMES[fact.seat - 1] if own else fact.team)
        elif kind is MarkSet and fact.mark == "vote_immunity":
            dawn.vote_immune.add(NAMES[fact.seat - 1])
        elif kind is Became:
            roles[NAMES[fact.seat - 1]] = fact.role
        elif kind is Ended:
            dawn.winner, dawn.reason = fact.winner, fact.reason
    assert announced == dawn.dead
    dawn.roles = roles
    if table.book == "town-of-agents":
        dawn.framed, dawn.doused = bearers(game, "framed"), bearers(game, "doused")
    return dawn


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.book}-{table.id}")
def test_every_night_is_as_the_reference_says(table: Table) -> None:
    game = start(table)
    begin = next(
        k for k, f in enumerate(game.facts) if type(f).__name__ == "PhaseBegan" and f[1:] == ("night", table.number)
    )
    living = {
        name: game.state.dealt[seat] for seat, name in enumerate(game.state.names, 1) if game.state.public >> seat & 1
    }
    count, beside, share = 0, given(table), branch_share(table)
    for path, played in every_night(table, game, [], share, Random(table.id)):
        count += 1
        want, got = expected(table, living, path, beside), came(table, played, begin, living)
        assert got == want, written(table, path)
    assert count == table.nights if share == 1 else count > LARGE / 4


@pytest.mark.parametrize("book", REFERENCE)
def test_every_role_sits_at_some_table(book: str) -> None:
    seated = {role for table in TABLES if table.book == book for role in table.roles}
    assert seated == {role.name for role in ruleset(book).roles}
