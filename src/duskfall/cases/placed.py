"""A YAML file of settings, key by key: each value read by its own reader, each mistake told with file, line and key."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from duskfall.cases.yaml12 import NOT_TEXT, Loader, YamlError, load
from duskfall.core.problem import closest
from duskfall.tell.text import safe

Readers = Mapping[str, Callable[[Any], Any]]


class Misplaced(ValueError):
    """What is wrong with a file, and where: one line."""


@dataclass(frozen=True, slots=True)
class Given:
    """A value, and the place where it was given: an option, or the line of a file."""

    value: Any
    place: str
    parts: Mapping[str, str] = field(default_factory=dict)  # the places of what it holds


@contextmanager
def placed_at(place: str) -> Iterator[None]:
    """A mistake in here is told with its place, on one line."""
    try:
        yield
    except ValueError as error:
        raise Misplaced(safe(f"{place}: {error}")) from None


def read_placed(path: Path, readers: Readers, example: str) -> dict[str, Given]:
    """What a file says, by key; `example` is what such a file holds. Raises Misplaced."""
    try:
        text = path.read_text(encoding="utf-8")
        value = load(text)
    except UnicodeDecodeError:
        raise Misplaced(f"{path}: {NOT_TEXT}") from None
    except OSError as error:
        raise Misplaced(f"{path}: {error.strerror}") from None
    except YamlError as error:
        raise Misplaced(safe(f"{path}: {error}")) from None
    if not isinstance(value, dict | None):
        raise Misplaced(f"{path}: {example}")
    nodes = {key.value: (key, node) for key, node in _pairs(Loader(text).get_single_node())}
    return dict(_read(path, readers, str(key), item, *nodes.get(str(key), ())) for key, item in (value or {}).items())


def _read(path: Path, readers: Readers, key: str, value: Any, *nodes: yaml.Node) -> tuple[str, Given]:
    place = f"{path}: line {nodes[0].start_mark.line + 1}" if nodes else str(path)
    if key not in readers:
        raise Misplaced(safe(f"{place}: unknown key {key!r} ({near(key, readers)})"))
    parts = {
        str(part.value): f"{path}: line {part.start_mark.line + 1}: {key}"
        for part, _ in (_pairs(nodes[1]) if nodes else ())
    }
    with placed_at(f"{place}: {key}"):
        return key, Given(None if value is None else readers[key](value), f"{place}: {key}", parts)


def near(word: str, known: Mapping[str, object]) -> str:
    """What may have been meant, or all that there is."""
    close = closest(word, known)
    return f"did you mean {close}?" if close else f"there are: {', '.join(known)}"


def _pairs(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
    """The keys of a mapping with their values; the items of a list as both."""
    if isinstance(node, yaml.MappingNode):
        return list(node.value)
    return [(item, item) for item in node.value] if isinstance(node, yaml.SequenceNode) else []
