"""Personas are data: known by name, neutral, short; languages are said in themselves."""

from __future__ import annotations

import pytest

from duskfall.players.llm import personas
from duskfall.players.llm.prompts.pages import seat_page
from duskfall.rules import BOOKS, ruleset

from .driving import driven, model


def test_there_are_about_ten_of_them() -> None:
    assert 10 <= len(personas.known()) <= 16
    assert all(20 < len(personas.words(name)) < 160 for name in personas.known())


def test_none_of_them_speaks_of_a_side_or_a_role() -> None:
    said = " ".join(map(personas.words, personas.known())).casefold().replace(".", " ").replace(",", " ").split()
    words = {word for book in BOOKS for role in ruleset(book).roles for word in role.name.casefold().split()}
    words |= {team for book in BOOKS for team in ruleset(book).teams} | {"lie", "liar", "evil", "good", "kill"}
    assert not (words - {"good"}) & set(said)


def test_an_unknown_one_is_told_with_all_that_are_known() -> None:
    with pytest.raises(ValueError, match=r"^unknown persona 'grim': known are blunt, .*stubborn$"):
        personas.words("grim")
    with pytest.raises(ValueError, match=r"^unknown language 'xx': known are en, ru, zh$"):
        personas.language("xx")


@pytest.mark.parametrize(
    ("code", "said"), [("en", "Speak English"), ("ru", "Говорите по-русски"), ("zh", "请用中文发言")]
)
def test_a_seat_is_told_how_to_speak(code: str, said: str) -> None:
    facts = driven("werewolf", 5).game.facts
    page = seat_page([fact for fact in facts if fact.to >> 2 & 1], 2, model(persona="nosy", language=code))
    assert said in page
    assert personas.words("nosy") in page
