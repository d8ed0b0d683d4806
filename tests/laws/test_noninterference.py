"""Law 2: what a seat may not know changes nothing that it receives; random tables, random answers."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from duskfall.core.facts import Died, Knows
from duskfall.vocabulary.masks import bits

from .careful import Careful, holders, members
from .pairs import AI_MAFIA, TOWN, two
from .received import Pair, Side, difference
from .tables import Table, law, play, seeds, tables

seat_numbers = st.integers(0, 1000)
STOPPERS = ("Escort", "Consort")
LEAVES = "Out"
READERS = ("Cop", "Seer", "Sheriff", "Tracker", "Don")


def hand_dealt(table: Table) -> Table:
    """Cards where they are, so that two of them can be exchanged; nothing left to the seed."""
    return replace(table, dealt=False)


def everyone(table: Table) -> set[int]:
    return set(range(len(table.roles) + 1))


def swapped(table: Table, seed: int, one: int, other: int, until: str = "") -> Pair:
    """The same evening with the cards of two seats exchanged, for all who may not know of it.

    `until` something is told, the two are voted for, nominated and elected like others.
    """
    count = len(table.roles)
    one, other = one % count + 1, other % count + 1
    assume(table.roles[one - 1] != table.roles[other - 1])
    third = next(n for s, n in enumerate(table.names, 1) if s not in (one, other))
    table = replace(hand_dealt(table), assign={"target": dict.fromkeys(table.names, third)})
    tables_ = (table, table.swapped(one, other))
    games = [each.start() for each in tables_]
    team = set().union(*map(members, games))
    asleep = {one, other} | (team if {one, other} & team else set())  # a team acts by seat order
    knowing = {
        seat
        for game in games
        for fact in game.facts
        if isinstance(fact, Knows) and fact.seat in (one, other) and fact.role
        for seat in bits(fact.to)
    }
    left, right = (Side(each, Careful(seed, asleep, asleep, openly=bool(until))) for each in tables_)
    return Pair(left, right, frozenset(everyone(table) - asleep - knowing), until)


@law(250)
@given(tables(), seeds, seat_numbers, seat_numbers)
def test_two_unseen_cards_swapped(table: Table, seed: int, one: int, other: int) -> None:
    assert difference(swapped(table, seed, one, other)) == ""


@law(120)
@given(tables(), seeds, seat_numbers, seat_numbers)
def test_two_unseen_cards_swapped_where_all_are_named_until_somebody_leaves(
    table: Table, seed: int, one: int, other: int
) -> None:
    assert difference(swapped(table, seed, one, other, LEAVES)) == ""


@law(150)
@given(tables(), seeds, seeds, seeds, seat_numbers)
def test_a_choice_without_effect(table: Table, seed: int, night: int, other: int, actor: int) -> None:
    """One seat alone acts by night, and attacks nobody; whom it names is nobody else's to know."""
    table = hand_dealt(table)
    actor = actor % len(table.roles) + 1
    game = table.start()
    asleep = everyone(table) - {actor}
    observers = everyone(table) - {actor}
    jail = table.roles[actor - 1] == "Jailor"
    if jail or table.roles[actor - 1] in STOPPERS:  # who is held back knows, and their team misses them
        observers = {0}

    def side(seed_by_night: int) -> Side:
        nights = {actor: seed_by_night}
        unnamed = holders(game, "Werewolf") if jail else ()
        votes = table.book != "city-mafia"  # where a ballot may meet the Mistress's immunity
        return Side(table, Careful(seed, unnamed, asleep, nights, {actor}, votes, chats=seed))

    if table.book == "city-mafia":
        table = replace(table, flags={**table.flags, "nominations": False})
    assert difference(Pair(side(night), side(other), frozenset(observers))) == ""


@law(150)
@given(tables(), seeds, seeds, seeds)
def test_whom_a_reader_reads(table: Table, seed: int, night: int, other: int) -> None:
    """All act; where visits have no effect, whom a reader names is for readers of visits only."""
    assume(table.book != "town-of-agents")
    table = hand_dealt(table)
    game = table.start()
    readers = holders(game, *READERS) - members(game)
    assume(readers)
    left, right = (Side(table, Careful(seed, nights=dict.fromkeys(readers, each))) for each in (night, other))
    assert difference(Pair(left, right, frozenset(everyone(table) - readers))) == ""


@law(80)
@given(tables("ai-mafia"), seeds, seat_numbers, seat_numbers)
def test_whom_an_executioner_is_after(table: Table, seed: int, one: int, other: int) -> None:
    roles = ("Executioner", *table.roles[1:-2], "Villager", "Godfather")
    names = table.names
    after = [{"target": {n: names[pick % len(names)] for n in names}} for pick in (one, other)]
    table = replace(hand_dealt(table), roles=roles)
    they = holders(table.start(), "Executioner")  # whose own card is shown when they die
    left, right = (Side(replace(table, assign=each), Careful(seed, they)) for each in after)
    assert difference(Pair(left, right, frozenset(everyone(table) - they))) == ""


@law(80)
@given(tables("ai-mafia"), seeds, seeds, seeds)
def test_the_secrets_of_another_seed(table: Table, seed: int, one: int, other: int) -> None:
    table = hand_dealt(table)
    they = holders(table.start(), "Executioner")
    left, right = (Side(replace(table, seed=each), Careful(seed, they)) for each in (one, other))
    assert difference(Pair(left, right, frozenset(everyone(table) - they))) == ""


@law(80)
@given(tables(talk=True), seeds, seeds, seeds)
def test_what_is_said_in_private(table: Table, seed: int, one: int, other: int) -> None:
    sides = [Side(table, Careful(seed, chats=each)) for each in (one, other)]
    talking = {
        entry.seat
        for each in (one, other)
        for entry in play(table.start(), Careful(seed, chats=each)).log
        if entry.word in ("chat", "interrogate")
    }
    # A side's answers are used once: they count how often each seat was asked.
    assert difference(Pair(*sides, frozenset(everyone(table) - talking))) == ""


@law(150)
@given(tables(), seeds, seeds, seeds)
def test_whom_a_team_kills_until_it_is_announced(table: Table, seed: int, one: int, other: int) -> None:
    """Who has died secretly changes nothing, not even for those who still act that night or stand for election."""
    table = hand_dealt(table)
    game = table.start()
    told = members(game) | holders(game, "Witch", "Lookout")
    if table.book == "town-of-agents":  # where whoever is killed at once acts no more
        for kills in (one, other):
            for fact in play(table.start(), Careful(seed, kills=kills), 200).facts:
                told |= {fact.seat} if isinstance(fact, Died) else set()
    left, right = (Side(table, Careful(seed, kills=each)) for each in (one, other))
    assert difference(Pair(left, right, frozenset(everyone(table) - told), until="Announced")) == ""


def test_announced_saves_do_not_tell_whose_attack_it_was() -> None:
    roles = ("Villager", "Doctor", "Doctor", "Godfather", "Vigilante", "Villager", "Villager", "Villager")
    table = replace(AI_MAFIA, roles=roles, flags={"announceSaves": True, "maxRounds": 1}, assign=None)
    saved = two(
        table,
        {"kill": {"Dee": "Ann"}, "shoot": {"Eli": "Fay"}},
        {"kill": {"Dee": "Fay"}, "shoot": {"Eli": "Ann"}},
        protect={"Bob": "Ann", "Cid": "Fay"},
    )
    assert difference(saved.but("Dee", "Eli")) == ""


def test_the_chat_does_not_tell_of_a_jailed_mates_death() -> None:
    jailed = two(TOWN, {"execute": {"Cid": "yes"}}, {"execute": {"Cid": "no"}}, until="Announced", jail={"Cid": "Eli"})
    assert difference(jailed.but("Cid", "Eli")) == ""
