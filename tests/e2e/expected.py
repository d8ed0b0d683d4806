"""`python -m tests.e2e.expected --write`: play the evening in the browser, and write the protocol that it must give.

Whoever does this reads the difference by the book: the file is what the test of the evening believes.
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


def expected() -> Any:
    """The protocol of the evening, without its times."""
    return json.loads(EVENING.read_text(encoding="utf-8"))


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
        evening.play(host)
        kept = read_json(host.save("save-json"))
    EVENING.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write()
