"""A speech is heard while it is written; a thought never is."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duskfall.core.ask import SPEECH_LIMIT
from duskfall.players.llm.answers.heard import Ear, heard

FRONT = '{"thought":"hm","speech":"'

HEARD = [
    ("", ""),
    ('{"thought":"secret', ""),
    ('{"thought":"secret","spee', ""),
    ('{"thought":"secret","speech":', ""),
    ('{"thought":"secret","speech":"', ""),
    ('{"thought":"secret","speech":"I tr', "I tr"),
    ('{"thought":"secret","speech":"I trust Ann."', "I trust Ann."),
    ('{"thought":"secret","speech":"I trust Ann.","claims":[],"speech":"secret"}', "I trust Ann."),
    ('{ "thought" : "secret" ,\n "speech" : "I trust Ann.', "I trust Ann."),
    ('```json\n{"thought":"secret","speech":"I trust', "I trust"),
    ('```\n{"speech":"I trust', "I trust"),
    ('\ufeff {"speech":"I trust', "I trust"),
    ('<think>{"speech":"secret"}</think>{"speech":"I trust', "I trust"),
    ('<think>{"speech":"secret', ""),
    ('secret {"speech":"secret"}</think>\n{"speech":"I trust', "I trust"),
    ('Here you are: {"speech":"secret', ""),  # it may still turn out to be a thought
    ("secret words", ""),
    ('"speech":"secret', ""),
    ('[{"speech":"secret', ""),
    ('{"thought":"\\"speech\\": \\"secret","speech":"yes', "yes"),
    ('{"thought":"\\\\","speech":"yes', "yes"),
    ('{"thought":"\\\\\\"speech\\": \\"secret', ""),
    ('{"thought":{"speech":"secret"},"speech":"yes', "yes"),
    ('{"thought":["speech","secret",{"a":"}"}],"speech":"yes', "yes"),
    ('{"thought":["\\"]","speech","secret', ""),
    ('{"thought":null,"n":-1.5e3,"t":true,"speech":"yes', "yes"),
    ("{'thought':'he said \"speech\":\"secret", ""),  # not JSON: who knows what it is
    ('{thought:"secret","speech":"secret', ""),
    ('{"thought":"a" "speech":"secret', ""),
    ('{"thought":"speech","speech":"yes', "yes"),
    ('{"Speech":"secret', ""),
    ('{"speech":["secret"],"x":"secret"', ""),
    ('{"speech":null,"thought":"secret"}', ""),
    (FRONT + "one\\ntwo \\u00e9 \\/ \\\\ \\", "one\ntwo é / \\"),
    (FRONT + "one \\", "one"),
    (FRONT + "one \\u00", "one"),
    (FRONT + "one \\ud83d", "one"),
    (FRONT + "one \\ud83d\\ude", "one"),
    (FRONT + "one \\ud83d\\ude00", "one 😀"),
    (FRONT + "one \\ud83d!", "one �!"),
    (FRONT + 'one \\ud83d"', "one �"),
    (FRONT + "one \\ud83d\\n", "one �"),
    (FRONT + "one <think>secret", "one"),
    (FRONT + "one <think>secret</think> two", "one   two"),
    (FRONT + "one <thi", "one"),
    (FRONT + "one <3 two", "one <3 two"),
    (FRONT + 'one <3"', "one <3"),
]


@pytest.mark.parametrize(("text", "found"), HEARD)
def test_what_is_heard(text: str, found: str) -> None:
    assert heard(text) == found
    ear = Ear()
    letter_by_letter = [ear.hear(letter) for letter in text]
    assert [found, *letter_by_letter][-1] == found
    assert not any("secret" in words for words in letter_by_letter)


texts = st.text(max_size=40) | st.lists(
    st.sampled_from(['"speech":"', '\\"', "\\", "<think>", "</think>", "{", "}", "😀", "\n", "word ", '"', ":", "<"]),
    max_size=12,
).map("".join)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(
    thought=texts,
    speech=st.text(max_size=60).filter(lambda text: "<" not in text),
    escaped=st.booleans(),
    data=st.data(),
)
def test_every_part_of_an_answer_gives_the_beginning_of_its_speech(
    thought: str, speech: str, escaped: bool, data: st.DataObject
) -> None:
    answer = {"thought": thought, "speech": speech, "to": "nobody", "claims": []}
    text = json.dumps(answer, ensure_ascii=escaped, separators=data.draw(st.sampled_from([(",", ":"), (", ", ": ")])))
    cut = data.draw(st.integers(0, len(text)))
    assert speech.strip().startswith(heard(text[:cut]))
    assert heard(text) == speech.strip()


@settings(max_examples=300, deadline=None)
@given(text=texts | st.tuples(st.just('{"thought":"a","speech":"'), texts).map("".join), data=st.data())
def test_pieces_are_heard_as_the_whole_is(text: str, data: st.DataObject) -> None:
    cuts = sorted({0, len(text), *data.draw(st.lists(st.integers(0, len(text)), max_size=6))})
    ear = Ear()
    for start, end in pairwise(cuts):
        assert ear.hear(text[start:end]) == heard(text[:end])


@settings(max_examples=300, deadline=None)
@given(thought=texts)
def test_no_thought_is_ever_heard(thought: str) -> None:
    for text in (
        json.dumps({"thought": thought + "SECRET"}),
        json.dumps({"thought": {"speech": thought + "SECRET"}, "speech": "yes"}),
        json.dumps({"thought": [thought, "speech", "SECRET"], "speech": "yes"}),
        f"<think>{thought.replace('/', '')}SECRET{{",
    ):
        ear = Ear()
        for letter in text:
            assert "SECRET" not in ear.hear(letter)


def test_no_more_is_heard_than_a_speech_may_hold() -> None:
    assert heard(FRONT + "x" * 100_000) == "x" * SPEECH_LIMIT
    assert heard(FRONT + "\\u00e9" * 100_000) == "é" * SPEECH_LIMIT


@pytest.mark.parametrize(
    "text",
    [
        FRONT + "\\n" * 500_000, '{"thought":"' + "x" * 1_000_000, '{"a":1,' + '"b":[1],' * 120_000,
        "<think>" * 140_000, "[" * 1_000_000, '{"' + "k" * 1_000_000, '{"a":' * 200_000, " " * 1_000_000,
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_every_piece_is_looked_at_once(text: str) -> None:
    """A million characters, eight at a time: to begin anew with each would take hours."""
    ear = Ear()
    for start in range(0, len(text), 8):
        ear.hear(text[start : start + 8])
    assert ear.words == heard(text)
