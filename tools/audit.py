"""Look for known vulnerabilities in all that is locked: `make audit` runs `python -m tools.audit`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LONGEST = 600  # seconds that an audit may take
SHOWN = 4000  # characters of what an auditor says when it fails
SKIPPED = "could not be audited"  # in the words of pip-audit, which ends as if all were well
OFFLINE = re.compile(
    r"ConnectionError|Connection(Refused|Reset)|Max retries|NameResolution|Temporary failure in name|ConnectTimeout"
    r"|ReadTimeout|timed out|Failed to establish|ProxyError|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT"
    r"|network|getaddrinfo|audit endpoint",
    re.IGNORECASE,
)


class Audit(NamedTuple):
    """An auditor, what it looks at, and the statuses with which it says that all is well, or not."""

    what: str
    command: Sequence[str]
    folder: Path
    found: int = 1


def audits(python: str) -> list[Audit]:
    """Return what is to be run; `python` is the interpreter in which pip-audit is installed."""
    files = sorted((ROOT / "requirements").glob("*.txt"))
    named = [word for path in files for word in ("-r", str(path))]
    options = ["--disable-pip", "--require-hashes", "--progress-spinner", "off"]
    found = [Audit("requirements/*.txt", [python, "-m", "pip_audit", *options, *named], ROOT)]
    if npm := shutil.which("npm"):
        found.append(Audit("page/package-lock.json", [npm, "audit", "--package-lock-only"], ROOT / "page"))
    else:
        print("page/package-lock.json: not looked at: there is no npm here", file=sys.stderr)
    return found


def run(audit: Audit) -> tuple[int, str]:
    """Return 0 (nothing known), 1 (vulnerabilities) or 2 (it could not be done), and what is to be told."""
    try:
        done = subprocess.run(audit.command, cwd=audit.folder, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return 2, f"{audit.what}: not looked at: no answer in {LONGEST} seconds; is there a network?"
    except OSError as error:
        return 2, f"{audit.what}: not looked at: {error.strerror}"
    said = f"{done.stdout}\n{done.stderr}".strip()
    if skipped := said.count(SKIPPED):
        return 2, f"{audit.what}: {skipped} package(s) were not looked at: the index here tells nothing of them"
    if done.returncode == 0:
        return 0, f"{audit.what}: no known vulnerabilities"
    if "Traceback" in said or OFFLINE.search(done.stderr):
        why = "this machine seems to be offline" if OFFLINE.search(said) else said.splitlines()[-1]
        return 2, f"{audit.what}: not looked at: {why}"
    return 1, f"{audit.what}: {said[:SHOWN]}"


def main(python: str) -> int:
    """Run all audits and print what came of each; the worst status."""
    results = [run(audit) for audit in audits(python)]
    for status, told in results:
        print(told, file=sys.stderr if status else sys.stdout, flush=True)
    return max(status for status, _ in results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else sys.executable))
