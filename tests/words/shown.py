"""What people read of an answer of the service: its texts without what only the page reads, and the English in them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import unescape
from typing import Any

from duskfall.tell.tongue import Asked
from tools import words

# Names and values that the page sends back or looks up, by where they stand; nobody reads them.
IDS = {
    "as", "asking", "cite", "counts", "deal", "deckText", "default", "fragment", "given", "id", "key", "kind",
    "language", "link", "params", "phase", "place", "rule", "rules", "scoring", "settings", "setup", "showing", "value",
    "values", "verb", "weight", "winner",
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


def english(shown: Iterable[str], language: str, known: frozenset[str] = frozenset()) -> set[str]:
    """The texts in which something is left in English, apart from citations, house rules as typed, known words, and
    words of what is not translated yet."""
    allowed = known | pending_words(language)
    return {text for text in set(shown) if set(ENGLISH.findall(CITED.sub("", text))) - allowed}


@lru_cache(maxsize=1)
def everything() -> words.Said:
    """All that is said to people."""
    return words.said()


@lru_cache
def pending(language: str) -> list[Asked]:
    """What is not translated yet."""
    return words.pending(everything(), words.known(language))


@lru_cache
def pending_words(language: str) -> frozenset[str]:
    """The words of what is not translated yet: it is shown in English."""
    found = {word for _, text in pending(language) for word in re.findall(r"[A-Za-z]+", text)}
    return frozenset(form for word in found for form in (word, word.lower(), word.capitalize()))
