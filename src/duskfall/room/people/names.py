"""Names of people at a table: cleaned, and none that looks like another's."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from unicodedata import category, combining, normalize

from duskfall.core.chance import shuffled
from duskfall.core.start.setup import NAMES, RESERVED
from duskfall.room.people.chat import THE_HOST
from duskfall.room.refused import Refused
from duskfall.tell.tongue import LANGUAGES, say, speaking

LONGEST = 24  # characters of a name
MARKS = 2  # signs above or below one letter
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control and format characters, and what is no character
BLANK = "\u115f\u1160\u3164\uffa0\u2800"  # letters and signs that are drawn as nothing

# What is drawn like a Latin letter: of Cyrillic and Greek, and digits; all of it folded.
DRAWN = {
    "a": "аα", "b": "ьв68β", "c": "сςϲ", "d": "ԁδ", "e": "еєε3з", "g": "9", "h": "нһη", "i": "іιї1l|!ӏ", "j": "јϳ",
    "k": "кκ", "m": "мμ", "n": "пν", "o": "оοσ0ө", "p": "рρ", "q": "ԛ", "r": "гг", "s": "ѕ5", "t": "тτ", "u": "υц",
    "v": "ѵ", "w": "ԝωшщ", "x": "хχ", "y": "уγү", "z": "2ζ",
}  # fmt: skip
LIKE = str.maketrans({drawn: letter for letter, others in DRAWN.items() for drawn in others})


def clean_name(given: object) -> str:
    """A name on one line, of characters that can be seen; else why it is none."""
    if not isinstance(given, str):
        raise Refused(say("Write your name first."))
    name = " ".join("".join(_seen(normalize("NFKC", given[: 8 * LONGEST]))).split())
    if not name:
        raise Refused(say("Write your name first."))
    if len(name) > LONGEST:
        raise Refused(say("A name has at most {most} characters.", most=LONGEST))
    return name


def _seen(text: str) -> Iterator[str]:
    """The characters that can be seen, of those that pile up on a letter only a few; blanks stay blanks."""
    marks = 0
    for character in text:
        marks = marks + 1 if combining(character) else 0
        if character.isspace():
            yield " "
        elif category(character) not in UNSEEN and character not in BLANK and marks <= MARKS:
            yield character


def drawn(name: str) -> str:
    """What is left of a name for somebody who does not look closely."""
    bare = (each for each in normalize("NFKD", name.casefold()) if not combining(each))
    return "".join(each for each in "".join(bare).translate(LIKE) if each.isalnum())


def free_name(given: object, taken: Collection[str], words: Collection[str] = ()) -> str:
    """A name that may be taken; else why not. `words` are those that the rules use."""
    name = clean_name(given)
    reserved = {drawn(each) for each in (*RESERVED, *_hosts(), *words)}
    if not drawn(name) or drawn(name) in reserved:
        raise Refused(say("This cannot be a name here: take another."))
    if drawn(name) in {drawn(each) for each in taken}:
        raise Refused(say("Somebody at this table has such a name already: take another."))
    return name


def _hosts() -> Iterator[str]:
    """What a line of the host is signed with, in any language: each page reads it in its own."""
    for language in LANGUAGES:
        with speaking(language):
            yield say(THE_HOST)


def bot_names(taken: Collection[str], count: int, seed: int) -> list[str]:
    """Names for so many bots, drawn, unlike those that are taken."""
    pool = [*shuffled(seed, "names", NAMES), *(f"{name} {number}" for number in (2, 3) for name in NAMES)]
    used = {drawn(name) for name in taken}
    return [name for name in pool if drawn(name) not in used][:count]
