"""What people read of an answer of the service: its texts without what only the page reads, and the English in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Any

# Names and values that the page sends back or looks up, by where they stand; nobody reads them.
IDS = {
    "as", "asking", "cite", "counts", "deal", "deckText", "default", "fragment", "given", "id", "key", "kind",
    "language", "link", "params", "phase", "place", "rule", "rules", "scoring", "settings", "setup", "value", "values",
    "verb", "weight", "winner",
    "cards.name", "deals.name", "deck.name", "deck.role", "flags.name", "last.name", "marks.name", "results.word",
    "roles.role", "roles.team", "titles.name", "used.name",
}  # fmt: skip
RULE = r"[A-Z]{1,2}\d*[§-][\w.§-]+"  # a citation: CM§L4.red, TA-14, G10
CITED = re.compile(rf"\[[^]]*\]|`[^`]*`|\b{RULE}|\bG\d+\b")
HIDDEN = re.compile(r"<(style|script)\b.*?</\1>|<!--.*?-->|<title>duskfall", re.DOTALL)
ENGLISH = re.compile(r"[A-Za-z]{2,}")


def texts(answer: Any, path: str = "") -> Iterator[str]:
    """Every text of an answer that is shown; of HTML and SVG, what stands between the tags and in titles."""
    name = path.rsplit(".", 1)[-1]
    if name in IDS or ".".join(path.rsplit(".", 2)[-2:]) in IDS:
        return
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield from texts(value, f"{path}.{key}")
    elif isinstance(answer, list | tuple):
        for value in answer:
            yield from texts(value, path)
    elif isinstance(answer, str):
        yield from marked(answer) if name in ("html", "svg") else [answer]


def marked(html: str) -> Iterator[str]:
    """What is read of a page: its text, and what it tells of the table step by step."""
    shown = HIDDEN.sub("", html)
    yield from (unescape(text) for text in re.split(r"<[^>]*>", shown) if text.strip())
    yield from (unescape(text) for text in re.findall(r'(?:aria-label|title|alt)="([^"]*)"', shown))
    for change in re.findall(r'data-table="([^"]*)"', shown):
        yield from (text for text in json.loads(unescape(change)).values() for text in text if isinstance(text, str))


def english(shown: Iterable[str], known: frozenset[str] = frozenset()) -> set[str]:
    """The texts in which something is left in English, apart from citations, house rules as typed, and known words."""
    return {text for text in set(shown) if set(ENGLISH.findall(CITED.sub("", text))) - known}
