"""`duskfall check`: runs case files and prints one line a case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from duskfall.cases.case import Case
from duskfall.cases.expect import differences
from duskfall.cases.load import read_file
from duskfall.cases.script import Miscount, judged, play
from duskfall.cases.terms import CaseError, one_line
from duskfall.cases.written import COUNTS

INTERNAL = "internal error"


def failures(case: Case) -> list[str]:
    """What came out otherwise than the case expects; empty if it holds."""
    game, phases = play(case)
    found = []
    played = [phase for phase in phases if phase.item is not None]
    for number, item in enumerate(case.items):
        if number < len(played):
            found += [f"play {number + 1} ({item.phase}): {_miscounted(each)}" for each in played[number].miscounts]
        if item.expect is None:
            continue
        if number >= len(played):
            found.append(f"play {number + 1} ({item.phase}): not played, the game was over")
            continue
        for key, expected, came in differences(judged(game, case, phases, played[number]), item.expect):
            found.append(f"play {number + 1} ({item.phase}): {key}: expected {_show(expected)}, came {_show(came)}")
    return found


def _miscounted(each: Miscount) -> str:
    why = f"{each.who!r} is not up for the vote" if each.who else "more votes are counted than can be cast"
    return f"{COUNTS}: {each.verb}: {why}"


def _show(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_show(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_show, value)) + "]"
    return str(value)


def find_files(paths: Iterable[Path]) -> list[Path]:
    """The case files of these files and folders, in order."""
    files: list[Path] = []
    for path in paths:
        files += sorted(p for p in path.rglob("*") if p.suffix in (".yaml", ".yml")) if path.is_dir() else [path]
    return files


def check(paths: Sequence[Path], say: Callable[[str], None], complain: Callable[[str], None]) -> int:
    """Run all cases; the exit status: 0 all hold, 1 some failed, 2 a file is no case file, or there is none."""
    passed = failed = broken = 0
    files = find_files(paths)
    if not files:
        complain(one_line(f"{', '.join(map(str, paths))}: no case file is there: *.yaml or *.yml"))
        broken += 1
    for file in files:
        cases, complaint = _read(file, complain)
        if complaint:
            complain(one_line(complaint))
            broken += 1
        for case in cases:
            wrong = _run(case)
            say(one_line(f"FAIL {case.name}" if wrong else f"ok {case.name}"))
            for line in wrong:
                say(f"  {one_line(line)}")
            failed += bool(wrong)
            passed += not wrong
    say(f"{passed} passed, {failed} failed")
    return 2 if broken else 1 if failed else 0


def _read(file: Path, tell: Callable[[str], None]) -> tuple[list[Case], str]:
    """The cases of a file, or why it has none."""
    try:
        return read_file(file, tell), ""
    except CaseError as error:
        return [], str(error)
    except Exception as error:  # whatever is wrong with one file, the others still run
        return [], f"{file}: {INTERNAL}: {error!r}"


def _run(case: Case) -> list[str]:
    try:
        return failures(case)
    except Exception as error:  # whatever is wrong with one case, the others still run
        return [f"{INTERNAL}: {error!r}"]
