"""Prompt files: `prompt=FILE.yaml` for one prompt, whose keys are its parts, or `prompt=FILE.yaml:NAME` for several."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import yaml

from duskfall.core.problem import unknown
from duskfall.players.llm.variants import READERS, Variant, read_variant

ENDINGS = (".yaml", ".yml")
AS = "as in prompt=FILE.yaml or prompt=FILE.yaml:NAME"


@cache
def read_file(place: str) -> Variant:
    """Load the prompt variant that `FILE.yaml` or `FILE.yaml:NAME` names; raise ValueError with a one-line reason."""
    path, name = split_file(place)
    if not path:
        raise ValueError(f"{place!r} is no file of prompts, {AS}")
    found = _mapping(path)
    if not name:
        if several := [key for key, value in found.items() if key not in READERS and isinstance(value, Mapping)]:
            raise ValueError(f"{path} has several prompts: name one, as in {path}:{several[0]}")
        return _read(path, found, Path(path).stem)
    if name not in found:
        raise ValueError(f"{path}: {unknown('prompt', name, found)} (there are: {', '.join(found)})")
    return _read(f"{path}: {name}", found[name], name)


def split_file(place: str) -> tuple[str, str]:
    """Split `FILE.yaml:NAME` into the file and the name; both are empty if the text names no YAML file."""
    path, colon, name = place.rpartition(":")
    for file, named in ((place, ""), (path, name if colon else "")):
        if file.endswith(ENDINGS):
            return file, named
    return "", ""


def _read(where: str, found: object, name: str) -> Variant:
    try:
        return read_variant(found, name)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None


def _mapping(path: str) -> Mapping[str, object]:
    try:
        found = _value(yaml.compose(Path(path).read_text("utf-8"), Loader=yaml.BaseLoader))
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror}") from None
    except yaml.MarkedYAMLError as error:
        line = f", line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise ValueError(f"{path}{line}: {error.problem}") from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ValueError(f"{path}: {' '.join(str(error).split())}") from None
    if not isinstance(found, Mapping) or not found:
        raise ValueError(f"{path}: there is no prompt in it, as in roles: false")
    return found


def _value(node: yaml.Node | None) -> object:
    """Return a YAML node as a string or a nested mapping of strings; raise `MarkedYAMLError` for a duplicate key."""
    if not isinstance(node, yaml.MappingNode):
        return node.value if isinstance(node, yaml.ScalarNode) else None
    found: dict[str, object] = {}
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.value in found:
            raise yaml.MarkedYAMLError(problem=f"the key {key.value!r} stands twice", problem_mark=key.start_mark)
        found[key.value] = _value(value)
    return found
