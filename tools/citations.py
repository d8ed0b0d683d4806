"""Packs what is cited into the engine: the rulings, and the quotes from the books, by id (`make docs`)."""

from __future__ import annotations

import json
import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
PACKED = Path(__file__).parents[1] / "src/duskfall/rules/citations.json"
LEFT_OUT = " … "


def plain(text: str) -> str:
    """The words of a Markdown text, without its marks, on one line."""
    return " ".join(re.sub(r"\*\*|`|(?<!\w)\*(?=\w)|(?<=[\w.:])\*(?!\w)", "", text).split())


def citations() -> dict[str, str]:
    """All that can be cited, by id."""
    rulings = re.findall(r"^- \*\*([A-Z]+-?\d+)\*\* (.*)$", (DOCS / "rulings.md").read_text("utf-8"), re.M)
    quotes = re.findall(r"^- `([^`]+)` (.*)$", (DOCS / "rulebooks/quotes.md").read_text("utf-8"), re.M)
    return {rule: plain(text) for rule, text in [*rulings, *quotes]}


def packed() -> str:
    """The file as it must be."""
    return json.dumps(citations(), ensure_ascii=False, indent=0) + "\n"


if __name__ == "__main__":
    PACKED.write_text(packed(), "utf-8")
