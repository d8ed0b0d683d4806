"""An answer is a name, a word or a number that the question offers; anything else is one line what there is."""

from __future__ import annotations

import pytest

from duskfall.mcp import picks
from duskfall.mcp.picks import Claimed, NotTaken
from tests.mcp.frames import form, now, speech


@pytest.mark.parametrize("typed", ["2", "Bob", " bob ", "2 Bob"])
def test_a_seat_by_its_number_or_name(typed: str) -> None:
    assert picks.choice(form(), typed, "") == 2


def test_a_word_as_it_is_offered() -> None:
    assert picks.choice(form(), "Nobody", "") == "nobody"


@pytest.mark.parametrize(("typed", "told"), [("Zoe", "2 Bob, Nobody"), ("Cid", "not twice in a row"), ("", "2 Bob")])
def test_what_is_not_offered_is_told(typed: str, told: str) -> None:
    with pytest.raises(NotTaken, match=told):
        picks.choice(form(), typed, "")


@pytest.mark.parametrize("typed", ["2 Bob (your teammate)", "Bob (you)", "bob （你）"])
def test_what_is_told_behind_a_name_may_come_with_it(typed: str) -> None:
    assert picks.choice(form(), typed, "") == 2


def test_a_role_beside_a_seat() -> None:
    guess = form(roles=[{"value": "Cop", "label": "Cop"}])
    assert picks.choice(guess, "Bob", "cop") == {"target": 2, "as": "Cop"}
    assert picks.choice(guess, "nobody", "") == "nobody"
    with pytest.raises(NotTaken, match="one of: Cop"):
        picks.choice(guess, "Bob", "")


def test_one_of_several_questions_by_its_number() -> None:
    forms = [form(), form(number=8, label="Guard")]
    assert picks.question(forms, 8)["label"] == "Guard"
    assert picks.question(forms[:1], None)["number"] == 7
    for number in (None, 9):
        with pytest.raises(NotTaken, match=r"7 \(Protect\), 8 \(Guard\)"):
            picks.question(forms, number)
    with pytest.raises(NotTaken, match="wait"):
        picks.question([], None)


def test_a_speech_with_all_that_goes_beside_it() -> None:
    claims = [Claimed("role", word="doctor"), Claimed("result", "Cid", "evil", "check"), Claimed("accuse", "3")]
    said = picks.speech(speech(), now(), "Hear me.", "", "Bob", claims)
    assert said == {
        "text": "Hear me.",
        "nominate": 2,
        "claims": [
            {"kind": "role", "seat": 1, "word": "Doctor", "verb": ""},
            {"kind": "result", "seat": 3, "word": "evil", "verb": "check"},
            {"kind": "accuse", "seat": 3, "word": "", "verb": ""},
        ],
    }


@pytest.mark.parametrize(
    ("to", "nominate", "claims", "told"),
    [
        ("Bob", "", [], "Nobody may be addressed"),
        ("", "Cid", [], "You may nominate: 2 Bob"),
        ("", "", [Claimed("role", word="Pope")], "one of: Doctor"),
        ("", "", [Claimed("accuse", "Zoe")], "Claims are about: 1 Ann"),
    ],
)
def test_a_speech_beside_the_question_is_told(to: str, nominate: str, claims: list[Claimed], told: str) -> None:
    with pytest.raises(NotTaken, match=told):
        picks.speech(speech(), now(), "Hear me.", to, nominate, claims)


def test_a_speech_can_be_passed_by_an_answer_and_nothing_else() -> None:
    assert picks.choice(speech(), "pass", "") == ""
    with pytest.raises(NotTaken, match="say"):
        picks.choice(speech(), "Bob", "")
