"""Translation: whole English sentences, looked up in the gettext catalog of the current language.

The English text is the key of a catalog. English itself has no catalog: its text is what is written in the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, reduce
from typing import TYPE_CHECKING

from duskfall.tell.text import capital, listing, spaced

if TYPE_CHECKING:
    from gettext import NullTranslations

LANGUAGES = {"en": "English", "ru": "Русский", "zh": "中文"}
ENGLISH = "en"
DOMAIN = "duskfall"
AS_SPELLED = frozenset({"role", "team", "side", "word", "rules"})  # kinds of names that keep their spelling
# The context to try next where a kind has no entry: a result may be a role, and cards and marks that overturn
# something may be called like an action.
INSTEAD = {"word": "role", "side": "team", "card": "verb", "mark": "verb", "cause": "verb", "part": "verb"}
WIDE_STOPS = "。！？；："  # no space follows these

Asked = tuple[str, str]  # a context, which may be empty, and a text

# A sentence of a rules page with the citations after it; and the name of an action before its description.
_SENTENCE = re.compile(r"(.+?(?:[.?!](?=(?: \[[^]]*\])*(?:$| [A-Z0-9`\"]))|$))((?: \[[^]]*\])*)(?: |$)")
_LEAD = re.compile(r"([A-Z][\w ]*): (?=[A-Z0-9])")


class Tongue:
    """A language, with an optional set that records every text looked up in it."""

    def __init__(self, language: str, ears: set[Asked] | None = None) -> None:
        self.language, self.ears = language, ears

    def text(self, text: str, context: str = "") -> str:
        """Return the text in this language, or the text itself if neither a catalog nor a ruleset translates it."""
        if self.ears is not None:
            self.ears.add((context, text))
        found = _found(self.language, context, text)
        return _brought(self.language, text) if found == text else found


# None: English, and nothing is recorded. This is the usual case, and it must cost nothing.
_tongue: ContextVar[Tongue | None] = ContextVar("tongue", default=None)


@cache
def _catalogue(language: str) -> NullTranslations:
    from gettext import GNUTranslations, NullTranslations  # English needs none of these
    from importlib.resources import files

    place = files("duskfall.tell").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.mo")
    if language == ENGLISH or not place.is_file():
        return NullTranslations()
    with place.open("rb") as file:
        return GNUTranslations(file)


@lru_cache(maxsize=8192)
def _found(language: str, context: str, text: str) -> str:
    known = _catalogue(language)
    if not text:
        return ""  # gettext keeps a catalog's header under the empty text
    return known.pgettext(context, text) if context else known.gettext(text)


def _brought(language: str, text: str) -> str:
    """Return the text as an external ruleset translates it into this language, or the text itself."""
    from duskfall.rules.registry import own_words  # command help is translated without loading the engine

    for words in own_words():
        if found := words.translations.get(language, {}).get(text):
            return found
    return text


# -- the current language --------------------------------------------------------------------------


def spoken() -> str:
    """Return the code of the current language."""
    tongue = _tongue.get()
    return tongue.language if tongue else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Make a language the current one within a `with` block; English if the language isn't supported."""
    tongue = _tongue.get()
    ears = tongue.ears if tongue else None
    english = language not in LANGUAGES or language == ENGLISH
    token = _tongue.set(None if english and ears is None else Tongue(ENGLISH if english else language, ears))
    try:
        yield
    finally:
        _tongue.reset(token)


@contextmanager
def heard() -> Iterator[set[Asked]]:
    """Record every (context, text) that is looked up within a `with` block, in the set that is yielded."""
    ears: set[Asked] = set()
    token = _tongue.set(Tongue(spoken(), ears))
    try:
        yield ears
    finally:
        _tongue.reset(token)


# -- translation -------------------------------------------------------------------------------------


def say(text: str, /, **slots: object) -> str:
    """Return a whole sentence in the current language, with its slots filled."""
    tongue = _tongue.get()
    if tongue is not None:
        text = tongue.text(text)
    return text.format(**slots) if slots else text


def later(text: str) -> str:
    """Return the text unchanged; the call marks it for tools/words.py as a sentence that `say` translates later."""
    return text


def word(name: str, kind: str) -> str:
    """Return a name from the rules as people read it; the kind of name is its context in the catalog."""
    plain = name if kind in AS_SPELLED else spaced(name)
    tongue = _tongue.get()
    if tongue is None:
        return plain
    found = tongue.text(plain, kind)
    return tongue.text(plain, INSTEAD[kind]) if found == plain and kind in INSTEAD else found


def told(text: str) -> str:
    """Translate a generated line of the rules, sentence by sentence; citations stay behind their sentences.

    A sentence is looked up as a whole, since its parts follow English grammar only.
    """
    tongue = _tongue.get()
    if tongue is None:
        return text
    if lead := _LEAD.match(text):
        return say("{act}: {does}", act=capital(word(lead[1].lower(), "verb")), does=told(text[lead.end() :]))
    return together(tongue.text(each[1]) + each[2] for each in _SENTENCE.finditer(text))


def together(sentences: Iterable[str]) -> str:
    """Join sentences with spaces, but without one after a full-width stop."""
    return reduce(_after, sentences, "")


def _after(one: str, two: str) -> str:
    return f"{one}{two}" if not one or not two or one[-1] in WIDE_STOPS else f"{one} {two}"


# -- lists -------------------------------------------------------------------------------------------


def listed(parts: Iterable[str]) -> str:
    """Join parts in the current language: "one, two and three"."""
    items = list(parts)
    if _tongue.get() is None:
        return listing(items)
    return say("{some} and {last}", some=row(items[:-1]), last=items[-1]) if len(items) > 1 else "".join(items)


def row(parts: Iterable[str]) -> str:
    """Join parts with commas in the current language: "one, two, three"."""
    if _tongue.get() is None:
        return ", ".join(parts)
    items = list(parts)
    return reduce(lambda some, each: say("{some}, {next}", some=some, next=each), items) if items else ""


def semicolons(parts: Iterable[str]) -> str:
    """Join parts with semicolons in the current language, for parts that may contain commas."""
    if _tongue.get() is None:
        return "; ".join(parts)
    items = list(parts)
    return reduce(lambda some, each: say("{some}; {next}", some=some, next=each), items) if items else ""


def named(names: Iterable[str], kind: str) -> str:
    """Return names from the rules as a list; the kind of name is their context in the catalog."""
    return listed(word(name, kind) for name in names)
