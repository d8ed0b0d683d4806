"""What is read as JSON, and what is not."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.web.tables.frames import DEEPEST, LARGEST, BadFrame, parsed, written

LEAVES = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.text(max_size=20)
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "7", '"x"', "null", "[" * 8000, '{"a":' * 1000, '{"a":NaN}', '{"a":Infinity}', '{"a":1e999}',
        '{"a":' + "9" * 16 + "}", '{"a":' + "9" * 7000 + "}", '{"a":"' + "x" * LARGEST + '"}',
        '{"a":' + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1) + "}",
    ],
)  # fmt: skip
def test_what_nobody_here_sends_is_refused(text: str) -> None:
    with pytest.raises(BadFrame):
        parsed(text)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(BadFrame):
        parsed(b'{"a":"\xff"}')


def test_half_a_character_can_be_written_again() -> None:
    found = parsed('{"text":"a\\ud83d","\\udc00":["\\ud83d\\ude00"]}')
    assert found == {"text": "a\ufffd", "\ufffd": ["\U0001f600"]}
    assert written(found).encode()


@given(st.dictionaries(st.text(), JSON, max_size=3))
def test_what_a_page_sends_arrives_as_it_was(sent: dict[str, Any]) -> None:
    text = json.dumps(sent, ensure_ascii=False)
    try:
        assert parsed(text) == sent
    except BadFrame:
        assert _depth(sent) > DEEPEST or len(text) > LARGEST


@given(st.text() | st.binary())
def test_anything_else_is_refused_and_no_more(sent: str | bytes) -> None:
    with contextlib.suppress(BadFrame):
        assert isinstance(parsed(sent), dict)


def _depth(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)
