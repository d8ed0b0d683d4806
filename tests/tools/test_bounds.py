"""Every dependency of the wheel has an upper bound: the next major version above the one that the tests run with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
WANTED = re.compile(r"([A-Za-z0-9._-]+)>=([0-9.]+),<(\d+)")
UNLOCKED = {"numba-cuda"}  # for machines with a GPU: it is tested by hand


def majors() -> dict[str, int]:
    """The newest locked major version of every package."""
    found: dict[str, int] = {}
    for path in (ROOT / "requirements").glob("*.txt"):
        for name, major in re.findall(r"^([A-Za-z0-9._-]+)==(\d+)\.", path.read_text("utf-8"), re.MULTILINE):
            found[name.lower()] = max(found.get(name.lower(), 0), int(major))
    return found


def wanted() -> dict[str, set[str]]:
    """What the wheel asks for, by extra; "" is the wheel itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {"": {*project["dependencies"]}} | {
        name: {each for each in needs if not each.startswith("duskfall[")}
        for name, needs in project["optional-dependencies"].items()
    }


def test_every_dependency_ends_before_the_next_major_version() -> None:
    locked = majors()
    for needs in wanted().values():
        for need in needs:
            found = WANTED.fullmatch(need)
            assert found, f"{need}: no upper bound"
            name = found[1].lower()
            assert name in locked or name in UNLOCKED, need
            assert int(found[3]) == locked.get(name, 0) + 1, f"{need}: locked is {locked.get(name)}"


def test_what_is_locked_is_what_the_wheel_asks_for() -> None:
    files = {"": "run", "openai": "models", "anthropic": "models"}
    for extra, needs in wanted().items():
        path = ROOT / "requirements" / f"{files.get(extra, extra)}.in"
        if needs and path.exists():
            assert needs <= {*path.read_text("utf-8").split("\n")}, extra


def test_no_lock_names_an_index() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        assert "index-url" not in path.read_text("utf-8"), path
        assert "://" not in path.read_text("utf-8"), path
