"""Names of people: seen as they are, and unlike any other at the table."""

from __future__ import annotations

import pytest

from duskfall.room.people.names import bot_names, clean_name, free_name
from duskfall.room.refused import Refused


@pytest.mark.parametrize(
    ("given", "clean"),
    [
        ("  Ada \n Byron ", "Ada Byron"),
        ("A\u202eda\u2066", "Ada"),
        ("A\u200bd\u00ada\ufeff", "Ada"),
        ("\uff21da", "Ada"),
        ("Zo\u0301e", "Zóe"),
        ("Анна", "Анна"),
        ("小明", "小明"),
        ("a" + "\u0301" * 50, "á\u0301\u0301"),
    ],
)
def test_names_are_cleaned(given: str, clean: str) -> None:
    assert clean_name(given) == clean


@pytest.mark.parametrize("given", ["", "  ", "\u202e\u200b", None, 7, ["Ada"], "\u3164", "A" * 25, "\x00\x1b"])
def test_what_is_no_name(given: object) -> None:
    with pytest.raises(Refused):
        clean_name(given)


@pytest.mark.parametrize("given", ["Ada", "ADA", "Аdа", "A d a", "Ada.", "Àda", "ada\u200b", "𝐀𝐝𝐚"])
def test_a_name_like_anothers_is_refused(given: str) -> None:
    with pytest.raises(Refused, match="such a name already"):
        free_name(given, ["Ada"])


@pytest.mark.parametrize("given", ["B0b", "Воb", "8ob"])
def test_digits_and_other_scripts_look_alike(given: str) -> None:
    with pytest.raises(Refused, match="such a name already"):
        free_name(given, ["Bob"])


@pytest.mark.parametrize("given", ["nobody", "Moderator", "skip", "mafia", "..."])
def test_words_of_the_rules_are_no_names(given: str) -> None:
    with pytest.raises(Refused, match="cannot be a name"):
        free_name(given, [], ["mafia"])


def test_bots_have_names_unlike_those_of_people() -> None:
    names = bot_names(["ANN", "Воb"], 9, 5)
    assert len(set(names)) == 9
    assert not {"Ann", "Bob"} & set(names)
    assert names == bot_names(["ANN", "Воb"], 9, 5)
    assert names != bot_names(["ANN", "Воb"], 9, 6)
    assert len(set(bot_names([], 60, 1))) == 60
