"""A report on the names and docstrings of the package, and samples of them for readers who judge them.

    python -m tools.language_report                                   counts, and what has to be fixed
    python -m tools.language_report --sample names --seed 1           60 public names with their paths, drawn by seed
    python -m tools.language_report --sample docstrings --seed 1      60 docstrings with the names they belong to
    python -m tools.language_report --package duskfall.arena          one package alone

Public means: no leading underscore anywhere in the dotted name. Tests and generated code are not looked at.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MAX_PARAMETERS = 7
FRAGMENT, MISSING = "wh-fragment", "none"
FRAGMENT_STARTS = frozenset({
    "who", "whom", "whose", "whoever", "what", "whatever", "whether", "which", "where", "when", "why", "how",
})  # fmt: skip
DETERMINERS = frozenset({
    "the", "a", "an", "all", "every", "each", "one", "two", "three", "some", "any", "no", "its", "their", "his", "her",
    "our", "this", "that", "these", "those", "both", "many", "few", "most", "several", "nothing", "nobody",
    "everything", "everybody",
})  # fmt: skip
CONNECTIVES = frozenset({
    "of", "in", "on", "by", "for", "from", "to", "with", "without", "at", "after", "before", "as", "if", "so", "not",
    "nor", "and", "but", "or", "only", "until", "while", "because", "since", "under", "over", "between", "among", "out",
    "up", "than", "then", "there", "here", "it", "they", "he", "she", "we", "you",
})  # fmt: skip
BUILTIN_ERRORS = frozenset(
    name for name, each in vars(builtins).items() if isinstance(each, type) and issubclass(each, BaseException)
)


@dataclass(frozen=True)
class Definition:
    """A public module, class, function or method of the package."""

    kind: str
    name: str  # dotted, from the package down
    docstring: str
    bases: tuple[str, ...] = ()  # of a class
    parameters: int = 0  # of a function, without self and cls

    @property
    def own_name(self) -> str:
        """The last part of the dotted name."""
        return self.name.rpartition(".")[2]


def definitions(source: Path = SOURCE) -> Iterator[Definition]:
    """Yield all public definitions of the packages in a folder."""
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        kind = "package" if parts[-1] == "__init__" else "module"
        name = ".".join(parts[:-1] if kind == "package" else parts)
        if name and _is_public(name) and parts[-1] != "__main__":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield Definition(kind, name, ast.get_docstring(tree) or "")
            yield from _inside(tree, name, in_class=False)


def _is_public(name: str) -> bool:
    return not any(part.startswith("_") for part in name.split("."))


def _inside(tree: ast.Module | ast.ClassDef, owner: str, *, in_class: bool) -> Iterator[Definition]:
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) or node.name.startswith("_"):
            continue
        name, docstring = f"{owner}.{node.name}", ast.get_docstring(node) or ""
        if isinstance(node, ast.ClassDef):
            bases = tuple(ast.unparse(base).rpartition(".")[2].partition("[")[0] for base in node.bases)
            yield Definition("class", name, docstring, bases)
            yield from _inside(node, name, in_class=True)
        else:
            yield Definition("method" if in_class else "function", name, docstring, parameters=_parameters(node))


def _parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    arguments = node.args
    names = [each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    return len(names) - (names[:1] in (["self"], ["cls"]))


# -- what has to be fixed ----------------------------------------------------------------------------------------------


def duplicate_classes(found: list[Definition]) -> dict[str, list[str]]:
    """Return the names of more than one class, where none of them is the base of another."""
    by_name: defaultdict[str, list[Definition]] = defaultdict(list)
    for each in found:
        if each.kind == "class":
            by_name[each.own_name].append(each)
    return {
        name: [each.name for each in same]
        for name, same in sorted(by_name.items())
        if len(same) > 1 and not any(name in each.bases for each in same)
    }


def errors_without_suffix(found: list[Definition]) -> list[str]:
    """Return the exceptions whose names don't end in Error."""
    errors, classes = set(BUILTIN_ERRORS), [each for each in found if each.kind == "class"]
    while more := {each.own_name for each in classes if errors.intersection(each.bases)} - errors:
        errors |= more
    return sorted(
        each.name for each in classes if each.own_name in errors and not each.own_name.endswith(("Error", "Warning"))
    )


def too_many_parameters(found: list[Definition]) -> list[str]:
    """Return the functions with more than MAX_PARAMETERS parameters, and how many they have."""
    return [f"{each.name} ({each.parameters})" for each in found if each.parameters > MAX_PARAMETERS]


def form(definition: Definition) -> str:
    """Return how a docstring begins: as a command, a noun phrase, a fragment with who or what, or in another way."""
    words = definition.docstring.split(maxsplit=1)
    if not words:
        return MISSING
    first = words[0].strip("`*_.,:;!?()'\"").removesuffix("'s").lower()
    if first in FRAGMENT_STARTS:
        line = definition.docstring.partition("\n")[0]
        return "question" if line.rstrip().endswith("?") else FRAGMENT
    if first in CONNECTIVES:
        return "other fragment"
    if definition.kind not in ("function", "method") or first in DETERMINERS:
        return "noun phrase"
    if first.endswith(("ed", "ing")) and first not in ("need", "feed", "bring"):
        return "participle"
    return "third person" if first.endswith("s") and not first.endswith("ss") else "command"


# -- the report --------------------------------------------------------------------------------------------------------


def report(found: list[Definition]) -> dict[str, object]:
    """Return all counts and lists as data."""
    forms = Counter(form(each) for each in found)
    one_word = sum(1 for each in found if each.kind == "function" and "_" not in each.own_name)
    return {
        "public names": dict(Counter(each.kind for each in found)),
        "functions named by a single word": one_word,
        "docstrings": dict(forms.most_common()),
        "wh-fragments, percent": round(100 * forms[FRAGMENT] / max(1, forms.total() - forms[MISSING]), 1),
        "duplicate class names": duplicate_classes(found),
        "exceptions without Error": errors_without_suffix(found),
        f"functions with more than {MAX_PARAMETERS} parameters": too_many_parameters(found),
    }


def sample(found: list[Definition], what: str, count: int, seed: int) -> list[str]:
    """Draw names or docstrings, each with all that a judge is shown of it."""
    names = [each for each in found if each.docstring or what == "names"]
    drawn = Random(seed).sample(names, min(count, len(names)))
    if what == "names":
        return [f"{each.kind} {each.name}" for each in drawn]
    return [f"{each.kind} {each.own_name}: {each.docstring}" for each in drawn]


def as_text(data: dict[str, object]) -> Iterator[str]:
    """Yield the report line by line: counts in full, lists with their length first."""
    for title, value in data.items():
        if not isinstance(value, dict | list):
            yield f"{title}: {value}"
        elif isinstance(value, dict) and all(isinstance(each, int) for each in value.values()) and value:
            yield f"{title}: " + ", ".join(f"{key} {number:,}" for key, number in value.items())
        else:
            yield f"{title}: {len(value)}"
            for each in value:
                yield f"  {each}" + (f": {', '.join(value[each])}" if isinstance(value, dict) else "")


def main() -> int:
    """Print the report, or a sample."""
    parser = argparse.ArgumentParser(description="names and docstrings of the package, counted or sampled")
    parser.add_argument("--sample", choices=("names", "docstrings"), help="print a sample instead of the report")
    parser.add_argument("--count", type=int, default=60, help="how many are drawn (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (default 1)")
    parser.add_argument("--package", default="duskfall", help="look at this package alone, for example duskfall.arena")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    options = parser.parse_args()
    package = f"{options.package}."
    found = [each for each in definitions() if f"{each.name}.".startswith(package)]
    if options.sample:
        print("\n".join(sample(found, options.sample, options.count, options.seed)))
    elif options.json:
        print(json.dumps(report(found), indent=1))
    else:
        print("\n".join(as_text(report(found))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
