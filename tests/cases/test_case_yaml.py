"""Case files are YAML 1.2: few words are special, a key stands once, and what is wrong is told with its line."""

from __future__ import annotations

from typing import Any

import pytest

from duskfall.cases.yaml12 import YamlError, load

READ: dict[str, Any] = {
    "[on, off, yes, No, y, n]": ["on", "off", "yes", "No", "y", "n"],
    "[true, False, null, ~, 12, -1, 1.5, 0x1F, 010, 1e3]": [True, False, None, None, 12, -1, 1.5, 31, 10, 1000.0],
    "[2001-01-01, 12:30, 1_000]": ["2001-01-01", "12:30", "1_000"],
    "{Ann: [Who are you?, ok]}": {"Ann": ["Who are you?", "ok"]},
    "[really?? me?, a ? b, a?b, what ?]": ["really?? me?", "a ? b", "a?b", "what ?"],
    "{a?: b, c: d?}": {"a?": "b", "c": "d?"},
    "[?!, ?x]": ["?!", "?x"],
    "{? a : b}": {"a": "b"},
    "? a\n: b": {"a": "b"},
    "- ?x\n- :)\n- a?": ["?x", ":)", "a?"],
    "[:), :D, a:b, 'a:' ]": [":)", ":D", "a:b", "a:"],
    "{a: :), b: c:d}": {"a": ":)", "b": "c:d"},
    '{"a":b, "c" :d, "e": f}': {"a": "b", "c": "d", "e": "f"},
    "{say: http://x.y/?q=1#z}": {"say": "http://x.y/?q=1#z"},
    "[a#b, c] # d": ["a#b", "c"],
    "{a: , b: c}": {"a": None, "b": "c"},
    "{<<: {a: 1, b: 1}, a: 2}": {"a": 2, "b": 1},
    "{a: 2, <<: [{a: 1, b: 1}, {b: 2, c: 2}]}": {"a": 2, "b": 1, "c": 2},
    "{'<<': 1}": {"<<": 1},
    "- &x {a: 1}\n- {<<: *x, b: 2}": [{"a": 1}, {"a": 1, "b": 2}],
    "!!str 5": "5",
    "": None,
}
WRONG = {
    "- {name: One}\n- {name: Two, a: 1, a: 2}": ("Two", "line 2: the key 'a' stands twice"),
    "- name: One\n  a: 1\n  a: 2\n- name: Two": ("One", "line 3: the key 'a' stands twice"),
    "- b: {c: 1, c: 2}\n  name: One\n- name: Two": ("One", "line 1: the key 'c' stands twice"),
    "- name: One\n- name: !!bool maybe\n  a: 1": ("maybe", "line 2: "),
    "- name: One\n- a: !!timestamp x\n  name: Two": ("Two", "line 2: unknown tag"),
    "- a: !!map [a]": ("", "line 1: the tag"),
    "- {<<: 5}": ("", "line 1: the key <<"),
    "- {<<: {}, <<: {}}": ("", "line 1: the key '<<' stands twice"),
    "- {[a]: b}": ("", "line 1: a key must be a word"),
    "{a: 1, a: 2}": ("", "line 1: the key 'a' stands twice"),
    "- name: [": ("", "line 1: "),
    "[" * 5000: ("", "nested too deeply"),
    "9" * 5000: ("", "line 1: the tag"),
}


@pytest.mark.parametrize("text", READ)
def test_yaml_is_read(text: str) -> None:
    assert load(text) == READ[text]


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:40])
def test_what_is_wrong_is_told_with_line_and_case(text: str) -> None:
    with pytest.raises(YamlError) as found:
        load(text)
    case, reason = WRONG[text]
    assert str(found.value).startswith(reason)
    assert found.value.case == case
