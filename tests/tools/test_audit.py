"""An audit says what it found, or that it could not look; it never ends in a traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.audit import Audit, run


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
