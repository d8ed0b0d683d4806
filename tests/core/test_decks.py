"""What is dealt: the book's deck for every size of table, decks written by hand, and house rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import duskfall
from duskfall.core.facts import CardDealt, Dealt, Knows
from duskfall.core.plan.compile import compile_plan
from duskfall.core.play.game import Game
from duskfall.core.start.deck import DeckError, make_deck, read_deck, surplus
from duskfall.core.start.flags import FlagError, read_flags
from duskfall.core.start.setup import NAMES
from duskfall.rules import BOOKS, ruleset
from duskfall.vocabulary.ruleset import Ruleset
from duskfall.vocabulary.scene import Scene

every_ruleset = pytest.mark.parametrize("rules", [ruleset(book) for book in BOOKS], ids=list(BOOKS))
SIZES = range(5, 21)


@every_ruleset
@pytest.mark.parametrize("seats", SIZES)
def test_the_book_has_a_deck_for_every_table(rules: Ruleset, seats: int) -> None:
    deck = make_deck(rules, seats)
    teams = Counter({role.name: role.team for role in rules.roles}[name] for name in deck)
    assert len(deck) == seats
    good = next(role.team for role in rules.roles if role.name == rules.decks.rest)
    evil = {role.team for role in rules.roles if role.name in rules.decks.evil}
    assert teams[good] > sum(teams[team] for team in evil) > 0
    game = Game.start(rules, seats, seed=seats)
    assert not game.state.over
    assert not any(line.when.holds(Scene(game.state)) for line in rules.wins)
    assert game.asks


@every_ruleset
def test_the_deck_is_dealt_whole_and_the_seed_decides_to_whom(rules: Ruleset) -> None:
    deals = set()
    for seed in range(20):
        game = Game.start(rules, 9, seed=seed)
        dealt = tuple(fact.role for fact in game.facts if isinstance(fact, Dealt))
        assert sorted(dealt) == sorted(make_deck(rules, 9))
        assert dealt == game.setup.roles
        deals.add(dealt)
    assert len(deals) > 10


@pytest.mark.parametrize(
    ("seats", "black", "red"),
    [
        (5, "Don Mafia", "Sheriff Citizen Citizen"),
        (6, "Don Mafia", "Sheriff Doctor Citizen Citizen"),
        (7, "Don Mafia", "Sheriff Doctor Citizen Citizen Citizen"),
        (8, "Don Mafia", "Sheriff Doctor Mistress Citizen Citizen Citizen"),
        (9, "Don Mafia Maniac", "Sheriff Doctor Mistress Citizen Citizen Citizen"),
        (10, "Don Mafia Maniac", "Sheriff Doctor Mistress" + 4 * " Citizen"),
        (15, "Don Mafia Maniac Mafia Mafia", "Sheriff Doctor Mistress" + 7 * " Citizen"),
        (20, "Don Mafia Maniac Mafia Mafia Mafia", "Sheriff Doctor Mistress" + 11 * " Citizen"),
    ],
)
def test_cm_11(seats: int, black: str, red: str) -> None:
    """Black = round(0.3 n), halves up: Don, Mafia, Maniac, more Mafia; red as CM-11 lists them."""
    assert make_deck(ruleset("city-mafia"), seats) == f"{black} {red}".split()


def test_ww_1() -> None:
    """Four Werewolves, four Villagers, Seer, Witch, Hunter, Guard."""
    gods = {"Seer": 1, "Witch": 1, "Hunter": 1, "Guard": 1}
    assert Counter(make_deck(ruleset("werewolf"), 12)) == {"Werewolf": 4, "Villager": 4, **gods}


def test_ten_seats_where_nothing_is_said() -> None:
    assert len(duskfall.start().state.names) == 10


# -- decks written by hand ------------------------------------------------------------

AI = ruleset("ai-mafia")


@pytest.mark.parametrize(
    ("deck", "cards"),
    [
        ("Godfather, Mafia, Villager*3", ["Godfather", "Mafia", "Villager", "Villager", "Villager"]),
        (" godfather ,mafia roleblocker*2,COP ", ["Godfather", *["Mafia Roleblocker"] * 2, "Cop"]),
        (["Mafia", "Villager * 2"], ["Mafia", "Villager", "Villager"]),
    ],
)
def test_a_deck_is_read(deck: Any, cards: list[str]) -> None:
    assert read_deck(AI, deck) == cards
    assert sorted(duskfall.start("ai-mafia", deck=deck).setup.roles) == sorted(cards)


@pytest.mark.parametrize(
    ("deck", "line"),
    [
        ("Godfather, Wizard, Villager*3", "unknown role 'Wizard' in ai-mafia"),
        ("Seer, Werewolf, Villager*3", "unknown role 'Seer'"),
        ("Cop, Villager*4", "nobody of mafia"),
        ("Godfather, Mafia*4", "nobody of town"),
        ("Godfather, Villager*3", "4 cards for 5 seats"),
        ("Godfather, Villager*5", "6 cards for 5 seats"),
        ("Godfather,, Villager*4", "empty entry"),
        ("", "empty entry"),
        ("Godfather, Villager*4,", "empty entry"),
        ("Godfather, *4", "empty entry"),
        ("Godfather, Villager*", "'Villager*'"),
        ("Godfather, Villager*0", "'Villager*0'"),
        ("Godfather, Villager*-4", "'Villager*-4'"),
        ("Godfather, Villager*four", "'Villager*four'"),
        ("Godfather, Villager*4*1", "'Villager*4*1'"),
        ("Godfather, Villager*²", "'Villager*²'"),
        ("Godfather, Villager*999999999", "'Villager*999999999'"),
    ],
)
def test_a_deck_that_cannot_be_dealt_is_refused(deck: Any, line: str) -> None:
    with pytest.raises(DeckError) as refused:
        duskfall.start("ai-mafia", 5, deck=deck)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("seats", "line"),
    [
        (4, "5 to 20 seats, not for 4"),
        (21, "5 to 20 seats, not for 21"),
        (0, "not for 0"),
        (-3, "not for -3"),
        (["Ann", "Ann", "Bob", "Cid", "Dee"], "two seats are called 'Ann'"),
        (["Ann", "", "Bob", "Cid", "Dee"], "'' cannot be a name"),
        (["Ann", " Bob", "Cid", "Dee", "Eli"], "' Bob' cannot be a name"),
        (["Ann", "B\nb", "Cid", "Dee", "Eli"], "cannot be a name"),
        (["Ann", "x" * 41, "Cid", "Dee", "Eli"], "cannot be a name"),
        (["Ann", "nobody", "Cid", "Dee", "Eli"], "'nobody' cannot be a name"),
        (["Ann", "skip", "Cid", "Dee", "Eli"], "'skip' cannot be a name"),
        (["Ann", "mafia", "Cid", "Dee", "Eli"], "'mafia' cannot be a name"),
        ({"Ann": "Cop", "Bob": "Wizard"}, "Bob: unknown role 'Wizard'"),
        ({}, "1 to 60 seats, not 0"),
    ],
)
def test_a_table_that_cannot_sit_is_refused(seats: Any, line: str) -> None:
    with pytest.raises(DeckError) as refused:
        duskfall.start("ai-mafia", seats)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_table_as_large_as_a_deck_of_ones_own() -> None:
    game = duskfall.start("ai-mafia", 40, deck="Mafia*8, Cop*2, Villager*30")
    assert game.state.names[:26] == NAMES
    assert game.state.names[-1] == "Seat 40"
    with pytest.raises(DeckError, match="1 to 60 seats, not 61"):
        duskfall.start("ai-mafia", deck="Mafia, Villager*60")


# -- cards and targets ------------------------------------------------------------


def test_the_target_is_drawn_from_the_town_and_told_to_the_executioner_alone() -> None:
    """AM-12, G8."""
    drawn = set()
    for seed in range(40):
        seats = {"Ann": "Executioner", "Bob": "Mafia", "Cid": "Cop", "Dee": "Villager", "Eli": "Jester"}
        game = Game.start(AI, seats, seed=seed)
        [told] = [fact for fact in game.facts if isinstance(fact, Knows) and fact.how == "target"]
        assert told.to == 1 << 1
        drawn.add(told.seat)
    assert drawn == {3, 4}


def test_immunity_cards_are_known_to_the_host_alone() -> None:
    """CM-7."""
    game = duskfall.start("city-mafia", 6, cards={"immunity": ["Bob", "Eli"]})
    cards = [fact for fact in game.facts if isinstance(fact, CardDealt)]
    assert cards == [CardDealt(0, 2, "immunity"), CardDealt(0, 5, "immunity")]
    with pytest.raises(DeckError, match="no card 'luck'"):
        duskfall.start("city-mafia", 6, cards={"luck": ["Bob"]})
    with pytest.raises(DeckError, match="nobody is called 'Zoe'"):
        duskfall.start("city-mafia", 6, cards={"immunity": ["Zoe"]})


# -- house rules ------------------------------------------------------------


@pytest.mark.parametrize(
    ("book", "flag", "value", "read"),
    [
        ("ai-mafia", "announceSaves", True, True),
        ("ai-mafia", "announceSaves", "on", True),
        ("ai-mafia", "announceSaves", "False", False),
        ("ai-mafia", "maxRounds", "7", 7),
        ("ai-mafia", "discussion_open_per_player_base", "1.5", 1.5),
        ("city-mafia", "tieEndsWith", "all", "all"),
    ],
)
def test_a_house_rule_is_read(book: str, flag: str, value: object, read: object) -> None:
    assert read_flags(ruleset(book), {flag: value})[flag] == read


@pytest.mark.parametrize(
    ("book", "flag", "value", "line"),
    [
        ("ai-mafia", "tieEndsWith", "all", "unknown flag 'tieEndsWith' in ai-mafia"),
        ("ai-mafia", "announceSaves", 1, "flag announceSaves: 1 is neither true nor false"),
        ("ai-mafia", "announceSaves", "maybe", "flag announceSaves: 'maybe' is neither"),
        ("ai-mafia", "maxRounds", 0, "flag maxRounds: 0"),
        ("ai-mafia", "maxRounds", 2.5, "flag maxRounds: 2.5"),
        ("ai-mafia", "maxRounds", True, "flag maxRounds: True"),
        ("ai-mafia", "maxRounds", "many", "flag maxRounds: 'many' is not a number"),
        ("ai-mafia", "maxRounds", 10**9, "flag maxRounds: 1000000000"),
        ("ai-mafia", "discussion_open_per_player_base", -1, "flag discussion_open_per_player_base: -1"),
        ("ai-mafia", "discussion_open_per_player_base", "nan", "flag discussion_open_per_player_base"),
        ("ai-mafia", "discussion_open_per_player_base", "1/0", "flag discussion_open_per_player_base"),
        ("city-mafia", "tieEndsWith", "coin", "'coin' is none of nobody, all, tableVote"),
        ("city-mafia", "tieEndsWith", None, "None is none of"),
        ("city-mafia", "tieEndsWith", ["all"], "is none of"),
    ],
)
def test_a_house_rule_that_makes_no_sense_is_refused(book: str, flag: str, value: object, line: str) -> None:
    with pytest.raises(FlagError) as refused:
        duskfall.start(book, 6, flags={flag: value})
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


# -- roles of which there is one ----------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_the_books_own_decks_keep_to_its_uniqueness(book: str) -> None:
    rules = ruleset(book)
    low, high = rules.decks.seats
    assert not [found for seats in range(low, high + 1) for found in surplus(rules, make_deck(rules, seats))]


@pytest.mark.parametrize(
    ("book", "deck", "found"),
    [
        ("town-of-agents", "Godfather*3, Citizen*7", [("Godfather", 3, "TA§Uniqueness")]),
        ("town-of-agents", "Framer*2, Consigliere*2, Citizen*7",
         [("Framer", 2, "TA§Uniqueness"), ("Consigliere", 2, "TA§Uniqueness")]),
        ("town-of-agents", "Mafia*3, Doctor*3, Werewolf*2, Citizen*7", []),
        ("city-mafia", "Don, Maniac*2, Citizen*5", [("Maniac", 2, "CM§L4.maniac")]),
        ("city-mafia", "Don*2, Citizen*5", [("Don", 2, "CM-4")]),
        ("ai-mafia", "Godfather*2, Villager*5", [("Godfather", 2, "AM-3")]),
        ("ai-mafia-classic", "Godfather*2, Villager*5", [("Godfather", 2, "AC§Godfather")]),
        ("werewolf", "Werewolf*3, Hunter*2, Villager*5", []),
    ],
)  # fmt: skip
def test_a_deck_against_the_uniqueness_of_a_role_is_found_and_can_be_dealt(
    book: str, deck: str, found: list[tuple[str, int, str]]
) -> None:
    cards = read_deck(ruleset(book), deck)
    assert surplus(ruleset(book), cards) == found
    assert sorted(Game.start(ruleset(book), deck=deck).setup.roles) == sorted(cards)


def test_uniqueness_does_not_count_for_the_hash() -> None:
    rules = ruleset("city-mafia")
    many = replace(rules, roles=tuple(replace(role, unique=None) for role in rules.roles))
    assert compile_plan(many).hash == compile_plan(rules).hash
