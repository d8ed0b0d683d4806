"""The form of a new table: decks with their cards and warnings, house rules with their meaning, nights."""

from __future__ import annotations

import pytest

from duskfall.room.made import balance
from duskfall.room.made.form import LONGEST_DECK, MOST, form
from duskfall.room.made.night import nights
from duskfall.room.refused import Refused
from duskfall.rules.registry import ids, known


@pytest.mark.parametrize("rules", ids())
def test_a_form_has_all_roles_with_their_cards_and_all_house_rules(rules: str) -> None:
    found, book = form({"rules": rules}), known(rules)
    assert book is not None
    assert [row["role"] for row in found["deck"]] == [role.name for role in book.roles]
    assert all(row["card"] for row in found["deck"])
    assert sum(row["count"] for row in found["deck"]) == found["seats"]
    assert [row["name"] for row in found["flags"]] == [flag.name for flag in book.flags]
    assert all(row["title"] and row["about"] for row in found["flags"])
    assert not found["own_deck"]
    assert not found["warnings"]
    assert found["night"] > 0


def test_a_lopsided_deck_is_told() -> None:
    warnings = form({"rules": "werewolf", "deck": "Werewolf*6, Villager*4"})["warnings"]
    assert any("This deck is lopsided: werewolves would win about" in line for line in warnings)
    assert not form({"rules": "werewolf", "deck": "Werewolf*3, Seer, Witch, Hunter, Guard, Villager*3"})["warnings"]


def test_a_deck_of_the_book_that_is_lopsided_is_told_as_well() -> None:
    [line] = form({"rules": "ai-mafia-classic", "seats": 9})["warnings"]
    assert line.startswith("This deck is lopsided: town would win about ")


def test_cards_without_weights_are_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "known", lambda rules: False)
    warnings = form({"rules": "werewolf", "deck": "Werewolf*6, Villager*4"})["warnings"]
    assert any("favours werewolves" in line for line in warnings)


def test_a_deck_against_the_book_is_told() -> None:
    deck = "Godfather*2, Doctor, Cop, Villager*6"
    assert any("one Godfather" in line for line in form({"rules": "ai-mafia", "deck": deck})["warnings"])


def test_a_deck_that_cannot_be_dealt_is_a_warning_and_no_error() -> None:
    found = form({"rules": "werewolf", "seats": 10, "deck": "Werewolf*2, Villager*3"})
    assert found["warnings"] == ["The deck has 5 cards for 10 seats."]
    assert {row["role"]: row["count"] for row in found["deck"]}["Villager"] == 3
    assert "Unknown role" in form({"rules": "werewolf", "deck": "Bear*10"})["warnings"][0]


def test_numbers_have_bounds_and_words_their_choices() -> None:
    rows = [row for rules in ids() for row in form({"rules": rules})["flags"]]
    numbers = [row for row in rows if type(row["value"]) in (int, float)]
    assert numbers
    assert all(row["low"] < row["high"] for row in numbers)
    assert any(row["values"] and len(row["labels"]) == len(row["values"]) for row in rows)


def test_a_card_follows_the_house_rules() -> None:
    usual, changed = (
        {row["role"]: row["card"] for row in form({"rules": "werewolf", "flags": flags})["deck"]}
        for flags in ({}, {"guardNoRepeat": False})
    )
    assert [role for role, card in usual.items() if card != changed[role]] == ["Guard"]


def test_a_deck_in_another_order_is_no_deck_of_ones_own() -> None:
    usual = "Werewolf*3, Seer, Witch, Hunter, Guard, Villager*3"
    turned = ", ".join(reversed(usual.split(", ")))
    assert [form({"rules": "werewolf", "deck": deck})["own_deck"] for deck in (usual, turned)] == [False, False]
    assert form({"rules": "werewolf", "deck": usual.replace("Guard", "Villager")})["own_deck"]


def test_how_long_a_deck_may_be() -> None:
    deck = "Werewolf*3, Seer, Witch, Hunter, Guard, Villager*3"
    assert not form({"rules": "werewolf", "deck": deck.ljust(LONGEST_DECK)})["warnings"]
    with pytest.raises(Refused):
        form({"rules": "werewolf", "deck": deck.ljust(LONGEST_DECK + 1)})


def test_no_such_game() -> None:
    with pytest.raises(Refused, match="no such game"):
        form({"rules": "os:system"})


def test_nights_by_ruleset() -> None:
    assert {rules: seconds for rules, _, seconds in nights()} == {
        "ai-mafia": 75.0,
        "ai-mafia-classic": 75.0,
        "city-mafia": 110.0,
        "town-of-agents": 200.0,
        "werewolf": 60.0,
    }


@pytest.mark.parametrize("rules", ids())
def test_a_number_has_its_bounds_and_nothing_else_has_any(rules: str) -> None:
    book = known(rules)
    assert book is not None
    for row, flag in zip(form({"rules": rules})["flags"], book.flags, strict=True):
        bounds = (row.get("low"), row.get("high"))
        if isinstance(flag.default, bool | str):
            assert bounds == (None, None), flag.name
        elif isinstance(flag.default, float):
            assert bounds == (0, MOST), flag.name
        else:
            assert bounds == (flag.least, MOST), flag.name
        assert row["usual"] == flag.default


def test_all_kinds_of_house_rules_are_looked_at() -> None:
    flags = [flag for rules in map(known, ids()) if rules for flag in rules.flags]
    assert {type(flag.default) for flag in flags} == {bool, float, int, str}
    assert {flag.least for flag in flags} >= {0, 1}


def test_a_role_has_its_side_and_its_number_of_cards() -> None:
    rows = {row["role"]: row for row in form({"rules": "werewolf", "deck": "Werewolf*2, Seer, Villager*3"})["deck"]}
    assert {name: row["count"] for name, row in rows.items() if row["count"]} == {
        "Werewolf": 2, "Seer": 1, "Villager": 3
    }  # fmt: skip
    book = known("werewolf")
    assert book is not None
    assert {name: book.teams[row["team"] - 1] for name, row in rows.items()} == {
        role.name: role.team for role in book.roles
    }
    assert {row["team"] for row in rows.values()} == {1, 2}


def test_a_deck_is_text() -> None:
    with pytest.raises(Refused, match="A deck is a line of roles"):
        form({"rules": "werewolf", "deck": 7})


def test_a_night_is_that_of_the_chosen_deck() -> None:
    usual = form({"rules": "werewolf", "seats": 10})
    assert form({"rules": "werewolf", "seats": 10, "deck": "Werewolf*2, Villager*8"})["night"] < usual["night"]
    assert form({"rules": "werewolf", "seats": 10, "deck": "Werewolf*2, Villager*3"})["night"] == usual["night"]


def test_models_that_fill_chairs_are_told_to_cost() -> None:
    model = "http://localhost:1#small"
    fills = form({"rules": "werewolf"}, ("scripted", model))["fills"]
    assert [(row["costs"], row["label"] == row["value"]) for row in fills] == [(False, False), (True, True)]
