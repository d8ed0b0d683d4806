"""What is installed: the wheel holds the page, its words, and Pyodide where it was brought."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from duskfall.web.site import NEEDED, STATIC, has_pyodide
from tests.patience import PATIENCE

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
    assert not [name for name in names if "node_modules" in name or name.startswith(("tests", "page", "site"))]
