"""The language in which people are spoken to: whole sentences, looked up in gettext catalogues.

The English text is the key of a catalogue. English itself has none: it is what is written in the code.
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
AS_SPELLED = frozenset({"role", "team", "side", "word", "rules"})  # kinds of names that are not spaced
# Where a kind has no word of its own: a result may be a role, and whatever overturns something is called like an act.
INSTEAD = {"word": "role", "side": "team", "card": "verb", "mark": "verb", "cause": "verb", "part": "verb"}
WIDE_STOPS = "。！？；："  # after these there is no space

Asked = tuple[str, str]  # a context, which may be empty, and a text

# A sentence of a rules page with what is cited after it; and an act's name in front of what it does.
_SENTENCE = re.compile(r"(.+?(?:[.?!](?=(?: \[[^]]*\])*(?:$| [A-Z0-9`\"]))|$))((?: \[[^]]*\])*)(?: |$)")
_LEAD = re.compile(r"([A-Z][\w ]*): (?=[A-Z0-9])")


class Tongue:
    """A language, and who takes down what is asked of it."""

    def __init__(self, language: str, ears: set[Asked] | None = None) -> None:
        self.language, self.ears = language, ears

    def text(self, text: str, context: str = "") -> str:
        """The text in this language; as it is where the catalogue does not have it."""
        if self.ears is not None:
            self.ears.add((context, text))
        found = _found(self.language, context, text)
        return _brought(self.language, text) if found == text else found


# Nobody listens, and English is spoken: the usual case, which must cost nothing.
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
        return ""  # gettext keeps its head under the empty text
    return known.pgettext(context, text) if context else known.gettext(text)


def _brought(language: str, text: str) -> str:
    """The text as a ruleset from outside has it in this language; as it is where none has."""
    from duskfall.rules.registry import own_words  # the commands' help speaks, and waits for no engine

    for words in own_words():
        if found := words.translations.get(language, {}).get(text):
            return found
    return text


# -- which language --------------------------------------------------------------------------------


def spoken() -> str:
    """The code of the language now spoken."""
    tongue = _tongue.get()
    return tongue.language if tongue else ENGLISH


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language for a while; English if it is none of ours."""
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
    """Take down every (context, text) that is asked for meanwhile."""
    ears: set[Asked] = set()
    token = _tongue.set(Tongue(spoken(), ears))
    try:
        yield ears
    finally:
        _tongue.reset(token)


# -- saying ------------------------------------------------------------------------------------------


def say(text: str, /, **slots: object) -> str:
    """A whole sentence in the language now spoken, with its slots filled."""
    tongue = _tongue.get()
    if tongue is not None:
        text = tongue.text(text)
    return text.format(**slots) if slots else text


def later(text: str) -> str:
    """A sentence that stands in a table, to be said later: so that tools/words.py finds it."""
    return text


def word(name: str, kind: str) -> str:
    """A name of the rules as people read it; the kind of name is the context of the catalogue."""
    plain = name if kind in AS_SPELLED else spaced(name)
    tongue = _tongue.get()
    if tongue is None:
        return plain
    found = tongue.text(plain, kind)
    return tongue.text(plain, INSTEAD[kind]) if found == plain and kind in INSTEAD else found


def told(text: str) -> str:
    """A generated line of the rules, sentence by sentence; citations stay behind their sentences.

    What such a sentence is made of has no grammar but the English one, so that it is known as a whole only.
    """
    tongue = _tongue.get()
    if tongue is None:
        return text
    if lead := _LEAD.match(text):
        return say("{act}: {does}", act=capital(word(lead[1].lower(), "verb")), does=told(text[lead.end() :]))
    return together(tongue.text(each[1]) + each[2] for each in _SENTENCE.finditer(text))


def together(sentences: Iterable[str]) -> str:
    """Sentences one after another."""
    return reduce(_after, sentences, "")


def _after(one: str, two: str) -> str:
    return f"{one}{two}" if not one or not two or one[-1] in WIDE_STOPS else f"{one} {two}"


# -- several -----------------------------------------------------------------------------------------


def listed(parts: Iterable[str]) -> str:
    """One, two and three."""
    items = list(parts)
    if _tongue.get() is None:
        return listing(items)
    return say("{some} and {last}", some=row(items[:-1]), last=items[-1]) if len(items) > 1 else "".join(items)


def row(parts: Iterable[str]) -> str:
    """One, two, three."""
    if _tongue.get() is None:
        return ", ".join(parts)
    items = list(parts)
    return reduce(lambda some, each: say("{some}, {next}", some=some, next=each), items) if items else ""


def semicolons(parts: Iterable[str]) -> str:
    """One; two; three: what may have commas of its own."""
    if _tongue.get() is None:
        return "; ".join(parts)
    items = list(parts)
    return reduce(lambda some, each: say("{some}; {next}", some=some, next=each), items) if items else ""


def named(names: Iterable[str], kind: str) -> str:
    """Names of the rules, one after another."""
    return listed(word(name, kind) for name in names)
