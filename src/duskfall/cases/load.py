"""Case files: a list of cases in YAML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from duskfall.cases.case import Case, CaseItem, read_case
from duskfall.cases.terms import CaseError, one_line
from duskfall.cases.yaml12 import NOT_TEXT, YamlError, load

__all__ = ["Case", "CaseError", "CaseItem", "read_file"]


def read_file(path: Path, tell: Callable[[str], None] | None = None) -> list[Case]:
    """The cases of a file; CaseError with file, case and key. `tell` gets a line before code of a ruleset is run."""
    try:
        value = load(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise CaseError(f"{path}: {NOT_TEXT}") from None
    except (OSError, ValueError) as error:
        case = f"case {one_line(error.case)}: " if isinstance(error, YamlError) and error.case else ""
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CaseError(one_line(f"{path}: {case}{reason}")) from None
    if not isinstance(value, list):
        raise CaseError(f"{path}: a case file holds a list of cases")
    cases = []
    for number, raw in enumerate(value, 1):
        name = raw.get("name") if isinstance(raw, dict) else None
        title = number if name is None or isinstance(name, list | dict) else one_line(str(name))
        try:
            cases.append(read_case(raw, path.parent, tell))
        except ValueError as error:
            raise CaseError(one_line(f"{path}: case {title}: {error}")) from None
    return cases
