"""An audit says what it found, or that it could not look; it never ends in a traceback."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.audit import ROOT, Audit, run


@pytest.mark.parametrize(
    ("code", "status", "told"),
    [
        ("print('fine')", 0, "it: no known vulnerabilities"),
        ("print('a 1.0 CVE-1'); raise SystemExit(1)", 1, "it: a 1.0 CVE-1"),
        (
            "print('a  Dependency not found and could not be audited: a')",
            2,
            "it: 1 package(s) were not looked at: the index here tells nothing of them",
        ),
        ("import sys; sys.exit('getaddrinfo ENOTFOUND x')", 2, "it: not looked at: this machine seems to be offline"),
        ("raise ConnectionError('Max retries')", 2, "it: not looked at: this machine seems to be offline"),
        ("raise KeyError('odd')", 2, "it: not looked at: KeyError: 'odd'"),
    ],
)
def test_what_an_auditor_says_is_told_in_a_line(code: str, status: int, told: str, tmp_path: Path) -> None:
    assert run(Audit("it", [sys.executable, "-c", code], tmp_path)) == (status, told)


def test_an_auditor_that_is_not_there(tmp_path: Path) -> None:
    assert run(Audit("it", [str(tmp_path / "none")], tmp_path)) == (2, "it: not looked at: No such file or directory")


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")
def test_the_auditor_itself_cannot_be_installed_offline(tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    python = tmp_path / ".venv-audit" / "bin" / "python"
    for path, text in {tmp_path / "requirements" / "audit.txt": "", python: "#!/bin/sh\nexit 1\n"}.items():
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    python.chmod(0o755)
    (tmp_path / ".venv-audit" / ".made").touch()
    done = subprocess.run(["make", "audit"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "requirements/audit.txt could not be installed: this machine may be offline" in done.stderr
