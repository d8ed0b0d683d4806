"""YAML as clubs write it: only true, false, null and numbers are special, and a key may not stand twice."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import yaml
from yaml.constructor import ConstructorError

TAG = "tag:yaml.org,2002:"
SPACE = "\0 \t\r\n\x85\u2028\u2029"
FLOW = ",[]{}"
NOT_TEXT = "not a text file in UTF-8"  # the reason why a file cannot be read
ENDS = (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken)


class YamlError(ValueError):
    """A text that is not YAML, with the line; `case` is the name of the case in which it is wrong, where known."""

    def __init__(self, reason: str, case: str = "") -> None:
        super().__init__(reason)
        self.case = case


class Loader(yaml.SafeLoader):
    """YAML 1.2: `on`, `off`, `yes`, `no`, `y`, `n` are text, and so are `Who?` and `:)` in a list."""

    in_plain = False  # whether a plain scalar is being scanned

    def scan_plain(self) -> Any:
        """A scalar without quotes; a question mark does not end it."""
        self.in_plain = True
        try:
            return super().scan_plain()
        finally:
            self.in_plain = False

    def peek(self, index: int = 0) -> Any:
        """The character ahead; within a plain scalar a question mark is a letter like any other."""
        char = super().peek(index)
        return "x" if char == "?" and self.in_plain else char

    def check_plain(self) -> bool:
        """Whether a plain scalar begins here."""
        return bool(super().check_plain()) or (self.peek() in "?:" and self._word_follows())

    def check_key(self) -> bool:
        """Whether this question mark says that a key follows."""
        return not self._word_follows()

    def check_value(self) -> bool:
        """Whether this colon says that a value follows; after a quoted key it needs no blank."""
        return not self._word_follows() or bool(self.flow_level and self._after_quoted())

    def _word_follows(self) -> bool:
        return self.peek(1) not in SPACE + (FLOW if self.flow_level else "")

    def _after_quoted(self) -> bool:
        last = self.tokens[-1] if self.tokens else None
        return isinstance(last, ENDS) or (isinstance(last, yaml.ScalarToken) and not last.plain)


def _error(reason: str, node: yaml.Node) -> ConstructorError:
    return ConstructorError(None, None, reason, node.start_mark)


def _scalar(read: Callable[[str], Any]) -> Callable[[Loader, yaml.Node], Any]:
    """A constructor of one kind of scalar."""

    def construct(loader: Loader, node: yaml.Node) -> Any:
        if not isinstance(node, yaml.ScalarNode):
            raise _error(f"the tag {node.tag} does not fit", node)
        try:
            return read(node.value)
        except (KeyError, ValueError):
            raise _error(f"the tag {node.tag} does not fit {node.value[:40]!r}", node) from None

    return construct


def _int(text: str) -> int:
    return int(text, 16) if text.startswith("0x") else int(text)


def _bool(text: str) -> bool:
    return {"true": True, "false": False}[text.lower()]


def _null(text: str) -> None:
    return {"": None, "~": None, "null": None}[text.lower()]


def _mapping(loader: Loader, node: yaml.Node) -> dict[Any, Any]:
    if not isinstance(node, yaml.MappingNode):
        raise _error(f"the tag {node.tag} does not fit", node)
    found: dict[Any, Any] = {}
    merged: dict[Any, Any] | None = None
    for key_node, value_node in node.value:
        if key_node.tag == TAG + "merge" and merged is None:
            merged = _merged(loader, value_node)
            continue
        key = loader.construct_object(key_node, deep=True)
        key = str(key).lower() if isinstance(key, bool) else key  # for True is 1 to a dictionary
        if not isinstance(key, str | int | float | bool) and key is not None:
            raise _error("a key must be a word", key_node)
        if key in found or key_node.tag == TAG + "merge":
            raise _error(f"the key {key!r} stands twice", key_node)
        found[key] = loader.construct_object(value_node, deep=True)
    return (merged or {}) | found


def _merged(loader: Loader, node: yaml.Node) -> dict[Any, Any]:
    """What a merge key brings in; of several mappings the first that has a key gives its value."""
    found: dict[Any, Any] = {}
    for each in node.value if isinstance(node, yaml.SequenceNode) else [node]:
        value = loader.construct_object(each, deep=True)
        if not isinstance(value, dict):
            raise _error("the key << takes a mapping", each)
        found |= {key: item for key, item in value.items() if key not in found}
    return found


def _unknown(loader: Loader, node: yaml.Node) -> None:
    raise _error(f"unknown tag {node.tag}", node)


Loader.yaml_implicit_resolvers = {}
for kind, pattern, first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
    ("merge", r"^<<$", ["<"]),
):
    Loader.add_implicit_resolver(TAG + kind, re.compile(pattern), first)
Loader.yaml_constructors = {
    TAG + "null": _scalar(_null),
    TAG + "bool": _scalar(_bool),
    TAG + "int": _scalar(_int),
    TAG + "float": _scalar(float),
    TAG + "str": _scalar(str),
    TAG + "merge": _scalar(str),
    TAG + "seq": yaml.SafeLoader.construct_yaml_seq,
    TAG + "map": _mapping,
    None: _unknown,
}


def load(text: str) -> Any:
    """The value of a YAML text; YamlError with the line where it is wrong."""
    node: yaml.Node | None = None
    try:
        loader = Loader(text)
        node = loader.get_single_node()
        return None if node is None else loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}: " if mark else ""
        raise YamlError(f"{place}{error.problem or 'not YAML'}", _case_at(node, mark.index if mark else -1)) from None
    except RecursionError:
        raise YamlError("nested too deeply") from None
    except (yaml.YAMLError, ValueError) as error:
        raise YamlError((str(error).splitlines() or ["not YAML"])[0]) from None


def _case_at(node: yaml.Node | None, index: int) -> str:
    """The name of the case in which this place of the text is."""
    cases = node.value if isinstance(node, yaml.SequenceNode) else []
    before = [case for case in cases if isinstance(case, yaml.MappingNode) and case.start_mark.index <= index]
    last = max(before, key=lambda case: case.start_mark.index, default=None)
    for key, value in last.value if last else ():
        if key.value == "name" and isinstance(value, yaml.ScalarNode):
            return str(value.value)
    return ""
