"""Others' words as data: whatever a player says or is called, it cannot pose as the moderator or as another player.

Every line of a speech stands behind a quote mark, and no line of ours does. What could be taken for a mark of ours, or
for a mark of a model's own chat format, is replaced; what cannot be seen is taken out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from unicodedata import category, normalize

MARK = "> "
NOTHING = "…"  # what is left of words that cannot be shown

# `<|im_start|>`, `</s>`, `<｜User｜>`, `◁think▷`, `[INST]`, `[|user|]`, `]~b]`: each of them needs one of these.
MARKS = {"‹": "<＜﹤◁", "›": ">＞﹥▷", "(": "[［﹇⁅⟦〚❲", ")": "]］﹈⁆⟧〛❳", "¦": "|｜︱"}
PLAIN = str.maketrans({char: plain for plain, chars in MARKS.items() for char in chars})
STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')  # of JSON
# Controls, soft and zero-width marks, marks of direction, fillers, all selectors but the two of emoji, halves of
# characters, private use, tags, and what is no character at all. Spelled out, so that every Python takes out the same.
UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ud800-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff]"
)
# Joiners bind the letters of some scripts and the parts of an emoji; anywhere else they only hide something.
WIDE, SELECTOR, JOINER = "[^\x00-\x7f\u200c\u200d\ufe0e\ufe0f]", "[\ufe0e\ufe0f]", "[\u200c\u200d]"
LOOSE = re.compile(f"(?<!{WIDE}){SELECTOR}|(?<!{WIDE})(?<!{WIDE}{SELECTOR}){JOINER}|{JOINER}(?!{WIDE})")
ACCENT = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
HEAPED = re.compile(f"({ACCENT}{{4}}){ACCENT}+")

# What looks like a Latin letter, in small letters; a name begins with a capital, so that large look-alikes count too.
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
    """The text on one line, in characters that can be seen and mean nothing but themselves."""
    if not (text.isascii() and text.isprintable()):
        text = " ".join(UNSEEN.sub("", text.replace("\u2800", " ")).split())  # a blank pattern of braille is a blank
        text = HEAPED.sub(r"\1", LOOSE.sub("", text))
    return " ".join(text.translate(PLAIN).split())


def quoted(text: str, note: str = "") -> str:
    """A speech as a quote, every line of it marked; a note of ours beside it stands in brackets, which words cannot."""
    lines = [line for line in map(neutral, text.splitlines()) if line] or [NOTHING]
    return "\n".join(MARK + line for line in [*lines, *([f"[{note}]"] if note else [])])


def own(written: str) -> str:
    """What a seat wrote itself, as JSON, when it is shown that again: no mark of its own format either."""
    return STRING.sub(lambda found: found[0].translate(PLAIN), written)


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """How each seat is called: its name without what could end a sentence, with its number where others look alike."""
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
    """The letters, digits and signs of a name; no mark that could end a sentence or begin a line."""
    return neutral("".join(char if _of_a_name(char) else " " for char in neutral(name))).strip("-_'’ ")


def _of_a_name(char: str) -> bool:
    kind = category(char)
    sign = kind in ("So", "Sk") and not char.isascii()
    return sign or kind[0] in "LMN" or char in "'’-_\u200c\u200d"


def looks(name: str) -> str:
    """A name as the eye takes it: without case, accents, width, blanks, and whose alphabet a letter is from."""
    small = normalize("NFKD", normalize("NFKC", name).casefold()).casefold()
    return "".join(char for char in small if category(char) != "Mn" and not char.isspace()).translate(LATIN)


def _poses(look: str) -> bool:
    """Whether a name could be taken for somebody who is no player, or for an answer."""
    return not look or look in POSED or any(voice in look for voice in HEARD)


POSED, HEARD = frozenset(map(looks, ANSWERS)), tuple(map(looks, VOICES))
