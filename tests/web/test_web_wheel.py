"""What is installed: the wheel holds the page, its words, and Pyodide where it was brought."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from duskfall.web.site import NEEDED, STATIC, has_pyodide
from tests.patience import PATIENCE
from tools import notices as bundled
from tools.notices import IN_THE_PAGE, MODULES, PYODIDE

ROOT = Path(__file__).parents[2]


def test_a_wheel_holds_all_that_a_server_gives_out(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    page = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert {f"duskfall/web/static/{path}" for path in page} <= names
    assert {f"duskfall/tell/locale/{code}/LC_MESSAGES/duskfall.mo" for code in ("ru", "zh")} <= names
    brought = {f"duskfall/web/pyodide/{name}" for name in (*NEEDED, "package.json")}
    assert brought & names == (brought if has_pyodide() else set())
    notices = ZipFile(wheel).read("duskfall/web/THIRD_PARTY_NOTICES.txt").decode()
    assert [name for name in names if name.endswith("licenses/src/duskfall/web/THIRD_PARTY_NOTICES.txt")]
    locked = json.loads((ROOT / "page" / "package-lock.json").read_text("utf-8"))["packages"]
    for package in (*IN_THE_PAGE, PYODIDE):
        about = locked[f"node_modules/{package}"]
        assert f"\n{package} {about['version']} ({about['license']})\n" in notices
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in notices
    assert "Mozilla Public License Version 2.0" in notices
    assert not [name for name in names if "node_modules" in name or name.startswith(("tests", "page", "site"))]


@pytest.mark.skipif(not (MODULES / PYODIDE).is_dir(), reason="the page's packages are not installed here")
def test_the_notices_are_those_of_the_installed_packages() -> None:
    found = list(bundled.notices())
    text = bundled.NOTICES.read_text("utf-8")
    assert bundled.stale(found, text) == []
    other = found[0]._replace(version="0.0.0", text="another license")
    assert bundled.stale([other, *found[1:]], text) == [other.title, "the license of svelte"]
