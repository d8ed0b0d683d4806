"""`python -m tests.e2e.expected --write`: play the evening in the browser, and write the protocol that it must give.

Whoever does this reads the difference by the book: the file is what the test of the evening believes. The first two
days and nights are written as well: the test goes on after them, and plays them where there is time for more.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from tests.e2e import evening
from tests.e2e.hosting import Host
from tests.e2e.phone import launch, phone
from tests.e2e.serving import hosted

EVENING = Path(__file__).parent / "expected" / "evening.json"
FIRST_DAYS = EVENING.with_name("first_days.json")


def expected() -> Any:
    """The protocol of the evening, without its times."""
    return json.loads(EVENING.read_text(encoding="utf-8"))


def first_days() -> tuple[list[dict[str, Any]], list[str]]:
    """The actions of the first two days and nights, and the script of these."""
    kept = json.loads(FIRST_DAYS.read_text(encoding="utf-8"))
    return kept["actions"], kept["script"]


def without_times(kept: Any) -> Any:
    """A protocol without whatever is another one every evening."""
    if isinstance(kept, dict):
        return {key: without_times(each) for key, each in kept.items() if key not in ("date", "at", "began", "ended")}
    return [without_times(each) for each in kept] if isinstance(kept, list) else kept


def read_json(text: str) -> Any:
    """A protocol as it is compared."""
    return without_times(json.loads(text))


def write() -> None:
    """Write it anew."""
    with (
        TemporaryDirectory() as state,
        hosted(Path(state)) as server,
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        host = Host(phone(browser))
        host.begin(server.address)
        script = evening.first_days(host)
        begun = {"script": script, "actions": host.kept()}
        evening.play_on(host, script)
        kept = read_json(host.save("save-json"))
    for file, written in ((EVENING, kept), (FIRST_DAYS, begun)):
        file.write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
