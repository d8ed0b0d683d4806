"""Quoting of players' words and names in prompts, so that they can't pose as the moderator or as another player.

Every line of a speech starts with a quote mark, and no line of the moderator does. Characters that could be taken for
the prompt's own marks, or for those of a model's chat format, are replaced; invisible characters are removed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, normalize

MARK = "> "  # starts each line of a quote
NOTHING = "…"  # replaces a speech without visible characters

# Chat formats (`<|im_start|>`, `</s>`, `<｜User｜>`, `◁think▷`, `[INST]`, `[|user|]`, `]~b]`) each need one of these.
MARKS = {"‹": "<＜﹤◁", "›": ">＞﹥▷", "(": "[［﹇⁅⟦〚❲", ")": "]］﹈⁆⟧〛❳", "¦": "|｜︱"}
PLAIN = str.maketrans({char: plain for plain, chars in MARKS.items() for char in chars})
STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')  # a JSON string
# Control characters, soft and zero-width marks, direction marks, fillers, variation selectors other than the two for
# emoji, surrogates, private use, tags, noncharacters. Spelled out so that all Python versions remove the same ones.
UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
# Joiners connect the letters of some scripts and the parts of an emoji; elsewhere they only hide something.
WIDE, SELECTOR, JOINER = "[^\x00-\x7f\u200c\u200d\ufe0e\ufe0f]", "[\ufe0e\ufe0f]", "[\u200c\u200d]"
LOOSE = re.compile(f"(?<!{WIDE}){SELECTOR}|(?<!{WIDE})(?<!{WIDE}{SELECTOR}){JOINER}|{JOINER}(?!{WIDE})")
ACCENT = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
HEAPED = re.compile(f"({ACCENT}{{4}}){ACCENT}+")

# Lowercase characters that look like a Latin letter, or whose capitals do: names start with a capital.
TWINS = {
    "a": "аα", "b": "вβ", "c": "сϲ", "d": "ԁ", "e": "еεє", "h": "нһη", "i": "іιıl1j", "k": "кκ", "m": "мμ", "n": "ν",
    "o": "оοσ0", "p": "рρ", "q": "ԛ", "s": "ѕ", "t": "тτ", "w": "ԝω", "x": "хχ", "y": "уυү", "z": "ζ",
}  # fmt: skip
LATIN = str.maketrans({char: letter for letter, chars in TWINS.items() for char in chars})
ANSWERS = ("nobody", "skip", "yes", "no", "none", "you", "self", "all", "everyone", "public", "unknown", "hidden")
VOICES = (
    "moderator", "narrator", "host", "gamemaster", "system", "assistant", "user", "human", "developer", "judge",
    "модератор", "ведущий", "ведущая", "система", "主持人", "法官", "上帝", "系统",
)  # fmt: skip


def neutral(text: str) -> str:
    """Return the text on one line, without invisible characters and with special marks replaced by harmless ones."""
    if not (text.isascii() and text.isprintable()):
        text = " ".join(UNSEEN.sub("", text.replace("\u2800", " ")).split())  # the blank braille pattern is a space
        text = HEAPED.sub(r"\1", LOOSE.sub("", text))
    return " ".join(text.translate(PLAIN).split())


def quoted(text: str, note: str = "") -> str:
    """Return a speech with a quote mark before every line, and a note after it in brackets.

    The speech itself can't contain such brackets: `neutral` replaces them.
    """
    lines = [line for line in map(neutral, text.splitlines()) if line] or [NOTHING]
    return "\n".join(MARK + line for line in [*lines, *([f"[{note}]"] if note else [])])


def own(written: str) -> str:
    """Return JSON that a seat wrote itself, with the marks of chat formats in its strings replaced."""
    return STRING.sub(lambda found: found[0].translate(PLAIN), written)


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """Return a label for each seat: the name without punctuation that could end a sentence.

    A name that looks like another, like an answer option or like the moderator gets its seat number, as in `Ann #2`.
    """
    return _labels(tuple(names))


@lru_cache(maxsize=256)
def _labels(names: tuple[str, ...]) -> tuple[str, ...]:
    plain = [_name(name) for name in names]
    alike = [looks(name) for name in plain]
    seen = Counter(alike)
    return tuple(
        f"{name or 'Seat'} #{seat}" if seen[look] > 1 or _poses(look) else name
        for seat, (name, look) in enumerate(zip(plain, alike, strict=True), 1)
    )


def _name(name: str) -> str:
    """Return a name's letters, digits and symbols, without characters that could end a sentence or start a line."""
    return neutral("".join(char if _of_a_name(char) else " " for char in neutral(name))).strip("-_'’ ")


def _of_a_name(char: str) -> bool:
    kind = category(char)
    sign = kind in ("So", "Sk") and not char.isascii()
    return sign or kind[0] in "LMN" or char in "'’-_\u200c\u200d"


def looks(name: str) -> str:
    """Return a key that is equal for names that look alike: ignores case, accents, width, spaces and alphabet."""
    small = normalize("NFKD", normalize("NFKC", name).casefold()).casefold()
    return "".join(char for char in small if category(char) != "Mn" and not char.isspace()).translate(LATIN)


def _poses(look: str) -> bool:
    """Return whether a name could be taken for a non-player, such as the moderator, or for an answer option."""
    return not look or look in POSED or any(voice in look for voice in HEARD)


POSED, HEARD = frozenset(map(looks, ANSWERS)), tuple(map(looks, VOICES))
