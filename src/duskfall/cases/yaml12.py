"""YAML as clubs write it: only true, false, null and numbers are special, and a key may not stand twice."""

from __future__ import annotations

import re
from typing import Any

import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2 scalars: `on`, `off`, `yes`, `no`, `y`, `n` are text."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", list("-+.0123456789")),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)


def _int(loader: Loader, node: yaml.ScalarNode) -> int:
    text = str(loader.construct_scalar(node))
    return int(text, 16) if text.startswith("0x") else int(text)


def _mapping(loader: Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if not isinstance(key, str | int | float | bool) and key is not None:
            raise yaml.constructor.ConstructorError(None, None, "a key must be a word", key_node.start_mark)
        if key in found:
            raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} stands twice", key_node.start_mark)
        found[key] = loader.construct_object(value_node, deep=True)
    return found


Loader.add_constructor("tag:yaml.org,2002:int", _int)
Loader.add_constructor("tag:yaml.org,2002:map", _mapping)


def load(text: str) -> Any:
    """The value of a YAML text; ValueError with the line where it is wrong."""
    try:
        return yaml.load(text, Loader)  # a subclass of the safe loader
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"line {mark.line + 1}: " if mark else ""
        raise ValueError(f"{place}{error.problem or 'not YAML'}") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ValueError(str(error).splitlines()[0] or "not YAML") from None
